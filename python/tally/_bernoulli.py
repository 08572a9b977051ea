# SPDX-License-Identifier: Apache-2.0
"""BernoulliNB."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from sklearn.utils._param_validation import Interval

from . import _engine
from ._discrete import CountClassifier, left_out
from ._threads import get_threads
from ._types import Numbers


class BernoulliNB(CountClassifier):
    """Naive Bayes for yes and no, in the place of scikit-learn's class of this name.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        The pseudo-count of yes and of no.
    force_alpha : bool, default=True
        Whether an alpha below 1e-10 is kept.
    binarize : float or None, default=0.0
        A number above this is yes; None takes the numbers as they are.
    fit_prior : bool, default=True
        Whether the class prior comes from the counts; else it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The class prior, if it is told.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    class_count_, class_log_prior_ : ndarray of shape (n_classes,)
        The weight of each class, and log P(y).
    feature_count_, feature_log_prob_ : ndarray of shape (n_classes, n_features)
        The counts of each class and feature, and log P(yes | class).
    n_features_in_ : int
        How many features there are.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X was a DataFrame.

    Examples
    --------
    >>> from tally import BernoulliNB
    >>> model = BernoulliNB().fit([[1, 0], [1, 1], [0, 1], [0, 0]], ["a", "a", "b", "b"])
    >>> model.predict_proba([[1, 0]]).round(3)
    array([[0.75, 0.25]])
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **CountClassifier._parameter_constraints,
        "binarize": [None, Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        binarize: float | None = 0.0,
        fit_prior: bool = True,
        class_prior: Any = None,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _count(self, table: Any, X: Any, classes: Any, weights: Numbers | None) -> None:
        table.add(X, classes, weights, self.binarize, True, get_threads())

    def _question(self) -> Any:
        return (*super()._question(), self.binarize)

    def _rows_with_value(self) -> Any:
        """The weight of the rows that have a value, by class and feature (or for all features)."""
        rows = self.class_count_[:, np.newaxis]
        if not self._table.has_missing:
            return rows
        missing = np.empty((self._table.classes, self._table.columns))
        self._table.missing(missing)
        return rows - missing

    def _log_of_share(self, counts: Any) -> Any:
        alpha = self._smoothing()
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.log(counts + alpha) - np.log(self._rows_with_value() + 2 * alpha)

    def _feature_log_prob(self) -> Any:
        return self._log_of_share(self.feature_count_)

    def _make_scorer(self) -> _engine.MatrixScorer:
        absent = self._log_of_share(self._rows_with_value() - self.feature_count_)
        return _engine.LinearScorer(
            np.ascontiguousarray(left_out(self.feature_log_prob_.T)),
            np.ascontiguousarray(left_out(absent.T)),
            self.class_log_prior_,
            self.binarize,
        )
