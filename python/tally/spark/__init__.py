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

from importlib import import_module
from typing import TYPE_CHECKING

try:
    import pyarrow  # noqa: F401
    import pyspark  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError("tally.spark stands on PySpark and pyarrow: pip install 'pyspark>=4.0.1' pyarrow") from error

from ._answers import explain, predict
from ._change import forget, learn, learn_batches
from ._files import fit_parquet
from ._fit import cross_validate, draft, fit
from ._mail import fit_mail
from ._scores import score

if TYPE_CHECKING:
    from ._ml import TallyNaiveBayes, TallyNaiveBayesModel

__all__ = [
    "TallyNaiveBayes",
    "TallyNaiveBayesModel",
    "cross_validate",
    "draft",
    "explain",
    "fit",
    "fit_mail",
    "fit_parquet",
    "forget",
    "learn",
    "learn_batches",
    "predict",
    "score",
]

if not TYPE_CHECKING:  # pyspark.ml is loaded by who asks for it

    def __getattr__(name: str) -> object:
        """The classes for pipelines. Raises AttributeError for any other name."""
        if name not in ("TallyNaiveBayes", "TallyNaiveBayesModel"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}._ml"), name)
