# SPDX-License-Identifier: Apache-2.0
"""ComplementNB."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _engine
from ._discrete import TermClassifier


class ComplementNB(TermClassifier):
    """Complement naive Bayes, in the place of scikit-learn's class of this name.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        The pseudo-count of every term.
    force_alpha : bool, default=True
        Whether an alpha below 1e-10 is kept.
    fit_prior : bool, default=True
        Only used where there is one class.
    class_prior : array-like of shape (n_classes,), default=None
        Only used where there is one class.
    norm : bool, default=False
        Whether the weights of a class are divided by their sum.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    class_count_, class_log_prior_ : ndarray of shape (n_classes,)
        The weight of each class, and log P(y).
    feature_count_, feature_log_prob_ : ndarray of shape (n_classes, n_features)
        The counts of each class and feature, and the weights of the terms.
    n_features_in_ : int
        How many features there are.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X was a DataFrame.
    feature_all_ : ndarray of shape (n_features,)
        The counts of each feature over all classes.

    Examples
    --------
    >>> from tally import ComplementNB
    >>> model = ComplementNB().fit([[3, 0, 1], [0, 2, 1]], ["sport", "music"])
    >>> model.predict([[0, 1, 0]]).tolist()
    ['music']
    """

    _parameter_constraints: dict[str, list[Any]] = {
        **TermClassifier._parameter_constraints,
        "norm": ["boolean"],
    }

    def __init__(
        self,
        *,
        alpha: Any = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        norm: bool = False,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.norm = norm

    def _question(self) -> Any:
        return (*super()._question(), self.norm)

    def _told_question(self) -> dict[str, Any]:
        raise ValueError("the weights of ComplementNB are no probabilities of columns, and no file has a question for them: save a MultinomialNB")

    @property
    def feature_all_(self) -> Any:
        """The counts of each feature over all classes."""
        self._fitted("feature_all_")
        return self._remember("feature_all", None, lambda: self.feature_count_.sum(axis=0))

    def _feature_log_prob(self) -> Any:
        weights = self._room()
        self._table.complement(self._lambdas(), bool(self.norm), weights)
        return weights

    def _make_scorer(self) -> _engine.MatrixScorer:
        one_class = len(self.classes_) == 1
        return self._scorer_with(self.class_log_prior_ if one_class else np.zeros(len(self.classes_)))
