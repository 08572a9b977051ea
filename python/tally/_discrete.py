"""What the four discrete classes share: alpha, and a class prior from the counts or as told."""

import warnings
from numbers import Real

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval

from . import _engine
from ._base import MatrixClassifier
from ._remembered import frozen
from ._threads import get_threads

_LEAST_ALPHA = 1e-10


class DiscreteClassifier(MatrixClassifier):
    """Naive Bayes over counts."""

    _parameter_constraints: dict = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "force_alpha": ["boolean"],
    }

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, sample_weight=None):
        """Counts the rows of X by the classes y, after forgetting everything else.

        X is array-like or sparse, of shape (n_samples, n_features); NaN is missing. Raises
        ValueError with scikit-learn's words where scikit-learn does. Returns self.
        """
        return self._fit(X, y, sample_weight)

    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Counts more rows; ``classes`` names all classes, at the first call at least.

        Raises ValueError as ``fit`` does, and for a label that is none of the classes. Returns self.
        """
        return self._partial_fit(X, y, classes, sample_weight)

    def _check_alpha(self):
        """The alpha that acts. Raises ValueError for one that does not fit; warns if it is raised."""
        alpha = self._smoothing()
        if not self.force_alpha and np.min(self.alpha) < _LEAST_ALPHA:
            warnings.warn(
                "alpha too small will result in numeric errors, setting alpha ="
                f" {_LEAST_ALPHA:.1e}. Use `force_alpha=True` to keep alpha unchanged."
            )
        return alpha

    def _smoothing(self):
        alpha = self.alpha
        if not isinstance(alpha, Real):
            alpha = np.asarray(alpha)
            if alpha.shape[0] != self.n_features_in_:
                raise ValueError(
                    "When alpha is an array, it should contains `n_features`. "
                    f"Got {alpha.shape[0]} elements instead of {self.n_features_in_}."
                )
            if np.min(alpha) < 0:
                raise ValueError("All values in alpha must be greater than 0.")
        if not self.force_alpha and np.min(alpha) < _LEAST_ALPHA:
            return np.maximum(alpha, _LEAST_ALPHA)
        return alpha

    def _check_question(self) -> None:
        self._check_alpha()
        self._log_prior()

    def _question(self):
        return (
            frozen(self.alpha),
            self.force_alpha,
            self.fit_prior,
            frozen(self.class_prior),
        )

    def _log_prior(self) -> np.ndarray:
        n_classes = len(self.classes_)
        if self.class_prior is not None:
            if len(self.class_prior) != n_classes:
                raise ValueError("Number of priors must match number of classes.")
            return np.log(self.class_prior)
        if not self.fit_prior:
            return np.full(n_classes, -np.log(n_classes))
        with np.errstate(divide="ignore"):
            return np.log(self.class_count_) - np.log(self.class_count_.sum())

    @property
    def class_log_prior_(self) -> np.ndarray:
        """log P(y): empirical, uniform (``fit_prior=False``) or as told (``class_prior``)."""
        self._fitted("class_log_prior_")
        return self._remember("class_log_prior", self._question(), self._log_prior)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.poor_score = True
        return tags


class CountClassifier(DiscreteClassifier):
    """Naive Bayes over a count for each class and feature."""

    def _new_table(self, n_classes, n_features):
        return _engine.CountTable(n_classes, n_features)

    def _feature_counts(self) -> np.ndarray:
        table = self._fitted("feature_count_")
        counts = np.empty((table.classes, table.columns))
        table.counts(counts)
        return counts

    @property
    def feature_count_(self) -> np.ndarray:
        """The counts of each class and feature, weights included."""
        self._fitted("feature_count_")
        return self._remember("feature_count", None, self._feature_counts)

    @property
    def feature_log_prob_(self) -> np.ndarray:
        """log P(feature | class), from the counts and alpha."""
        self._fitted("feature_log_prob_")
        return self._remember("feature_log_prob", self._question(), self._feature_log_prob)

    def _feature_log_prob(self) -> np.ndarray:
        raise NotImplementedError


class TermClassifier(CountClassifier):
    """Naive Bayes over how often each term occurs."""

    def _count(self, table, X, classes, weights):
        table.add(X, classes, weights, None, False, get_threads())

    def _scorer_with(self, log_prior: np.ndarray) -> _engine.LinearScorer:
        present = np.ascontiguousarray(self.feature_log_prob_.T)
        return _engine.LinearScorer(present, None, log_prior, None)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags
