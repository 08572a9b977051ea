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


def vectors(*told):
    from pyspark.ml.linalg import Vectors

    return [None if one is None else Vectors.dense(one) if isinstance(one, list) else Vectors.sparse(*one) for one in told]


def vector_frame(spark, rows):
    from pyspark.ml.linalg import VectorUDT
    from pyspark.sql.types import DoubleType, StructField, StructType

    kinds = StructType([StructField("features", VectorUDT()), StructField("label", DoubleType())])
    return spark.createDataFrame(rows, kinds).coalesce(1)


def test_a_vector_that_is_null_is_missing_in_all_places(spark, tmp_path):
    some = vectors(None, [1.0, 2.0], (2, {0: 3.0}), [2.0, 5.0], None, [4.0, 4.5])
    df = vector_frame(spark, [(one, float(i % 2)) for i, one in enumerate(some * 5)])
    model = TallyNaiveBayes(count="naive", families={"features*": "gaussian"}).fit(df)
    plain = [(None, None) if one is None else tuple(one.toArray().tolist()) for one in some * 5]
    rows = [(*places, float(i % 2)) for i, places in enumerate(plain)]
    there = tally.spark.fit(Table({"features[0]": "double", "features[1]": "double", "label": "double"}, rows).frame(spark, 1),
                            "label", count="naive", families={"features*": "gaussian"})  # fmt: skip
    assert saved(model.naive_bayes, tmp_path) == saved(there, tmp_path)
    answers = model.transform(df).collect()
    found = [None if row.features is None else row.features.toArray().tolist() for row in answers]
    assert found == [None if one is None else one.toArray().tolist() for one in some * 5]
    assert all(row.prediction in (0.0, 1.0) for row in answers)


def test_vectors_of_unequal_length_are_refused(spark, tmp_path):
    even = vector_frame(spark, [(one, float(i % 2)) for i, one in enumerate(vectors([1.0, 2.0], [2.0, 3.0], [2.5, 1.0]))])
    for odd in ([1.0, 2.0, 3.0], [1.0]):
        uneven = even.union(vector_frame(spark, [(vectors(odd)[0], 1.0)])).coalesce(1)
        with pytest.raises(tally.DataError, match=f"'features': a vector has {len(odd)} places, expected 2"):
            TallyNaiveBayes(count="naive").fit(uneven)
    model = TallyNaiveBayes(count="naive").fit(even)
    model.write().overwrite().save(str(tmp_path / "model"))
    longer = vector_frame(spark, [(vectors([1.0, 2.0, 3.0])[0], 1.0)])
    for one in (model, TallyNaiveBayesModel.load(str(tmp_path / "model"))):
        with pytest.raises(Exception, match="a vector has 3 places, expected 2"):
            one.transform(longer).collect()
    with pytest.raises(tally.DataError, match="'features' has no vector in any row"):
        TallyNaiveBayes(count="naive").fit(vector_frame(spark, [(None, 1.0), (None, 0.0)]))


def test_what_errors_cost_is_kept_and_asked(spark, tmp_path):
    rows = [(float(i % 7) + (i % 3 == 0), float(i % 3 == 0)) for i in range(300)]
    df = Table({"x": "double", "label": "double"}, rows).frame(spark, 2)
    costs = {"loss": {0.0: {0.0: 0, 1.0: 9}, 1.0: {0.0: 1, 1.0: 0}}, "class_weight": {0.0: 1.0, 1.0: 2.0}}
    stage = TallyNaiveBayes(count="naive", lam="auto", prior="uniform", **costs)
    stage.save(str(tmp_path / "stage"))
    there = tally.NaiveBayes(count="naive", lam="auto", prior="uniform", notes=False, **costs).fit(df.toArrow(), "label")

    def agrees(model, **parameters):
        """Whether the answers about these rows, in whatever order they come, are those of the estimator."""
        answers = model.transform(df).toArrow()
        return answers["prediction"].to_pylist() == there.predict(answers.select(["x"]), **parameters).tolist()

    rows = df.drop("label").toArrow()
    plain = {"loss": None, "class_weight": None}
    assert there.predict(rows).tolist() != there.predict(rows, **plain).tolist(), "the costs change nothing"
    for one in (stage, TallyNaiveBayes.load(str(tmp_path / "stage"))):
        assert one.getOrDefault("lam") == "auto"
        model = one.fit(df)
        assert agrees(model) and not agrees(model, **plain)
        model.write().overwrite().save(str(tmp_path / "model"))
        again = TallyNaiveBayesModel.load(str(tmp_path / "model"))
        assert agrees(again)
        other = {again.getParam("loss"): None, again.getParam("class_weight"): None}
        assert agrees(again.copy(other), **plain)
    with pytest.raises(ValueError, match="loss"):
        TallyNaiveBayes(count="naive", loss={"zero": {"zero": 1}}).fit(df)


def test_calibrated_and_bounded(spark):
    rows = [(float(i * 31 % 17) + 3 * (i % 2), float(i * 7 % 13) + 2 * (i % 2), float(i % 2)) for i in range(600)]
    df = Table({"x": "double", "y": "double", "label": "double"}, rows).frame(spark, 2)
    stage = TallyNaiveBayes(rule="naive", calibrate=True, at_most=(1.0, 0.0, 0.05), families={"*": "gaussian"})
    there = tally.NaiveBayes(rule="naive", calibrate=True, at_most=(1.0, 0.0, 0.05), families={"*": "gaussian"}, notes=False)
    there.fit(df.toArrow(), "label")
    answers = stage.fit(df).transform(df).toArrow()
    features = answers.select(["x", "y"])
    assert answers["prediction"].to_pylist() == there.predict(features).tolist()
    assert there.predict(features).tolist() != there.predict(features, at_most=None).tolist()
    same = there.predict_proba(features)
    found = np.array([row["values"] for row in answers["probability"].to_pylist()])
    assert np.array_equal(found, same)
    assert not np.array_equal(same, there.predict_proba(features, calibrate=False))
