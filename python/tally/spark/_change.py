# SPDX-License-Identifier: Apache-2.0
"""A DataFrame into a model that is there, and out of it again; and a stream into a model, each batch once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

from pyspark.sql import DataFrame

from .. import _engine
from .._table_file import _file_name
from ._fit import Schema, fitted, plan_told
from ._mail import piece_of_messages
from ._pieces import MAIL, Plan, piece_of

_STREAMS = "streams"  # among what programs keep with a model: the last batch of each stream that it has learned


def learn(path: str | os.PathLike[str], df: DataFrame, *, message: str = "message", target: str = "class") -> None:
    """The model of a file learns the rows of a DataFrame: they are counted where they lie, and become part of the
    model in one transaction. What it then is, a fit to all rows would have given; ``tally compact`` makes the bytes
    the same, too. A model of mail learns the messages in the binary column ``message``, of the class in ``target``.
    Raises tally.DataError, and changes nothing, for rows that do not fit.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", "a"), ("red", "a"), ("blue", "b")], "colour string, kind string")
    >>> tally.spark.fit(df, "kind", count="naive").save(folder / "learning.tally")
    >>> tally.spark.learn(folder / "learning.tally", df.limit(2))
    >>> tally.NaiveBayes.load(folder / "learning.tally").class_count_.sum().item()
    5.0
    """
    _change(path, df, forgets=False, message=message, target=target)


def forget(path: str | os.PathLike[str], df: DataFrame, *, message: str = "message", target: str = "class") -> None:
    """The model of a file forgets the rows of a DataFrame, as if they had never been there; one of mail the messages, as
    ``learn`` finds them. Raises tally.DataError, and changes nothing, if what would be left cannot come from any rows.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", "a"), ("red", "a"), ("blue", "b")], "colour string, kind string")
    >>> tally.spark.fit(df, "kind", count="naive").save(folder / "forgetting.tally")
    >>> tally.spark.forget(folder / "forgetting.tally", df.where("kind = 'b'"))
    >>> tally.NaiveBayes.load(folder / "forgetting.tally").class_count_.tolist()
    [2.0]
    >>> tally.spark.forget(folder / "forgetting.tally", df.where("kind = 'b'"))
    Traceback (most recent call last):
        ...
    tally._engine.DataError: ...
    """
    _change(path, df, forgets=True, message=message, target=target)


def learn_batches(
    path: str | os.PathLike[str], *, schema: Schema | None = None, stream: str | None = None
) -> Callable[[DataFrame, int], None]:
    """What ``foreachBatch`` of a stream calls so that the model of a file learns each batch exactly once.

        query = rows.writeStream.foreachBatch(learn_batches("m.tally", schema="s.json")).option("checkpointLocation", …)

    The number of the last batch stands in the model's file and changes in the same transaction as the counts; so a
    batch that Spark gives once more, after it was killed or has lost a task, is passed over. The number counts for
    a stream: that of the checkpoint, or as ``stream`` calls it.

    A model of mail reads the columns "message" and "class". If there is no file yet, the first batch with a class makes it, under this ``schema``.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", "a"), ("red", "a"), ("blue", "b")], "colour string, kind string")
    >>> schema = tally.spark.draft(df, "kind", count="naive", notes=False)
    >>> learn = tally.spark.learn_batches(folder / "stream.tally", schema=schema, stream="shop")
    >>> for batch in (0, 1, 1, 1):  # the second comes three times
    ...     learn(df, batch)
    >>> tally.NaiveBayes.load(folder / "stream.tally").class_count_.sum().item()
    6.0
    """
    name = _file_name(path)
    plan = None if schema is None else plan_told(schema, None, None, {})

    def learn_batch(df: DataFrame, batch: int) -> None:
        told = stream or _query_of(df)
        if os.path.exists(name):
            model = _engine.Model.load(name)
            if _last_batch(model.parameters, told) >= batch:
                return
            piece = _piece_to_change(model, df, forgets=False, message="message", target="class")
            _engine.change_file(name, piece, False, lambda kept: _with_batch(kept, told, batch))
            return
        if plan is None:
            raise _engine.UsageError(f"there is no model {name}: fit one first, or name a schema for it")
        piece = piece_of(df, plan)
        if not piece.weighs_nothing():
            first = fitted(piece, {})
            first._model.save(name, first._question(rule=first.rule), _with_batch("", told, batch) or "")

    return learn_batch


def _change(path: str | os.PathLike[str], df: DataFrame, *, forgets: bool, message: str, target: str) -> None:
    name = _file_name(path)
    piece = _piece_to_change(_engine.Model.load(name), df, forgets, message, target)
    _engine.change_file(name, piece, forgets, lambda kept: kept)


def _piece_to_change(model: _engine.Model, df: DataFrame, forgets: bool, message: str, target: str) -> _engine.Piece:
    """What the rows of a DataFrame, or its messages, change in a model."""
    kept = _engine.kept_to_change(model, forgets)
    plan = Plan(model.schema(), kept)
    if not plan.is_of_mail:
        return piece_of(df, plan)
    mail = Plan(MAIL, kept)
    return piece_of_messages(df, mail, message, target) or mail.sum().finish()


def _query_of(df: DataFrame) -> str:
    """The name of the stream that a batch is of: it stays as long as the checkpoint does."""
    told: Any = df.sparkSession.sparkContext.getLocalProperty("sql.streaming.queryId")
    return str(told or "")


def _last_batch(parameters: str, stream: str) -> int:
    try:
        return int(json.loads(parameters or "{}")[_STREAMS][stream])
    except (ValueError, KeyError, TypeError):
        return -1


def _with_batch(parameters: str, stream: str, batch: int) -> str | None:
    """What is kept with the model once it has learned the batch; None if it has done so already."""
    if _last_batch(parameters, stream) >= batch:
        return None
    try:
        kept = json.loads(parameters or "{}")
    except ValueError:
        kept = None
    if not isinstance(kept, dict):
        raise _engine.DataError("another program keeps a text with the model: there is no place for the batches of a stream")
    kept[_STREAMS] = {**kept.get(_STREAMS, {}), stream: batch}
    return json.dumps(kept, ensure_ascii=False, sort_keys=True)
