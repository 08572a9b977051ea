# SPDX-License-Identifier: Apache-2.0
"""What the columns are is found out by the command line's rules, from all cells."""

import copy
import io
import pickle
import subprocess
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

import tally

pytestmark = pytest.mark.filterwarnings("ignore::tally.DraftWarning")

CODES = np.array([100, 7, 3, 55, 18, 21, -4, 80, 64, 2, 9, 31])


def columns(rows=300, seed=0) -> pd.DataFrame:
    """A column of every kind that is told by its cells, with holes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, rows)
    frame = pd.DataFrame(
        {
            "bit": rng.integers(0, 2, rows),
            "pair": 1 + (rng.random(rows) < 0.2 + 0.3 * y).astype(int),
            "code": CODES[(rng.integers(0, 4, rows) * 3 + y) % 12],
            "level": np.clip(np.round(rng.normal(5 + y, 1.5, rows)), 0, 12).astype(int),
            "many": rng.integers(0, 50, rows),
            "size": rng.normal(y, 1),
            "flag": rng.random(rows) < 0.5,
            "name": [f"n{i}" for i in rng.permutation(rows)],
            "run": 1 + rng.permutation(rows),
            "user_id": rng.permutation(rows) * 13,
            "all": rng.permutation(rows) * 13,
            "colour": np.array(["red", "green", "blue"])[rng.integers(0, 3, rows)],
            "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 90, rows), unit="D"),
            "story": [f"it was the best of times and number {i} of them" for i in rng.permutation(rows)],
            "kind": np.array(["low", "mid", "high"])[y],
        }
    )
    for name in ("bit", "pair", "code", "level", "size"):
        frame[name] = frame[name].astype("Float64" if name == "size" else "Int64").mask(rng.random(rows) < 0.05)
    frame.loc[rng.random(rows) < 0.05, "name"] = None
    return frame


FAMILIES = {
    "bit": "bernoulli",
    "pair": "categorical",
    "code": "categorical",
    "level": "gaussian",
    "many": "gaussian",
    "size": "gaussian",
    "flag": "bernoulli",
    "all": "gaussian",
    "colour": "categorical",
    "day": "gaussian",
    "story": "text",
}
LEFT_OUT = ["name", "run", "user_id"]


def image(model, folder) -> bytes:
    path = folder / "image.tally"
    path.unlink(missing_ok=True)
    model.save(path)
    return path.read_bytes()


def of_program(program, frame, folder, *options) -> bytes:
    table, model = folder / "table.csv", folder / "program.tally"
    frame.to_csv(table, index=False)
    model.unlink(missing_ok=True)
    subprocess.run([program, "fit", table, "--target", "kind", "-o", model, *options], check=True, capture_output=True)
    return model.read_bytes()


@pytest.mark.parametrize("rows", [12, 25, 61, 300, 20_000])
def test_the_command_line_gives_the_same_bytes(rows, tmp_path, program):
    frame = columns(rows)
    model = tally.NaiveBayes().fit(frame, "kind")
    assert image(model, tmp_path) == of_program(program, frame, tmp_path)
    if rows == 300:
        assert model.families_ == FAMILIES


def test_weights_and_declarations_give_the_same_bytes(tmp_path, program):
    frame = columns().assign(weight=np.arange(300) % 4 / 2)
    model = tally.NaiveBayes().fit(frame, "kind", sample_weight="weight")
    assert image(model, tmp_path) == of_program(program, frame, tmp_path, "--weight", "weight")
    by_array = tally.NaiveBayes().fit(frame.drop(columns="weight"), "kind", sample_weight=frame["weight"].to_numpy())
    assert by_array.families_ == model.families_
    told = {"bit": "gaussian", "code": "gaussian", "level": "categorical", "name": "categorical", "run": "gaussian"}
    options = [part for name, family in told.items() for part in ("--family", f"{name}={family}")]
    model = tally.NaiveBayes(families=told).fit(columns(), "kind")
    assert image(model, tmp_path) == of_program(program, columns(), tmp_path, *options)
    assert {name: model.families_[name] for name in told} == told


@pytest.mark.parametrize("seed", range(6))
def test_small_tables_give_the_same_bytes(seed, tmp_path, program):
    rng = np.random.default_rng(seed)
    rows = int(rng.integers(8, 90))
    frame = pd.DataFrame({f"x{k}": rng.integers(0, k, rows) - rng.integers(0, 2) for k in (1, 2, 3, 5, 15, 20, 21, 40)})
    frame["x_id"] = rng.permutation(3 * rows)[:rows]
    frame["great"] = rng.integers(0, 3, rows) + 9_007_199_254_740_991
    frame["late"] = [None] * (rows - 3) + [1.5, 2, 3]
    frame["kind"] = np.array(["a", "b", "c"])[rng.integers(0, 3, rows)]
    assert image(tally.NaiveBayes().fit(frame, "kind"), tmp_path) == of_program(program, frame, tmp_path)


def test_every_library_finds_the_same(tmp_path):
    frame = columns().drop(columns="day")
    arrow = pa.Table.from_pandas(frame, preserve_index=False)
    expected = image(tally.NaiveBayes().fit(frame, "kind"), tmp_path)
    chunks = pa.Table.from_batches(arrow.to_batches(max_chunksize=7))
    lists = {name: [None if pd.isna(cell) else cell for cell in frame[name]] for name in frame}
    for table in (arrow, chunks, pl.from_arrow(arrow), lists):
        assert image(tally.NaiveBayes().fit(table, "kind"), tmp_path) == expected
    y = frame.pop("kind")
    for classes in (y, y.to_numpy(), y.tolist()):
        assert tally.NaiveBayes().fit(frame, classes).families_ == {n: f for n, f in FAMILIES.items() if n != "day"}
    backwards = tally.NaiveBayes(n_jobs=2).fit(frame.assign(kind=y).iloc[::-1], "kind")
    assert image(backwards, tmp_path) == expected


def test_the_types_of_a_table_hold(tmp_path):
    rows = 40
    table = pd.DataFrame(
        {
            "digits": [str(i % 3) for i in range(rows)],
            "category": pd.Categorical(np.arange(rows) % 3),
            "names": pd.Categorical([f"n{i}" for i in range(rows)]),
            "truth": np.arange(rows) % 3 == 0,
            "ends": [i % 2 for i in range(rows)],
            "y": ["p", "q"] * (rows // 2),
        }
    )
    model = tally.NaiveBayes().fit(table, "y")
    assert model.families_ == {
        "digits": "categorical",
        "category": "categorical",
        "names": "categorical",
        "truth": "bernoulli",
        "ends": "bernoulli",
    }
    assert model.counts("digits").index.tolist() == ["0", "1", "2", None]
    assert model.counts("category").index.tolist() == [0, 1, 2, None]
    renamed = tally.NaiveBayes().fit(table[["names"]], table["y"])
    assert renamed.predict(table[["names"]].to_numpy()).tolist() == table["y"].tolist()


def test_learn_forget_and_sums_keep_the_schema(tmp_path):
    frame = columns()
    whole = tally.NaiveBayes(count="naive").fit(frame, "kind")
    expected = image(whole, tmp_path)
    other = columns(50, seed=1).assign(code=list(range(50)), run=None)
    assert image(copy.deepcopy(whole).learn(other).forget(other), tmp_path) == expected
    assert image(whole + whole - whole, tmp_path) == expected
    assert image(pickle.loads(pickle.dumps(whole)), tmp_path) == expected
    assert image(tally.NaiveBayes(count="naive").learn(frame, "kind"), tmp_path) == expected
    with pytest.raises(ValueError, match="the schemas differ: column 'code' is .* here and .* there"):
        whole + tally.NaiveBayes(count="naive", families={"code": "gaussian"}).fit(frame, "kind")


def test_what_is_left_out_is_not_asked_for(tmp_path):
    frame = columns()
    model = tally.NaiveBayes(count="naive").fit(frame, "kind")
    expected = model.predict_proba(frame)
    assert np.array_equal(model.predict_proba(frame.drop(columns=[*LEFT_OUT, "kind"])), expected)
    assert model.n_features_in_ == 14 and model.feature_names_in_.tolist() == list(frame.drop(columns="kind"))
    assert list(model.families_) == list(FAMILIES)
    model.learn(frame.drop(columns=LEFT_OUT)).forget(frame.drop(columns=LEFT_OUT))
    assert np.array_equal(model.predict_proba(frame), expected)
    with pytest.raises(ValueError, match="has no column|no such column"):
        model.explain({"user_id": 3})
    assert set(model.sample(2)) == {*FAMILIES, "kind"}


def test_arrays_line_up_with_what_was_fitted():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 60)
    X = np.column_stack([np.arange(60), rng.integers(0, 2, 60), rng.normal(y), rng.integers(0, 3, 60) + y])
    model = tally.NaiveBayes().fit(X, y)
    assert model.n_features_in_ == 4 and "x0" not in model.families_ and model.families_["x1"] == "bernoulli"
    assert list(model.families_) == ["x1", "x2", "x3"]
    expected = model.predict_proba(X)
    other = X.copy()
    other[:, 0] = -1
    assert np.array_equal(model.predict_proba(other), expected)
    with pytest.raises(ValueError, match="X has 3 features, but NaiveBayes is expecting 4"):
        model.predict(X[:, 1:])
    frame = pd.DataFrame(X, columns=list("abcd"))
    named = tally.NaiveBayes().fit(frame, y)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        assert np.array_equal(named.predict_proba(X), expected)
    with pytest.raises(ValueError, match="no feature is left.*differs in every row.*families="):
        tally.NaiveBayes().fit(X[:, :1], y)
    assert tally.NaiveBayes(families={"x0": "gaussian"}).fit(X[:, :1], y).families_ == {"x0": "gaussian"}


def test_cross_validation_drafts_as_fit_does(program, tmp_path):
    frame = columns()
    found = tally.NaiveBayes().cv(frame, "kind", folds=5)
    table = tmp_path / "table.csv"
    frame.to_csv(table, index=False)
    run = subprocess.run(
        [program, "cv", table, "--target", "kind", "--folds", "5", "--json"], check=True, capture_output=True, text=True
    )
    told = pd.read_json(io.StringIO(run.stdout), typ="series")
    for name in ("accuracy", "log_loss"):
        assert found[name] == pytest.approx(told[name], rel=1e-12)
    fitted = tally.NaiveBayes(families=FAMILIES | {"bit": "categorical"})
    kept = frame[[*FAMILIES, "kind"]]
    assert fitted.cv(kept, "kind", folds=5)["rows"] == found["rows"]


def test_clones_and_scikit_learns_cross_validation():
    frame = columns(600).drop(columns="story")
    y = frame.pop("kind")
    model = tally.NaiveBayes()
    scores = cross_val_score(model, frame, y, cv=3, error_score="raise")
    assert np.array_equal(scores, cross_val_score(clone(model), frame, y, cv=3, error_score="raise"))
    again = clone(model.fit(frame, y)).fit(frame, y)
    assert again.families_ == model.families_
    assert np.array_equal(again.predict_proba(frame), model.predict_proba(frame))


def test_a_file_makes_the_same_model_again(tmp_path):
    frame = columns()
    model = tally.NaiveBayes().fit(frame, "kind")
    expected = image(model, tmp_path)
    loaded = tally.NaiveBayes.load(tmp_path / "image.tally")
    assert loaded.families_ == dict(sorted(FAMILIES.items()))
    assert np.array_equal(loaded.predict_proba(frame), model.predict_proba(frame))
    assert image(tally.NaiveBayes(**loaded.get_params()).fit(frame, "kind"), tmp_path) == expected


def test_rows_without_a_class_say_nothing_about_columns(tmp_path, program):
    frame = columns(80)
    frame["only"] = [i if kind == "low" else None for i, kind in enumerate(frame["kind"])]
    frame.loc[frame["kind"] == "low", "kind"] = None
    with warnings.catch_warnings(record=True) as noticed:
        warnings.simplefilter("always")
        model = tally.NaiveBayes().fit(frame, "kind")
    assert "only" not in model.families_
    assert any("'only' has no value in any row" in str(warning.message) for warning in noticed)
    assert image(model, tmp_path) == of_program(program, frame, tmp_path)
    with pytest.raises(ValueError, match="no row has a class and a weight above 0"):
        tally.NaiveBayes().fit(frame, "kind", sample_weight=frame["kind"].isna().astype(float))


def test_what_the_first_part_does_not_show(tmp_path, program):
    half = 12_000
    frame = pd.DataFrame(
        {
            "text": ["a" * 100] * half + [f"{i} " * 20 for i in range(half)],
            "few": [1, 2, 3] * (half // 3) + list(range(half)),
            "measure": [0, 1] * (half // 2) + [0.5 * i for i in range(half)],
            "great": [9_007_199_254_740_993, 9_007_199_254_740_992] * half,
            "kind": ["p", "q", "q", "p", "q"] * (2 * half // 5),
        }
    )
    model = tally.NaiveBayes().fit(frame, "kind")
    assert model.families_ == {"text": "text", "few": "gaussian", "measure": "gaussian", "great": "categorical"}
    assert image(model, tmp_path) == of_program(program, frame, tmp_path)
    assert model.counts("great").index.tolist() == [9_007_199_254_740_992, 9_007_199_254_740_993, None]
    assert tally.NaiveBayes().cv(frame, "kind", folds=2)["rows"] == 2 * half
