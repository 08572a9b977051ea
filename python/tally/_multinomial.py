"""MultinomialNB."""

import numpy as np

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
    """

    def __init__(self, *, alpha=1.0, force_alpha=True, fit_prior=True, class_prior=None):
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _feature_log_prob(self):
        smoothed = self.feature_count_ + self._smoothing()
        with np.errstate(divide="ignore"):
            return np.log(smoothed) - np.log(smoothed.sum(axis=1, keepdims=True))

    def _make_scorer(self):
        return self._scorer_with(self.class_log_prior_)
