# SPDX-License-Identifier: Apache-2.0
"""What the four discrete classes share: alpha, and a class prior from the counts or as told."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.utils._param_validation import Interval

from . import _engine
from ._base import MatrixClassifier
from ._matrix_file import asked_prior, given_prior, warn_of
from ._remembered import frozen
from ._types import Numbers
from ._validation import checks_parameters
from ._warnings import warn

if TYPE_CHECKING:
    from sklearn.utils import Tags

_LEAST_ALPHA = 1e-10


class DiscreteClassifier(MatrixClassifier):
    """Naive Bayes over counts."""

    alpha: Any
    force_alpha: bool
    fit_prior: bool
    class_prior: Any

    _parameter_constraints: dict[str, list[Any]] = {
        "alpha": [Interval(Real, 0, None, closed="left"), "array-like"],
        "fit_prior": ["boolean"],
        "class_prior": ["array-like", None],
        "force_alpha": ["boolean"],
    }

    @checks_parameters
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Counts the rows of X by the classes y, after forgetting everything else.

        X is array-like or sparse, of shape (n_samples, n_features); NaN is missing. Raises
        ValueError with scikit-learn's words where scikit-learn does. Returns self.
        """
        return self._fit(X, y, sample_weight)

    @checks_parameters
    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> Self:
        """Counts more rows; ``classes`` names all classes, at the first call at least.

        Raises ValueError as ``fit`` does, and for a label that is none of the classes. Returns self.
        """
        return self._partial_fit(X, y, classes, sample_weight)

    def _check_alpha(self) -> Any:
        """The alpha that acts. Raises ValueError for one that does not fit; warns if it is raised."""
        alpha = self._smoothing()
        if not self.force_alpha and np.min(self.alpha) < _LEAST_ALPHA:
            warn(
                "alpha too small will result in numeric errors, setting alpha ="
                f" {_LEAST_ALPHA:.1e}. Use `force_alpha=True` to keep alpha unchanged."
            )
        return alpha

    def _smoothing(self) -> Any:
        alpha = self.alpha
        if not isinstance(alpha, Real):
            alpha = np.asarray(alpha, dtype=np.float64)
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

    def _lambdas(self) -> Numbers:
        """The alpha that acts, once or for every feature."""
        return np.array(self._smoothing(), dtype=np.float64, ndmin=1)

    def _check_question(self) -> None:
        self._check_alpha()
        self._log_prior()

    def _question(self) -> Any:
        return (
            frozen(self.alpha),
            self.force_alpha,
            self.fit_prior,
            frozen(self.class_prior),
        )

    def _log_prior(self) -> Numbers:
        n_classes = len(self.classes_)
        if self.class_prior is not None:
            if len(self.class_prior) != n_classes:
                raise ValueError("Number of priors must match number of classes.")
            return np.asarray(np.log(np.asarray(self.class_prior, dtype=np.float64)))
        if not self.fit_prior:
            return np.full(n_classes, -np.log(n_classes))
        return np.array(self._table.log_prior())

    def _told_question(self) -> dict[str, Any]:
        alphas = np.unique(self._smoothing())
        if len(alphas) > 1:
            raise ValueError("alpha is an array, and a file asks for one λ of all features: set alpha to a number")
        if self.class_prior is not None:
            prior = given_prior(self._plain_classes(), self.class_prior)
        else:
            prior = {"prior": "empirical" if self.fit_prior else "uniform"}
        return {"lambda": float(alphas[0]), **prior}

    def _asked_parameters(self, question: dict[str, Any], columns: list[dict[str, Any]]) -> dict[str, Any]:
        alpha, estimate = question.get("lambda", 1.0), question.get("estimate", "smooth")
        if estimate not in ("smooth", "ml"):
            warn_of("estimate", estimate)
        if isinstance(alpha, str):
            warn_of("lambda", alpha)
            alpha = 1.0
        return {
            "alpha": 0.0 if estimate == "ml" else alpha,
            "fit_prior": question.get("prior") != "uniform",
            "class_prior": asked_prior(question, self.classes_),
        }

    @property
    def class_log_prior_(self) -> Any:
        """log P(y): empirical, uniform (``fit_prior=False``) or as told (``class_prior``)."""
        self._fitted("class_log_prior_")
        return self._remember("class_log_prior", self._question(), self._log_prior)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags.poor_score = True
        return tags


class CountClassifier(DiscreteClassifier):
    """Naive Bayes over a count for each class and feature."""

    _cells = _engine.BlockCells.AMOUNTS

    def _feature_counts(self) -> Numbers:
        counts = self._room()
        self._table.amounts(counts)
        return counts

    def _room(self) -> Numbers:
        """Room for a number of each class and feature."""
        return np.empty((self._table.classes, self._table.columns))

    @property
    def feature_count_(self) -> Any:
        """The counts of each class and feature, weights included."""
        self._fitted("feature_count_")
        return self._remember("feature_count", None, self._feature_counts)

    @property
    def feature_log_prob_(self) -> Any:
        """log P(feature | class), from the counts and alpha."""
        self._fitted("feature_log_prob_")
        return self._remember("feature_log_prob", self._question(), self._feature_log_prob)

    @abstractmethod
    def _feature_log_prob(self) -> Any:
        """log P(feature | class), worked out."""


class TermClassifier(CountClassifier):
    """Naive Bayes over how often each term occurs."""

    _family = "multinomial"

    def _told_columns(self) -> list[dict[str, Any]]:
        return [{"group": self._family}] * self.n_features_in_

    def _scorer_with(self, log_prior: Numbers) -> _engine.LinearScorer:
        present = np.ascontiguousarray(self.feature_log_prob_.T)
        return _engine.LinearScorer(present, None, log_prior, None)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags
