# SPDX-License-Identifier: Apache-2.0
"""Models that are put away: pickled by every protocol, by skops, and in the file of the command line."""

import base64
import copy
import json
import pickle
import pickletools
import subprocess
import warnings
import zlib
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
import skops.io

import tally

NAMES = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"]
X = np.array([[1, 0, 2], [0, 1, 1], [2, 2, 0], [1, 1, 1]])
Y = np.array(["a", "b", "a", "b"])
TABLE = {"size": [1.5, 2.5, 7.0, 8.0], "colour": ["red", "red", "blue", None], "kind": [3, 3, 7, 7]}


def dropin(name):
    return getattr(tally, name)().fit(X, Y)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("name", [*NAMES, "NaiveBayes"])
def test_every_protocol_of_pickle(name, protocol):
    model = tally.NaiveBayes().fit(TABLE, "kind") if name == "NaiveBayes" else dropin(name)
    rows = TABLE if name == "NaiveBayes" else X
    model.predict(rows)  # what was worked out is not pickled
    again = pickle.loads(pickle.dumps(model, protocol))
    assert np.array_equal(again.predict_proba(rows), model.predict_proba(rows))
    assert again.classes_.dtype == model.classes_.dtype
    assert name != "NaiveBayes" or list(again.families_) == list(model.families_) == ["size", "colour"]
    assert (again + model).class_count_.tolist() == (2 * model.class_count_).tolist()
    empty = pickle.loads(pickle.dumps(type(model)(), protocol))
    with pytest.raises(ValueError, match="not fitted"):
        empty.predict(rows)


@pytest.mark.parametrize("name", [*NAMES, "NaiveBayes"])
def test_skops_keeps_models_without_pickle(name, tmp_path):
    model = tally.NaiveBayes(families={"size": "gaussian"}).fit(TABLE, "kind") if name == "NaiveBayes" else dropin(name)
    rows = TABLE if name == "NaiveBayes" else X
    skops.io.dump(model, tmp_path / "model.skops")
    asked = skops.io.get_untrusted_types(file=tmp_path / "model.skops")
    assert asked == [f"{type(model).__module__}.{name}"]
    again = skops.io.load(tmp_path / "model.skops", trusted=asked)
    assert np.array_equal(again.predict_proba(rows), model.predict_proba(rows))
    assert again.get_params() == model.get_params()
    frame = pd.DataFrame(X, columns=list("pqr")) if name != "NaiveBayes" else pd.DataFrame(TABLE)
    named = type(model)().fit(frame, Y if name != "NaiveBayes" else "kind")
    skops.io.dump(named, tmp_path / "model.skops")
    again = skops.io.load(tmp_path / "model.skops", trusted=asked)
    assert again.feature_names_in_.tolist() == named.feature_names_in_.tolist()


def test_tables_that_were_pickled_before_rules_came_are_read(tmp_path):
    """A class and attributes by these names, the counts as a model file of format 1: so pickles stay readable."""
    kept = json.loads((Path(__file__).parents[1] / "data" / "table-pickles.json").read_text())
    columns = kept["columns"]
    for one in kept["models"]:
        stored = zlib.decompress(base64.b64decode(one["pickle"]))
        names = {argument for _, argument, _ in pickletools.genops(stored) if isinstance(argument, str)}
        assert {"tally._naive_bayes", "NaiveBayes", "_model", "_label_dtype", "_knows_order", "classes_"} <= names
        assert names.isdisjoint({"calibrate", "count", "rule", "unlabelled", "at_most"})  # parameters that came later
        rows = dict(columns)
        if one["numbers"]:
            rows["y"] = np.array([3 if y == "ham" else 7 for y in columns["y"]], dtype=np.int32)
        model = pickle.loads(stored)
        assert model.get_params()["count"] == "naive"
        assert (model.lam, model.prior, model.families) == (one["lam"], one["prior"], kept["families"])
        assert (model.classes_.dtype == np.int32) == one["numbers"]
        np.testing.assert_allclose(model.predict_log_proba(rows), one["log_proba"], rtol=0, atol=1e-9)
        fresh = tally.NaiveBayes(**{**model.get_params(), "notes": False}).fit(rows, "y")
        model.learn(rows, "y").forget(rows, "y")
        files = [tmp_path / f"{one['lam']}-{one['numbers']}-{place}.tally" for place in range(2)]
        model.save(files[0])
        fresh.save(files[1])
        assert files[0].read_bytes() == files[1].read_bytes()


def test_a_copy_shares_the_counts_and_a_deep_one_does_not():
    model = dropin("GaussianNB")
    assert copy.copy(model)._table is model._table
    deep = copy.deepcopy(model)
    assert deep._table is not model._table and np.array_equal(deep.theta_, model.theta_)


def test_load_restores_the_parameters(tmp_path):
    told = dict(
        lam=0.5,
        prior={3: 0.25, 7: 0.75},
        estimate="bayes",
        loss={3: {3: 0.0, 7: 1.0}, 7: {3: 5.0, 7: 0.0}},
        class_weight={3: 2.0, 7: 1.0},
        families={"colour": "text:boolean"},
        text={"ngrams": (1, 2), "fold": False},
    )
    model = tally.NaiveBayes(**told).fit(TABLE, "kind")
    model.save(tmp_path / "model.tally")
    loaded = tally.NaiveBayes.load(tmp_path / "model.tally")
    assert {name: value for name, value in loaded.get_params().items() if name in told} == told
    assert np.array_equal(loaded.risk(TABLE), model.risk(TABLE))
    assert loaded.predict(TABLE).tolist() == model.predict(TABLE).tolist()
    assert loaded.families_ == model.families_  # by the schema
    again = tally.NaiveBayes(**{**loaded.get_params()}).fit(TABLE, "kind")
    again.save(tmp_path / "again.tally")
    assert (tmp_path / "again.tally").read_bytes() == (tmp_path / "model.tally").read_bytes()
    arrays = tally.NaiveBayes(loss=np.array([[0, 1], [5, 0]]), prior=[0.5, 0.5]).fit(TABLE, "kind")
    arrays.save(tmp_path / "arrays.tally")
    loaded = tally.NaiveBayes.load(tmp_path / "arrays.tally")
    assert loaded.loss == [[0, 1], [5, 0]] and loaded.prior == {3: 0.5, 7: 0.5}
    assert np.array_equal(loaded.risk(TABLE), arrays.risk(TABLE))
    plain = tally.NaiveBayes().fit(TABLE, "kind")
    plain.save(tmp_path / "plain.tally")
    assert tally.NaiveBayes.load(tmp_path / "plain.tally").get_params() == tally.NaiveBayes().get_params()


@pytest.mark.parametrize(
    "families, text, restored",
    [
        ({"w": "text"}, {"tokens": "regex:[a-z ]+", "once": True, "longest_token": 9}, {"w": "text"}),
        ({"w": "text:complement"}, {"tokens": "char", "ngrams": 3, "max_terms": 5}, {"w": "text:complement"}),
        ({"w": "text"}, {"han_pairs": True, "ngrams": 2}, {"w": "text"}),
        ({"n": "multinomial:words", "m": "multinomial:words"}, None, {"m": "multinomial:words", "n": "multinomial:words"}),
        ({"n": "poisson:m", "b": "categorical"}, None, {"n": "poisson:m", "b": "categorical"}),
        ({"n": "bernoulli", "m": "categorical"}, None, {"n": "bernoulli", "m": "categorical"}),
        ({"n": "gaussian", "w": "categorical"}, None, None),
    ],
)
def test_load_restores_what_the_columns_are(families, text, restored, tmp_path):
    table = {"n": [1, 2, 0], "m": [2.0, 1.0, 3.0], "w": ["a b c", "b", "c d"], "b": [True, False, True], "y": ["p", "q", "p"]}
    tally.NaiveBayes(families=families, text=text).fit(table, "y").save(tmp_path / "one.tally")
    loaded = tally.NaiveBayes.load(tmp_path / "one.tally")
    assert loaded.families == restored and loaded.text == text
    tally.NaiveBayes(**loaded.get_params()).fit(table, "y").save(tmp_path / "two.tally")
    assert (tmp_path / "one.tally").read_bytes() == (tmp_path / "two.tally").read_bytes()


@pytest.mark.parametrize("kind", ["dict", "pandas", "polars", "command line"])
def test_a_file_knows_columns_by_name(kind, tmp_path, program):
    rng = np.random.default_rng(0)
    table = {name: rng.normal(size=30) for name in ("z", "a", "m")}
    table = {"z": table["z"], "y": np.array(["p", "q"])[np.arange(30) % 2], "a": table["a"], "m": 5 + 3 * table["m"]}
    file = tmp_path / "model.tally"
    if kind == "command line":
        pd.DataFrame(table).to_csv(tmp_path / "t.csv", index=False)
        subprocess.run([program, "fit", str(tmp_path / "t.csv"), "--target", "y", "-o", str(file)], check=True)
    else:
        made = {"pandas": pd.DataFrame, "polars": pl.DataFrame}.get(kind, dict)(table)
        tally.NaiveBayes().fit(made, "y").save(file)
    loaded = tally.NaiveBayes.load(file)
    # The order of a table's columns is not in the file: the same rows give the same bytes.
    assert list(loaded.families_) == loaded.feature_names_in_.tolist() == ["a", "m", "z"]
    array = np.column_stack([table[name] for name in ("z", "a", "m")])
    with pytest.raises(ValueError, match=r"does not tell the order of its columns.*the features are a, m, z"):
        loaded.predict_proba(array)
    told = tally.NaiveBayes.load(file, columns=["z", "a", "m"])
    assert list(told.families_) == told.feature_names_in_.tolist() == ["z", "a", "m"]
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        by_place = told.predict_proba(array)
    assert np.array_equal(by_place, loaded.predict_proba(table))
    with pytest.raises(ValueError, match="columns lacks a feature of the model: 'm'"):
        tally.NaiveBayes.load(file, columns=["z", "a"])
    shuffled = tally.NaiveBayes().fit({name: table[name] for name in ("m", "z", "a", "y")}, "y")
    assert list((loaded + shuffled).families_) == ["a", "m", "z"]  # two orders are none
    assert list((loaded + loaded).families_) == ["a", "m", "z"]


def test_a_file_of_arrays_knows_their_order(tmp_path):
    rng = np.random.default_rng(1)
    array = rng.normal(size=(40, 12)) * np.arange(1, 13)
    model = tally.NaiveBayes().fit(array, np.arange(40) % 2)
    model.save(tmp_path / "array.tally")
    loaded = tally.NaiveBayes.load(tmp_path / "array.tally")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert np.array_equal(loaded.predict_proba(array), model.predict_proba(array))
