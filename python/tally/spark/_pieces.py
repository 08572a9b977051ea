# SPDX-License-Identifier: Apache-2.0
"""Pieces of a model: counted where the rows lie, brought together by key, added up.

    rows of the DataFrame  →  counted    mapInArrow, a piece for each partition, as packs of (shares, share)
                           →  shuffled   the packs of a share meet in one task
                           →  added up   mapInArrow again: sums, and of samples the rows of the smallest digests
                           →  once more  only where rows are sampled: the samples of those tasks become one
                           →  collected  one model's worth of packs, however many partitions there were

The packs are those of tally/fit/piece_packs.h, with the fold that they are of ("" where there are none).
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
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from .. import _engine
from .._schema import names_of_numbers
from ._errors import told_plainly

MAIL = "mail"
_UNKNOWN = -(1 << 60)  # where the first row stands: rows of a fold do not follow each other
_FOLD = "fold"
_PACKS_AT_A_TIME = 256
_SAMPLE = 0  # so many shares has the sample of rows
PACKS = "fold string, shares int, share int, pack binary"

Pack = tuple[int, int, bytes]  # how many shares there are, which of them it is, and what is in it
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

    @property
    def is_of_mail(self) -> bool:
        """Whether what is counted are messages and not rows."""
        return any(column.get("text", "").startswith("tokens=mail") for column in self.columns.values())

    @property
    def samples(self) -> bool:
        """Whether some of the rows are kept."""
        return self.kept[0] > 0

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


def counted_packs(df: DataFrame, plan: Plan, fold: str | None = None) -> DataFrame:
    """The pieces of all partitions, as packs; where there is a column of folds, a piece for each fold."""
    names = [*plan.columns, *([fold] if fold is not None and fold not in plan.columns else [])]
    require_columns(df, names)
    return mapped(df, names, _counting(plan, fold, shares_for(df.sparkSession)), PACKS)


def shares_for(spark: SparkSession) -> int:
    """Into how many shares the sums of a large piece go: one for each task that adds up."""
    return max(1, int(spark.conf.get("spark.sql.shuffle.partitions") or 1))


def added_up(packs: DataFrame, plan: Plan) -> DataFrame:
    """The sums of each key together, once; and of all samples one."""
    keys = [sql.col(_FOLD), sql.col("shares"), sql.col("share")]
    added = packs.repartition(*keys).mapInArrow(_adding(plan, is_last=False), PACKS)
    # As many tasks as there are shares have a sample now. Sums only pass by.
    return added.repartition(*keys).mapInArrow(_adding(plan, is_last=True), PACKS) if plan.samples else added


def pieces_of(df: DataFrame, plan: Plan, fold: str | None = None) -> dict[str, _engine.Piece]:
    """What the rows of a DataFrame add to a model, by fold. Raises tally.DataError for a row that is refused."""
    return collected(counted_packs(df, plan, fold), plan)


def collected(packs: DataFrame, plan: Plan) -> dict[str, _engine.Piece]:
    """The pieces that packs are of, added up, by fold."""
    with told_plainly():
        table = added_up(packs, plan).toArrow()
    sums: dict[str, _engine.RowSum] = {}
    for batch in table.to_batches():
        for value, _, _, pack in _told(batch):
            if value not in sums:
                sums[value] = plan.sum()
            sums[value].add_pack(pack)
    return {value: of_fold.finish() for value, of_fold in sorted(sums.items())}


def piece_of(df: DataFrame, plan: Plan) -> _engine.Piece:
    """The same of all rows. One without rows is a piece too."""
    return pieces_of(df, plan).get("") or plan.sum().finish()


def _counting(plan: Plan, fold: str | None, shares: int) -> Callable[[Batches], Batches]:
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
            yield from counted(counters.pop(value).packs(shares), value, shares)

    return count


def counted(packs: list[Pack], fold: str, shares: int) -> Batches:
    """What a task hands on of what it has counted. The samples go to as many tasks as the sums do."""
    context = TaskContext.get()
    group = (0 if context is None else context.partitionId()) % shares
    yield from _batches_of([(fold, of, group if of == _SAMPLE else share, pack) for of, share, pack in packs])


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


def _adding(plan: Plan, *, is_last: bool) -> Callable[[Batches], Batches]:
    """What mapInArrow does with the packs of some shares; the last time, only with those of samples."""

    def add(batches: Batches) -> Batches:
        sums: dict[tuple[str, int, int], _engine.RowSum] = {}
        for batch in batches:
            if is_last:
                is_sum = pyarrow.compute.not_equal(batch.column(1), _SAMPLE)
                yield batch.filter(is_sum)
                batch = batch.filter(pyarrow.compute.invert(is_sum))
            for value, of, share, pack in _told(batch):
                if (value, of, share) not in sums:
                    sums[value, of, share] = plan.sum()
                sums[value, of, share].add_pack(pack)
        for value, of, share in list(sums):
            packs = sums.pop((value, of, share)).packs()
            yield from _batches_of([(value, of, 0 if of == _SAMPLE else share, pack) for _, _, pack in packs])

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


def _told(batch: pyarrow.RecordBatch) -> Iterator[tuple[str, int, int, bytes]]:
    yield from zip(*(column.to_pylist() for column in batch.columns))


def _batches_of(packs: list[tuple[str, int, int, bytes]]) -> Batches:
    """A pack has some kilobytes; a batch of them some megabytes."""
    kinds = (pyarrow.string(), pyarrow.int32(), pyarrow.int32(), pyarrow.binary())
    for first in range(0, len(packs), _PACKS_AT_A_TIME):
        columns = zip(*packs[first : first + _PACKS_AT_A_TIME])
        arrays = [pyarrow.array(column, kind) for column, kind in zip(columns, kinds)]
        yield pyarrow.RecordBatch.from_arrays(arrays, names=["fold", "shares", "share", "pack"])
