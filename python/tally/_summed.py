# SPDX-License-Identifier: Apache-2.0
"""Classifiers that are added up and taken apart, as their counts are."""

from __future__ import annotations

import copy
from typing import Any, Literal, Self

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import check_is_fitted

from ._classes import kinds_of, refuse_other_kind
from ._types import Array


class Summed:
    """A classifier over a table of counts, which can be merged with another and subtracted from it."""

    classes_: Any
    n_features_in_: int

    def _plain_classes(self) -> Array:
        """The classes as numpy has them."""
        raise NotImplementedError

    def _spread(self, classes: Array) -> Any:
        """A copy of the table with a row for each of these classes."""
        raise NotImplementedError

    def _take(self, table: Any) -> None:
        """The table becomes this classifier's."""
        raise NotImplementedError

    def __add__(self, other: Self) -> Self:
        """A classifier that has learned the rows of both, with the parameters of the first."""
        if type(other) is not type(self):
            return NotImplemented
        return self._combined(other, "merge")

    def __radd__(self, other: int) -> Self:
        """``sum(classifiers)`` begins with 0, which has learned nothing."""
        if type(other) is not int or other != 0:
            return NotImplemented
        check_is_fitted(self)
        return copy.copy(self)

    def __sub__(self, other: Self) -> Self:
        """A classifier that has learned the rows of the first but those of the second."""
        if type(other) is not type(self):
            return NotImplemented
        return self._combined(other, "subtract")

    def _combined(self, other: Self, operation: Literal["merge", "subtract"]) -> Self:
        check_is_fitted(self)
        check_is_fitted(other)
        if self.n_features_in_ != other.n_features_in_:
            raise ValueError(
                f"one classifier has {self.n_features_in_} features, the other {other.n_features_in_}"
            )
        names: list[Any] = [getattr(model, "feature_names_in_", None) for model in (self, other)]
        if all(name is not None for name in names) and not np.array_equal(*names):
            raise ValueError(f"one classifier has the features {names[0]}, the other {names[1]}")
        refuse_other_kind(kinds_of(self._plain_classes()), kinds_of(other._plain_classes()))
        classes = np.union1d(self._plain_classes(), other._plain_classes())
        table = self._spread(classes)
        getattr(table, operation)(other._spread(classes))
        result: Self = clone(self)
        for name, value in vars(self).items():
            if name.endswith("_") or name.startswith("_"):
                setattr(result, name, copy.copy(value) if name != "_table" else value)
        result.classes_ = classes
        result._take(table)
        return result
