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

from ._naive_bayes import NaiveBayes

# What the schema calls a column, and what DuckDB does.
_TYPES = {"number": "DOUBLE", "boolean": "BOOLEAN", "text": "VARCHAR", "time": "TIMESTAMP", "duration": "INTERVAL"}


def register(connection: Any, name: str, model: NaiveBayes, **parameters: Any) -> list[str]:
    """Makes the model a function of a DuckDB connection, and returns its columns: what the function takes, in this order.

    ``SELECT name(size, colour) FROM t`` gives for each row ``{prediction, p}``, where ``prediction`` is the decision as
    text, NULL where every class is impossible, and ``p`` maps each class, as text, to its probability; NULL is missing.
    ``parameters`` are those of the question, as ``predict`` takes them: they are fixed then, and so are the counts, whatever
    the model learns later. Raises ValueError if the model has no columns; needs pyarrow.
    """
    import pyarrow as pa

    asked = model.asked(**parameters)
    columns = json.loads(asked._model.schema())["columns"]
    features = [column for column, about in columns.items() if about.get("role", "feature") in ("feature", "exposure")]
    if not features:
        raise ValueError("the model has no columns that a function could take")
    classes = [str(label) for label in asked.classes_]
    answer_type = pa.struct([("prediction", pa.string()), ("p", pa.map_(pa.string(), pa.float64()))])

    def answer(*cells: Any) -> Any:
        table = pa.table(dict(zip(features, cells, strict=True)))
        decided = [None if one is None else str(one) for one in asked.predict(table).tolist()]
        posterior = asked.predict_proba(table)
        maps = [list(zip(classes, row, strict=True)) for row in posterior.tolist()]
        rows = [{"prediction": one, "p": p} for one, p in zip(decided, maps, strict=True)]
        return pa.chunked_array([pa.array(rows, type=answer_type)])

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
