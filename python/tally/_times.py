# SPDX-License-Identifier: Apache-2.0
"""Dates, times and durations of any library as whole numbers of a unit, which the engine makes seconds of."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np

from . import _engine
from ._types import Array

_PER_SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9, "ps": 10**12, "fs": 10**15, "as": 10**18}
_MISSING = np.iinfo(np.int64).min  # what numpy's NaT is
_MICROSECOND = datetime.timedelta(microseconds=1)
_UTC = datetime.timezone.utc
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=_UTC)

# What a cell of each kind is in the schema. A time of day is the duration since midnight.
TYPES = {"date": "time", "time": "time", "duration": "duration", "time of day": "duration"}


def add_array(frame: _engine.Frame, name: str, array: Array) -> None:
    """Adds numpy's datetimes (in UTC) or timedeltas. Raises ValueError for a unit without a fixed length."""
    unit = np.datetime_data(array.dtype)[0]
    is_time = array.dtype.kind == "M"
    if not is_time and unit in ("Y", "M", "generic"):
        raise ValueError(
            f"column {name!r} holds {array.dtype}, whose unit has no fixed length: turn it into"
            " timedelta64[s], or leave the column out"
        )
    exact = array.astype(f"{array.dtype.kind}8[{unit if unit in _PER_SECOND else 's'}]")
    if not np.array_equal(exact.astype(array.dtype), array, equal_nan=True):
        raise ValueError(f"column {name!r} holds times beyond 292 billion years")
    amounts = np.ascontiguousarray(exact).view(np.int64)
    per_second = _PER_SECOND.get(unit, 1)
    frame.add_seconds(name, amounts, per_second, "time" if is_time else "duration")


def add_objects(frame: _engine.Frame, name: str, cells: list[Any], type_: str) -> None:
    """Adds Python's dates, datetimes, timedeltas or times of day; what is none of them is missing."""
    amounts = [_nanoseconds(cell) for cell in cells]
    per_second = 10**9
    if all(amount is None or amount % 1000 == 0 for amount in amounts):
        amounts = [amount if amount is None else amount // 1000 for amount in amounts]
        per_second = 10**6
    whole = np.array([_MISSING if amount is None else amount for amount in amounts], dtype=np.int64)
    frame.add_seconds(name, whole, per_second, type_)


def text_of(cell: Any) -> str:
    """A date, time or duration as the engine writes it."""
    amount = _nanoseconds(cell)
    type_ = "duration" if isinstance(cell, (datetime.timedelta, datetime.time)) else "time"
    if amount is None:
        return ""
    return _engine.seconds_text(*((amount // 1000, 10**6) if amount % 1000 == 0 else (amount, 10**9)), type_)


def _nanoseconds(cell: Any) -> int | None:
    """Since 1970 in UTC (a time without a zone is in UTC), or of the duration. pandas' objects are
    Python's with up to 999 nanoseconds more.
    """
    more = getattr(cell, "nanosecond", 0) + getattr(cell, "nanoseconds", 0)
    if type(cell).__name__ == "NaTType":
        return None
    if isinstance(cell, datetime.datetime):
        cell = (cell if cell.tzinfo else cell.replace(tzinfo=_UTC)) - _EPOCH
    elif isinstance(cell, datetime.date):
        cell = datetime.timedelta(days=cell.toordinal() - _EPOCH.toordinal())
    elif isinstance(cell, datetime.time):
        cell = datetime.timedelta(
            hours=cell.hour, minutes=cell.minute, seconds=cell.second, microseconds=cell.microsecond
        )
    if not isinstance(cell, datetime.timedelta):
        return None
    return int(cell // _MICROSECOND) * 1000 + more
