# SPDX-License-Identifier: Apache-2.0
"""TallyNaiveBayes as a stage of pyspark.ml: pipelines, cross-validation, persistence."""

import numpy as np
import pytest
from conftest import Table, every_family, saved
from pyspark.ml import Pipeline, PipelineModel
from pyspark.ml.evaluation import MulticlassClassificationEvaluator
from pyspark.ml.feature import StringIndexer, VectorAssembler
from pyspark.ml.tuning import CrossValidator, CrossValidatorModel, ParamGridBuilder

import tally.spark
from tally.spark import TallyNaiveBayes, TallyNaiveBayesModel


@pytest.fixture(scope="module")
def df(spark):
    names = ["colour", "odd", "size", "age", "kind"]
    return every_family(31, 500).frame(spark, 4).select(*names).where("kind is not null").cache()


def test_a_pipeline_with_cross_validation_saved_and_loaded(spark, df, tmp_path):
    stage = TallyNaiveBayes(inputCols=["colour", "odd", "size", "age"], labelCol="label", count="naive", rule="naive")
    pipeline = Pipeline(stages=[StringIndexer(inputCol="kind", outputCol="label"), stage])
    grid = ParamGridBuilder().addGrid(stage.lam, [0.01, 1.0, 100.0]).build()
    judge = MulticlassClassificationEvaluator(labelCol="label", metricName="logLoss")
    search = CrossValidator(estimator=pipeline, estimatorParamMaps=grid, evaluator=judge, numFolds=2, seed=1)
    found = search.fit(df)
    assert len(found.avgMetrics) == 3 and all(0 < metric < 10 for metric in found.avgMetrics)
    answers = found.transform(df)
    assert answers.schema["prediction"].dataType.simpleString() == "double"
    assert judge.evaluate(answers) < 2

    found.write().overwrite().save(str(tmp_path / "cv"))
    again = CrossValidatorModel.load(str(tmp_path / "cv"))
    keep = ["prediction", "probability"]
    assert again.transform(df).select(keep).collect() == answers.select(keep).collect()
    best, kept = found.bestModel.stages[-1], again.bestModel.stages[-1]
    assert isinstance(kept, TallyNaiveBayesModel) and kept.uid == best.uid
    assert kept.getOrDefault("lam") == best.getOrDefault("lam")
    assert saved(kept.naive_bayes, tmp_path) == saved(best.naive_bayes, tmp_path)


def test_the_model_is_that_of_fit(spark, df, tmp_path):
    model = TallyNaiveBayes(labelCol="kind").fit(df)
    there = tally.spark.fit(df, "kind", notes=False)
    assert saved(model.naive_bayes, tmp_path) == saved(there, tmp_path)
    answers = model.transform(df).toArrow()
    assert answers["prediction"].to_pylist() == there.predict(answers.select(df.columns)).tolist()


def test_an_estimator_saved_and_loaded(tmp_path):
    stage = TallyNaiveBayes(labelCol="kind", families={"n": "poisson"}, lam=0.25, weightCol="w")
    stage.save(str(tmp_path / "stage"))
    again = TallyNaiveBayes.load(str(tmp_path / "stage"))
    assert again.getOrDefault("families") == {"n": "poisson"} and again.getOrDefault("lam") == 0.25
    assert again.getLabelCol() == "kind" and again.uid == stage.uid


def test_vectors(spark, tmp_path):
    rows = [(float(i % 7), float(i * i % 11), float(i % 2)) for i in range(200)]
    df = Table({"a": "double", "b": "double", "label": "double"}, rows).frame(spark, 3)
    stages = [VectorAssembler(inputCols=["a", "b"], outputCol="features"), TallyNaiveBayes(inputCols=["features"])]
    model = Pipeline(stages=stages).fit(df)
    assert set(model.stages[-1].naive_bayes.families_) == {"features[0]", "features[1]"}
    model.write().overwrite().save(str(tmp_path / "pipeline"))
    answers = PipelineModel.load(str(tmp_path / "pipeline")).transform(df)
    assert answers.columns == ["a", "b", "label", "features", "prediction", "probability"]
    plain = tally.spark.fit(df, "label", schema=None, notes=False)
    rows = answers.toPandas()
    same = plain.predict_proba(rows[["a", "b"]])
    assert np.allclose(np.stack([p.toArray() for p in rows["probability"]]), same, atol=1e-12)


def test_weights(spark, tmp_path):
    rows = [("u", "a", 2.0), ("v", "b", 0.5), ("u", "b", 1.0)] * 4
    df = Table({"x": "string", "label": "string", "w": "double"}, rows).frame(spark, 2)
    model = TallyNaiveBayes(weightCol="w", count="naive").fit(df)
    assert model.naive_bayes.class_count_.tolist() == [8.0, 6.0]
