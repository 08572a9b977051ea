# SPDX-License-Identifier: Apache-2.0
"""Tables on their way to the counts: which columns are read, under which names, beside which target."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import _engine
from ._checks import checked_array, checked_target, checked_weights, is_array_like
from ._classes import dtype_of
from ._columns import add_column, column_names, frames_of
from ._estimator import Estimator
from ._rows import as_table
from ._schema import names_of_numbers
from ._types import Array
from ._warnings import not_fitted, warn

_TARGET, _WEIGHT = "target", "sample_weight"

Frames = list[_engine.Frame]


class TableReader(Estimator):
    """An estimator that reads tables, and remembers what columns it was fitted to."""

    _model: _engine.Model
    _knows_order: bool  # of the features, for arrays
    n_features_in_: int
    feature_names_in_: Array

    def _require_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise not_fitted(type(self).__name__)

    def _schema(self) -> dict[str, Any]:
        self._require_fitted()
        schema: dict[str, Any] = self._remembered.get("schema", None, lambda: json.loads(self._model.schema()))
        return schema

    def _target_name(self) -> str:
        columns: dict[str, dict[str, str]] = self._schema()["columns"]
        return next(name for name, column in columns.items() if column.get("role") == "target")

    def _weight_name(self) -> str | None:
        columns: dict[str, dict[str, str]] = self._schema()["columns"]
        return next((name for name, column in columns.items() if column.get("role") == "weight"), None)

    def _with_target(
        self, X: Any, y: Any, sample_weight: Any, *, reset: bool
    ) -> tuple[str, Frames, str, np.dtype[Any] | None]:
        """The name of the target, the frames of X with target and weight among their columns, the name
        of the weight (empty if none is told), and the type that numpy gives the target.
        """
        X = as_table(X, None if reset else self._schema()["columns"])
        names = column_names(X)
        y, brought = _column_of(y, names)
        own_weight = sample_weight if isinstance(sample_weight, str) else None
        if own_weight is not None and own_weight not in (names or []):
            raise ValueError(f"the table has no column {own_weight!r} for the weight")
        counted_weight = own_weight
        if sample_weight is None and not reset:
            counted_weight = self._weight_name()
        if isinstance(y, str):
            if names is None:
                raise ValueError(f"y is the name {y!r}, and an array has no names: give the classes of its rows")
            if y not in names:
                raise ValueError(f"the table has no column {y!r} for the target")
            target, frames = y, self._frames(X, reset=reset, other=(y, counted_weight))
            dtype = _dtype_of_column(X, names, y)
            if not reset and target != self._target_name():
                for frame in frames:
                    frame.rename({target: self._target_name()})
                target = self._target_name()
        else:
            is_ours = brought in (names or []) and _is_column(X, names or [], brought, y)
            target = self._target_name() if not reset else _name_of_target(names, brought, is_ours)
            frames = self._frames(X, reset=reset, other=(counted_weight,), leave_out=(target,))
            rows = sum(frame.rows for frame in frames)
            frames = _added(frames, target, checked_target(y, rows))
            dtype = dtype_of(y)
        if not reset:
            _engine.keep_great_numbers_apart(frames, [target])
        if sample_weight is None or own_weight is not None:
            return target, frames, own_weight or "", dtype
        if _WEIGHT in (names or []):
            raise ValueError(f"X has a column {_WEIGHT!r}; if it is meant: sample_weight={_WEIGHT!r}")
        rows = sum(frame.rows for frame in frames)
        weight = (None if reset else self._weight_name()) or _WEIGHT
        return target, _added(frames, weight, checked_weights(sample_weight, rows)), weight, dtype

    def _frames(
        self, X: Any, *, reset: bool, other: Sequence[str | None] = (), leave_out: Sequence[str] = ()
    ) -> Frames:
        """The columns of X that are features, and those named in ``other``.

        If ``reset``, all are features but those of ``other`` and ``leave_out``, and they are remembered;
        else the ones that the model knows: no other column is touched.
        """
        X = as_table(X, None if reset else self._schema()["columns"])
        named = column_names(X)
        if named is None:
            X = checked_array(X, type(self).__name__)
        names = named if named is not None else [f"x{column}" for column in range(X.shape[1])]
        others = [name for name in other if name is not None]
        features = [name for name in names if name not in others and name not in leave_out]
        if reset:
            self._remember_features(features, named is not None)
            return frames_of(X, names, {*features, *others})
        known = self._names_in_the_model(features, named is not None)
        renamed = {theirs: ours for theirs, ours in known.items() if theirs != ours}
        wanted = {theirs for theirs, ours in known.items() if ours in self._evidence()}
        frames = frames_of(X, names, wanted | set(others))
        for frame in frames if renamed else ():
            frame.rename(renamed)
        _engine.keep_great_numbers_apart(frames, names_of_numbers(self._schema()["columns"]))
        return frames

    def _evidence(self) -> set[str]:
        """The columns that a question reads: features, exposures."""
        columns: dict[str, dict[str, str]] = self._schema()["columns"]
        return {name for name, column in columns.items() if column.get("role") not in ("target", "weight")}

    def _remember_features(self, features: Sequence[str], are_named: bool) -> None:
        self._knows_order = True
        self.n_features_in_ = len(features)
        self.__dict__.pop("feature_names_in_", None)
        if are_named:
            self.feature_names_in_ = np.array(features, dtype=object)

    def _names_in_the_model(self, features: Sequence[str], are_named: bool) -> dict[str, str]:
        """The columns of a table with the names that the model has for them: their own or, where either
        has none, those in the same place.
        """
        was_named = "feature_names_in_" in self.__dict__
        name = type(self).__name__
        if are_named and (was_named or self._evidence() <= set(features)):
            return {feature: feature for feature in features}
        if len(features) != self.n_features_in_ and not are_named:
            raise ValueError(
                f"X has {len(features)} features, but {name} is expecting {self.n_features_in_} features as input"
            )
        if are_named and len(features) != self.n_features_in_:
            return {feature: feature for feature in features}
        if are_named:
            warn(f"X has feature names, but {name} was fitted without feature names")
            return dict(zip(features, [f"x{column}" for column in range(len(features))]))
        if not self.__dict__.get("_knows_order", True):
            raise ValueError(
                "the model's file does not tell the order of its columns: give a table with their names, or"
                f" load(path, columns=[…]) with those of the array; the features are {', '.join(self.feature_names_in_.tolist())}"
            )
        if was_named:
            warn(f"X does not have valid feature names, but {name} was fitted with feature names")
            return dict(zip(features, self.feature_names_in_.tolist()))
        return {feature: feature for feature in features}


def _column_of(y: Any, names: Sequence[str] | None) -> tuple[Any, str | None]:
    """A target, and the name that it brings. A table of one column is that column; a number is the name
    of a column, where the table has names. Raises ValueError for a table of several columns.
    """
    if isinstance(y, (int, np.integer)) and not isinstance(y, bool) and names is not None:
        return str(y), None  # as columns without a header are named
    is_table = hasattr(y, "columns") or hasattr(y, "column_names") or isinstance(y, Mapping)
    if not is_table or is_array_like(y):
        name = getattr(y, "name", None)
        return y, name if isinstance(name, str) else None
    columns = column_names(y) or []
    if len(columns) != 1:
        raise ValueError(f"y should be one column, got a table of {len(columns)}: {columns[:5]}")
    if hasattr(y, "to_arrow_table"):  # a DuckDB relation
        y = y.to_arrow_table()
    if isinstance(y, Mapping):
        return next(iter(y.values())), columns[0]
    return (y.iloc[:, 0] if hasattr(y, "iloc") else y[columns[0]]), columns[0]


def _name_of_target(names: Sequence[str] | None, told: str | None, is_column: bool) -> str:
    """The one that is told, if no other column has it; else a name that no column has.

    A Series keeps the name of what it was worked out from: in ``fit(X, X["age"] > 40)`` the column age
    is a feature, and the target only called so. In ``fit(X, X["age"])`` it is the target.
    """
    if told and is_column:
        return told
    target = told or _TARGET
    while target in (names or []):
        target += "_"
    return target


def _is_column(X: Any, names: Sequence[str], name: str | None, y: Any) -> bool:
    """Whether y has the cells of the column of X that is called so."""
    if name is None or not hasattr(X, "__getitem__"):
        return False
    try:
        column = X.iloc[:, list(names).index(name)] if hasattr(X, "iloc") else X[name]
        here, there = np.asarray(column, dtype=object), np.asarray(y, dtype=object)
        pairs = zip(here.tolist(), there.tolist())
        return here.shape == there.shape and all(a is b or a == b or (a != a and b != b) for a, b in pairs)
    except (LookupError, TypeError, ValueError):  # such as a missing cell of pandas' beside a value
        return False


def _dtype_of_column(X: Any, names: Sequence[str], name: str) -> np.dtype[Any] | None:
    if hasattr(X, "iloc"):
        return dtype_of(X.iloc[:, list(names).index(name)])
    if hasattr(X, "fetchnumpy"):  # a DuckDB relation
        return dtype_of(X.limit(0).fetchnumpy()[name])
    return dtype_of(X[name]) if hasattr(X, "__getitem__") else None


def _added(frames: Frames, name: str, values: Any) -> Frames:
    """The frames with a further column, cut into their lengths."""
    start = 0
    for frame in frames:
        part = values if len(frames) == 1 else values[start : start + frame.rows]
        add_column(frame, name, part)
        start += frame.rows
    return frames
