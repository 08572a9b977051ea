# SPDX-License-Identifier: Apache-2.0
"""Tables of any library as the engine's columns: in place where they lie in memory as it reads them.

===================================  ====================================================
pandas.DataFrame                     column by column; the index is never a feature
Polars, pyarrow, DuckDB, …           whatever has ``__arrow_c_stream__``, batch by batch
dict of columns                      ``{"age": [31, 57], "sex": ["f", None]}``
numpy array, list of rows            columns named x0, x1, …
===================================  ====================================================
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import Any

import numpy as np

from . import _engine, _times
from ._checks import is_array_like, is_lazy
from ._rows import is_series, is_unicode
from ._types import Array

_PLAIN = frozenset("bBhHiIlLqQfd")


def frames_of(data: Any, names: Sequence[str], wanted: Collection[str]) -> list[_engine.Frame]:
    """The columns of a table that are ``wanted``, as frames, one after the other. ``names`` are those
    of all its columns; what is not wanted is not looked at.

    Raises TypeError for what is no table, ValueError that names a column that cannot be read.
    """
    if _is_pandas_frame(data):
        return [_frame_of_pandas(data, names, wanted)]
    if hasattr(data, "__arrow_c_stream__"):
        unwanted = [name for name in names if name not in wanted]
        return _engine.frames_of_stream(data.__arrow_c_stream__(), unwanted)
    if hasattr(data, "__arrow_c_array__"):
        import pyarrow

        table = pyarrow.Table.from_batches([pyarrow.record_batch(data)])
        return frames_of(table, names, wanted)
    if isinstance(data, Mapping):
        return [_frame_of_mapping(data, wanted)]
    return [_frame_of_matrix(data, names, wanted)]


def column_names(data: Any) -> list[str] | None:
    """The names of a table's columns; None for an array, whose columns have none.

    Raises TypeError for a table that has no rows yet, and for what is no table; ValueError for a name
    that stands twice.
    """
    if is_lazy(data):
        raise TypeError(f"a {type(data).__name__} has no rows yet: give X.collect()")
    if is_array_like(data):
        return None
    if _is_pandas_frame(data):
        found = data.columns
    elif isinstance(data, Mapping):
        found = data
    else:
        found = getattr(data, "column_names", getattr(data, "columns", None))
        if found is None and hasattr(data, "__arrow_c_array__"):
            import pyarrow

            found = pyarrow.record_batch(data).column_names
        if found is None and hasattr(data, "__arrow_c_stream__"):
            raise ValueError("expected a table, found a single column")
    if found is None or callable(found):
        raise TypeError(f"expected a table or an array, found {_shown(data)}")
    names = [str(name) for name in found]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the table has two columns named {twice!r}")
    if not all(map(is_unicode, names)):
        raise ValueError(f"the name of a column is not Unicode: {[n for n in names if not is_unicode(n)][0]!r}")
    return names


def _shown(data: Any) -> str:
    return f"{data!r:.60}" if isinstance(data, (str, bytes, int, float, type(None))) else f"a {type(data).__name__}"


def add_column(frame: _engine.Frame, name: str, values: Any) -> None:
    """Adds a column of any library. Raises ValueError that names it if its cells are of mixed types."""
    if is_series(values):
        _add_pandas(frame, name, values if hasattr(values, "iloc") else _series_of(values))
    elif hasattr(values, "__arrow_c_stream__"):
        frame.add_stream(name, values.__arrow_c_stream__())
    elif hasattr(values, "__arrow_c_array__") and not isinstance(values, np.ndarray):
        import pyarrow

        chunked = pyarrow.chunked_array([pyarrow.array(values)])
        frame.add_stream(name, chunked.__arrow_c_stream__())
    else:
        if isinstance(values, (Set, Mapping)) or not hasattr(values, "__len__"):
            raise ValueError(f"column {name!r} is a {type(values).__name__}, expected a list, an array or a Series")
        array = values if isinstance(values, np.ndarray) else _plain_array(values)
        if array is not None and array.ndim != 1:
            raise ValueError(f"column {name!r} has {array.ndim} dimensions, expected 1")
        if len(values) != frame.rows:
            raise ValueError(f"column {name!r} has {len(values)} cells, expected {frame.rows}")
        if array is not None:
            _add_array(frame, name, array)
        else:
            _add_objects(frame, name, list(values))


def _plain_array(values: Sequence[Any]) -> Array | None:
    """A list of nothing but numbers, of booleans or of numpy's dates as an array; else None."""
    kinds = {type(value) for value in values}
    for kind in (np.datetime64, np.timedelta64):
        if kind in kinds and kinds <= {kind, type(None)}:
            return np.array(values, dtype=kind)
    if kinds <= {int, float} or kinds == {bool} or all(issubclass(kind, np.generic) for kind in kinds):
        array = np.asarray(values)
        return array if array.dtype.kind in "fiub" else None
    return None


# --- the kinds of arrays ---


def _add_array(frame: _engine.Frame, name: str, array: Array) -> None:
    kind = array.dtype.kind
    if kind == "b":
        frame.add_bits(name, np.packbits(array, bitorder="little"), None)
    elif kind in "fiu":
        plain = array.dtype.char in _PLAIN and array.dtype.isnative
        frame.add_numbers(name, array if plain else array.astype(np.float64))
    elif kind in "mM":
        _times.add_array(frame, name, array)
    elif kind == "U" and array.dtype.isnative and array.dtype.itemsize > 0:
        points = np.ascontiguousarray(array).view(np.uint32).reshape(len(array), array.dtype.itemsize // 4)
        _add_texts(frame.add_code_points, name, points)
    elif kind in "OUST":
        _add_objects(frame, name, array.tolist())
    else:
        raise ValueError(f"column {name!r} holds {array.dtype}, which is no number, text or date")


def _add_objects(frame: _engine.Frame, name: str, cells: list[Any]) -> None:
    types = set(map(type, cells))
    are_texts = str in types and types <= {str, type(None)}  # which need no look at each of them
    kinds = {"text"} if are_texts else {_kind_of(cell) for cell in cells} - {"missing"}
    if kinds <= {"number"}:
        numbers = [math.nan if _kind_of(cell) == "missing" else float(cell) for cell in cells]
        frame.add_numbers(name, np.array(numbers, dtype=np.float64))
    elif kinds == {"text"}:
        _add_texts(frame.add_texts, name, cells)
    elif kinds == {"boolean"}:
        valid = np.array([_kind_of(cell) != "missing" for cell in cells])
        bits = np.array([cell is True or cell is np.True_ for cell in cells])
        frame.add_bits(name, np.packbits(bits, bitorder="little"), np.packbits(valid, bitorder="little"))
    elif len({_times.TYPES.get(kind, kind) for kind in kinds}) == 1 and kinds <= set(_times.TYPES):
        _times.add_objects(frame, name, cells, _times.TYPES[next(iter(kinds))])
    elif len(kinds) == 1:
        (kind,) = kinds
        raise ValueError(
            f"column {name!r} holds cells of type {kind}, which is no number, text, boolean or date:"
            " turn them into one of these, or leave the column out"
        )
    else:
        found = " and ".join(sorted(kinds))
        raise ValueError(
            f"column {name!r} mixes {found}: make its cells one type, or leave the column out"
        )


def _add_texts(add: Callable[[str, Any], None], name: str, cells: Any) -> None:
    try:
        add(name, cells)
    except UnicodeEncodeError as error:
        raise ValueError(f"column {name!r} has a text that is not Unicode: {error}") from None


def _kind_of(cell: Any) -> str:
    if cell is None or (isinstance(cell, float) and math.isnan(cell)):
        return "missing"
    if type(cell).__name__ in ("NAType", "NaTType"):
        return "missing"
    if isinstance(cell, (bool, np.bool_)):
        return "boolean"
    if isinstance(cell, str):
        return "text"
    if isinstance(cell, datetime.datetime):
        return "time"
    if isinstance(cell, datetime.date):
        return "date"
    if isinstance(cell, datetime.timedelta):
        return "duration"
    if isinstance(cell, datetime.time):
        return "time of day"
    try:
        float(cell)
    except OverflowError:
        return "number beyond 1.8e308"
    except (TypeError, ValueError):
        return type(cell).__name__
    return "number"


# --- the kinds of tables ---


def _frame_of_mapping(data: Mapping[Any, Any], wanted: Collection[str]) -> _engine.Frame:
    columns = {str(name): values for name, values in data.items() if str(name) in wanted}
    lengths = {name: len(values) for name, values in columns.items() if hasattr(values, "__len__")}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"the columns have different lengths: {lengths}")
    frame = _engine.Frame(next(iter(lengths.values()), 0))
    for name, values in columns.items():
        add_column(frame, name, values)
    return frame


def _frame_of_matrix(matrix: Array, names: Sequence[str], wanted: Collection[str]) -> _engine.Frame:
    frame = _engine.Frame(matrix.shape[0])
    for column, name in enumerate(names):
        if name in wanted:
            _add_array(frame, name, matrix[:, column])
    return frame


# --- pandas, without importing it ---


def _is_pandas_frame(data: Any) -> bool:
    return type(data).__module__.partition(".")[0] == "pandas" and hasattr(data, "columns")


def _frame_of_pandas(data: Any, names: Sequence[str], wanted: Collection[str]) -> _engine.Frame:
    frame = _engine.Frame(len(data))
    for place, name in enumerate(names):
        if name in wanted:
            _add_pandas(frame, name, data.iloc[:, place])
    return frame


def _series_of(values: Any) -> Any:
    """An array of pandas' own as a Series."""
    import pandas

    return pandas.Series(values)


def _add_pandas(frame: _engine.Frame, name: str, series: Any) -> None:
    if len(series) != frame.rows:
        raise ValueError(f"column {name!r} has {len(series)} cells, expected {frame.rows}")
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        _add_array(frame, name, series.to_numpy())
    elif hasattr(dtype, "categories"):
        _add_categories(frame, name, series.cat.codes.to_numpy(), list(dtype.categories))
    elif hasattr(dtype, "pyarrow_dtype") or getattr(dtype, "storage", "") == "pyarrow":
        frame.add_stream(name, series.__arrow_c_stream__())
    elif getattr(dtype, "tz", None) is not None:
        _add_array(frame, name, series.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy())
    elif getattr(dtype, "kind", "O") in "fiu":
        _add_array(frame, name, series.to_numpy(dtype=np.float64, na_value=np.nan))
    else:
        _add_objects(frame, name, series.to_numpy(dtype=object, na_value=None).tolist())


def _add_categories(
    frame: _engine.Frame, name: str, codes: Array, categories: list[Any]
) -> None:
    kinds = {_kind_of(category) for category in categories}
    if len(kinds) > 1:
        raise ValueError(f"column {name!r} mixes {' and '.join(sorted(kinds))} among its categories")
    # The empty text is missing wherever it stands.
    if "" in categories:
        codes = np.where(codes == categories.index(""), -1, codes)
    labels = [c.item() if isinstance(c, np.generic) else c for c in categories]
    if kinds <= set(_times.TYPES):
        labels = [_times.text_of(category) for category in categories]
    elif not kinds <= {"number", "text", "boolean"}:
        labels = [str(label) for label in labels]
    frame.add_codes(name, np.ascontiguousarray(codes), labels)
