# SPDX-License-Identifier: Apache-2.0
"""How good the decisions about the rows of a DataFrame are.

Losses are added up as whole numbers of 2⁻⁴⁰, which have one sum in any order: so the figures do not depend on how
rows are cut into partitions, and are within 10⁻¹² of those without that rounding.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from .. import _engine
from .._naive_bayes import NaiveBayes
from .._types import Array, Numbers
from ._answers import Asked, Sent, decided, inferred
from ._errors import told_plainly
from ._pieces import Batches, by_column, mapped, placed, require_columns

_BITS = 40
_KEYS = ("fold", "truth", "decision")
_SUMS = ("weight", "log_loss", "infinite", "brier")

Sums = dict[tuple[str, str, str | None], list[int]]


def score(model: Asked, df: DataFrame, **parameters: Any) -> dict[str, Any]:
    """How good the decisions are about those rows of a DataFrame that have a class; weighed, if the model has learned
    with a column of weights.

    Returns a dict: "rows" (their weight), "accuracy", "log_loss" (mean of −log P(truth | row); infinite if a truth was
    held impossible), "brier", and "confusion" {truth: {decision: rows}}, classes as texts and None for no decision.
    ``parameters`` are asked with, as in ``predict``.

    >>> import tally.spark
    >>> df = spark.createDataFrame([("red", "a"), ("red", "a"), ("blue", "b"), ("red", "b")], "colour string, kind string")
    >>> found = tally.spark.score(tally.spark.fit(df, "kind", count="naive"), df)
    >>> found["rows"], found["accuracy"], found["confusion"]
    (4.0, 0.75, {'a': {'a': 2.0}, 'b': {'a': 1.0, 'b': 1.0}})
    """
    asked = Sent.of(model, parameters).estimator()
    return summary_of(df, Scored({"": asked}, asked._target_name(), asked._weight_name(), None))


@dataclass(frozen=True)
class Scored:
    """What rows are scored by: a model for each fold, or one for "", and the columns that say the rest."""

    models: dict[str, NaiveBayes]
    target: str
    weight: str | None
    fold: str | None


def summary_of(df: DataFrame, scored: Scored) -> dict[str, Any]:
    """What ``score`` returns; with folds, "folds" as well."""
    sent = {value: Sent.of(model, {}) for value, model in scored.models.items()}
    evidence = sorted(next(iter(scored.models.values()))._evidence())
    target, weight, fold = scored.target, scored.weight, scored.fold
    names = list(dict.fromkeys([*evidence, *(name for name in (target, weight, fold) if name is not None)]))
    require_columns(df, names)

    def add_up(batches: Batches) -> Batches:
        sums: Sums = defaultdict(lambda: [0] * len(_SUMS))
        for batch in batches:
            for value, part in by_column(batch, fold):
                if value in sent:
                    with placed():
                        _add(sums, value, sent[value].estimator(), part, target, weight)
        rows = [[*key, *map(str, amounts)] for key, amounts in sums.items()]
        columns = zip(*rows) if rows else [[]] * len(_KEYS + _SUMS)
        arrays = [pyarrow.array(column, pyarrow.string()) for column in columns]
        yield pyarrow.RecordBatch.from_arrays(arrays, names=_KEYS + _SUMS)

    with told_plainly():
        parts = mapped(df, names, add_up, ", ".join(f"{name} string" for name in _KEYS + _SUMS))
        exact = [sql.sum(sql.col(name).cast("decimal(38, 0)")).alias(name) for name in _SUMS]
        found = [row.asDict() for row in parts.groupBy(*_KEYS).agg(*exact).collect()]
    whole = _figures(found)
    if fold is not None:
        whole["folds"] = {value: _figures(row for row in found if row["fold"] == value) for value in scored.models}
    return whole


def _add(sums: Sums, fold: str, model: NaiveBayes, rows: pyarrow.RecordBatch, target: str, weight: str | None) -> None:
    """The sums of the rows that have a class, by truth and decision."""
    labels, truth = _labels(rows, target)
    rows, truth = rows.filter(pyarrow.array(truth >= 0)), truth[truth >= 0]
    if rows.num_rows == 0:
        return
    classes = _texts(model.classes_.tolist())
    place = np.array([classes.index(label) if label in classes else -1 for label in labels])[truth]
    weights = np.ones(rows.num_rows)
    if weight is not None:
        weights = np.asarray(rows.column(rows.schema.get_field_index(weight)).cast(pyarrow.float64()))
    frames, chosen = decided(model, rows)
    losses, briers = _losses(place, inferred(model, frames, "posterior"), inferred(model, frames, "log_posterior"))
    decisions = [*_texts(model.decisions()), None]
    told = {
        "weight": weights,
        "log_loss": np.where(np.isfinite(losses), losses, 0.0) * weights,
        "infinite": np.where(np.isfinite(losses), 0.0, weights),
        "brier": briers * weights,
    }
    for code, label in enumerate(labels):
        for decision in np.unique(chosen[truth == code]):
            some = (truth == code) & (chosen == decision) & (weights > 0)
            entry = sums[fold, label, decisions[decision]]
            for i, name in enumerate(_SUMS):
                entry[i] += _fixed_sum(told[name][some])


def _labels(rows: pyarrow.RecordBatch, target: str) -> tuple[list[str], Array]:
    """The labels of a column as the engine writes them, 1 for 1.0 and for a decimal 1.00; and which each row has, −1 for none."""
    stream = pyarrow.Table.from_batches([rows]).select([target]).__arrow_c_stream__()
    frames = _engine.frames_of_stream(stream, [])
    _engine.keep_great_numbers_apart(frames, [target])
    labels: dict[str, int] = {}
    truth = []
    for frame in frames:
        codes = np.empty(frame.rows, dtype=np.int32)
        told = frame.labels(target, codes)
        own = np.array([*(labels.setdefault(label, len(labels)) for label in told), -1])
        truth.append(own[codes])
    return list(labels), np.concatenate(truth)


def _texts(labels: list[Any]) -> list[str]:
    """Different labels as the engine writes them."""
    frame = _engine.Frame(len(labels))
    frame.add_codes("label", np.arange(len(labels), dtype=np.int32), labels)
    return list(frame.labels("label", np.empty(len(labels), dtype=np.int32)))


def _losses(place: Array, posterior: Numbers, log_posterior: Numbers) -> tuple[Numbers, Numbers]:
    """−log P(truth | row) and Σ (p − [is truth])² of each row, as tally/assess.h has them."""
    rows = np.arange(len(place))
    is_class = place >= 0
    losses = np.where(is_class, -log_posterior[rows, place], np.inf)
    squares = (posterior**2).sum(axis=1)
    briers = squares + 1 - np.where(is_class, 2 * posterior[rows, place], 0.0)
    is_impossible = posterior.sum(axis=1) == 0
    return np.where(is_impossible, np.inf, losses), np.where(is_impossible, 1.0, briers)


def _fixed_sum(amounts: Numbers) -> int:
    """The sum of the amounts, each rounded to a whole number of units. Whole numbers have one sum in any order."""
    return sum(int(amount) for amount in np.round(np.ldexp(amounts, _BITS)))


def _figures(rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    sums = dict.fromkeys(_SUMS, 0)
    confusion: dict[str, dict[str | None, float]] = {}
    right = 0
    for row in rows:
        for name in _SUMS:
            sums[name] += int(row[name])
        told = confusion.setdefault(row["truth"], {})
        told[row["decision"]] = told.get(row["decision"], 0.0) + int(row["weight"]) / 2**_BITS
        right += int(row["weight"]) if row["truth"] == row["decision"] else 0
    total = sums["weight"] or 1
    return {
        "rows": sums["weight"] / 2**_BITS,
        "accuracy": right / total,
        "log_loss": math.inf if sums["infinite"] else sums["log_loss"] / total,
        "brier": sums["brier"] / total,
        "confusion": {truth: dict(sorted(told.items(), key=str)) for truth, told in sorted(confusion.items())},
    }
