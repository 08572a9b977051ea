# SPDX-License-Identifier: Apache-2.0
"""Tables and parameters as they come: what can be read is read the same way everywhere, and the rest is
refused by an error that names the column or the parameter.
"""

import datetime
import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

import tally

UTC = datetime.timezone.utc
TABLE = {"a": [1.0, 2.0, 3.0, 4.0], "b": ["u", "v", "u", "w"], "y": ["p", "q", "p", "q"]}


def counts_of(cells, **parameters) -> dict:
    """What is counted of a column with these cells, over both classes."""
    model = tally.NaiveBayes(**parameters).fit({**TABLE, "c": cells}, "y")
    return model.counts("c").sum(axis=1).to_dict()


@pytest.mark.parametrize("kind", ["pandas", "pyarrow"])
def test_numbers_that_are_categories_are_categorical(kind):
    numbers = [7, 3, None, 7]
    if kind == "pandas":
        table = pd.DataFrame({**TABLE, "c": pd.Categorical(numbers, categories=[9, 7, 3])})
    else:
        table = pa.table({**TABLE, "c": pa.array(numbers).dictionary_encode()})
    model = tally.NaiveBayes().fit(table, "y")
    assert model.families_["c"] == "categorical"
    assert model.counts("c").sum(axis=1).to_dict() == {3: 1, 7: 2, None: 1}
    plain = tally.NaiveBayes(families={"c": "categorical"}).fit({**TABLE, "c": numbers}, "y")
    assert np.array_equal(model.predict_proba({**TABLE, "c": numbers}), plain.predict_proba(table))
    with pytest.raises(ValueError, match="'c' holds categories and cannot be gaussian"):
        tally.NaiveBayes(families={"c": "gaussian"}).fit(table, "y")
    assert tally.NaiveBayes().fit(table, "c").classes_.tolist() == [3, 7]


def test_intervals_of_a_cut_are_categories():
    cut = pd.cut(pd.Series(TABLE["a"]), [0, 2, 5])
    model = tally.NaiveBayes().fit(pd.DataFrame({**TABLE, "c": cut}), "y")
    assert model.counts("c").sum(axis=1).to_dict() == {"(0, 2]": 2, "(2, 5]": 2, None: 0}


def test_durations_are_seconds_and_points_in_time_have_zones():
    day = datetime.timedelta(1)
    expected = {"weight": 3, "sum": 3 * 86400, "square": 3 * 86400.0**2, None: 1}
    assert counts_of([day, None, day, day]) == expected
    assert counts_of(np.array([1, "NaT", 1, 1], dtype="timedelta64[D]")) == expected
    assert counts_of(pa.array([day, None, day, day])) == expected
    assert counts_of(pd.Series([day, None, day, day])) == expected
    here = datetime.timezone(datetime.timedelta(hours=2))
    first = datetime.datetime(1970, 1, 2, tzinfo=UTC)
    times = [first, None, first.astimezone(here), first.replace(tzinfo=None)]
    assert counts_of(times) == expected
    assert counts_of([np.datetime64("1970-01-02T00", "s"), None, *[np.datetime64("1970-01-02T00", "s")] * 2]) == expected
    assert counts_of([pd.NaT, "x", "x", None]) == {"x": 2, None: 2}
    assert counts_of([decimal.Decimal("1.5"), None, 1, 2.5])["sum"] == 5


@pytest.mark.parametrize(
    "cells, error",
    [
        ([b"x"] * 4, "column 'c' holds cells of type bytes"),
        ([[1], [2], [3], None], "column 'c' holds cells of type list"),
        ([{}, [1], None, None], "column 'c' mixes dict and list"),
        ([1, True, 0, False], "column 'c' mixes boolean and number"),
        ([10**400, 1, 2, 3], "column 'c' mixes number and number beyond 1.8e308"),
        (["a\ud800", "b", "a", "b"], "column 'c' has a text that is not Unicode"),
        (np.array([1j, 2, 3, 4]), "column 'c' holds complex128"),
        ([datetime.date(2024, 1, 1), datetime.timedelta(1), None, None], "column 'c' mixes date and duration"),
        ([1.0, 2.0], "different lengths"),
    ],
)
def test_what_cannot_be_read_is_named(cells, error):
    with pytest.raises(ValueError, match=error):
        tally.NaiveBayes().fit({**TABLE, "c": cells}, "y")


def test_what_is_no_table_is_refused():
    with pytest.raises(TypeError, match=r"X.collect\(\)"):
        tally.NaiveBayes().fit(pl.LazyFrame(TABLE), "y")
    with pytest.raises(ValueError, match="expected a table, found a single column"):
        tally.NaiveBayes().fit(pl.Series([1.0, 2.0]), [0, 1])
    with pytest.raises(TypeError, match="(?i)sparse"):
        tally.NaiveBayes().fit(sp.csr_array(np.eye(2)), [0, 1])
    with pytest.raises(ValueError, match="2D array"):
        tally.NaiveBayes().fit([1.0, 2.0], [0, 1])


def test_columns_without_a_header_have_numbers():
    frame = pd.DataFrame(TABLE).set_axis([0, 1, 2], axis=1)
    model = tally.NaiveBayes().fit(frame, 2)
    assert model.families_ == {"0": "gaussian", "1": "categorical"}
    expected = tally.NaiveBayes().fit(TABLE, "y")
    assert np.array_equal(model.predict_proba(frame), expected.predict_proba(TABLE))
    with pytest.raises(ValueError, match="no column '7' for the target"):
        tally.NaiveBayes().fit(frame, 7)


@pytest.mark.parametrize(
    "name, value",
    [
        *[("lam", value) for value in (-1, "x", np.nan, np.inf, None, [1, 2], True)],
        *[("prior", value) for value in ("x", [0.5, 0.6], [1], {"p": 0.5}, {"p": 0.5, "z": 0.5}, [-0.5, 1.5], 3, None)],
        *[("estimate", value) for value in ("x", None, 1)],
        *[("loss", value) for value in ([[0, 1]], {"p": {"p": 0}}, "x", -1, [[0, 1], [1, np.nan]])],
        *[("class_weight", value) for value in ("x", {"p": -1}, {"z": 1}, 3)],
        *[("families", value) for value in ({"a": "x"}, {"a": 3}, ["a"])],
        *[("n_jobs", value) for value in ("x", 1.5, True)],
    ],
)
def test_a_parameter_without_a_meaning_is_refused(name, value):
    with pytest.raises(ValueError) as caught:
        tally.NaiveBayes(**{name: value}).fit(TABLE, "y").predict(TABLE)
    assert "stored" not in str(caught.value)


def test_what_says_how_rows_are_counted_is_no_question():
    model = tally.NaiveBayes().fit(TABLE, "y")
    with pytest.raises(ValueError, match="families says how rows are counted"):
        model.predict(TABLE, families={"a": "poisson"})
    with pytest.raises(ValueError, match="Invalid parameter 'foo'"):
        model.predict(TABLE, foo=1)


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow", "arrays"])
def test_great_numbers_are_different_names(kind):
    """Neighbours beyond 2⁵³ are one double, and two classes or categories all the same."""
    y = np.array([2**60, 2**60 + 1] * 20)
    table = pd.DataFrame({"id": 2**62 - y, "x": np.arange(40.0), "y": y})
    other = {"polars": pl.from_pandas, "pyarrow": lambda frame: pa.Table.from_batches(pa.Table.from_pandas(frame).to_batches(7))}
    table = other.get(kind, lambda frame: frame)(table)
    model = tally.NaiveBayes(families={"id": "categorical"})
    model = model.fit(table.drop(columns="y"), y) if kind == "arrays" else model.fit(table, "y")
    assert model.classes_.tolist() == [2**60, 2**60 + 1]
    assert model.counts("id").index.tolist() == [2**62 - 2**60 - 1, 2**62 - 2**60, None]
    assert model.predict(table).tolist() == y.tolist() and model.score(table, y) == 1
    assert model.learn(table, y).forget(table, y).class_count_.tolist() == [20, 20]
    assert model.cv(table, y, folds=5)["accuracy"] == 1


@pytest.mark.filterwarnings("ignore:A column-vector y")  # scikit-learn says so where it is loaded
def test_a_target_may_be_a_column_of_an_array():
    column = np.array([[0], [1], [0], [1]])
    features = {name: TABLE[name] for name in ("a", "b")}
    assert tally.NaiveBayes().fit(features, column).classes_.tolist() == [0, 1]


def test_nothing_known_leaves_the_prior():
    model = tally.NaiveBayes().fit({**TABLE, "y": ["p", "p", "p", "q"]}, "y")
    assert model.explain({}).posterior == {"p": 4 / 6, "q": 2 / 6}


@pytest.mark.parametrize("name", ["a\0b.tally", b"a\0b.tally"])
def test_a_name_that_no_file_can_have(tmp_path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="no file"):
        tally.NaiveBayes().fit(TABLE, "y").save(name)
    assert not list(tmp_path.iterdir())
    tally.NaiveBayes().fit(TABLE, "y").save(b"model.tally")
    assert tally.NaiveBayes.load(tmp_path / "model.tally").classes_.tolist() == ["p", "q"]


@pytest.mark.parametrize("ask", [lambda m: m.sample(-1), lambda m: m.sample(1, seed=-1), lambda m: m.sample(1.5),
                                 lambda m: m.cv(TABLE, folds="x"), lambda m: m.cv(TABLE, folds=-2)])  # fmt: skip
def test_numbers_of_things_are_whole(ask):
    with pytest.raises(ValueError, match="must be a whole number"):
        ask(tally.NaiveBayes().fit(TABLE, "y"))
