# SPDX-License-Identifier: Apache-2.0
"""What the five drop-in classes share: rows become counts, and counts answer questions.

A fitted classifier holds a table of exact counts and nothing that was estimated: every fitted
attribute but ``classes_`` is a property over the table and the parameters of the moment. What has
been worked out is remembered until the counts or a parameter change.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import _check_partial_fit_first_call
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from . import _engine
from ._classes import kinds_of, refuse_other_kind
from ._labels import are_coded_by_engine, distinct_labels, engine_classes, refuse_unknown
from ._matrices import blocks_of, engine_matrix, is_quick, raise_as_sklearn
from ._matrix_file import MatrixFile
from ._remembered import Remembered
from ._stored import Stored
from ._summed import Summed
from ._threads import get_threads
from ._types import Array, Numbers

if TYPE_CHECKING:
    from sklearn.utils import Tags

NO_TARGET = "no_validation"  # what scikit-learn's validation takes for "there is no y"
JOINT, LOG_POSTERIOR, POSTERIOR = 0, 1, 2


class MatrixClassifier(Summed, MatrixFile, Stored, ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Naive Bayes over the rows of a matrix."""

    _sparse_formats: tuple[str, ...] | bool = ("csr", "csc")
    _counts_name = "_table"
    _cells: ClassVar[_engine.BlockCells]
    _table: _engine.BlockCounts
    _remembered: Remembered
    classes_: Any
    n_features_in_: int

    # --- what a family says of itself ---

    def _new_table(self, n_classes: int, n_features: int) -> Any:
        """An empty table of counts."""
        return _engine.BlockCounts(self._cells, n_classes, n_features)

    def _counts_of_bytes(self, counts: bytes) -> Any:
        return _engine.BlockCounts.from_bytes(self._cells, counts)

    def _cell_rule(self) -> tuple[float | None, bool]:
        """The number above which a cell is yes, if there is one, and whether a cell may be negative."""
        return None, False

    @abstractmethod
    def _question(self) -> Any:
        """The parameters that a scorer depends on, as something that can be compared."""

    @abstractmethod
    def _make_scorer(self) -> _engine.MatrixScorer:
        """A scorer for the counts and parameters of the moment."""

    @abstractmethod
    def _check_question(self) -> None:
        """Raises ValueError, or warns, for parameters that do not fit what was counted."""

    def _validated(self, X: Any, y: Any = NO_TARGET, *, reset: bool) -> Any:
        """X, or X and y, after scikit-learn's checks but that for NaN, which is missing."""
        return validate_data(
            self,
            X,
            y,
            accept_sparse=self._sparse_formats,
            ensure_all_finite=False,
            reset=reset,
        )

    # --- counting ---

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> Self:
        X, y = self._validated(X, y, reset=True)
        classes = distinct_labels(y)
        table = self._counted(X, y, classes, sample_weight)
        self.classes_ = classes
        self._take(table)
        self._check_question()
        return self

    def _partial_fit(self, X: Any, y: Any, classes: Any, sample_weight: Any) -> Self:
        first = getattr(self, "classes_", None) is None
        X, y = self._validated(X, y, reset=first)
        if _check_partial_fit_first_call(self, classes):
            self._take(self._new_table(len(self.classes_), X.shape[1]))
        table = self._counted(X, y, self._plain_classes(), sample_weight)
        table.merge(self._table)
        self._take(table)
        self._check_question()
        return self

    @abstractmethod
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Counts the rows of X by the classes y, after forgetting everything else."""

    def learn(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Counts more rows, new classes among them if there are any.

        On a classifier that is not fitted this is ``fit``. Raises ValueError as ``fit`` does, and for
        classes of another type (1 and "1" are two); nothing is learned then. Returns self.
        """
        if getattr(self, "classes_", None) is None:
            return self.fit(X, y, sample_weight=sample_weight)
        X, y = self._validated(X, y, reset=False)
        new = distinct_labels(y)
        refuse_other_kind(kinds_of(self._plain_classes()), kinds_of(new))
        classes = np.union1d(self._plain_classes(), new)
        table = self._counted(X, y, classes, sample_weight)
        table.merge(self._spread(classes))
        self.classes_ = classes
        self._take(table)
        self._check_question()
        return self

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Takes rows away again, as if they had never been learned.

        Raises ValueError, and changes nothing, if what would be left cannot come from any rows, or
        for a label that is no class. A class stays when its last row goes. Returns self.
        """
        check_is_fitted(self)
        X, y = self._validated(X, y, reset=False)
        piece = self._counted(X, y, self._plain_classes(), sample_weight)
        table = self._table.copy()
        table.subtract(piece)
        self._take(table)
        return self

    def _plain_classes(self) -> Array:
        return np.asarray(self.classes_)

    def _counted(self, X: Any, y: Array, classes: Array, sample_weight: Any) -> Any:
        """A table of these rows alone."""
        weights = None
        if sample_weight is not None:
            weights = _check_sample_weight(
                sample_weight, X, dtype=np.float64, ensure_non_negative=True
            )
        table = self._new_table(len(classes), X.shape[1])
        for block, some_rows in blocks_of(X, are_coded_by_engine(y, classes)):
            some_weights = None if weights is None else weights[block]
            try:
                some_classes = engine_classes(y[block], classes)
                table.add(engine_matrix(some_rows), some_classes, some_weights, *self._cell_rule(), get_threads())
            except _engine.Error as error:
                refuse_unknown(y, classes)
                raise_as_sklearn(error, X, self)
        return table

    def _spread(self, classes: Array) -> Any:
        """A copy of the table with a row for each of these classes."""
        table = self._table.copy()
        table.spread_classes(len(classes), np.searchsorted(classes, self._plain_classes()).tolist())
        return table

    def _take(self, table: Any) -> None:
        self._table = table
        self._remembered = Remembered()

    # --- answering ---

    def _fitted(self, name: str) -> Any:
        """The table behind a fitted attribute; AttributeError if there is none yet."""
        table = self.__dict__.get("_table")
        if table is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return table

    def _remember(self, name: str, question: Any, work: Callable[[], Any]) -> Any:
        """As Remembered.get, with arrays that cannot be written to: they are answers, not counts.

        Raises ValueError for a parameter that ``fit`` would refuse.
        """

        def work_and_lock() -> Any:
            if question is not None:
                self._validate_params()
            answer = work()
            for array in answer if isinstance(answer, (list, tuple)) else (answer,):
                if isinstance(array, np.ndarray):
                    array.flags.writeable = False
            return answer

        return self._remembered.get(name, question, work_and_lock)

    @property
    def class_count_(self) -> Any:
        """The weight of each class."""
        self._fitted("class_count_")
        return self._class_weights()

    def _class_weights(self) -> Numbers:
        def work() -> Numbers:
            weights = np.empty(self._table.classes)
            self._table.class_weights(weights)
            return weights

        found: Numbers = self._remember("class_count", None, work)
        return found

    def _scorer(self) -> _engine.MatrixScorer:
        def work() -> _engine.MatrixScorer:
            self._validate_params()
            if not self._class_weights().any():
                raise ValueError(f"this {type(self).__name__} has no rows to answer from; learn some first")
            return self._make_scorer()

        scorer: _engine.MatrixScorer = self._remembered.get("scorer", self._question(), work)
        return scorer

    def _prepared(self, X: Any) -> tuple[_engine.MatrixScorer, Any]:
        """The scorer and X as the engine takes it."""
        if (
            "_table" in self.__dict__
            and "feature_names_in_" not in self.__dict__
            and is_quick(X, self.n_features_in_, bool(self._sparse_formats))
        ):
            return self._scorer(), X
        check_is_fitted(self)
        X = self._validated(X, reset=False)
        if getattr(X, "format", None) == "csc":
            X = X.tocsr()
        return self._scorer(), X

    def _answer(self, X: Any, what: int) -> Any:
        scorer, X = self._prepared(X)
        out = np.empty((X.shape[0], scorer.classes))
        try:
            scorer.answer(engine_matrix(X), what, out, get_threads())
        except _engine.Error as error:
            raise_as_sklearn(error, X, self)
        return out

    def predict(self, X: Any) -> Any:
        """The most probable class of each row, the first of equals; raises ValueError for a bad X."""
        scorer, X = self._prepared(X)
        classes = self._plain_classes()
        direct = classes.dtype == np.int64
        labels = classes if direct else np.arange(len(classes))
        out = np.empty(X.shape[0], dtype=np.int64)
        try:
            scorer.decide(engine_matrix(X), labels, out, get_threads())
        except _engine.Error as error:
            raise_as_sklearn(error, X, self)
        return out if direct else classes[out]

    def predict_joint_log_proba(self, X: Any) -> Any:
        """log P(x, y) for each row and class; raises ValueError for a bad X."""
        return self._answer(X, JOINT)

    def predict_log_proba(self, X: Any) -> Any:
        """log P(y | x) for each row and class; raises ValueError for a bad X."""
        return self._answer(X, LOG_POSTERIOR)

    def predict_proba(self, X: Any) -> Any:
        """P(y | x) for each row and class; raises ValueError for a bad X."""
        return self._answer(X, POSTERIOR)

    def __sklearn_tags__(self) -> Tags:
        tags: Tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags
