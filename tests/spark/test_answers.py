# SPDX-License-Identifier: Apache-2.0
"""What is answered on a cluster is what one machine answers."""

import datetime
import json
import math
from decimal import Decimal

import numpy as np
import pytest
from conftest import FAMILIES, Table, every_family, saved
from conftest import tally as program

import tally as package
import tally.spark

TARGET = ("--target", "kind")


@pytest.fixture(scope="module")
def fitted(spark, tmp_path_factory):
    """A table, its DataFrame, and the model of it."""
    folder = tmp_path_factory.mktemp("fitted")
    table = every_family(21, 700)
    schema = table.schema(folder, *TARGET, "--family", FAMILIES)
    df = table.frame(spark, 5)
    return df, tally.spark.fit(df, schema=schema)


@pytest.mark.parametrize("parameters", [{}, {"lam": 0.5, "rule": "naive"}, {"loss": 0.2}])
def test_predictions(fitted, parameters):
    df, model = fitted
    answers = tally.spark.predict(model, df, **parameters).toArrow()
    rows = answers.select(df.columns)
    there = model.asked(**parameters)
    assert answers["prediction"].to_pylist() == there.predict(rows).tolist()
    assert np.array_equal(np.array(answers["probability"].to_pylist()), there.predict_proba(rows))


def test_columns_keep_their_values_and_answers_their_types(spark, tmp_path):
    rows = [(i, f"t{i % 3}", i % 2 == 0, [i, i]) for i in range(40)]
    table = Table({"n": "int", "t": "string", "b": "boolean", "nested": "array<int>"}, rows)
    df = table.frame(spark, 3)
    for target, kind in (("n", "bigint"), ("t", "string"), ("b", "boolean")):
        model = tally.spark.fit(df.drop("nested"), target, count="naive", notes=False)
        model.save(tmp_path / f"{target}.tally")
        answers = tally.spark.predict(tmp_path / f"{target}.tally", df, probability=None)
        assert answers.schema["prediction"].dataType.simpleString() == kind
        assert sorted(answers.select("nested").toArrow()["nested"].to_pylist()) == [[i, i] for i in range(40)]


def test_what_no_class_can_have_is_null(spark):
    df = Table({"x": "string", "kind": "string"}, [("u", "a"), ("v", "b")] * 5).frame(spark, 2)
    model = tally.spark.fit(df, "kind", count="naive")
    unseen = Table({"x": "string"}, [("w",), ("u",), (None,)]).frame(spark, 1)
    answers = tally.spark.predict(model, unseen, lam=0.0).toArrow()
    told = dict(zip(answers["x"].to_pylist(), zip(answers["prediction"].to_pylist(), answers["probability"].to_pylist())))
    assert told["w"] == (None, [0.0, 0.0]) and told["u"] == ("a", [1.0, 0.0])


def test_what_cannot_be_asked(spark, fitted):
    df, model = fitted
    with pytest.raises(package.UsageError, match="no column 'colour'"):
        tally.spark.predict(model, df.drop("colour"))
    with pytest.raises(package.UsageError, match="already"):
        tally.spark.predict(model, df.withColumnRenamed("hours", "prediction").withColumnRenamed("prediction", "hours").selectExpr("*", "1 as prediction"))
    with pytest.raises(package.UsageError, match="prior"):
        tally.spark.predict(model, df, prior="estimate")


def test_explanations(fitted):
    df, model = fitted
    some = tally.spark.explain(model, df.limit(12), rule="naive").toArrow()
    rows = some.select(df.columns)
    for i, told in enumerate(some["explanation"].to_pylist()):
        why = model.explain(rows.slice(i, 1), rule="naive")
        assert told["decision"] == why.decision and told["text"] == str(why)
        assert dict(told["posterior"]) == why.posterior
        assert dict(told["contributions"]) == {c["feature"]: c["log_odds"] for c in why.contributions}


@pytest.mark.parametrize("parameters", [{}, {"rule": "naive", "lam": 0.1}])
def test_scores(fitted, parameters):
    df, model = fitted
    found = tally.spark.score(model, df, **parameters)
    there = model.assess(df.toArrow(), **parameters)
    assert found["rows"] == there["rows"]
    assert found["accuracy"] == pytest.approx(there["accuracy"], abs=1e-15)
    assert found["log_loss"] == pytest.approx(there["log_loss"], abs=1e-11)
    assert found["brier"] == pytest.approx(there["brier"], abs=1e-11)
    confusion = {t: {d: n for d, n in told.items() if n} for t, told in there["confusion"].items()}
    assert found["confusion"] == {t: told for t, told in confusion.items() if told}
    # In another order of rows, and in other partitions, to the last bit.
    assert tally.spark.score(model, df.orderBy("size").repartition(3), **parameters) == found


def test_a_score_by_weight_and_of_impossible_rows(spark):
    rows = [("u", "a", 2.0), ("v", "b", 0.5), ("u", "b", 1.0), ("v", "b", 0.0)]
    df = Table({"x": "string", "kind": "string", "w": "double"}, rows).frame(spark, 2)
    model = tally.spark.fit(df, "kind", weight="w", count="naive")
    found, there = tally.spark.score(model, df), model.assess(df.toArrow())
    assert found["rows"] == there["rows"] == 3.5
    assert found["accuracy"] == pytest.approx(there["accuracy"], abs=1e-15)
    assert found["log_loss"] == pytest.approx(there["log_loss"], abs=1e-11)
    odd = Table({"x": "string", "kind": "string", "w": "double"}, [("z", "a", 1.0), ("u", "never", 1.0)]).frame(spark, 1)
    found, there = tally.spark.score(model, odd, lam=0.0), model.assess(odd.toArrow(), lam=0.0)
    assert found["log_loss"] == math.inf and there["log_loss"] is None
    assert found["brier"] == pytest.approx(there["brier"], abs=1e-11)


TARGETS = {
    "decimal(10,2)": [Decimal("1.00"), Decimal("2.50"), None],
    "date": [datetime.date(2020, 1, 1), datetime.date(2021, 5, 5), None],
    "timestamp": [datetime.datetime(2020, 1, 1, 3, 4, 5, 600000), datetime.datetime(2021, 5, 5), None],
    "double": [1.0, 1e22, math.nan],
    "float": [0.5, 0.1, None],
    "boolean": [True, False, None],
    "bigint": [9007199254740993, 9007199254740992, None],
    "string": ["1.0", "1", ""],
}


@pytest.mark.parametrize("kind", TARGETS)
def test_scores_by_classes_of_any_type(spark, kind):
    """A truth is the class that the engine takes it for, and not how Python would write it."""
    first, second, missing = TARGETS[kind]
    rows = [(float(i % 7), [first, second, first, missing][i % 4]) for i in range(80)]
    df = Table({"x": "double", "kind": kind}, rows).frame(spark, 3)
    model = tally.spark.fit(df, schema={"columns": {"x": {"type": "number", "family": "gaussian"}, "kind": target_of(df)}})
    found, there = tally.spark.score(model, df), model.assess(df.toArrow())
    assert found["rows"] == there["rows"] == 60.0
    assert found["accuracy"] == pytest.approx(there["accuracy"], abs=1e-15)
    assert math.isfinite(found["log_loss"]) and found["log_loss"] == pytest.approx(there["log_loss"], abs=1e-11)
    assert set(found["confusion"]) == set(there["confusion"]) and len(found["confusion"]) == 2
    decided = {decision for told in found["confusion"].values() for decision in told}
    assert decided <= set(there["confusion"])


def target_of(df):
    drafted = json.loads(tally.spark.draft(df, "kind", count="naive", notes=False))
    return drafted["columns"]["kind"]


def test_weighted_folds(spark, tmp_path):
    """By weight, each fold's figures are those of the model of the other folds, and all together are their mean by weight."""
    rows = [(float(i * 37 % 11) + (i % 2), "ab"[i % 2], 0.5 + i % 3, i % 4 if i % 10 else None) for i in range(200)]
    table = Table({"x": "double", "kind": "string", "w": "double", "fold": "int"}, rows)
    schema = Table({"x": "double", "kind": "string", "w": "double"}, [row[:3] for row in rows]).schema(
        tmp_path, *TARGET, "--weight", "w", "--count", "naive")  # fmt: skip
    found = tally.spark.cross_validate(table.frame(spark, 5), fold="fold", schema=schema)
    for value, told in found["folds"].items():
        others = Table(table.types, [row for row in rows if row[3] is not None and str(row[3]) != value])
        own = Table(table.types, [row for row in rows if str(row[3]) == value])
        model = tally.spark.fit(others.frame(spark, 2), schema=schema)
        assert model.class_count_.sum() == sum(row[2] for row in others.rows)
        assert told["rows"] == sum(row[2] for row in own.rows)
        assert tally.spark.score(model, own.frame(spark, 2)) == told
    weights = {value: told["rows"] for value, told in found["folds"].items()}
    assert sorted(weights) == ["0", "1", "2", "3"]
    assert found["rows"] == sum(weights.values())
    for figure in ("accuracy", "log_loss", "brier"):
        mean = sum(weights[value] * told[figure] for value, told in found["folds"].items()) / found["rows"]
        assert found[figure] == pytest.approx(mean, abs=1e-11)


@pytest.mark.parametrize("parameters", [{"count": "naive"}, {"families": {"x": "poisson"}}, {"text": {"fold": False}}])
def test_cross_validation_of_a_schema_refuses_what_fit_refuses(spark, tmp_path, parameters):
    rows = [(float(i % 5), "ab"[i % 2], i % 2) for i in range(20)]
    df = Table({"x": "double", "kind": "string", "fold": "int"}, rows).frame(spark, 2)
    schema = tally.spark.draft(df.drop("fold"), "kind", count="naive")
    (name,) = parameters
    with pytest.raises(package.UsageError, match=f"leave {name} out, or the schema"):
        tally.spark.cross_validate(df, fold="fold", schema=schema, **parameters)
    with pytest.raises(package.UsageError, match="no column 'folds'"):
        tally.spark.cross_validate(df, fold="folds", schema=schema)


def test_exact_cross_validation(spark, tmp_path):
    """The figures are those of the program with the same folds; each fold's model is that of the other rows alone."""
    table = every_family(22, 400)
    table.rows = [row for row in table.rows if row[-1] in ("a", "b", None)]  # no class in one fold alone
    rows = [(*row, f"fold{i * 7 % 5}") for i, row in enumerate(table.rows)]
    folded = Table({**table.types, "fold": "string"}, rows)
    schema = table.schema(tmp_path, *TARGET, "--family", FAMILIES, "--count", "naive")
    found = tally.spark.cross_validate(folded.frame(spark, 6), fold="fold", schema=schema)
    said = program("cv", folded.csv(tmp_path / "folded.csv"), *TARGET, "--family", FAMILIES, "--count", "naive",
                   "--group", "fold", "--ignore", "fold", "--folds", 5, "--json")  # fmt: skip
    there = json.loads(said)
    there = there[0] if isinstance(there, list) else there
    assert found["rows"] == there["rows"]
    assert found["accuracy"] == pytest.approx(there["accuracy"], abs=1e-15)
    assert found["log_loss"] == pytest.approx(there["log_loss"], abs=1e-11)
    assert sorted(found["folds"]) == [f"fold{i}" for i in range(5)]
    for value, told in found["folds"].items():
        others = Table(table.types, [row[:-1] for row in rows if row[-1] != value])
        own = Table(table.types, [row[:-1] for row in rows if row[-1] == value])
        model = tally.spark.fit(others.frame(spark, 2), schema=schema)
        assert saved(model, tmp_path) == others.fitted(tmp_path, schema)
        assert tally.spark.score(model, own.frame(spark, 2)) == {k: v for k, v in told.items()}


def test_learn_and_forget(spark, tmp_path):
    table = every_family(23, 600)
    schema = table.schema(tmp_path, *TARGET, "--family", FAMILIES)
    first, rest = Table(table.types, table.rows[:250]), Table(table.types, table.rows[250:])
    model = tmp_path / "m.tally"
    tally.spark.fit(first.frame(spark, 2), schema=schema).save(model)
    before = model.read_bytes()
    tally.spark.learn(model, rest.frame(spark, 4))
    program("compact", model)
    assert model.read_bytes() == table.fitted(tmp_path, schema)
    tally.spark.forget(model, rest.frame(spark, 3))
    program("compact", model)
    assert model.read_bytes() == before
    with pytest.raises(package.DataError):
        tally.spark.forget(model, rest.frame(spark, 3))
    program("compact", model)
    assert model.read_bytes() == before


def test_learn_texts(spark, tmp_path):
    table = every_family(24, 300, text=True)
    places = [list(table.types).index(name) for name in ("words", "kind")]
    table = Table({"words": "string", "kind": "string"}, [tuple(row[i] for i in places) for row in table.rows])
    schema = table.schema(tmp_path, *TARGET, "--family", "words=text")
    model = tmp_path / "m.tally"
    tally.spark.fit(Table(table.types, table.rows[:100]).frame(spark, 2), schema=schema).save(model)
    tally.spark.learn(model, Table(table.types, table.rows[100:]).frame(spark, 3))
    program("compact", model)
    assert model.read_bytes() == table.fitted(tmp_path, schema)


def test_a_row_that_cannot_be_learned_changes_nothing(spark, tmp_path):
    df = Table({"x": "double", "kind": "string"}, [(float(i), "ab"[i % 2]) for i in range(40)]).frame(spark, 2)
    model = tmp_path / "m.tally"
    tally.spark.fit(df, "kind", families={"x": "gaussian"}).save(model)
    before = model.read_bytes()
    bad = Table({"x": "double", "kind": "string"}, [(1.0, "a"), (-math.inf, "b")]).frame(spark, 1)
    with pytest.raises(package.DataError, match="partition 0.*'x'.*-inf"):
        tally.spark.learn(model, bad)
    assert model.read_bytes() == before
