# SPDX-License-Identifier: Apache-2.0
"""Classes as numpy has them: in the type of the target that was fitted, which the counts do not know."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._rows import is_series
from ._types import Array

_KINDS = {"b": "booleans", "i": "numbers", "u": "numbers", "f": "numbers", "U": "texts", "T": "texts", "S": "bytes"}


def dtype_of(labels: Any) -> np.dtype[Any] | None:
    """The type that numpy gives a column of labels: those of a list as they are, of a library's column
    its own. None where that says nothing.
    """
    dtype: Any = getattr(labels, "dtype", None)
    if isinstance(dtype, np.dtype):
        return dtype
    if hasattr(dtype, "categories"):
        return np.asarray(dtype.categories).dtype
    try:
        if isinstance(labels, (list, tuple)):
            return np.asarray(labels).dtype if len({type(label) for label in labels}) == 1 else None
        empty = labels.iloc[:0] if is_series(labels) and hasattr(labels, "iloc") else labels[:0]
        return np.asarray(empty).dtype
    except (TypeError, ValueError, AttributeError, IndexError):
        return None


def as_classes(labels: list[Any], dtype: np.dtype[Any] | None) -> Array:
    """Labels as an array of this type, or of a wider one where it has no room for them."""
    if not labels:
        return np.array([], dtype=object)
    natural = np.array(labels)
    if len({kind_of(label) for label in labels}) > 1 or (dtype is not None and dtype.kind == "O"):
        return np.array(labels, dtype=object)
    if dtype is None or _KINDS.get(dtype.kind) != _KINDS[natural.dtype.kind]:
        return natural
    if dtype.kind == "U":
        return natural.astype(np.promote_types(dtype, natural.dtype))
    cast = natural.astype(dtype)
    return cast if np.array_equal(cast, natural) else natural


def joined(one: np.dtype[Any] | None, other: np.dtype[Any] | None) -> np.dtype[Any] | None:
    """The type of the classes of two targets together."""
    if one is None or other is None:
        return one
    try:
        return np.promote_types(one, other)
    except TypeError:
        return None


def kind_of(label: Any) -> str:
    """What a label is: "booleans", "numbers" or "texts", in the plural; else the name of its type."""
    if isinstance(label, (bool, np.bool_)):
        return "booleans"
    if isinstance(label, (int, float, np.integer, np.floating)):
        return "numbers"
    return "texts" if isinstance(label, str) else f"cells of type {type(label).__name__}"


def kinds_of(labels: Array) -> str:
    """What the labels of an array are, as kind_of says it; empty for none."""
    known = _KINDS.get(labels.dtype.kind)
    if known is not None:
        return known if len(labels) > 0 else ""
    return " and ".join(sorted({kind_of(label) for label in labels.tolist()}))


def refuse_other_kind(here: str, there: str) -> None:
    """Raises ValueError if the classes of a model and those that come to it are of different kinds, as
    kinds_of says them.
    """
    if here and there and here != there:
        raise ValueError(
            f"the classes of this model are {here}, and the new ones {there}: 1 and '1' would be two classes."
            f" Turn the new ones into {here}"
        )
