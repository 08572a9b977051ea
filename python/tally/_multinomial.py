# SPDX-License-Identifier: Apache-2.0
"""MultinomialNB."""

from __future__ import annotations

from typing import Any

from . import _engine
from ._discrete import TermClassifier


class MultinomialNB(TermClassifier):
    """Naive Bayes for counts of terms, in the place of scikit-learn's class of this name.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        The pseudo-count of every term.
    force_alpha : bool, default=True
        Whether an alpha below 1e-10 is kept.
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
        The counts of each class and feature, and log P(term | class).
    n_features_in_ : int
        How many features there are.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X was a DataFrame.

    Examples
    --------
    >>> from tally import MultinomialNB
    >>> model = MultinomialNB().fit([[3, 0, 1], [0, 2, 1]], ["sport", "music"])
    >>> model.predict([[1, 0, 0]]).tolist()
    ['sport']
    """

    def __init__(
        self, *, alpha: Any = 1.0, force_alpha: bool = True, fit_prior: bool = True, class_prior: Any = None
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _feature_log_prob(self) -> Any:
        shares = self._room()
        self._table.multinomial(self._lambdas(), shares)
        return shares

    def _make_scorer(self) -> _engine.MatrixScorer:
        return self._scorer_with(self.class_log_prior_)
