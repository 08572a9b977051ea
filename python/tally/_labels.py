# SPDX-License-Identifier: Apache-2.0
"""The classes of rows as codes 0, 1, 2 … in the order of their labels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.utils.multiclass import unique_labels

from . import _engine
from ._threads import get_threads
from ._types import Array


def _is_plain_integer(labels: Array) -> bool:
    """Whether the engine can code the labels where they lie."""
    return labels.dtype.isnative and (
        labels.dtype.kind in "ib" or (labels.dtype.kind == "u" and labels.dtype.itemsize < 8)
    )


def distinct_labels(y: Array, distinct: Callable[[Array], Any] = unique_labels) -> Array:
    """The sorted classes of a target. Raises what ``distinct`` raises where they are no whole numbers:
    ValueError if it is no target of a classification.
    """
    if _is_plain_integer(y):
        found = _engine.distinct_integers(y, get_threads())
        return np.frombuffer(found, dtype=np.int64).astype(y.dtype)
    return np.asarray(distinct(y))


def are_coded_by_engine(y: Array, classes: Array) -> bool:
    """Whether the engine codes the labels itself, row by row, while it counts."""
    return _is_plain_integer(y) and _is_plain_integer(classes)


def engine_classes(y: Array, classes: Array) -> Any:
    """The classes of rows as the engine takes them: labels with the sorted classes, or codes.

    Raises tally.UsageError for a label that is none of the classes, as the engine does, if it is codes.
    """
    if are_coded_by_engine(y, classes):
        return y, classes.astype(np.int64)
    codes = codes_of(y, classes)
    if codes.min() < 0:
        raise _engine.UsageError("a label is none of the classes")
    return codes


def codes_of(y: Array, classes: Array) -> Array:
    """The place of each label among the sorted classes, -1 where it has none."""
    if are_coded_by_engine(y, classes):
        codes = np.empty(len(y), dtype=np.int32)
        _engine.encode_integers(y, classes.astype(np.int64), codes)
        return codes
    if y.dtype.kind == "O" or classes.dtype.kind == "O" or y.dtype.kind != classes.dtype.kind:
        place = {label: code for code, label in enumerate(classes.tolist())}
        return np.array([place.get(label, -1) for label in y.tolist()], dtype=np.int32)
    places = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
    return np.where(classes[places] == y, places, -1).astype(np.int32)


def refuse_unknown(y: Array, classes: Array) -> None:
    """Raises ValueError if there are labels that are none of the classes."""
    unknown = np.unique(y[codes_of(y, classes) < 0])
    if len(unknown) > 0:
        raise ValueError(
            f"The target label(s) {unknown} in y do not exist in the initial classes {classes}"
        )
