# SPDX-License-Identifier: Apache-2.0
"""Checks of arrays, targets and weights, in scikit-learn's words but without scikit-learn: what they say
does not depend on whether it is installed or was imported before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._rows import is_series
from ._types import Array
from ._warnings import warn_of_conversion


def is_array_like(X: Any) -> bool:
    """Whether X is a plain array: its columns have no names."""
    if isinstance(X, np.ndarray):
        return X.dtype.names is None
    if isinstance(X, (list, tuple)) or hasattr(X, "tocsr"):
        return True
    is_table = is_lazy(X) or hasattr(X, "columns") or hasattr(X, "keys") or hasattr(X, "__arrow_c_stream__")
    return not is_table and hasattr(X, "__array__")


def is_lazy(X: Any) -> bool:
    """Whether X is a plan of a table, as Polars' LazyFrame is."""
    return hasattr(X, "collect") and hasattr(X, "collect_schema")


def checked_array(X: Any, name: str) -> Array:
    """X as an array of two dimensions, for the estimator of this name.

    Raises ValueError or TypeError for anything else, and for an array without rows or columns.
    """
    if hasattr(X, "tocsr"):
        raise TypeError(
            "Sparse data was passed for X, but dense data is required. Use '.toarray()' to convert to a"
            " dense numpy array, or MultinomialNB, BernoulliNB or ComplementNB, which read it as it is."
        )
    array = _as_array(X)
    if array.dtype.kind == "c":
        raise ValueError(f"Complex data not supported\n{array}\n")
    if array.ndim != 2:
        raise ValueError(
            f"Expected 2D array, got {array.ndim}D array instead:\narray={array}.\nReshape your data either"
            " using array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) if it"
            " contains a single sample."
        )
    for axis, what in ((0, "sample(s)"), (1, "feature(s)")):
        if array.shape[axis] == 0:
            raise ValueError(
                f"Found array with 0 {what} (shape={array.shape}) while a minimum of 1 is required by {name}."
            )
    return array


def _as_array(X: Any) -> Array:
    if isinstance(X, np.ndarray):
        return np.asarray(X)  # a numpy.matrix, too, is an array then
    try:
        return np.asarray(X, dtype=object if _has_texts(X) else None)
    except ValueError as error:
        if isinstance(X, (list, tuple)) and len({_length(row) for row in X}) > 1:
            raise ValueError(
                f"the rows of X have different lengths: {sorted({_length(row) for row in X})}"
            ) from None
        raise ValueError(f"X cannot be read as an array: {error}") from None


def _length(row: Any) -> int:
    return len(row) if hasattr(row, "__len__") else 0


def _has_texts(X: Any) -> bool:
    """Whether a list of rows has texts, beside which numpy would make texts of numbers."""
    return isinstance(X, (list, tuple)) and any(
        isinstance(cell, str) for row in X if isinstance(row, (list, tuple)) for cell in row
    )


def checked_target(y: Any, rows: int) -> Any:
    """y as a column of labels: a Series and the like as it is, anything else an array or a list.

    Raises ValueError if it is none, if its numbers are no names of classes, or if it has another number
    of rows.
    """
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    if isinstance(y, (str, bytes)) or not (hasattr(y, "__len__") or hasattr(y, "__array__")):
        raise ValueError(f"y must be the name of a column or a class for every row, not {y!r}")
    is_column = hasattr(y, "__arrow_c_stream__") or hasattr(y, "__arrow_c_array__")
    if not is_column and not isinstance(y, (list, tuple)):
        y = np.asarray(y)
    if not is_column:
        y = _flat(y)
    if len(y) != rows:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: [{rows}, {len(y)}]"
        )
    _refuse_measurements(y)
    return y


def _flat(y: Any) -> Any:
    shape = y.shape if isinstance(y, np.ndarray) else _shape_of(y)
    if len(shape) == 2 and shape[1] == 1:
        warn_of_conversion(
            "A column-vector y was passed when a 1d array was expected. Please change the shape of y to"
            " (n_samples, ), for example using ravel()."
        )
        return np.asarray(y).ravel()
    if len(shape) != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {shape} instead.")
    return y


def _shape_of(y: Any) -> tuple[int, ...]:
    """That of a list or tuple: of two dimensions if every cell is a list of the same length."""
    if len(y) == 0 or not all(isinstance(cell, (list, tuple, np.ndarray)) for cell in y):
        return (len(y),)
    lengths = {len(cell) for cell in y}
    return (len(y), lengths.pop()) if len(lengths) == 1 else (len(y), -1)


def _refuse_measurements(y: Any) -> None:
    """Raises ValueError for numbers that are measured and not names: with a fraction, or infinite."""
    dtype = str(getattr(y, "dtype", getattr(y, "type", ""))).lower()
    if isinstance(y, (list, tuple)):
        numbers = np.array([cell for cell in y if isinstance(cell, (float, np.floating))])
    elif not dtype.startswith(("float", "double", "halffloat")):
        return
    elif is_series(y):
        numbers = y.to_numpy(dtype=np.float64, na_value=np.nan)
    else:
        numbers = np.asarray(y, dtype=np.float64)
    if np.isinf(numbers).any():
        raise ValueError("Input y contains infinity or a value too large for dtype('float64').")
    if (numbers[~np.isnan(numbers)] % 1 != 0).any():
        raise ValueError(
            "Unknown label type: continuous. Maybe you are trying to fit a classifier, which expects discrete"
            " classes on a regression target with continuous values."
        )


def checked_weights(sample_weight: Any, rows: int) -> Array:
    """A weight for every row. Raises ValueError for another number of them, or if all are zero."""
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"sample_weight must be a number for every row or the name of a column, not {sample_weight!r:.60}"
        ) from None
    if weights.ndim == 0:
        weights = np.full(rows, weights)
    if weights.ndim != 1:
        raise ValueError(f"Sample weights must be 1D array or scalar, got {weights.ndim}D array.")
    if weights.shape != (rows,):
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(rows,)}!")
    if rows > 0 and not weights.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return weights
