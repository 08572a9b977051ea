# SPDX-License-Identifier: Apache-2.0
"""BernoulliNB."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
from sklearn.utils._param_validation import Interval

from . import _engine
from ._discrete import CountClassifier
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

    _family = "bernoulli"

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

    def _cell_rule(self) -> tuple[float | None, bool]:
        return self.binarize, True

    def _told_columns(self) -> list[dict[str, Any]]:
        told = {} if self.binarize is None else {"binarize": float(self.binarize)}
        return [told] * self.n_features_in_

    def _asked_parameters(self, question: dict[str, Any], columns: list[dict[str, Any]]) -> dict[str, Any]:
        thresholds = {column.get("binarize") for column in columns}
        if len(thresholds) > 1:
            raise ValueError("the columns of the model have several thresholds, and BernoulliNB has one: load it as NaiveBayes")
        return {**super()._asked_parameters(question, columns), "binarize": thresholds.pop()}

    def _question(self) -> Any:
        return (*super()._question(), self.binarize)

    def _shares(self) -> tuple[Numbers, Numbers]:
        """log P(yes | class) and log P(no | class)."""
        yes, no = self._room(), self._room()
        self._table.bernoulli(self._lambdas(), yes, no)
        return yes, no

    def _feature_log_prob(self) -> Any:
        return self._shares()[0]

    def _make_scorer(self) -> _engine.MatrixScorer:
        yes, no = (np.ascontiguousarray(shares.T) for shares in self._shares())
        return _engine.LinearScorer(yes, no, self.class_log_prior_, self.binarize)
