"""ComplementNB."""

import numpy as np

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
    """

    _parameter_constraints: dict = {
        **TermClassifier._parameter_constraints,
        "norm": ["boolean"],
    }

    def __init__(
        self, *, alpha=1.0, force_alpha=True, fit_prior=True, class_prior=None, norm=False
    ):
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.norm = norm

    def _question(self):
        return (*super()._question(), self.norm)

    @property
    def feature_all_(self) -> np.ndarray:
        """The counts of each feature over all classes."""
        self._fitted("feature_all_")
        return self._remember("feature_all", None, lambda: self.feature_count_.sum(axis=0))

    def _feature_log_prob(self):
        complement = self.feature_all_ + self._smoothing() - self.feature_count_
        with np.errstate(divide="ignore", invalid="ignore"):
            logged = np.log(complement / complement.sum(axis=1, keepdims=True))
            return logged / logged.sum(axis=1, keepdims=True) if self.norm else -logged

    def _make_scorer(self):
        one_class = len(self.classes_) == 1
        return self._scorer_with(self.class_log_prior_ if one_class else np.zeros(len(self.classes_)))
