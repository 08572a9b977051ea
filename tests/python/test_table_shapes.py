# SPDX-License-Identifier: Apache-2.0
"""Tables, rows and targets in the shapes that people have them in."""

import datetime
import warnings

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tally

TABLE = {"z": [1.0, 2.0, 3.0, 4.0], "b": ["u", "v", "u", "w"], "a": [True, False, True, True], "y": ["p", "q", "p", "q"]}
FEATURES = {name: TABLE[name] for name in ("z", "b", "a")}
MODEL = tally.NaiveBayes().fit(TABLE, "y")
ANSWER = MODEL.predict_proba(TABLE)


# --- rows ---


def test_a_dict_of_scalars_is_a_row():
    row = {"z": 1.0, "b": "u", "a": True}
    assert np.array_equal(MODEL.predict_proba(row), ANSWER[:1])
    assert MODEL.predict({**row, "z": None, "y": "q"}).shape == (1,)
    assert np.array_equal(MODEL.predict_proba({"z": np.float32(1), "b": np.str_("u"), "a": np.array(True)}), ANSWER[:1])
    assert MODEL.learn({**row, "y": "p"}).forget({**row, "y": "p"}).class_count_.tolist() == [2, 2]
    assert tally.NaiveBayes().fit({**row, "y": "p"}, "y").classes_.tolist() == ["p"]
    with pytest.raises(ValueError, match="'b' is a column and 'z' a single cell, 1.0"):
        MODEL.predict({"z": 1.0, "b": ["u", "v"], "a": [True, False]})


def test_a_series_is_a_row():
    frame = pd.DataFrame(TABLE)
    for place in range(4):
        assert np.array_equal(MODEL.predict_proba(frame.iloc[place]), ANSWER[place : place + 1])
    assert np.array_equal(MODEL.predict_proba(frame[["a", "b", "z"]].iloc[1]), ANSWER[1:2])
    assert MODEL.explain(frame.iloc[0]).posterior == MODEL.explain(frame[:1]).posterior
    with pytest.raises((ValueError, TypeError)):
        MODEL.predict(frame["z"])


def test_records_are_rows():
    frame = pd.DataFrame(TABLE)
    assert np.array_equal(MODEL.predict_proba(frame.to_dict("records")), ANSWER)
    assert np.array_equal(MODEL.predict_proba(tuple(frame.to_dict("records"))), ANSWER)
    assert np.array_equal(MODEL.predict_proba(frame.to_records(index=False)), ANSWER)
    structured = np.array(
        list(zip(*FEATURES.values())), dtype=[("z", "f8"), ("b", "U1"), ("a", "?")]
    )
    assert np.array_equal(MODEL.predict_proba(structured), ANSWER)
    assert np.array_equal(MODEL.predict_proba(structured[2]), ANSWER[2:3])
    again = tally.NaiveBayes().fit(frame.to_dict("records"), "y")
    assert np.array_equal(again.predict_proba(TABLE), ANSWER)
    some = [{"z": 1.0, "b": "u"}, {"a": True, "z": 3.0, "b": None}]
    expected = MODEL.predict_proba({"z": [1.0, 3.0], "b": ["u", None], "a": [None, True]})
    assert np.array_equal(MODEL.predict_proba(some), expected)


# --- targets ---


@pytest.mark.parametrize(
    "make", [pd.DataFrame, pl.DataFrame, pa.table, dict, lambda y: duckdb.from_arrow(pa.table(y))],
    ids=["pandas", "polars", "pyarrow", "dict", "duckdb"],
)  # fmt: skip
def test_a_table_of_one_column_is_a_target(make, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = tally.NaiveBayes().fit(FEATURES, make({"y": TABLE["y"]}))
    model.save(tmp_path / "one.tally")
    MODEL.save(tmp_path / "two.tally")
    assert (tmp_path / "one.tally").read_bytes() == (tmp_path / "two.tally").read_bytes()
    assert model.score(FEATURES, make({"y": TABLE["y"]})) == MODEL.score(TABLE)
    with pytest.raises(ValueError, match="y should be one column, got a table of 2"):
        tally.NaiveBayes().fit(FEATURES, {"y": TABLE["y"], "w": TABLE["y"]})


def test_a_target_that_is_called_like_a_feature():
    """A Series keeps the name of what it was worked out from."""
    frame = pd.DataFrame({"age": [30.5, 50.25, 20.75, 60.5, None, 44.25], "job": list("abcabc")})
    y = (frame["age"] > 40).rename("age")
    model = tally.NaiveBayes(notes=False).fit(frame, y)
    assert list(model.feature_names_in_) == ["age", "job"]
    assert model.families_ == {"age": "gaussian", "job": "categorical"}
    assert model.score(frame, y) == tally.NaiveBayes(notes=False).fit(frame, y.to_numpy()).score(frame, y.to_numpy())
    assert model.learn(frame, y).class_count_.sum() == 12
    nullable = frame.astype({"age": "Float64"})
    assert "age" in tally.NaiveBayes(notes=False).fit(nullable, (nullable["age"] > 40).fillna(False)).families_
    # The column itself is the target.
    assert list(tally.NaiveBayes(notes=False).fit(frame, frame["job"]).families_) == ["age"]
    assert list(tally.NaiveBayes(notes=False).fit(frame, frame[["job"]]).families_) == ["age"]


@pytest.mark.filterwarnings("ignore:A column-vector y")
@pytest.mark.parametrize("name", ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"])
@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame])
def test_a_table_of_one_column_is_a_target_of_a_drop_in(name, make):
    X = np.array([[1, 0], [0, 1], [2, 2], [1, 1]])
    model = getattr(tally, name)().fit(X, make({"y": TABLE["y"]}))
    assert model.learn(X, make({"y": TABLE["y"]})).class_count_.tolist() == [4, 4]


# --- times ---


def test_times_of_day_are_seconds_since_midnight():
    times = [datetime.time(0, 0, 1), None, datetime.time(1), datetime.time(0, 0, 0, 500_000)]
    frames = [
        {**TABLE, "t": times},
        pd.DataFrame({**TABLE, "t": times}),
        pd.DataFrame({**TABLE, "t": pd.Series(times, dtype=pd.ArrowDtype(pa.time64("us")))}),
        pl.DataFrame({**TABLE, "t": times}),
        pa.table({**TABLE, "t": pa.array(times, type=pa.time64("us"))}),
        pa.table({**TABLE, "t": pa.array(times, type=pa.time32("ms"))}),
    ]
    for table in frames:
        counts = tally.NaiveBayes().fit(table, "y").counts("t").sum(axis=1)
        assert counts["sum"] == 3601.5 and counts["weight"] == 3, type(table)
    with pytest.raises(ValueError, match="column 't' mixes number and time of day"):
        tally.NaiveBayes().fit({**TABLE, "t": [1, datetime.time(1), None, None]}, "y")


# --- arrays and names ---


def test_arrays_after_a_named_fit_are_taken_by_place():
    frame = pd.DataFrame({"z": [1.0, 2.0, 3.0, 4.0], "a": [0.5, 0.1, 0.9, 0.7], "y": TABLE["y"]})
    model = tally.NaiveBayes().fit(frame, "y")
    array = frame[["z", "a"]].to_numpy()
    expected = model.predict_proba(frame)
    sentence = "X does not have valid feature names, but NaiveBayes was fitted with feature names"
    for X in (array, array.tolist()):
        with pytest.warns(UserWarning, match=sentence) as caught:
            assert np.array_equal(model.predict_proba(X), expected)
        assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match=sentence):
        assert model.learn(array, TABLE["y"]).class_count_.tolist() == [4, 4]
    with pytest.raises(ValueError, match="X has 3 features, but NaiveBayes is expecting 2 features as input"):
        model.predict(np.ones((1, 3)))


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table, dict])
def test_names_after_a_fit_without_are_taken_by_place(make):
    X = np.array([[1.0, 0.5], [2.0, 0.1], [3.0, 0.9], [4.0, 0.7]])
    model = tally.NaiveBayes().fit(X, TABLE["y"])
    with pytest.warns(UserWarning, match="X has feature names, but NaiveBayes was fitted without feature names"):
        answers = model.predict_proba(make({"z": X[:, 0], "a": X[:, 1]}))
    assert np.array_equal(answers, model.predict_proba(X))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        by_name = model.predict_proba(make({"x1": X[:, 1], "x0": X[:, 0]}))
    assert np.array_equal(by_name, answers)


class Untouched:
    """A column that must not be looked at."""

    def __len__(self):
        raise AssertionError("the length of a column that the model does not read")

    def __iter__(self):
        raise AssertionError("the cells of a column that the model does not read")


def test_columns_that_the_model_does_not_read_are_not_touched():
    odd = [1, "two", None, object()]
    nested = pa.array([[1], [2], None, [3]])
    tables = [
        {**FEATURES, "other": Untouched()},
        {**FEATURES, "other": odd},
        {**FEATURES, "other": 7},
        {**FEATURES, "other": [1, 2]},  # of another length
        pd.DataFrame({**FEATURES, "other": odd}),
        pa.table({**FEATURES, "other": nested}),
        pl.from_arrow(pa.table({**FEATURES, "other": nested})),
        pd.DataFrame({**TABLE, "other": [1j, 2, 3, 4]}),
        {**FEATURES, "y": [object()] * 4},
    ]
    for table in tables:
        assert np.array_equal(MODEL.predict_proba(table), ANSWER)
    for table in tables[:-1]:
        table = table.drop(columns="y", errors="ignore") if isinstance(table, pd.DataFrame) else table
        assert MODEL.learn(table, TABLE["y"]).forget(table, TABLE["y"]).class_count_.tolist() == [2, 2]
    row = {"z": 1.0, "b": "u", "a": True, "other": [1, 2, 3]}
    assert np.array_equal(MODEL.predict_proba(row), ANSWER[:1])


# --- arrays of texts, whose code points the engine reads where numpy keeps them ---


@pytest.mark.parametrize("order", ["contiguous", "strided", "reversed", "swapped"])
def test_an_array_of_texts_says_what_its_list_says(order, tmp_path):
    words = ["u", "", "ü", "日本", "𝄞", "u\0v", "longer than the others", " u", "nan"]
    rng = np.random.default_rng(3)
    cells = [words[place] for place in rng.integers(0, len(words), 400)]
    classes = [("p", "日", "q𝄞")[place] for place in rng.integers(0, 3, 400)]

    def array_of(texts):
        array = np.array(texts)
        return {
            "contiguous": lambda: array,
            "strided": lambda: np.repeat(array, 2)[::2],
            "reversed": lambda: np.array(texts[::-1])[::-1],
            "swapped": lambda: array.astype(array.dtype.newbyteorder()),
        }[order]()

    images = []
    for of in (list, array_of):
        model = tally.NaiveBayes(notes=False).fit({"word": of(cells), "one": of(cells[::-1])}, of(classes))
        model.save(tmp_path / "model.tally")
        images.append((tmp_path / "model.tally").read_bytes())
    assert images[0] == images[1]


def test_arrays_of_texts_without_a_text():
    empty = np.array(["", "", ""])
    with pytest.warns(tally.DraftWarning, match="column 'b' has no value"):
        model = tally.NaiveBayes().fit({"z": [1.0, 2.0, 3.0], "b": empty}, ["p", "q", "p"])
    assert list(model.families_) == ["z"]
    with pytest.raises(ValueError, match="column 'b' has a text that is not Unicode"):
        tally.NaiveBayes().fit({"z": [1.0, 2.0], "b": np.array(["x", "half \ud800"])}, ["p", "q"])
