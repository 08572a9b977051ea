# SPDX-License-Identifier: Apache-2.0
"""Tally on Apache Spark: rows that lie on many machines are counted where they lie.

Counts add up, so this package is glue. Each partition is counted by the engine and leaves as rows of a few
numbers; Spark brings the rows of a key together; the engine adds them up; and the model is, byte for byte, the one
that ``tally fit`` makes of the same rows under the same schema on one machine.

    model = tally.spark.fit(df, "species")          # a tally.NaiveBayes
    model.save("iris.tally")
    tally.spark.predict(model, df).show()

Needs PySpark 4.0.1 or newer, and this package where the executors run. ``docs/spark.md`` tells the whole.
"""

from __future__ import annotations

try:
    import pyarrow  # noqa: F401
    import pyspark  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError("tally.spark stands on PySpark and pyarrow: pip install 'pyspark>=4.0.1' pyarrow") from error

from ._answers import explain, predict
from ._change import forget, learn
from ._fit import cross_validate, draft, fit
from ._mail import fit_mail
from ._scores import score

__all__ = [
    "cross_validate",
    "draft",
    "explain",
    "fit",
    "fit_mail",
    "forget",
    "learn",
    "predict",
    "score",
]
