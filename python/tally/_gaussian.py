# SPDX-License-Identifier: Apache-2.0
"""GaussianNB."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import validate_data

from . import _engine
from ._base import NO_TARGET, MatrixClassifier
from ._labels import distinct_labels
from ._matrix_file import asked_prior, given_prior, warn_of
from ._remembered import frozen
from ._spaces import Space, as_numpy, space_of
from ._types import Array, Numbers
from ._validation import checks_parameters
from ._warnings import warn

if TYPE_CHECKING:
    from sklearn.utils import Tags


_NO_FLOOR = 1e-300  # of the question of var_smoothing = 0: a floor that no deviation is below


class GaussianNB(MatrixClassifier):
    """Naive Bayes for measurements, in the place of scikit-learn's class of this name.

    Sums are exact: the order of rows, batches and threads changes nothing, and ``epsilon_`` is that
    of all rows seen, not of the last batch.

    Parameters
    ----------
    priors : array-like of shape (n_classes,), default=None
        The class prior; None takes it from the counts.
    var_smoothing : float, default=1e-9
        The share of the largest variance of all features that is added to every variance. If it is 0, a
        class without spread in a feature is certain of its one value, and a warning says so.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    class_count_, class_prior_ : ndarray of shape (n_classes,)
        The weight of each class, and P(y).
    theta_, var_ : ndarray of shape (n_classes, n_features)
        Mean and variance of each class and feature; 0 and ``epsilon_`` where a class has no value, which
        then answers by those of the whole feature.
    epsilon_ : float
        What is added to every variance.
    n_features_in_ : int
        How many features there are.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X was a DataFrame.

    Examples
    --------
    >>> from tally import GaussianNB
    >>> model = GaussianNB().fit([[1.0, 2.0], [1.5, 1.0], [7.0, 8.0], [8.0, 6.0]], [0, 0, 1, 1])
    >>> model.predict([[2.0, 2.0]])
    array([0])
    >>> model.forget([[1.5, 1.0]], [0]).theta_[0]
    array([1., 2.])
    """

    _parameter_constraints: dict[str, list[Any]] = {
        "priors": ["array-like", None],
        "var_smoothing": [Interval(Real, 0, None, closed="left")],
    }
    _sparse_formats = False
    _cells = _engine.BlockCells.NUMBERS
    _family = "gaussian"
    _space = Space()
    _label_space = Space()

    def __init__(self, *, priors: Any = None, var_smoothing: float = 1e-9) -> None:
        self.priors = priors
        self.var_smoothing = var_smoothing

    @checks_parameters
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
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

    @checks_parameters
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Counts more rows; ``classes`` names all classes, at the first call at least.

        Raises ValueError as ``fit`` does, and for a label that is none of the classes. Returns self.
        """
        return self._partial_fit(X, y, classes, sample_weight)

    def _validated(self, X: Any, y: Any = NO_TARGET, *, reset: bool) -> Any:
        checked = super()._validated(X, y, reset=reset)
        if y is NO_TARGET:
            return as_numpy(checked)
        X, y = checked
        if reset:
            self._space = space_of(X)
            self._label_space = space_of(y)
        return as_numpy(X), as_numpy(y)

    def _partial_fit(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Self:
        super()._partial_fit(X, y, classes, sample_weight)
        self.classes_ = self._label_space.put(as_numpy(self.classes_))
        return self

    def learn(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        super().learn(X, y, sample_weight)
        self.classes_ = self._label_space.put(as_numpy(self.classes_))
        return self

    def _plain_classes(self) -> Array:
        return np.asarray(as_numpy(self.classes_))

    # Nothing here calls it. It is kept for scikit-learn's own tests, which run with the import swapped.
    @staticmethod
    def _update_mean_variance(n_past: Any, mu: Any, var: Any, X: Any, sample_weight: Any = None) -> tuple[Any, Any]:
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

    def _question(self) -> Any:
        return frozen(self.priors), self.var_smoothing

    def _prior(self) -> Numbers:
        if self.priors is None:
            shares: Numbers = self._class_weights() / self._class_weights().sum()
            return shares
        priors = np.asarray(as_numpy(self.priors), dtype=np.float64)
        if len(priors) != self._table.classes:
            raise ValueError("Number of priors must match number of classes.")
        if not np.isclose(priors.sum(), 1.0):
            raise ValueError("The sum of the priors should be 1.")
        if (priors < 0).any():
            raise ValueError("Priors must be non-negative.")
        return priors

    def _log_prior(self) -> Numbers:
        if self.priors is None:
            return np.array(self._table.log_prior())
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(self._prior()))

    def _moments(self) -> tuple[Numbers, Numbers, float]:
        """Means, variances and the largest variance over all rows, in double precision."""

        def work() -> tuple[Numbers, Numbers, float]:
            table = self._table
            mean = np.empty((table.classes, table.columns))
            variance = np.empty_like(mean)
            table.moments(mean, variance)
            return mean, variance, table.widest_variance()

        found: tuple[Numbers, Numbers, float] = self._remember("moments", None, work)
        return found

    def _put(self, name: str, work: Callable[[], Any]) -> Any:
        """A fitted attribute in the type and namespace of the X that was fitted."""
        self._fitted(name)
        return self._remember(name, self._question(), lambda: self._space.put_number(work()))

    @property
    def class_count_(self) -> Any:
        """The weight of each class."""
        return self._put("class_count_", self._class_weights)

    @property
    def class_prior_(self) -> Any:
        """P(y)."""
        return self._put("class_prior_", self._prior)

    @property
    def theta_(self) -> Any:
        """The mean of each class and feature."""
        return self._put("theta_", lambda: self._moments()[0])

    @property
    def var_(self) -> Any:
        """The variance of each class and feature, ``epsilon_`` included."""
        return self._put("var_", lambda: self._moments()[1] + self._epsilon())

    def _epsilon(self) -> float:
        return self.var_smoothing * self._moments()[2]

    @property
    def epsilon_(self) -> Any:
        """What is added to every variance."""
        self._fitted("epsilon_")
        return self._space.number(self._epsilon())

    def _make_scorer(self) -> _engine.MatrixScorer:
        mean, variance = self._normals()
        self._warn_of_no_spread(variance)
        return _engine.GaussianScorer(mean, variance, self._log_prior())

    def _normals(self) -> tuple[Numbers, Numbers]:
        """Mean and variance of the law of each class and feature; no variance leaves the feature out."""
        mean = np.empty((self._table.classes, self._table.columns))
        variance = np.empty_like(mean)
        self._table.normals(float(self.var_smoothing), mean, variance)
        return mean, variance

    def _told_question(self) -> dict[str, Any]:
        widest = self._table.widest_variance(as_weighed=True)
        if widest == 0 or (self._normals()[1] == 0).any():
            raise ValueError("a class has no spread in a feature, and no variance is added: a file has no density for that; raise var_smoothing")
        prior: dict[str, Any] = {"prior": "empirical"}
        if self.priors is not None:
            prior = given_prior(self._plain_classes(), self._prior())
        if self.var_smoothing == 0:
            return {"variance_floor": _NO_FLOOR, **prior}
        # A file knows rows as they weigh, and its largest variance is theirs.
        return {"var_smoothing": float(self.var_smoothing) * (self._moments()[2] / widest), **prior}

    def _asked_parameters(self, question: dict[str, Any], columns: list[dict[str, Any]]) -> dict[str, Any]:
        priors = asked_prior(question, self.classes_)
        if question.get("prior") == "uniform":
            priors = [1 / len(self.classes_)] * len(self.classes_)
        if question.get("estimate", "smooth") not in ("smooth", "ml"):
            warn_of("estimate", question["estimate"])
        if question.get("variance", "population") != "population":
            warn_of("variance", question["variance"])
        smoothing = question.get("var_smoothing")
        if smoothing is None and question.get("variance_floor") == _NO_FLOOR:
            smoothing = 0.0
        if smoothing is None and "variance_floor" in question:
            warn_of("variance_floor", question["variance_floor"])
        return {"priors": priors, "var_smoothing": 1e-9 if smoothing is None else smoothing}

    def _warn_of_no_spread(self, variance: Numbers) -> None:
        without = np.argwhere(variance == 0)
        if len(without) == 0:
            return
        k, j = without[0]
        names = getattr(self, "feature_names_in_", np.arange(variance.shape[1]))
        warn(
            f"feature {names[j]} has no spread in class {self._plain_classes()[k]} and nothing is added to its"
            " variance: any other value makes the class impossible (log 0 is -inf). Raise var_smoothing to avoid it.",
            RuntimeWarning,
        )

    def __getstate__(self) -> dict[str, Any]:
        state = super().__getstate__()
        for name in ("_space", "_label_space"):
            if name in state:
                state[name] = state[name].to_plain()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for name in ("_space", "_label_space"):
            if name in state:
                setattr(self, name, Space.from_plain(state[name]))

    def _answer(self, X: Any, what: int) -> Any:
        answers = super()._answer(X, what)
        return space_of(X).joined(self._space).put_number(answers)

    def predict(self, X: Any) -> Any:
        """The most probable class of each row, the first of equals; raises ValueError for a bad X."""
        labels = super().predict(X)
        return labels if type(X) is np.ndarray else space_of(X).put(labels)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.array_api_support = True
        return tags
