# SPDX-License-Identifier: Apache-2.0
"""Pieces of a model: counted where the rows lie, brought together by key, added up.

    rows of the DataFrame  →  counted    mapInArrow, a piece for each partition, as rows of (tally, key, …)
                           →  shuffled   the rows of a key meet in one task
                           →  added up   mapInArrow again: sums, and of samples the rows of the smallest digests
                           →  collected  one model's worth of rows, however many partitions there were

The rows are those of tally/fit/piece_rows.h, with the fold that they are of ("" where there are none).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pyarrow
import pyarrow.compute
from pyspark import TaskContext
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from .. import _engine
from .._schema import names_of_numbers
from ._errors import told_plainly

AT_A_TIME = 65536  # rows of a piece in a batch
MAIL = "mail"
_UNKNOWN = -(1 << 60)  # where the first row stands: rows of a fold do not follow each other
_FOLD = "fold"
_ROWS = pyarrow.schema(
    [
        pyarrow.field(_FOLD, pyarrow.string(), nullable=False),
        pyarrow.field("tally", pyarrow.string(), nullable=False),
        pyarrow.field("part", pyarrow.string(), nullable=False),
        pyarrow.field("key", pyarrow.string(), nullable=False),
        pyarrow.field("klass", pyarrow.string(), nullable=False),
        pyarrow.field("exponent", pyarrow.int32(), nullable=False),
        pyarrow.field("amount", pyarrow.int64(), nullable=False),
        pyarrow.field("evidence", pyarrow.string(), nullable=False),
    ]
)
_TEXTS = pyarrow.types.is_string
ROWS = ", ".join(
    f"{one.name} {'string' if _TEXTS(one.type) else 'int' if one.type == pyarrow.int32() else 'bigint'}" for one in _ROWS
)

Batches = Iterator[pyarrow.RecordBatch]


@dataclass(frozen=True)
class Plan:
    """What a task is told: the schema as JSON (of messages the word MAIL), and what is kept of rows."""

    schema: str
    kept: tuple[int, str, bool]
    columns: dict[str, dict[str, Any]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        columns = {} if self.schema == MAIL else json.loads(self.schema)["columns"]
        object.__setattr__(self, "columns", columns)

    def of_role(self, role: str) -> str | None:
        """The column of a role that at most one has."""
        return next((name for name, column in self.columns.items() if column.get("role") == role), None)

    def counter(self) -> _engine.Counter:
        return _engine.Counter(self.schema, self.kept)

    def sum(self) -> _engine.RowSum:
        return _engine.RowSum(self.schema, self.kept)


def plan_of(schema: str) -> Plan:
    """How a fit under this schema counts."""
    return Plan(schema, _engine.usual_kept(schema))


def quoted(name: str) -> str:
    """The name of a column, dots and all."""
    return "`" + name.replace("`", "``") + "`"


def require_columns(df: DataFrame, names: list[str]) -> None:
    """Raises ValueError that names the first column that is not there."""
    for name in names:
        if name not in df.columns:
            raise _engine.UsageError(
                f"the DataFrame has no column {name!r}, which the model reads; it has {', '.join(df.columns)}"
            )


def mapped(df: DataFrame, names: list[str], function: Callable[[Batches], Batches], schema: Any) -> DataFrame:
    """What a function makes of these columns, each partition where it lies. Their names may be any: those that PySpark
    itself sees on the way have no dots.
    """
    plain = df.select(*(sql.col(quoted(name)).alias(f"c{place}") for place, name in enumerate(names)))

    def with_names(batches: Batches) -> Batches:
        return function(pyarrow.RecordBatch.from_arrays(batch.columns, names=names) for batch in batches)

    return plain.mapInArrow(with_names, schema)


def counted_rows(df: DataFrame, plan: Plan, fold: str | None = None) -> DataFrame:
    """The pieces of all partitions, as rows; where there is a column of folds, a piece for each fold."""
    names = [*plan.columns, *([fold] if fold is not None and fold not in plan.columns else [])]
    require_columns(df, names)
    return mapped(df, names, _counting(plan, fold), ROWS)


def added_up(rows: DataFrame, plan: Plan) -> DataFrame:
    """The rows of each key together, once."""
    return rows.repartition(sql.col(_FOLD), sql.col("tally"), sql.col("key")).mapInArrow(_adding(plan), ROWS)


def pieces_of(df: DataFrame, plan: Plan, fold: str | None = None) -> dict[str, _engine.Piece]:
    """What the rows of a DataFrame add to a model, by fold. Raises tally.DataError for a row that is refused."""
    return collected(counted_rows(df, plan, fold), plan)


def collected(rows: DataFrame, plan: Plan) -> dict[str, _engine.Piece]:
    """The pieces that rows are of, added up, by fold."""
    with told_plainly():
        table = added_up(rows, plan).toArrow()
    sums: dict[str, _engine.RowSum] = {}
    for value, part in _by_fold(table):
        sums.setdefault(value, plan.sum()).add(part.__arrow_c_stream__())
    return {value: of_fold.finish() for value, of_fold in sorted(sums.items())}


def piece_of(df: DataFrame, plan: Plan) -> _engine.Piece:
    """The same of all rows. One without rows is a piece too."""
    return pieces_of(df, plan).get("") or plan.sum().finish()


def _counting(plan: Plan, fold: str | None) -> Callable[[Batches], Batches]:
    """What mapInArrow does with the rows of a partition."""

    def count(batches: Batches) -> Batches:
        source = partition_name()
        unwanted = [fold] if fold is not None and fold not in plan.columns else []
        counters: dict[str, _engine.Counter] = {}
        first = 0
        for batch in batches:
            for value, part in by_column(batch, fold):
                if value not in counters:
                    counters[value] = plan.counter()
                add_rows(counters[value], part, plan, source, _UNKNOWN if fold else first, unwanted)
            first += batch.num_rows
        for value in list(counters):
            yield from batches_of(counters.pop(value).finish().rows(AT_A_TIME), value)

    return count


def add_rows(
    counter: _engine.Counter, rows: pyarrow.RecordBatch, plan: Plan, source: str, first: int, unwanted: list[str]
) -> None:
    """Counts rows. Raises an error of the engine that names the source, the row (from ``first`` on) and the cell."""
    stream = pyarrow.Table.from_batches([rows]).__arrow_c_stream__()
    frames = _engine.frames_of_stream(stream, unwanted, source, first)
    _engine.keep_great_numbers_apart(frames, names_of_numbers(plan.columns))
    try:
        counter.add(frames)
    except _engine.Error as error:
        raise _with_value(error, rows, first) from None


def _with_value(error: _engine.Error, batch: pyarrow.RecordBatch, first: int) -> _engine.Error:
    """The error with the cell that it is about, unless it says that itself."""
    row, column = error.place.get("row"), error.place.get("column")
    if not isinstance(row, int) or column not in batch.schema.names or not first <= row < first + batch.num_rows:
        return error
    cell = batch.column(batch.schema.get_field_index(column))[row - first].as_py()
    told = str(error)
    return error if str(cell) in told else type(error)(f"{told}; the cell is {cell!r}")


def _adding(plan: Plan) -> Callable[[Batches], Batches]:
    """What mapInArrow does with the rows of some keys."""

    def add(batches: Batches) -> Batches:
        sums: dict[str, _engine.RowSum] = {}
        for batch in batches:
            for value, part in _by_fold(pyarrow.Table.from_batches([batch])):
                if value not in sums:
                    sums[value] = plan.sum()
                sums[value].add(part.__arrow_c_stream__())
        for value in list(sums):
            yield from batches_of(sums.pop(value).rows(AT_A_TIME), value)

    return add


@contextmanager
def placed() -> Iterator[None]:
    """Errors of the engine within name the partition."""
    try:
        yield
    except _engine.Error as error:
        raise type(error)(f"{partition_name()}: {error}") from None


def partition_name() -> str:
    """How errors name where a row stands."""
    context = TaskContext.get()
    return f"partition {context.partitionId()}" if context is not None else "a partition"


def by_column(batch: pyarrow.RecordBatch, fold: str | None) -> Iterator[tuple[str, pyarrow.RecordBatch]]:
    """The rows of each fold. A row without one is in none."""
    if batch.num_rows == 0:
        return
    if fold is None:
        yield "", batch
        return
    folds = batch.column(batch.schema.get_field_index(fold)).cast(pyarrow.string())
    for value in folds.unique().to_pylist():
        if value is not None:
            yield value, batch.filter(pyarrow.compute.equal(folds, value))


def _by_fold(table: pyarrow.Table) -> Iterator[tuple[str, pyarrow.Table]]:
    folds = table.column(_FOLD)
    values = folds.unique().to_pylist()
    for value in values:
        yield value, table if len(values) == 1 else table.filter(pyarrow.compute.equal(folds, value))


def batches_of(told: list[Any], fold: str) -> Batches:
    """The buffers that the engine gives, as Arrow's batches."""
    for length, *buffers in told:
        left = iter(buffers)
        arrays = [pyarrow.repeat(pyarrow.scalar(fold), length)]
        for one in list(_ROWS)[1:]:
            parts = [None, pyarrow.py_buffer(next(left))]
            if _TEXTS(one.type):
                parts.append(pyarrow.py_buffer(next(left)))
            arrays.append(pyarrow.Array.from_buffers(one.type, length, parts))
        yield pyarrow.RecordBatch.from_arrays(arrays, names=_ROWS.names)
