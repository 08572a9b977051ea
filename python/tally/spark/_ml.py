# SPDX-License-Identifier: Apache-2.0
"""An estimator and a transformer for pipelines of pyspark.ml."""

from __future__ import annotations

import os
from collections.abc import Mapping
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
from .._question import label_text
from .._table_file import _as_json, _from_json
from ._answers import predict
from ._fit import estimator_of, fit
from ._pieces import quoted

_ASKED = ("lam", "prior", "estimate", "rule", "calibrate")
_COSTS = ("loss", "class_weight", "at_most")
_COUNTED = ("count", "families", "text")


def _as_lam(value: Any) -> float | str:
    return "auto" if value == "auto" else TypeConverters.toFloat(value)


class _Shared(HasInputCols, HasLabelCol, HasWeightCol, HasPredictionCol, HasProbabilityCol):
    """The parameters that both have. Those of a question may be others when rows are transformed."""

    count = Param(Params._dummy(), "count", "what is counted: naive, weighted or full", TypeConverters.toString)
    families = Param(Params._dummy(), "families", "columns to families; what is not told is inferred", TypeConverters.identity)
    text = Param(Params._dummy(), "text", "how texts are cut", TypeConverters.identity)
    schema = Param(Params._dummy(), "schema", "what the columns are, as tally schema writes it", TypeConverters.toString)
    lam = Param(Params._dummy(), "lam", "the pseudo-count of every possible value, or auto", _as_lam)
    prior = Param(Params._dummy(), "prior", "smoothed, empirical or uniform", TypeConverters.toString)
    estimate = Param(Params._dummy(), "estimate", "smooth, ml, map or bayes", TypeConverters.toString)
    rule = Param(Params._dummy(), "rule", "auto, naive, weighted, full or tan", TypeConverters.toString)

    calibrate = Param(Params._dummy(), "calibrate", "whether the rule naive is calibrated", TypeConverters.toBoolean)
    loss = Param(Params._dummy(), "loss", "what a decision costs when the truth is a class", _as_json)
    class_weight = Param(Params._dummy(), "class_weight", "how many times as much errors on a class cost", _as_json)
    at_most = Param(Params._dummy(), "at_most", "a class, another, and which share of the other may be taken for it", _as_json)
    vectorSizes = Param(Params._dummy(), "vectorSizes", "how many places the vectors of a column have", TypeConverters.identity)

    def __init__(self) -> None:
        super().__init__()
        self._setDefault(labelCol="label", predictionCol="prediction", probabilityCol="probability")

    def _costs_of(self, model: NaiveBayes) -> dict[str, Any]:
        """What errors cost, as it was set: by the model's own classes, whose names Spark keeps as texts."""
        labels = {label_text(label): label for label in model._model.classes()}
        return {name: _from_json(value, labels) for name, value in self._told(_COSTS).items()}

    def _told(self, names: tuple[str, ...]) -> dict[str, Any]:
        return {name: self.getOrDefault(name) for name in names if self.isDefined(name)}


class TallyNaiveBayes(
    Estimator["TallyNaiveBayesModel"], _Shared, DefaultParamsReadable["TallyNaiveBayes"], DefaultParamsWritable
):
    """Naive Bayes whose model is the counts, as a stage of a Pipeline.

    ``labelCol`` names the classes, ``weightCol`` weights, and ``inputCols`` the features: numbers, texts, booleans, times
    and vectors as they are, nulls included; without it, all other columns are. ``count``, ``families``, ``text``
    and ``schema`` say what is counted, ``lam`` (a number, or "auto"), ``prior``, ``estimate``, ``rule`` and ``calibrate`` how the
    counts are asked, and ``loss``, ``class_weight`` and ``at_most`` what errors cost (see tally.NaiveBayes); all but the
    first may be changed in the fitted model. The vectors of a column have as many places in every row.

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
        sizes = _sizes(chosen)
        rows, arrays = _unfolded(chosen, sizes)
        rows = rows.drop(*arrays.values())
        told: dict[str, Any] = self._told(_ASKED)
        if self.isSet("schema"):
            model = fit(rows, label, schema=self.getOrDefault("schema"), weight=weight, **told)
        else:
            model = fit(rows, label, weight=weight, **told, **self._told(_COUNTED))
        model.set_params(**self._costs_of(model))
        model._costs()
        fitted: TallyNaiveBayesModel = self._copyValues(TallyNaiveBayesModel(model))
        fitted._set(vectorSizes=sizes)
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
        sizes: dict[str, int] = self.getOrDefault("vectorSizes") if self.isDefined("vectorSizes") else _sizes(dataset)
        rows, unfolded = _unfolded(dataset, sizes)
        told = {**self._told(_ASKED), **self._costs_of(self.naive_bayes)}
        answers = predict(self.naive_bayes, rows, prediction=prediction, probability=probability or None, **told)
        columns: list[Any] = []
        for name in dataset.columns:
            vector = unfolded.get(name)
            column = sql.col(quoted(name if vector is None else vector))
            columns.append(column if vector is None else sql.when(column.isNotNull(), array_to_vector(column)).alias(name))
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


def _vectors(df: DataFrame) -> list[str]:
    return [one.name for one in df.schema.fields if isinstance(one.dataType, VectorUDT)]


def _as_array(column: Any) -> Any:
    """A vector as an array. Spark's own function ends the job at a null."""
    return sql.when(column.isNotNull(), vector_to_array(column))


def _sizes(df: DataFrame) -> dict[str, int]:
    """How many places the vectors of each column have: the first that is there says it. Raises tally.DataError if none is."""
    sizes = {}
    for name in _vectors(df):
        column = sql.col(quoted(name))
        first = df.where(column.isNotNull()).select(sql.size(_as_array(column)).alias("size")).first()
        if first is None:
            raise _engine.DataError(f"the column {name!r} has no vector in any row: leave it out of inputCols")
        sizes[name] = first["size"]
    return sizes


def _unfolded(df: DataFrame, sizes: Mapping[str, int]) -> tuple[DataFrame, dict[str, str]]:
    """The DataFrame with a column for each place of a vector of a known size, "features[3]", and the vector as an array in
    the place of the vector; and the names of these arrays. A vector that is null is null in all places, one that has
    another number of places ends the job.
    """
    arrays = {name: f"{name}[]" for name in _vectors(df)}
    columns = []
    for name in df.columns:
        column = sql.col(quoted(name))
        if name in arrays:
            array = _as_array(column)
            if name in sizes:
                fault = sql.concat(
                    sql.lit(f"tally._engine.DataError: column {name!r}: a vector has "),
                    sql.size(array).cast("string"),
                    sql.lit(f" places, expected {sizes[name]} as in the first; make all vectors of the column equally long"),
                )
                right = array.isNull() | (sql.size(array) == sizes[name])
                array = sql.when(right, array).otherwise(sql.raise_error(fault).cast("array<double>"))
            column = array.alias(arrays[name])
        columns.append(column)
    places = [
        sql.get(sql.col(quoted(arrays[name])), sql.lit(place)).alias(f"{name}[{place}]")
        for name in arrays
        for place in range(sizes.get(name, 0))
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
