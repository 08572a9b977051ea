"""GaussianNB."""

from numbers import Real

import numpy as np
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import validate_data

from . import _engine
from ._base import NO_TARGET, MatrixClassifier
from ._labels import distinct_labels
from ._remembered import frozen
from ._spaces import as_numpy, space_of
from ._threads import get_threads


class GaussianNB(MatrixClassifier):
    """Naive Bayes for measurements, in the place of scikit-learn's class of this name.

    Sums are exact: the order of rows, batches and threads changes nothing, and ``epsilon_`` is that
    of all rows seen, not of the last batch.

    Parameters
    ----------
    priors : array-like of shape (n_classes,), default=None
        The class prior; None takes it from the counts.
    var_smoothing : float, default=1e-9
        The share of the largest variance of all features that is added to every variance.
    """

    _parameter_constraints: dict = {
        "priors": ["array-like", None],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
    }
    _sparse_formats = False

    def __init__(self, *, priors=None, var_smoothing=1e-9):
        self.priors = priors
        self.var_smoothing = var_smoothing

    @_fit_context(prefer_skip_nested_validation=True)
    def fit(self, X, y, sample_weight=None):
        """Counts the rows of X by the classes y, after forgetting everything else.

        X is array-like of shape (n_samples, n_features); NaN is missing. Raises ValueError with
        scikit-learn's words where scikit-learn does. Returns self.
        """
        y = validate_data(self, y=y)
        before = self.__dict__.copy()
        try:
            self.classes_ = None
            return self._partial_fit(X, y, distinct_labels(as_numpy(y), np.unique), sample_weight)
        except BaseException:
            self.__dict__ = before
            raise

    @_fit_context(prefer_skip_nested_validation=True)
    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Counts more rows; ``classes`` names all classes, at the first call at least.

        Raises ValueError as ``fit`` does, and for a label that is none of the classes. Returns self.
        """
        return self._partial_fit(X, y, classes, sample_weight)

    def _validated(self, X, y=NO_TARGET, *, reset):
        checked = super()._validated(X, y, reset=reset)
        if y is NO_TARGET:
            return as_numpy(checked)
        X, y = checked
        if reset:
            self._space = space_of(X)
            self._label_space = space_of(y)
        return as_numpy(X), as_numpy(y)

    def _partial_fit(self, X, y, classes, sample_weight):
        super()._partial_fit(X, y, classes, sample_weight)
        self.classes_ = self._label_space.put(as_numpy(self.classes_))
        return self

    def learn(self, X, y, sample_weight=None):
        super().learn(X, y, sample_weight)
        self.classes_ = self._label_space.put(as_numpy(self.classes_))
        return self

    def _plain_classes(self):
        return as_numpy(self.classes_)

    def _new_table(self, n_classes, n_features):
        return _engine.MomentTable(n_classes, n_features)

    def _count(self, table, X, classes, weights):
        table.add(X, classes, weights, get_threads())

    @staticmethod
    def _update_mean_variance(n_past, mu, var, X, sample_weight=None):
        """Mean and variance of ``n_past`` rows and those of X together; as they were without rows."""
        weights = np.ones(len(X)) if sample_weight is None else np.asarray(sample_weight)
        n_new = weights.sum()
        if len(X) == 0 or np.isclose(n_new, 0):
            return mu, var
        mean = np.average(X, axis=0, weights=weights)
        variance = np.average((X - mean) ** 2, axis=0, weights=weights)
        if n_past == 0:
            return mean, variance
        n = n_past + n_new
        between = (mean - mu) ** 2 * (n_past * n_new / n)
        return (n_past * mu + n_new * mean) / n, (n_past * var + n_new * variance + between) / n

    def _check_question(self) -> None:
        self._prior()

    def _question(self):
        return frozen(self.priors), self.var_smoothing

    def _prior(self) -> np.ndarray:
        if self.priors is None:
            return self._class_weights() / self._class_weights().sum()
        priors = np.asarray(as_numpy(self.priors), dtype=np.float64)
        if len(priors) != self._table.classes:
            raise ValueError("Number of priors must match number of classes.")
        if not np.isclose(priors.sum(), 1.0):
            raise ValueError("The sum of the priors should be 1.")
        if (priors < 0).any():
            raise ValueError("Priors must be non-negative.")
        return priors

    def _moments(self) -> tuple[np.ndarray, np.ndarray, float]:
        """Means, variances and the largest variance over all rows, in double precision."""

        def work():
            table = self._table
            mean = np.empty((table.classes, table.columns))
            variance = np.empty_like(mean)
            table.moments(mean, variance)
            overall = np.empty(table.columns)
            table.overall_variances(overall)
            return mean, variance, overall.max(initial=0.0)

        return self._remember("moments", None, work)

    def _put(self, name: str, work):
        """A fitted attribute in the type and namespace of the X that was fitted."""
        self._fitted(name)
        return self._remember(name, self._question(), lambda: self._space.put_number(work()))

    @property
    def class_count_(self):
        """The weight of each class."""
        return self._put("class_count_", self._class_weights)

    @property
    def class_prior_(self):
        """P(y)."""
        return self._put("class_prior_", self._prior)

    @property
    def theta_(self):
        """The mean of each class and feature."""
        return self._put("theta_", lambda: self._moments()[0])

    @property
    def var_(self):
        """The variance of each class and feature, ``epsilon_`` included."""
        return self._put("var_", lambda: self._moments()[1] + self._epsilon())

    def _epsilon(self) -> float:
        return self.var_smoothing * self._moments()[2]

    @property
    def epsilon_(self) -> float:
        """What is added to every variance."""
        self._fitted("epsilon_")
        return self._space.number(self._epsilon())

    def _make_scorer(self):
        mean, variance, _ = self._moments()
        with np.errstate(divide="ignore"):
            log_prior = np.log(self._prior())
        return _engine.GaussianScorer(mean, variance + self._epsilon(), log_prior)

    def _answer(self, X, what):
        answers = super()._answer(X, what)
        return space_of(X).joined(self._space).put_number(answers)

    def predict(self, X):
        """The most probable class of each row, the first of equals; raises ValueError for a bad X."""
        labels = super().predict(X)
        return labels if type(X) is np.ndarray else space_of(X).put(labels)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.array_api_support = True
        return tags
