# SPDX-License-Identifier: Apache-2.0
"""Matrices on their way into the engine: as they lie if possible, else as doubles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
from scipy import sparse
from sklearn.utils.validation import assert_all_finite, check_non_negative

from ._engine import DataError, UsageError
from ._types import Array

# Numbers that the engine reads where they lie.
_READ_IN_PLACE = frozenset("?bBhHiIlLqQfd")
_PLAIN_SPARSE = (sparse.csr_matrix, sparse.csr_array)
_ROWS_AT_A_TIME = 1 << 18


def engine_matrix(X: Any) -> Any:
    """X as the engine takes it: an array of plain numbers, or the parts of a sparse matrix."""
    if sparse.issparse(X):
        return X.shape, X.indptr, X.indices, _plain(X.data), X.format == "csc"
    return _plain(X)


def blocks_of(X: Any, at_once: bool) -> Iterator[tuple[slice, Any]]:
    """Yields the rows of X, some at a time, as (slice, rows); all as one if ``at_once`` and the engine
    reads them where they lie, or if they are sparse, where parts would be copies.
    """
    if sparse.issparse(X) or (at_once and _is_read_in_place(X)):
        yield slice(None), X
        return
    for start in range(0, X.shape[0], _ROWS_AT_A_TIME):
        block = slice(start, start + _ROWS_AT_A_TIME)
        yield block, X[block]


def _is_read_in_place(array: Array) -> bool:
    return array.dtype.char in _READ_IN_PLACE and array.dtype.isnative


def _plain(array: Array) -> Array:
    if _is_read_in_place(array):
        return array
    if array.dtype.kind not in "fiubOU":  # objects are what pandas makes of categories
        raise TypeError(f"X holds {array.dtype}, which are no numbers")
    return array.astype(np.float64)


def is_quick(X: Any, n_features: int, takes_sparse: bool) -> bool:
    """Whether X needs none of scikit-learn's validation: a plain matrix of the right width."""
    if type(X) is np.ndarray:
        numbers = X
    elif takes_sparse and type(X) in _PLAIN_SPARSE:
        numbers = X.data
    else:
        return False
    return (
        X.ndim == 2
        and X.shape[1] == n_features
        and X.shape[0] > 0
        and _is_read_in_place(numbers)
    )


def raise_as_sklearn(error: Exception, X: Any, estimator: Any) -> NoReturn:
    """Raises what scikit-learn says of an infinite or negative X; else the error itself."""
    name = type(estimator).__name__
    if isinstance(error, UsageError):
        check_non_negative(X, f"{name} (input X)")
    elif isinstance(error, DataError):
        values = X.data if sparse.issparse(X) else X
        assert_all_finite(values, allow_nan=True, estimator_name=name, input_name="X")
    raise error
