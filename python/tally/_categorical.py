# SPDX-License-Identifier: Apache-2.0
"""CategoricalNB."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import validate_data

from . import _engine
from ._base import NO_TARGET
from ._discrete import DiscreteClassifier
from ._types import Array, Numbers

if TYPE_CHECKING:
    from sklearn.utils import Tags


class CategoricalNB(DiscreteClassifier):
    """Naive Bayes for categories 0, 1, 2 …, in the place of scikit-learn's class of this name.

    A category that was never seen is no error: it has the probability that alpha gives it.

    Parameters
    ----------
    alpha : float, default=1.0
        The pseudo-count of every category.
    force_alpha : bool, default=True
        Whether an alpha below 1e-10 is kept.
    fit_prior : bool, default=True
        Whether the class prior comes from the counts; else it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The class prior, if it is told.
    min_categories : int or array-like of shape (n_features,), default=None
        How many categories each feature has at least.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted.
    class_count_, class_log_prior_ : ndarray of shape (n_classes,)
        The weight of each class, and log P(y).
    category_count_, feature_log_prob_ : list of ndarray of shape (n_classes, n_categories)
        For each feature the counts of each class and category, and log P(category | class).
    n_categories_ : ndarray of shape (n_features,)
        How many categories each feature has.
    n_features_in_ : int
        How many features there are.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if X was a DataFrame.

    Examples
    --------
    >>> from tally import CategoricalNB
    >>> model = CategoricalNB().fit([[0, 2], [0, 1], [1, 0]], ["a", "a", "b"])
    >>> model.predict([[1, 0], [0, 9]]).tolist()
    ['b', 'a']
    """

    _cells = _engine.BlockCells.CODES
    _family = "categorical"
    _parameter_constraints: dict[str, list[Any]] = {
        **DiscreteClassifier._parameter_constraints,
        "min_categories": [None, "array-like", Interval(Integral, 1, None, closed="left")],
        "alpha": [Interval(Real, 0, None, closed="left")],
    }
    _sparse_formats = False

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        force_alpha: bool = True,
        fit_prior: bool = True,
        class_prior: Any = None,
        min_categories: Any = None,
    ) -> None:
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.fit_prior = fit_prior
        self.class_prior = class_prior
        self.min_categories = min_categories

    def _validated(self, X: Any, y: Any = NO_TARGET, *, reset: bool) -> Any:
        def checked(dtype: str) -> Any:
            return validate_data(self, X, y, dtype=dtype, ensure_all_finite=False, reset=reset)

        # As whole numbers scikit-learn takes texts and dates, too, and says what it does not take.
        if getattr(getattr(X, "dtype", None), "kind", "") in ("m", "M"):
            return checked("int")
        try:
            return checked("numeric")
        except (TypeError, ValueError):
            return checked("int")

    def _new_table(self, n_classes: int, n_features: int) -> Any:
        table = super()._new_table(n_classes, n_features)
        for column, width in enumerate(self._declared_widths(n_features)):
            table.declare(column, int(width))
        return table

    def _declared_widths(self, n_features: int) -> Array:
        """How many categories each feature has at least. Raises ValueError for a wrong shape or type."""
        if self.min_categories is None:
            return np.zeros(n_features, dtype=np.int64)
        least = np.array(self.min_categories)
        if not np.issubdtype(least.dtype, np.signedinteger):
            raise ValueError(
                f"'min_categories' should have integral type. Got {least.dtype} instead."
            )
        if least.ndim > 0 and least.shape != (n_features,):
            raise ValueError(
                f"'min_categories' should have shape ({n_features},) when an array-like is"
                f" provided. Got {least.shape} instead."
            )
        return np.broadcast_to(least, (n_features,))

    def _category_counts(self) -> list[Numbers]:
        table = self._table
        counts = [np.empty((table.classes, width)) for width in table.widths()]
        for column, out in enumerate(counts):
            table.codes(column, out)
        return counts

    def _told_columns(self) -> list[dict[str, Any]]:
        """The categories, where some are known that no row has."""
        told = []
        for counts, declared in zip(self.category_count_, self._table.declared):
            is_declared = declared > 0 or not counts.any(axis=0).all()
            told.append({"values": list(range(counts.shape[1]))} if is_declared else {})
        return told

    def _asked_parameters(self, question: dict[str, Any], columns: list[dict[str, Any]]) -> dict[str, Any]:
        declared = np.array(self._table.declared, dtype=np.int64)
        least = {"min_categories": declared if declared.any() else None}
        return {**super()._asked_parameters(question, columns), **least}

    @property
    def n_categories_(self) -> Array:
        """How many categories each feature has: those declared or below the largest one seen."""
        return np.array(self._fitted("n_categories_").widths(), dtype=np.int64)

    @property
    def category_count_(self) -> list[Numbers]:
        """For each feature the counts of each class and category."""
        self._fitted("category_count_")
        return list(self._remember("category_count", None, self._category_counts))

    @property
    def feature_log_prob_(self) -> list[Numbers]:
        """For each feature log P(category | class)."""
        self._fitted("feature_log_prob_")
        return list(self._remember("feature_log_prob", self._question(), self._feature_log_prob))

    def _feature_log_prob(self) -> list[Numbers]:
        return self._shares()[0]

    def _shares(self) -> tuple[list[Numbers], Numbers]:
        """For each feature log P(category | class), and that of a category that it does not have."""
        table = self._table
        shares = [np.empty((table.classes, width)) for width in table.widths()]
        unseen = np.empty((table.columns, table.classes))
        for column, out in enumerate(shares):
            table.categorical(column, float(self._smoothing()), out, unseen[column])
        return shares, unseen

    def _make_scorer(self) -> _engine.MatrixScorer:
        shares, unseen = self._shares()
        widths = [table.shape[1] for table in shares]
        log_p = np.concatenate([table.T.ravel() for table in shares])
        return _engine.CategoryScorer(widths, log_p, unseen, self.class_log_prior_)

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        tags.input_tags.sparse = False
        tags.input_tags.positive_only = True
        return tags
