# SPDX-License-Identifier: Apache-2.0
"""Files of Parquet into a model: Spark says who counts what, and the rows do not pass through it.

A DataFrame hands its rows to Python one value after the other, which takes longer than counting them. Who has the table as
files of Parquet, where every executor can read them, saves that: a task opens its row groups itself.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from typing import Any

import pyarrow
import pyarrow.fs
import pyarrow.parquet
from pyspark.sql import SparkSession

from .. import _engine
from .._naive_bayes import NaiveBayes
from ._fit import OF_A_PARTITION, Schema, drafted, fitted, named, plan_told, require_countable
from ._pieces import PACKS, Batches, Plan, add_rows, collected, counted, plan_of, shares_for

_A_PIECE = 128 << 20  # bytes of a file, as Spark reads them
_AT_A_TIME = 65536  # rows

Group = tuple[str, int, int, int]  # file, number of the row group, its first row, its bytes


def fit_parquet(
    path: str | os.PathLike[str] | Sequence[str],
    target: str | None = None,
    *,
    schema: Schema | None = None,
    weight: str | None = None,
    pieces: int | None = None,
    sample_rows: int = 100_000,
    **parameters: Any,
) -> NaiveBayes:
    """Counts files of Parquet on the executors, and gives the model of all their rows: that of ``fit`` of the same rows.

    ``path`` is a file, a folder of files or a list of files, each an address (``s3://…``, ``hdfs://…``) or a path, which
    every executor can read. The row groups are shared out into ``pieces``, a task for each (default: as many as there
    are 128 MB, and a multiple of the cores that the cluster has now). The other arguments are those of ``fit``.

    Raises FileNotFoundError if there is none, and tally.DataError that names file, row, column and value for a row that
    is refused.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", "a"), ("red", "a"), ("blue", "b")], "colour string, kind string")
    >>> df.write.parquet(f"{folder}/colours.parquet")
    >>> tally.spark.fit_parquet(f"{folder}/colours.parquet", "kind", count="naive").class_count_.tolist()
    [2.0, 1.0]
    """
    require_countable(parameters)
    files = _files_of(path)
    if schema is None:
        plan = plan_of(drafted(_first_rows(files, sample_rows), named(target), weight, parameters))
    else:
        plan = plan_told(schema, target, weight, parameters)
    groups = [group for file in files for group in _groups_of(file)]
    spark = SparkSession.active()
    if pieces is None:
        cores = spark.sparkContext.defaultParallelism
        pieces = cores * math.ceil(max(1, sum(group[3] for group in groups) / _A_PIECE) / cores)
    shares = _shared(groups, pieces)
    rows = spark.range(0, len(shares), 1, max(1, len(shares))).mapInArrow(_counting(plan, shares, shares_for(spark)), PACKS)
    return fitted(collected(rows, plan).get("") or plan.sum().finish(), parameters)


def _files_of(path: str | os.PathLike[str] | Sequence[str]) -> list[str]:
    """Addresses of the files that an executor can open, in order."""
    told = [os.fspath(path)] if isinstance(path, (str, os.PathLike)) else list(path)
    found = []
    for one in told:
        system, inner = _located(one)
        prefix = one.removesuffix(inner) if "://" in one else ""
        found += [prefix + file for file in sorted(_within(system, inner))]
    if not found:
        raise FileNotFoundError(f"{path}: there is no file in it")
    return found


def _within(system: pyarrow.fs.FileSystem, path: str) -> list[str]:
    """The file, or those of the folder and its folders but hidden ones, as Spark takes them."""
    told = system.get_file_info(path)
    if told.type == pyarrow.fs.FileType.NotFound:
        raise FileNotFoundError(f"{path}: there is no such file or folder")
    if told.is_file:
        return [path]
    inside = system.get_file_info(pyarrow.fs.FileSelector(path, recursive=True))
    hidden = ("_", ".")
    return [
        one.path
        for one in inside
        if one.is_file and not any(part.startswith(hidden) for part in one.path.removeprefix(path).split("/"))
    ]


def _located(address: str) -> tuple[pyarrow.fs.FileSystem, str]:
    if "://" in address:
        system, inner = pyarrow.fs.FileSystem.from_uri(address)
        return system, inner
    return pyarrow.fs.LocalFileSystem(), os.path.abspath(address)


def _opened(file: str) -> pyarrow.parquet.ParquetFile:
    system, inner = _located(file)
    try:
        return pyarrow.parquet.ParquetFile(inner, filesystem=system)
    except pyarrow.ArrowInvalid as error:
        raise _engine.DataError(f"{file}: {error}") from None


def _first_rows(files: list[str], at_most: int) -> pyarrow.Table:
    """Rows for a draft: the first of each file."""
    told: list[pyarrow.Table] = []
    for file in files:
        with _opened(file) as opened:
            wanted = min(OF_A_PARTITION, at_most)
            first = next(opened.iter_batches(batch_size=max(1, wanted)), None)
            empty = opened.schema_arrow.empty_table()
            told.append(empty if first is None else pyarrow.Table.from_batches([first.slice(0, wanted)]))
            at_most -= told[-1].num_rows
        if at_most <= 0:
            break
    return pyarrow.concat_tables(told)


def _groups_of(file: str) -> list[Group]:
    with _opened(file) as opened:
        told, first = [], 0
        for number in range(opened.num_row_groups):
            group = opened.metadata.row_group(number)
            told.append((file, number, first, group.total_byte_size))
            first += group.num_rows
        return told


def _shared(groups: list[Group], pieces: int) -> list[list[Group]]:
    """The groups in so many shares, the largest first, each to who has least."""
    if pieces < 1:
        raise _engine.UsageError(f"pieces is {pieces}, expected 1 or more")
    shares: list[list[Group]] = [[] for _ in range(min(pieces, len(groups)))]
    sizes = [0] * len(shares)
    for group in sorted(groups, key=lambda one: (-one[3], one[:2])):
        least = sizes.index(min(sizes))
        shares[least].append(group)
        sizes[least] += group[3]
    return shares


def _counting(plan: Plan, shares: list[list[Group]], at_most: int) -> Callable[[Batches], Batches]:
    def count(numbers: Batches) -> Batches:
        for share in (shares[number] for batch in numbers for number in batch.column(0).to_pylist()):
            counter = plan.counter()
            for file, group, first, _ in share:
                with _opened(file) as opened:
                    for rows in opened.iter_batches(_AT_A_TIME, [group], _columns(opened, plan)):
                        add_rows(counter, rows, plan, file, first, [])
                        first += rows.num_rows
            yield from counted(counter.packs(at_most), "", at_most)

    return count


def _columns(opened: pyarrow.parquet.ParquetFile, plan: Plan) -> list[str]:
    """Those that the model reads. Raises tally.UsageError that names one that the file does not have."""
    for name in plan.columns:
        if name not in opened.schema_arrow.names:
            raise _engine.UsageError(f"a file has no column {name!r}, which the model reads; it has {', '.join(opened.schema_arrow.names)}")
    return list(plan.columns)
