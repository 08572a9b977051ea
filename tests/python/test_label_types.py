# SPDX-License-Identifier: Apache-2.0
"""Classes come back in the type that they had, and types are not mixed."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tally

DROPINS = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"]
X = np.array([[1.0, 0.0], [0.0, 1.0], [2.0, 2.0], [1.0, 1.0]])


@pytest.mark.parametrize(
    "dtype", ["int8", "int32", "int64", "uint8", "uint32", "float32", "float64", "bool", "U7", "O", np.dtypes.StringDType()]
)
def test_the_type_of_the_target_comes_back(dtype):
    y = np.array(["0", "1", "0", "1"] if dtype == "O" else [0, 1, 0, 1]).astype(dtype)
    model = tally.NaiveBayes(notes=False).fit(X, y)
    assert model.classes_.dtype == y.dtype
    assert model.predict(X).dtype == y.dtype
    assert model.classes_.tolist() == np.unique(y).tolist()
    table = {"p": X[:, 0], "q": X[:, 1], "y": y}
    assert tally.NaiveBayes(notes=False).fit(table, "y").predict(table).dtype == y.dtype
    assert model.learn(X, y).forget(X, y).classes_.dtype == y.dtype
    assert (model + model - model).classes_.dtype == y.dtype


@pytest.mark.parametrize(
    "column, dtype",
    [
        (pd.Series([0, 1, 0, 1], dtype="Int16"), np.int16),
        (pd.Series([0.0, 1.0, 0.0, 1.0]), np.float64),
        (pd.Series(["a", "b", "a", "b"]), object),
        (pd.Series(pd.Categorical([3, 4, 3, 4])), np.int64),
        (pd.Series(pd.Categorical(["a", "b", "a", "b"])), object),
        (pl.Series("y", [0, 1, 0, 1], dtype=pl.Int8), np.int8),
        (pl.Series("y", [0.0, 1.0, 0.0, 1.0], dtype=pl.Float32), np.float32),
        (pa.array([0, 1, 0, 1], type=pa.uint16()), np.uint16),
        ([0.0, 1.0, 0.0, 1.0], np.float64),
        ([False, True, False, True], np.bool_),
    ],
)
def test_the_type_of_a_column_of_any_library_comes_back(column, dtype):
    assert tally.NaiveBayes(notes=False).fit(X, column).predict(X).dtype == dtype
    if isinstance(column, pd.Series):
        frame = pd.DataFrame({"p": X[:, 0], "q": X[:, 1]}).assign(y=column)
        assert tally.NaiveBayes(notes=False).fit(frame, "y").predict(frame).dtype == dtype


def test_tables_of_any_library_bring_the_type():
    arrow = pa.table({"p": X[:, 0], "y": pa.array([1, 2, 1, 2], type=pa.int8())})
    for table in (arrow, pl.from_arrow(arrow), duckdb.sql("SELECT * FROM arrow")):
        assert tally.NaiveBayes(notes=False).fit(table, "y").predict(arrow).dtype == np.int8


def test_the_type_grows_with_the_classes():
    model = tally.NaiveBayes(notes=False).fit(X, np.array([1, 2, 1, 2], dtype=np.int8))
    assert model.learn(X[:1], np.array([300], dtype=np.int16)).classes_.tolist() == [1, 2, 300]
    model = tally.NaiveBayes(notes=False).fit(X, np.array(["a", "b", "a", "b"]))
    assert model.learn(X[:1], np.array(["much longer"])).classes_.tolist() == ["a", "b", "much longer"]
    assert set(model.predict(X, loss=0.01).tolist()) <= {"a", "b", "much longer", "reject"}


def test_the_type_is_not_in_the_file(tmp_path):
    for dtype in ("int8", "int64", "float32"):
        tally.NaiveBayes(notes=False).fit(X, np.array([1, 2, 1, 2], dtype=dtype)).save(tmp_path / f"{dtype}.tally")
    assert (tmp_path / "int8.tally").read_bytes() == (tmp_path / "float32.tally").read_bytes()
    assert tally.NaiveBayes.load(tmp_path / "float32.tally").classes_.dtype == np.int64


KINDS = {
    "numbers": np.array([0, 1, 0, 1]),
    "texts": np.array(["0", "1", "0", "1"]),
    "booleans": np.array([False, True, False, True]),
    "objects": np.array(["0", "1", "0", "1"], dtype=object),
}


@pytest.mark.parametrize("name", [*DROPINS, "NaiveBayes"])
@pytest.mark.parametrize("one", KINDS)
@pytest.mark.parametrize("other", KINDS)
def test_label_types_are_not_mixed(name, one, other):
    def fitted(kind):
        return getattr(tally, name)().fit(X, KINDS[kind])

    model = fitted(one)
    if {one, other} <= {"texts", "objects"} or one == other:
        model.learn(X, KINDS[other])
        assert (model + fitted(other)).class_count_.tolist() == [6, 6]
        return
    for mix in (lambda: model.learn(X, KINDS[other]), lambda: model + fitted(other)):
        with pytest.raises(ValueError, match="classes of this model are"):
            mix()
    assert model.class_count_.tolist() == [2, 2] and len(model.classes_) == 2
    if name == "NaiveBayes":
        table = {"x0": X[:, 0], "x1": X[:, 1], "target": KINDS[other].tolist()}
        with pytest.raises(ValueError, match="classes of this model are"):
            model.learn(table)


def test_whole_reals_are_the_integers():
    model = tally.NaiveBayes(notes=False).fit(X, [0, 1, 0, 1])
    assert model.learn(X, np.array([0.0, 1.0, 0.0, 1.0])).classes_.tolist() == [0, 1]
    assert tally.GaussianNB().fit(X, [0, 1, 0, 1]).learn(X, [0.0, 1.0, 0.0, 1.0]).classes_.tolist() == [0, 1]


@pytest.mark.parametrize("name", [*DROPINS, "NaiveBayes"])
def test_models_are_summed(name):
    y = np.array([0, 1, 0, 1])
    parts = [getattr(tally, name)().fit(X, y) for _ in range(3)]
    whole = sum(parts)
    assert whole.class_count_.tolist() == [6, 6] and parts[0].class_count_.tolist() == [2, 2]
    assert np.allclose(whole.predict_proba(X), getattr(tally, name)().fit(np.tile(X, (3, 1)), np.tile(y, 3)).predict_proba(X))
    assert sum(parts[:1]) is not parts[0]
    for odd in (1, 0.0, "0"):
        with pytest.raises(TypeError):
            odd + parts[0]
    with pytest.raises(ValueError, match="not fitted"):
        sum([getattr(tally, name)()])
