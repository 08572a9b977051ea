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
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import _engine, _times
from ._checks import is_lazy

_PLAIN = frozenset("bBhHiIlLqQfd")


def frames_of(data: Any, leave_out: Sequence[str] = ()) -> list[_engine.Frame]:
    """The table as frames, one after the other, without the columns named in ``leave_out``.

    Raises TypeError for what is no table, ValueError that names a column that cannot be read.
    """
    if isinstance(data, _engine.Frame):
        return [data]
    if _is_pandas_frame(data):
        return [_frame_of_pandas(data, leave_out)]
    if hasattr(data, "__arrow_c_stream__"):
        return _engine.frames_of_stream(data.__arrow_c_stream__(), list(leave_out))
    if hasattr(data, "__arrow_c_array__"):
        import pyarrow

        table = pyarrow.Table.from_batches([pyarrow.record_batch(data)])
        return _engine.frames_of_stream(table.__arrow_c_stream__(), list(leave_out))
    if isinstance(data, Mapping):
        return [_frame_of_mapping(data, leave_out)]
    return [_frame_of_matrix(data)]


def column_names(data: Any) -> list[str] | None:
    """The names of a table's columns; None for an array, whose columns have none.

    Raises TypeError for a table that has no rows yet.
    """
    if is_lazy(data):
        raise TypeError(f"a {type(data).__name__} has no rows yet: give X.collect()")
    if isinstance(data, _engine.Frame):
        return [name for name, _ in data.types()]
    if _is_pandas_frame(data):
        return [str(name) for name in data.columns]
    if isinstance(data, Mapping):
        return list(data)
    if hasattr(data, "column_names"):
        return list(data.column_names)
    names = getattr(data, "columns", None)
    return [str(name) for name in names] if names is not None else None


def add_column(frame: _engine.Frame, name: str, values: Any) -> None:
    """Adds a column of any library. Raises ValueError that names it if its cells are of mixed types."""
    if _is_pandas_series(values):
        _add_pandas(frame, name, values)
    elif hasattr(values, "__arrow_c_stream__"):
        frame.add_stream(name, values.__arrow_c_stream__())
    elif hasattr(values, "__arrow_c_array__") and not isinstance(values, np.ndarray):
        import pyarrow

        chunked = pyarrow.chunked_array([pyarrow.array(values)])
        frame.add_stream(name, chunked.__arrow_c_stream__())
    else:
        array = values if isinstance(values, np.ndarray) else _plain_array(values)
        if array is not None and array.ndim != 1:
            raise ValueError(f"column {name!r} has {array.ndim} dimensions, expected 1")
        if len(values) != frame.rows:
            raise ValueError(f"column {name!r} has {len(values)} cells, expected {frame.rows}")
        if array is not None:
            _add_array(frame, name, array)
        else:
            _add_objects(frame, name, list(values))


def _plain_array(values: Sequence) -> np.ndarray | None:
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


def _add_array(frame: _engine.Frame, name: str, array: np.ndarray) -> None:
    kind = array.dtype.kind
    if kind == "b":
        frame.add_bits(name, np.packbits(array, bitorder="little"), None)
    elif kind in "fiu":
        plain = array.dtype.char in _PLAIN and array.dtype.isnative
        frame.add_numbers(name, array if plain else array.astype(np.float64))
    elif kind in "mM":
        _times.add_array(frame, name, array)
    elif kind in "OUST":
        _add_objects(frame, name, array.tolist())
    else:
        raise ValueError(f"column {name!r} holds {array.dtype}, which is no number, text or date")


def _add_objects(frame: _engine.Frame, name: str, cells: list) -> None:
    kinds = {_kind_of(cell) for cell in cells} - {"missing"}
    if kinds <= {"number"}:
        numbers = [math.nan if _kind_of(cell) == "missing" else float(cell) for cell in cells]
        frame.add_numbers(name, np.array(numbers, dtype=np.float64))
    elif kinds == {"text"}:
        try:
            frame.add_texts(name, cells)
        except UnicodeEncodeError as error:
            raise ValueError(f"column {name!r} has a text that is not Unicode: {error}") from None
    elif kinds == {"boolean"}:
        valid = np.array([_kind_of(cell) != "missing" for cell in cells])
        bits = np.array([cell is True or cell is np.True_ for cell in cells])
        pack = {"bitorder": "little"}
        frame.add_bits(name, np.packbits(bits, **pack), np.packbits(valid, **pack))
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


def _frame_of_mapping(data: Mapping, leave_out: Sequence[str]) -> _engine.Frame:
    columns = {str(name): values for name, values in data.items() if name not in leave_out}
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"the columns have different lengths: {lengths}")
    frame = _engine.Frame(next(iter(lengths.values()), 0))
    for name, values in columns.items():
        add_column(frame, name, values)
    return frame


def _frame_of_matrix(data: Any) -> _engine.Frame:
    matrix = data if isinstance(data, np.ndarray) else np.asarray(data)
    if matrix.ndim != 2:
        raise ValueError(
            f"Expected 2D array, got {matrix.ndim}D array instead. Reshape your data: a table has"
            " rows and columns."
        )
    if matrix.dtype.kind == "c":
        raise ValueError("Complex data not supported")
    frame = _engine.Frame(matrix.shape[0])
    for column in range(matrix.shape[1]):
        _add_array(frame, f"x{column}", matrix[:, column])
    return frame


# --- pandas, without importing it ---


def _is_pandas_frame(data: Any) -> bool:
    return type(data).__module__.partition(".")[0] == "pandas" and hasattr(data, "columns")


def _is_pandas_series(values: Any) -> bool:
    return type(values).__module__.partition(".")[0] == "pandas" and hasattr(values, "to_numpy")


def _frame_of_pandas(data: Any, leave_out: Sequence[str]) -> _engine.Frame:
    names = [str(name) for name in data.columns]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the table has two columns named {twice!r}")
    frame = _engine.Frame(len(data))
    for place, name in enumerate(names):
        if name not in leave_out:
            _add_pandas(frame, name, data.iloc[:, place])
    return frame


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
    frame: _engine.Frame, name: str, codes: np.ndarray, categories: list
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
