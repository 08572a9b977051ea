"""MultinomialNB."""

import numpy as np

from . import _engine
from ._discrete import CountClassifier
from ._threads import get_threads


class MultinomialNB(CountClassifier):
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
    """

    def __init__(self, *, alpha=1.0, force_alpha=True, fit_prior=True, class_prior=None):
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _new_table(self, n_classes, n_features):
        return _engine.CountTable(n_classes, n_features)

    def _count(self, table, X, codes, weights):
        table.add(X, codes, weights, None, False, get_threads())

    def _feature_log_prob(self):
        smoothed = self.feature_count_ + self._smoothing()
        with np.errstate(divide="ignore"):
            return np.log(smoothed) - np.log(smoothed.sum(axis=1, keepdims=True))

    def _make_scorer(self):
        present = np.ascontiguousarray(self.feature_log_prob_.T)
        return _engine.LinearScorer(present, None, self.class_log_prior_, None)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags
