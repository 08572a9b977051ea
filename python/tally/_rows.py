# SPDX-License-Identifier: Apache-2.0
"""Rows that are no table yet: a single row, or records, become columns.

===========================================  =============================
``{"age": 31, "sex": "f"}``                  one row
``frame.iloc[0]`` (a pandas Series)          one row
``[{"age": 31}, {"age": 57, "sex": "m"}]``   records; what is not named is missing
numpy's structured arrays and records        records
===========================================  =============================
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np


def as_table(X: Any, read: Collection[str] | None = None) -> Any:
    """X as a mapping of columns if it is a row or records; anything else as it is. Of a mapping only the
    entries in ``read`` are looked at; None: all.

    Raises ValueError for a mapping of which some entries are cells and some columns.
    """
    if isinstance(X, (np.ndarray, np.void)) and X.dtype.names is not None:
        return {name: np.atleast_1d(X[name]) for name in X.dtype.names}
    if is_series(X):
        return {str(name): [cell] for name, cell in X.to_dict().items()} if _is_row(X) else X
    if isinstance(X, (list, tuple)) and len(X) > 0 and all(isinstance(row, Mapping) for row in X):
        names = dict.fromkeys(name for row in X for name in row)
        return {name: [row.get(name) for row in X] for name in names}
    if isinstance(X, Mapping) and not hasattr(X, "tocsr"):  # as one kind of sparse matrix has it
        return _columns_of(X, read)
    return X


def is_series(X: Any) -> bool:
    """Whether X is a Series of pandas."""
    return type(X).__module__.partition(".")[0] == "pandas" and hasattr(X, "to_numpy") and getattr(X, "ndim", 2) == 1


def _is_row(series: Any) -> bool:
    """Whether a Series has cells by name; one that counts its cells is a column."""
    names = getattr(series, "index", None)
    return names is not None and len(names) > 0 and all(isinstance(name, str) for name in names)


def _columns_of(X: Mapping[Any, Any], read: Collection[str] | None) -> Mapping[Any, Any]:
    names = [name for name in X if read is None or str(name) in read]
    columns = [name for name in names if is_column(X[name])]
    if len(columns) == len(names):
        return X
    cells = [name for name in names if name not in columns]
    if columns:
        raise ValueError(
            f"{columns[0]!r} is a column and {cells[0]!r} a single cell, {X[cells[0]]!r}: give a list for every"
            " column, or a cell for each if it is one row"
        )
    return {name: [cell] for name, cell in X.items()}


def is_unicode(text: Any) -> bool:
    """Whether it is a text that UTF-8 can write: without half a surrogate pair."""
    if not isinstance(text, str):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_column(values: Any) -> bool:
    """Whether an entry of a mapping has many cells: it has a length, and is no text."""
    if isinstance(values, (str, bytes)):
        return False
    if isinstance(values, np.ndarray):
        return values.ndim > 0
    return hasattr(values, "__len__") or hasattr(values, "__arrow_c_stream__") or hasattr(values, "__arrow_c_array__")
