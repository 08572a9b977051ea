# SPDX-License-Identifier: Apache-2.0
"""A model as a function of DuckDB, which hands over whole columns as Arrow.

>>> import duckdb, tally, tally.duckdb
>>> model = tally.NaiveBayes().fit({"size": [1.0, 2.0, 7.0, 8.0], "kind": ["a", "a", "b", "b"]}, "kind")
>>> base = duckdb.connect()
>>> tally.duckdb.register(base, "kind_of", model)
['size']
>>> base.sql("SELECT kind_of(1.5).prediction, round(kind_of(NULL).p['a'], 3)").fetchall()
[('a', 0.5)]
"""

from __future__ import annotations

import inspect
import json
from typing import Any

import numpy as np

from ._naive_bayes import NaiveBayes
from ._question import label_text

# What the schema calls a column, and what DuckDB does.
_TYPES = {"number": "DOUBLE", "boolean": "BOOLEAN", "text": "VARCHAR", "time": "TIMESTAMP", "duration": "INTERVAL"}


def _seconds(name: str, intervals: Any) -> Any:
    """Durations of intervals, which are months, days and nanoseconds."""
    import pyarrow as pa

    column = intervals.combine_chunks() if isinstance(intervals, pa.ChunkedArray) else intervals
    if pa.types.is_duration(column.type):
        return column
    gone = column.is_null().to_numpy(zero_copy_only=False)
    parts = np.dtype([("months", np.int32), ("days", np.int32), ("nanoseconds", np.int64)])
    cells = np.frombuffer(column.buffers()[1], parts, len(column), column.offset * parts.itemsize)
    if (cells["months"][~gone] != 0).any():
        raise ValueError(f"{name!r}: an interval of months has no fixed length; give days, hours or seconds")
    micros = cells["days"].astype(np.int64) * 86_400_000_000 + cells["nanoseconds"] // 1000
    return pa.array(micros, pa.duration("us"), mask=gone)


def register(connection: Any, name: str, model: NaiveBayes, **parameters: Any) -> list[str]:
    """Makes the model a function of a DuckDB connection, and returns its columns: what the function takes, in this order.

    ``SELECT name(size, colour) FROM t`` gives for each row ``{prediction, p}``, where ``prediction`` is the decision as
    text, as ``tally predict`` writes it, NULL where every class is impossible, and ``p`` maps each class, as text, to its
    probability; NULL is missing. Times are TIMESTAMP and durations INTERVAL, of days and less: months have no fixed length.
    ``parameters`` are those of the question, as ``predict`` takes them: they are fixed then, and so are the counts, whatever
    the model learns later. Raises ValueError if the model has no columns; needs pyarrow.
    """
    import pyarrow as pa

    asked = model.asked(**parameters)
    columns = json.loads(asked._model.schema())["columns"]
    features = [column for column, about in columns.items() if about.get("role", "feature") in ("feature", "exposure")]
    if not features:
        raise ValueError("the model has no columns that a function could take")
    classes = pa.array([label_text(label) for label in asked.classes_.tolist()], pa.string())
    decisions = pa.array([label_text(one) for one in asked.decisions()], pa.string())
    width = len(classes)

    def answer(*cells: Any) -> Any:
        columns_of_rows = [
            _seconds(feature, column) if columns[feature]["type"] == "duration" else column
            for feature, column in zip(features, cells, strict=True)
        ]
        table = pa.table(dict(zip(features, columns_of_rows, strict=True)))
        _, chosen, _ = asked._decided(table, {})
        posterior = asked.predict_proba(table)
        rows = len(chosen)
        predictions = decisions.take(pa.array(chosen, mask=chosen < 0))
        offsets = pa.array(np.arange(0, (rows + 1) * width, width, dtype=np.int32))
        maps = pa.MapArray.from_arrays(offsets, classes.take(pa.array(np.tile(np.arange(width), rows))), pa.array(posterior.ravel()))
        return pa.chunked_array([pa.StructArray.from_arrays([predictions, maps], names=["prediction", "p"])])

    # DuckDB counts the parameters of a function.
    parameter = inspect.Parameter.POSITIONAL_OR_KEYWORD
    answer.__signature__ = inspect.Signature([inspect.Parameter(f"x{i}", parameter) for i in range(len(features))])  # type: ignore[attr-defined]
    connection.create_function(
        name,
        answer,
        [_TYPES[columns[column]["type"]] for column in features],
        "STRUCT(prediction VARCHAR, p MAP(VARCHAR, DOUBLE))",
        type="arrow",
        null_handling="special",
    )
    return features
