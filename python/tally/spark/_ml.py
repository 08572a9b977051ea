# SPDX-License-Identifier: Apache-2.0
"""An estimator and a transformer for pipelines of pyspark.ml."""

from __future__ import annotations

import os
from typing import Any

from pyspark.ml import Estimator, Model
from pyspark.ml.functions import array_to_vector, vector_to_array
from pyspark.ml.linalg import VectorUDT
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.param.shared import HasInputCols, HasLabelCol, HasPredictionCol, HasProbabilityCol, HasWeightCol
from pyspark.ml.util import (
    DefaultParamsReadable,
    DefaultParamsReader,
    DefaultParamsWritable,
    DefaultParamsWriter,
    MLReadable,
    MLReader,
    MLWritable,
    MLWriter,
)
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.types import NumericType

from .. import _engine
from .._naive_bayes import NaiveBayes
from ._answers import predict
from ._fit import estimator_of, fit
from ._pieces import quoted

_ASKED = ("lam", "prior", "estimate", "rule")
_COUNTED = ("count", "families", "text")


class _Shared(HasInputCols, HasLabelCol, HasWeightCol, HasPredictionCol, HasProbabilityCol):
    """The parameters that both have. Those of a question may be others when rows are transformed."""

    count = Param(Params._dummy(), "count", "what is counted: naive, weighted or full", TypeConverters.toString)
    families = Param(Params._dummy(), "families", "columns to families; what is not told is inferred", TypeConverters.identity)
    text = Param(Params._dummy(), "text", "how texts are cut", TypeConverters.identity)
    schema = Param(Params._dummy(), "schema", "what the columns are, as tally schema writes it", TypeConverters.toString)
    lam = Param(Params._dummy(), "lam", "the pseudo-count of every possible value", TypeConverters.toFloat)
    prior = Param(Params._dummy(), "prior", "smoothed, empirical or uniform", TypeConverters.toString)
    estimate = Param(Params._dummy(), "estimate", "smooth, ml, map or bayes", TypeConverters.toString)
    rule = Param(Params._dummy(), "rule", "auto, naive, weighted, full or tan", TypeConverters.toString)

    def __init__(self) -> None:
        super().__init__()
        self._setDefault(labelCol="label", predictionCol="prediction", probabilityCol="probability")

    def _told(self, names: tuple[str, ...]) -> dict[str, Any]:
        return {name: self.getOrDefault(name) for name in names if self.isDefined(name)}


class TallyNaiveBayes(
    Estimator["TallyNaiveBayesModel"], _Shared, DefaultParamsReadable["TallyNaiveBayes"], DefaultParamsWritable
):
    """Naive Bayes whose model is the counts, as a stage of a Pipeline.

    ``labelCol`` names the classes, ``weightCol`` weights, and ``inputCols`` the features: numbers, texts, booleans, times
    and vectors as they are, nulls included; without it, all other columns are. ``count``, ``families``, ``text``
    and ``schema`` say what is counted, ``lam``, ``prior``, ``estimate`` and ``rule`` how the counts are asked (see
    tally.NaiveBayes); the latter may be changed in the fitted model.

    >>> from tally.spark import TallyNaiveBayes
    >>> df = spark.createDataFrame([("red", 0.0), ("red", 0.0), ("blue", 1.0)], "colour string, label double")
    >>> model = TallyNaiveBayes(count="naive", lam=0.5).fit(df)
    >>> [row.prediction for row in model.transform(df).collect()]
    [0.0, 0.0, 1.0]
    """

    def __init__(self, **params: Any) -> None:
        super().__init__()
        self.setParams(**params)

    def setParams(self, **params: Any) -> TallyNaiveBayes:
        """Sets parameters by name. Returns self."""
        self._set(**params)
        return self

    def _fit(self, dataset: DataFrame) -> TallyNaiveBayesModel:
        label = self.getLabelCol()
        weight = self.getWeightCol() if self.isSet("weightCol") else None
        others = [name for name in (label, weight) if name is not None]
        features = self.getInputCols() if self.isSet("inputCols") else [n for n in dataset.columns if n not in others]
        chosen = dataset.select(*(sql.col(quoted(name)) for name in dict.fromkeys([*features, *others])))
        rows, arrays = _unfolded(chosen)
        rows = rows.drop(*arrays.values())
        told: dict[str, Any] = self._told(_ASKED)
        if self.isSet("schema"):
            model = fit(rows, label, schema=self.getOrDefault("schema"), weight=weight, **told)
        else:
            model = fit(rows, label, weight=weight, **told, **self._told(_COUNTED))
        fitted: TallyNaiveBayesModel = self._copyValues(TallyNaiveBayesModel(model))
        return fitted


class TallyNaiveBayesModel(Model, _Shared, MLReadable["TallyNaiveBayesModel"], MLWritable):
    """What TallyNaiveBayes has counted. ``naive_bayes`` is the model as Python has it: it can be asked, explained,
    saved as a file of Tally's.

    ``transform`` adds ``predictionCol`` (of numbers a double, else of the type of the classes) and ``probabilityCol``, a
    vector in the order of the classes.
    """

    def __init__(self, naive_bayes: NaiveBayes | None = None) -> None:
        super().__init__()
        self.naive_bayes = naive_bayes

    def _transform(self, dataset: DataFrame) -> DataFrame:
        if self.naive_bayes is None:
            raise _engine.UsageError("the model has counted nothing yet")
        prediction, probability = self.getPredictionCol(), self.getProbabilityCol()
        rows, unfolded = _unfolded(dataset)
        answers = predict(
            self.naive_bayes, rows, prediction=prediction, probability=probability or None, **self._told(_ASKED)
        )
        columns: list[Any] = []
        for name in dataset.columns:
            vector = unfolded.get(name)
            column = sql.col(quoted(name if vector is None else vector))
            columns.append(column if vector is None else array_to_vector(column).alias(name))
        is_number = isinstance(answers.schema[prediction].dataType, NumericType)
        decided = sql.col(quoted(prediction))
        columns.append(decided.cast("double").alias(prediction) if is_number else decided)
        if probability:
            columns.append(array_to_vector(sql.col(quoted(probability))).alias(probability))
        return answers.select(*columns)

    def write(self) -> MLWriter:
        """Writes parameters and counts, to wherever Spark writes."""
        return _Writer(self)

    @classmethod
    def read(cls) -> MLReader[TallyNaiveBayesModel]:
        """The other way."""
        return _Reader()


def _unfolded(df: DataFrame) -> tuple[DataFrame, dict[str, str]]:
    """The DataFrame with a column for each place of a vector, "features[3]", and the vector as an array in the
    place of the vector; and the names of these arrays. All vectors of a column are as long as its first.
    """
    vectors = [one.name for one in df.schema.fields if isinstance(one.dataType, VectorUDT)]
    arrays = {name: f"{name}[]" for name in vectors}
    if not vectors:
        return df, arrays
    first = df.select(*(sql.size(vector_to_array(sql.col(quoted(name)))).alias(name) for name in vectors)).first()
    columns = [
        vector_to_array(sql.col(quoted(name))).alias(arrays[name]) if name in arrays else sql.col(quoted(name))
        for name in df.columns
    ]
    places = [
        sql.get(sql.col(quoted(arrays[name])), sql.lit(place)).alias(f"{name}[{place}]")
        for name in vectors
        for place in range(0 if first is None else first[name])
    ]
    return df.select(*columns).select("*", *places), arrays


class _Writer(MLWriter):
    def __init__(self, instance: TallyNaiveBayesModel) -> None:
        super().__init__()
        self.instance = instance

    def saveImpl(self, path: str) -> None:
        if self.instance.naive_bayes is None:
            raise _engine.UsageError("the model has counted nothing yet")
        DefaultParamsWriter.saveMetadata(self.instance, path, self.sparkSession)
        counts = bytearray(self.instance.naive_bayes._model.to_bytes())
        rows = self.sparkSession.createDataFrame([(counts,)], "model binary")
        rows.coalesce(1).write.parquet(os.path.join(path, "counts"))


class _Reader(MLReader[TallyNaiveBayesModel]):
    def load(self, path: str) -> TallyNaiveBayesModel:
        metadata = DefaultParamsReader.loadMetadata(path, self.sparkSession)
        row = self.sparkSession.read.parquet(os.path.join(path, "counts")).first()
        if row is None:
            raise _engine.DataError(f"{path}: there are no counts")
        model = _engine.Model.from_bytes(bytes(row.model))
        instance = TallyNaiveBayesModel(estimator_of(model, {}))
        instance._resetUid(metadata["uid"])
        DefaultParamsReader.getAndSetParams(instance, metadata)
        return instance
