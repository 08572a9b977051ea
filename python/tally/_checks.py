"""Checks of arrays and targets; in scikit-learn's words if scikit-learn is there, else in our own."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np


def is_array_like(X: Any) -> bool:
    """Whether X is a plain array: its columns have no names."""
    if isinstance(X, (np.ndarray, list, tuple)) or hasattr(X, "tocsr"):
        return True
    is_table = is_lazy(X) or hasattr(X, "columns") or hasattr(X, "keys") or hasattr(X, "__arrow_c_stream__")
    return not is_table and hasattr(X, "__array__")


def is_lazy(X: Any) -> bool:
    """Whether X is a plan of a table, as Polars' LazyFrame is."""
    return hasattr(X, "collect") and hasattr(X, "collect_schema")


def checked_array(X: Any, estimator: Any) -> np.ndarray:
    """X as an array of two dimensions. Raises ValueError or TypeError for anything else."""
    if hasattr(X, "tocsr"):
        raise TypeError(
            "Sparse data was passed for X, but dense data is required. Use '.toarray()' to convert to a"
            " dense numpy array, or MultinomialNB, BernoulliNB or ComplementNB, which read it as it is."
        )
    if "sklearn" not in sys.modules:
        return np.asarray(X)
    from sklearn.utils import check_array

    keeps_objects = getattr(getattr(X, "dtype", None), "kind", "") in "OUST" or _has_texts(X)
    return check_array(
        X,
        dtype=object if keeps_objects else "numeric",
        ensure_all_finite=False,
        estimator=estimator,
        input_name="X",
    )


def _has_texts(X: Any) -> bool:
    return isinstance(X, (list, tuple)) and any(
        isinstance(cell, str) for row in X[:100] if isinstance(row, (list, tuple)) for cell in row
    )


def checked_target(y: Any, rows: int) -> Any:
    """y as a column of labels. Raises ValueError if it is none, or has another number of rows."""
    if y is None:
        raise ValueError("requires y to be passed, but the target y is None")
    is_column = hasattr(y, "__arrow_c_stream__")
    if not is_column and not isinstance(y, (list, tuple)):
        y = np.asarray(y)
    if not is_column and "sklearn" in sys.modules:
        from sklearn.utils import column_or_1d
        from sklearn.utils.multiclass import check_classification_targets

        flat = column_or_1d(y, warn=True)
        check_classification_targets(flat)
        y = flat if np.asarray(y).ndim > 1 else y
    elif isinstance(y, np.ndarray) and y.ndim == 2 and y.shape[1] == 1:
        y = y.ravel()
    if len(y) != rows:
        raise ValueError(
            f"Found input variables with inconsistent numbers of samples: [{rows}, {len(y)}]"
        )
    return y


def checked_weights(sample_weight: Any, rows: int) -> np.ndarray:
    """A weight for every row. Raises ValueError for another number of them, or if all are zero."""
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.ndim == 0:
        weights = np.full(rows, weights)
    if weights.ndim != 1:
        raise ValueError(f"Sample weights must be 1D array or scalar, got {weights.ndim}D array.")
    if weights.shape != (rows,):
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(rows,)}!")
    if rows > 0 and not weights.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return weights


def not_fitted(name: str) -> Exception:
    """The error of asking an estimator that has not learned anything."""
    sentence = f"This {name} instance is not fitted yet. Call 'fit' with appropriate arguments first."
    if "sklearn" in sys.modules:
        from sklearn.exceptions import NotFittedError

        return NotFittedError(sentence)
    return ValueError(sentence)
