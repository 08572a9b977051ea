# SPDX-License-Identifier: Apache-2.0
"""A DataFrame into a model."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow
from pyspark.sql import DataFrame

from .. import _engine
from .._naive_bayes import NaiveBayes
from .._table_file import _parameters_of
from ._errors import told_plainly
from ._pieces import Plan, mapped, piece_of, pieces_of, plan_of, require_columns
from ._scores import Scored, summary_of

Schema = str | os.PathLike[str] | Mapping[str, Any] | NaiveBayes

OF_A_PARTITION = 1000  # rows for a draft
_OF_COUNTING = ("count", "families", "text", "notes")  # parameters of a draft


def fit(
    df: DataFrame,
    target: str | None = None,
    *,
    schema: Schema | None = None,
    weight: str | None = None,
    sample_rows: int = 100_000,
    **parameters: Any,
) -> NaiveBayes:
    """Counts a DataFrame, each partition where it lies, and gives the model of all its rows.

    ``target`` names the column of classes, and ``weight`` one of weights. What the columns are says ``schema``: a
    schema as ``tally schema`` writes it (its file, its text, or what JSON makes of it), or a model, its file or a
    fitted NaiveBayes. Without one it is drafted from up to ``sample_rows`` rows (see ``draft``). ``parameters``
    are those of tally.NaiveBayes.

    Under the same schema the model is, byte for byte, that of ``tally fit --schema`` of the same rows on one machine,
    however they are cut into partitions, in whatever order they come, and however often Spark has to do a
    task again.

    Raises tally.DataError that names partition, row, column and value for a row that is refused, and
    tally.UsageError for columns that do not fit.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", 1.5, "a"), ("red", 2.5, "a"), ("blue", 7.0, "b")], "colour string, size double, kind string")
    >>> model = tally.spark.fit(df, "kind", count="naive")
    >>> model.families_
    {'colour': 'categorical', 'size': 'gaussian'}
    >>> model.class_count_.tolist()
    [2.0, 1.0]
    """
    require_countable(parameters)
    if schema is None:
        plan = plan_of(draft(df, named(target), weight=weight, sample_rows=sample_rows, **parameters))
    else:
        plan = plan_told(schema, target, weight, parameters)
    return fitted(piece_of(df, plan), parameters)


def draft(df: DataFrame, target: str, *, weight: str | None = None, sample_rows: int = 100_000, **parameters: Any) -> str:
    """The schema of a DataFrame, as JSON, drafted from the first rows of its partitions: up to a thousand of each,
    ``sample_rows`` in all. ``parameters`` are those of tally.NaiveBayes (``count``, ``families``, ``text`` …).

    What the columns are is decided by these rows; so where a schema matters, draft it once, look at it, and keep it.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", "a"), ("red", "a"), ("blue", "b")], "colour string, kind string")
    >>> schema = tally.spark.draft(df, "kind", count="naive", notes=False)
    >>> import json
    >>> json.loads(schema)["columns"]["colour"]["family"]
    'categorical'
    """
    require_countable(parameters)
    require_columns(df, [target, *([] if weight is None else [weight])])
    with told_plainly():
        rows = mapped(df, df.columns, _first_rows, df.schema).limit(sample_rows).toArrow()
    return drafted(rows, target, weight, parameters)


def drafted(rows: pyarrow.Table, target: str, weight: str | None, parameters: Mapping[str, Any]) -> str:
    """The schema that these rows suggest."""
    estimator = NaiveBayes(**parameters)
    # Only columns together are found out by a rule that is learned.
    learns = estimator.count == "full"
    model, *_ = estimator._drafted(rows, target, weight, learns_rule=learns)
    return model.schema()


def cross_validate(
    df: DataFrame,
    target: str | None = None,
    *,
    fold: str,
    schema: Schema | None = None,
    weight: str | None = None,
    sample_rows: int = 100_000,
    **parameters: Any,
) -> dict[str, Any]:
    """Scores every row by the model of the rows of the other folds; the column ``fold`` says which is in which.

    The rows are counted once, a piece for each fold. The model of all folds but one is the sum of the others'
    pieces, so it is, to the byte, the one that a fit to those rows would have given. Rows without a fold are left out.
    The other arguments are those of ``fit``.

    Returns what ``score`` returns, of all rows, with "folds": the same of each fold. Raises as ``fit`` does.

    >>> import tally.spark
    >>> rows = [("red", "a", 1), ("blue", "b", 1), ("red", "a", 2), ("blue", "b", 2), ("red", "b", None)]
    >>> df = spark.createDataFrame(rows, "colour string, kind string, fold int")
    >>> found = tally.spark.cross_validate(df, "kind", fold="fold", count="naive", notes=False)
    >>> found["rows"], found["accuracy"], sorted(found["folds"])
    (4.0, 1.0, ['1', '2'])
    """
    require_countable(parameters)
    require_columns(df, [fold])
    if schema is None:
        without_fold = df.drop(fold)
        plan = plan_of(draft(without_fold, named(target), weight=weight, sample_rows=sample_rows, **parameters))
    else:
        plan = plan_told(schema, target, weight, parameters)
    pieces = pieces_of(df, plan, fold)
    if len(pieces) < 2:
        raise _engine.UsageError(f"the column {fold!r} has {len(pieces)} folds, expected two or more")
    question = {name: value for name, value in parameters.items() if name not in _OF_COUNTING}
    models = {}
    for left_out in pieces:
        others = plan.sum().finish()
        for value, piece in pieces.items():
            if value != left_out:
                others.merge(piece)
        models[left_out] = fitted(others, question)
    return summary_of(df, Scored(models, str(plan.of_role("target")), plan.of_role("weight"), fold))


def require_countable(parameters: Mapping[str, Any]) -> None:
    """Raises what NaiveBayes raises for parameters that it does not have, and tally.UsageError for what is not done on Spark."""
    unlabelled = NaiveBayes(**parameters).unlabelled
    if unlabelled != "skip":
        raise _engine.UsageError(
            f"unlabelled={unlabelled!r}: Spark passes rows without a class over, for to learn from them all rows are gone "
            "through again and again; leave unlabelled out, or fit on one machine: "
            f"tally.NaiveBayes(unlabelled={unlabelled!r}).fit(df.toArrow(), …)"
        )


def fitted(piece: _engine.Piece, parameters: Mapping[str, Any]) -> NaiveBayes:
    """The estimator of a piece. Raises tally.DataError if there is nothing to count."""
    if piece.weighs_nothing():
        counted, passed_over = piece.rows_counted, piece.rows_without_target
        raise _engine.DataError(
            "every row weighs 0"
            if counted
            else f"none of the {passed_over} rows has a class"
            if passed_over
            else "there is no row to count"
        )
    return estimator_of(piece.model(), parameters)


def estimator_of(model: _engine.Model, parameters: Mapping[str, Any]) -> NaiveBayes:
    """The counts with the parameters that made them, and others that are asked with."""
    others = {name: value for name, value in parameters.items() if name not in ("count", "families", "text")}
    estimator = NaiveBayes(**{**_parameters_of(model), **others})
    estimator._take(model, None)
    estimator._remember_features(list(estimator.families_), True)
    return estimator


def schema_text(schema: Schema) -> str:
    """The schema as JSON, out of whatever has one."""
    if isinstance(schema, NaiveBayes):
        return schema._model.schema()
    if isinstance(schema, Mapping):
        return json.dumps(schema)
    if isinstance(schema, str) and schema.lstrip().startswith("{"):
        return schema
    path = Path(schema)
    with path.open("rb") as file:
        is_model = file.read(15) == b"SQLite format 3"
    return _engine.Model.load(str(path)).schema() if is_model else path.read_text(encoding="utf-8")


def plan_told(schema: Schema, target: str | None, weight: str | None, parameters: Mapping[str, Any]) -> Plan:
    """How a fit under a schema that somebody has told counts. Raises tally.UsageError for what says otherwise."""
    for name in _OF_COUNTING:
        if name in parameters:
            raise _engine.UsageError(f"the schema says what is counted: leave {name} out, or the schema")
    # Written as the engine writes it, defaults and all.
    plan = plan_of(_engine.Model(schema_text(schema)).schema())
    for role, told in (("target", target), ("weight", weight)):
        if told is not None and told != plan.of_role(role):
            raise _engine.UsageError(f"the {role} of the schema is {plan.of_role(role)!r}, not {told!r}")
    return plan


def named(target: str | None) -> str:
    """The target. Raises tally.UsageError if there is none."""
    if target is None:
        raise _engine.UsageError("which column has the classes? Name the target, or a schema")
    return target


def _first_rows(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """Up to a thousand rows of a partition; the others are not even read."""
    left = OF_A_PARTITION
    for batch in batches:
        yield batch.slice(0, left)
        left -= min(left, batch.num_rows)
        if left == 0:
            return
