"""The classes of rows as codes 0, 1, 2 … in the order of their labels."""

import numpy as np
from sklearn.utils.multiclass import unique_labels

from . import _engine


def _is_plain_integer(labels: np.ndarray) -> bool:
    """Whether the engine can code the labels where they lie."""
    return labels.dtype.kind in "ib" or (labels.dtype.kind == "u" and labels.dtype.itemsize < 8)


def distinct_labels(y: np.ndarray, distinct=unique_labels) -> np.ndarray:
    """The sorted classes of a target. Raises what ``distinct`` raises where they are no whole numbers:
    ValueError if it is no target of a classification.
    """
    if y.dtype.isnative and _is_plain_integer(y):
        return np.frombuffer(_engine.distinct_integers(y), dtype=np.int64).astype(y.dtype)
    return distinct(y)


def codes_of(y: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """The place of each label among the sorted classes, -1 where it has none."""
    if y.dtype.isnative and _is_plain_integer(y) and _is_plain_integer(classes):
        codes = np.empty(len(y), dtype=np.int32)
        _engine.encode_integers(y, classes.astype(np.int64), codes)
        return codes
    if y.dtype.kind == "O" or classes.dtype.kind == "O" or y.dtype.kind != classes.dtype.kind:
        place = {label: code for code, label in enumerate(classes.tolist())}
        return np.array([place.get(label, -1) for label in y.tolist()], dtype=np.int32)
    places = np.minimum(np.searchsorted(classes, y), len(classes) - 1)
    return np.where(classes[places] == y, places, -1).astype(np.int32)


def unknown_labels_error(y: np.ndarray, classes: np.ndarray) -> ValueError:
    """The error for labels that are none of the classes."""
    unknown = np.unique(y[codes_of(y, classes) < 0])
    return ValueError(
        f"The target label(s) {unknown} in y do not exist in the initial classes {classes}"
    )
