# SPDX-License-Identifier: Apache-2.0
"""What a model says about the rows of a DataFrame, each partition where it lies."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow
from pyspark.sql import DataFrame
from pyspark.sql import types as spark_types

from .. import _engine
from .._naive_bayes import NaiveBayes
from .._question import OF_THE_ROWS, label_text
from .._types import Array, Numbers
from ._pieces import Batches, mapped, placed, plan_of, require_columns

Asked = str | os.PathLike[str] | NaiveBayes

_EXPLANATION = spark_types.StructType(
    [
        spark_types.StructField("decision", spark_types.StringType()),
        spark_types.StructField("posterior", spark_types.MapType(spark_types.StringType(), spark_types.DoubleType())),
        spark_types.StructField("contributions", spark_types.MapType(spark_types.StringType(), spark_types.DoubleType())),
        spark_types.StructField("text", spark_types.StringType()),
    ]
)
_EXPLANATION_ARROW = pyarrow.struct(
    [
        ("decision", pyarrow.string()),
        ("posterior", pyarrow.map_(pyarrow.string(), pyarrow.float64())),
        ("contributions", pyarrow.map_(pyarrow.string(), pyarrow.float64())),
        ("text", pyarrow.string()),
    ]
)


def predict(
    model: Asked, df: DataFrame, *, prediction: str = "prediction", probability: str | None = "probability", **parameters: Any
) -> DataFrame:
    """The DataFrame with what is decided for each row, and how probable each class is.

    ``model`` is a tally.NaiveBayes or the file of one. The column ``prediction`` has the decision, of the type of the
    classes; null where every class is impossible. ``probability`` (None: no such column) is an array in the order of the
    model's ``classes_``. ``parameters`` are asked with, as in ``NaiveBayes.predict(X, lam=0.5)``.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", "a"), ("red", "a"), ("blue", "b")], "colour string, kind string")
    >>> model = tally.spark.fit(df, "kind", count="naive")
    >>> [row.prediction for row in tally.spark.predict(model, df).collect()]
    ['a', 'a', 'b']
    """
    sent = Sent.of(model, parameters)
    asked = sent.estimator()
    require_columns(df, sorted(asked._evidence()))
    decisions = asked.decisions()
    kind = _spark_type(decisions)
    names = pyarrow.array(map(label_text, decisions) if kind.simpleString() == "string" else decisions, _arrow_type(kind))
    fields = [*df.schema.fields, spark_types.StructField(prediction, kind)]
    if probability is not None:
        fields.append(spark_types.StructField(probability, spark_types.ArrayType(spark_types.DoubleType())))
    _require_new(df, [name for name in (prediction, probability) if name is not None])

    def answer(batches: Batches) -> Batches:
        estimator = sent.estimator()
        for batch in batches:
            with placed():
                frames, chosen = decided(estimator, batch)
            found = pyarrow.array(chosen, mask=chosen < 0)
            added = [(prediction, names.take(found))]
            if probability is not None:
                posterior = inferred(estimator, frames, "posterior")
                offsets = np.arange(len(posterior) + 1, dtype=np.int32) * posterior.shape[1]
                added.append((probability, pyarrow.ListArray.from_arrays(offsets, posterior.reshape(-1))))
            yield _with_columns(batch, added)

    return mapped(df, df.columns, answer, spark_types.StructType(fields))


def explain(model: Asked, df: DataFrame, *, explanation: str = "explanation", **parameters: Any) -> DataFrame:
    """The DataFrame with a column that says why: a struct of the ``decision``, the ``posterior`` of each class, what
    each feature adds to the log-odds of the decision (``contributions``, in nats), and the derivation as ``text``.

    It works each row out as a textbook would, which takes thousands of times as long as ``predict``: for some rows.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", "a"), ("red", "a"), ("blue", "b")], "colour string, kind string")
    >>> model = tally.spark.fit(df, "kind", count="naive")
    >>> why = tally.spark.explain(model, df.where("colour = 'blue'")).first().explanation
    >>> why.decision, round(why.posterior["b"], 3), round(why.contributions["colour"], 3)
    ('b', 0.64, 0.981)
    """
    sent = Sent.of(model, parameters)
    require_columns(df, sorted(sent.estimator()._evidence()))
    _require_new(df, [explanation])
    fields = [*df.schema.fields, spark_types.StructField(explanation, _EXPLANATION)]

    def answer(batches: Batches) -> Batches:
        estimator = sent.estimator()
        for batch in batches:
            table = pyarrow.Table.from_batches([batch])
            with placed():
                told = [_explained(estimator, table.slice(row, 1)) for row in range(batch.num_rows)]
            yield _with_columns(batch, [(explanation, pyarrow.array(told, _EXPLANATION_ARROW))])

    return mapped(df, df.columns, answer, spark_types.StructType(fields))


@dataclass(frozen=True)
class Sent:
    """A model on its way to the tasks, which keep it for the next of them."""

    state: bytes
    digest: str

    @classmethod
    def of(cls, model: Asked, parameters: Mapping[str, Any]) -> Sent:
        estimator = model if isinstance(model, NaiveBayes) else NaiveBayes.load(model)
        estimator._require_fitted()
        if plan_of(estimator._model.schema()).is_of_mail:
            raise _engine.UsageError(
                "a model of mail answers messages, which are no rows of a DataFrame: ask it with the program, tally predict or "
                "tally filter (on Spark it learns and forgets: tally.spark.learn)"
            )
        asked = estimator.asked(**parameters)
        if isinstance(asked.prior, str) and asked.prior == OF_THE_ROWS:
            raise _engine.UsageError("prior='estimate' looks at all rows before it answers for one: on Spark, name the prior")
        state = pickle.dumps(asked)
        return cls(state, hashlib.sha256(state).hexdigest())

    def estimator(self) -> NaiveBayes:
        """In a process that has asked for it before, the same one."""
        if self.digest not in _KEPT:
            if len(_KEPT) >= _MOST_KEPT:
                _KEPT.pop(next(iter(_KEPT)))
            estimator: NaiveBayes = pickle.loads(self.state)
            _KEPT[self.digest] = estimator.set_params(n_jobs=1)
        return _KEPT[self.digest]


_KEPT: dict[str, NaiveBayes] = {}
_MOST_KEPT = 16


def decided(estimator: NaiveBayes, batch: pyarrow.RecordBatch) -> tuple[list[_engine.Frame], Array]:
    """The rows as the engine reads them, and of each the decision: its place in ``decisions()``, or −1 for none."""
    frames = estimator._frames(_named_rows(batch, estimator), reset=False)
    answers = estimator._answers()
    chosen = np.empty(batch.num_rows, dtype=np.int64)
    answers.decide(frames, chosen, np.empty((batch.num_rows, len(answers.decisions()))), 1)
    return frames, chosen


def inferred(estimator: NaiveBayes, frames: list[_engine.Frame], what: str) -> Numbers:
    """'posterior' or 'log_posterior' of each row."""
    out = np.empty((sum(frame.rows for frame in frames), len(estimator.classes_)))
    estimator._answers().infer(frames, what, out, 1)
    return out


def _named_rows(batch: pyarrow.RecordBatch, estimator: NaiveBayes) -> pyarrow.Table:
    """What the model reads of a batch, and no other column."""
    read = [name for name in batch.schema.names if name in estimator._evidence()]
    return pyarrow.Table.from_batches([batch]).select(read)


def _explained(estimator: NaiveBayes, row: pyarrow.Table) -> dict[str, Any]:
    why = estimator.explain(row.select([name for name in row.column_names if name in estimator._evidence()]))
    return {
        "decision": None if why.decision is None else label_text(why.decision),
        "posterior": [(label_text(klass), p) for klass, p in why.posterior.items()],
        "contributions": [(told["feature"], told["log_odds"]) for told in why.contributions],
        "text": str(why),
    }


def _with_columns(batch: pyarrow.RecordBatch, added: list[tuple[str, Any]]) -> pyarrow.RecordBatch:
    arrays = [*batch.columns, *(array for _, array in added)]
    return pyarrow.RecordBatch.from_arrays(arrays, names=[*batch.schema.names, *(name for name, _ in added)])


def _require_new(df: DataFrame, names: list[str]) -> None:
    for name in names:
        if name in df.columns:
            raise _engine.UsageError(f"the DataFrame has a column {name!r} already: choose another name for the answers")


def _spark_type(decisions: list[Any]) -> Any:
    """The type that all decisions have: classes are of one type, and a loss may add texts."""
    kinds = {type(decision) for decision in decisions}
    if kinds == {bool}:
        return spark_types.BooleanType()
    if kinds == {int} and all(-(2**63) <= decision < 2**63 for decision in decisions):
        return spark_types.LongType()
    return spark_types.DoubleType() if kinds <= {int, float} else spark_types.StringType()


def _arrow_type(kind: Any) -> Any:
    of = {"boolean": pyarrow.bool_(), "bigint": pyarrow.int64(), "double": pyarrow.float64()}
    return of.get(kind.simpleString(), pyarrow.string())
