# SPDX-License-Identifier: Apache-2.0
"""The model files of the drop-in classes: the command line answers as they do, adds up, forgets, explains; and back."""

import base64
import io
import json
import pickle
import subprocess
import warnings

import numpy as np
import pandas as pd
import pytest
from conftest import DATA
from sklearn.naive_bayes import BernoulliNB as TheirBernoulliNB
from sklearn.naive_bayes import GaussianNB as TheirGaussianNB

import tally

MODELS = {
    "GaussianNB": tally.GaussianNB,
    "BernoulliNB": tally.BernoulliNB,
    "MultinomialNB": tally.MultinomialNB,
    "CategoricalNB": tally.CategoricalNB,
}
PARAMETERS = {
    "GaussianNB": [{}, {"var_smoothing": 0.01, "priors": [0.2, 0.5, 0.3]}, {"var_smoothing": 0.0}],
    "BernoulliNB": [{}, {"alpha": 0.1, "binarize": 1.5}, {"alpha": 1e-12, "force_alpha": False, "fit_prior": False}],
    "MultinomialNB": [{}, {"alpha": 0.01, "class_prior": [2.0, 5.0, 3.0]}, {"alpha": [0.5] * 4, "fit_prior": False}],
    "CategoricalNB": [{}, {"alpha": 0.3, "min_categories": 7}, {"class_prior": [0.2, 0.5, 0.3]}],
}
CASES = [(name, place) for name in MODELS for place in range(3)]


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def rows_for(name, seed=0, rows=150):
    rng = np.random.default_rng(seed)
    y = np.array(["ham", "other", "spam"])[rng.integers(0, 3, rows)]
    X = (rng.normal(size=(rows, 4)) + 0.8 * (y == "spam")[:, np.newaxis]) * [1, 1e3, 1e-3, 1]
    if name != "GaussianNB":
        X = rng.poisson(1 + (y == "spam")[:, np.newaxis], (rows, 4)).astype(float)
        X[:4, 0] = 0, 1, 2, 3
    X[rng.random(X.shape) < 0.05] = np.nan
    return X, y, rng.exponential(size=rows)


def made(name):
    """With categories that are declared: scikit-learn's are all below the largest, those of a file the ones that rows have."""
    return MODELS[name](**({"min_categories": 12} if name == "CategoricalNB" else {}))


def table_of(X, y=None, names=None):
    frame = pd.DataFrame(X, columns=names or [f"x{j}" for j in range(X.shape[1])])
    return frame if y is None else frame.assign(target=y)


def joint_of(program, model, rows):
    answers = pd.read_csv(io.StringIO(run(program, "predict", model, rows, "--log-joint")))
    joint = answers[[name for name in answers if name.startswith("log_joint")]].to_numpy(float)
    return joint, answers["prediction"].astype(str).to_numpy()


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name, place", CASES)
def test_the_program_answers_as_the_class_does(name, place, weighted, tmp_path, program):
    X, y, w = rows_for(name)
    model = MODELS[name](**PARAMETERS[name][place]).fit(X, y, sample_weight=w if weighted else None)
    model.save(tmp_path / "m.tally")
    new = rows_for(name, seed=1)[0]
    table_of(new).to_csv(tmp_path / "rows.csv", index=False)
    joint, decided = joint_of(program, tmp_path / "m.tally", tmp_path / "rows.csv")
    expected = model.predict_joint_log_proba(new)
    if PARAMETERS[name][place].get("class_prior") == [2.0, 5.0, 3.0]:
        expected = expected - np.log(10)  # a file has a prior that sums to 1
    np.testing.assert_allclose(joint, expected, rtol=1e-9, atol=1e-9)
    assert decided.tolist() == model.predict(new).tolist()

    loaded = MODELS[name].load(tmp_path / "m.tally")
    np.testing.assert_allclose(loaded.predict_proba(new), model.predict_proba(new), rtol=1e-9, atol=1e-12)
    assert loaded.classes_.tolist() == model.classes_.tolist()
    np.testing.assert_array_equal(loaded.class_count_, model.class_count_)
    loaded.save(tmp_path / "again.tally")
    if not (name == "GaussianNB" and weighted):  # its share of the variance is rounded once more
        assert (tmp_path / "again.tally").read_bytes() == (tmp_path / "m.tally").read_bytes()


@pytest.mark.parametrize("name", MODELS)
def test_the_program_adds_up_forgets_and_explains(name, tmp_path, program):
    X, y, _ = rows_for(name)
    parts = [slice(0, 90), slice(90, None)]
    for place, part in enumerate(parts):
        made(name).fit(X[part], y[part]).save(tmp_path / f"{place}.tally")
    whole = made(name).fit(X, y)
    whole.save(tmp_path / "whole.tally")
    run(program, "merge", tmp_path / "0.tally", tmp_path / "1.tally", "-o", tmp_path / "sum.tally")
    merged = MODELS[name].load(tmp_path / "sum.tally")
    np.testing.assert_array_equal(merged.predict_proba(X), whole.predict_proba(X))
    if name != "MultinomialNB":  # whose missing cells are those of the group
        assert merged._table == whole._table

    table_of(X[parts[1]], y[parts[1]]).to_csv(tmp_path / "second.csv", index=False)
    run(program, "forget", tmp_path / "whole.tally", tmp_path / "second.csv")
    left = MODELS[name].load(tmp_path / "whole.tally")
    np.testing.assert_array_equal(left.class_count_, made(name).fit(X[parts[0]], y[parts[0]]).class_count_)
    np.testing.assert_allclose(left.predict_proba(X), whole.forget(X[parts[1]], y[parts[1]]).predict_proba(X), rtol=1e-12)

    told = json.loads(run(program, "explain", tmp_path / "0.tally", tmp_path / "second.csv", "--row", "0", "--json"))
    first = made(name).fit(X[parts[0]], y[parts[0]])
    assert told["prior"]["spam"]["p"] == pytest.approx(np.exp(np.log(first.class_count_ / 90))[2])
    assert "target" in run(program, "show", tmp_path / "0.tally")


@pytest.mark.parametrize("name", MODELS)
def test_left_out_rows_are_scored_exactly_and_a_loss_is_taken(name, tmp_path, program):
    X, y, _ = rows_for(name, rows=60)
    model = made(name).fit(X, y)
    model.save(tmp_path / "m.tally")
    table_of(X, y).to_csv(tmp_path / "t.csv", index=False)
    # By hand: without its row, each is another fit.
    losses = []
    for row in range(len(X)):
        other = np.arange(len(X)) != row
        without = made(name).fit(X, y).forget(X[[row]], y[[row]])
        refitted = made(name).fit(X[other], y[other])
        np.testing.assert_array_equal(without.predict_proba(X[[row]]), refitted.predict_proba(X[[row]]))
        losses.append(-without.predict_log_proba(X[[row]])[0, model.classes_.tolist().index(y[row])])
    question = ["--prior", "empirical", *(["--var-smoothing", "1e-9"] if name == "GaussianNB" else [])]
    summary = json.loads(
        run(program, "cv", tmp_path / "t.csv", "--schema", tmp_path / "m.tally", "--loo", "--json", *question)
    )
    assert summary["log_loss"] == pytest.approx(np.mean(losses), rel=1e-9)

    (tmp_path / "loss.csv").write_text("decide,ham,other,spam\nham,0,1,50\nother,1,0,50\nspam,5,5,0\n")
    answers = run(program, "predict", tmp_path / "m.tally", tmp_path / "t.csv", "--loss", tmp_path / "loss.csv")
    decided = pd.read_csv(io.StringIO(answers))["prediction"].to_numpy()
    risk = model.predict_proba(X) @ np.array([[0, 1, 50], [1, 0, 50], [5, 5, 0]]).T
    assert decided.tolist() == model.classes_[risk.argmin(axis=1)].tolist()
    assert decided.tolist() != model.predict(X).tolist()


def test_what_the_program_has_fitted_is_loaded(tmp_path, program):
    run(program, "fit", DATA / "iris.csv", "--target", "species", "--count", "naive", "-o", tmp_path / "iris.tally")
    iris = pd.read_csv(DATA / "iris.csv")
    names = ["petal_length", "petal_width", "sepal_length", "sepal_width"]
    loaded = tally.GaussianNB.load(tmp_path / "iris.tally")
    assert loaded.feature_names_in_.tolist() == names
    peer = TheirGaussianNB().fit(iris[names], iris["species"])
    np.testing.assert_allclose(loaded.predict_proba(iris[names]), peer.predict_proba(iris[names]), atol=1e-10)
    turned = tally.GaussianNB.load(tmp_path / "iris.tally", columns=names[::-1])
    np.testing.assert_allclose(turned.predict_proba(iris[names[::-1]]), loaded.predict_proba(iris[names]), rtol=1e-11)
    with pytest.raises(ValueError, match="the features of the model are petal_length, petal_width"):
        tally.GaussianNB.load(tmp_path / "iris.tally", columns=names[:2])
    with pytest.raises(ValueError, match="the feature 'petal_length' is gaussian, expected bernoulli"):
        tally.BernoulliNB.load(tmp_path / "iris.tally")
    # Learning goes on: as if all had been one table.
    again = tally.GaussianNB.load(tmp_path / "iris.tally").forget(iris[names][::2], iris["species"][::2])
    halved = tally.GaussianNB().fit(iris[names][1::2], iris["species"][1::2])
    assert again._table == halved._table


def test_what_a_question_asks_becomes_parameters_or_a_warning(tmp_path):
    table = {"a": [1.0, 2.0, 4.0, 6.0], "b": [0.5, 0.25, 3.0, 9.0], "y": ["p", "p", "q", "q"]}
    tally.NaiveBayes(notes=False, count="naive", prior="uniform", estimate="ml").fit(table, "y").save(tmp_path / "ml.tally")
    with pytest.warns(UserWarning, match="the file asks for variance_floor 0.001"):
        model = tally.GaussianNB.load(tmp_path / "ml.tally")
    assert model.priors == [0.5, 0.5] and model.var_smoothing == 1e-9
    families = {"a": "bernoulli", "b": "bernoulli"}
    zeros = {"a": [0, 1, 1, 0], "b": [1, 1, 0, 0], "y": [True, False, True, False]}
    told = dict(families=families, notes=False, count="naive")
    tally.NaiveBayes(**told, prior={True: 0.9, False: 0.1}, lam=0.25).fit(zeros, "y").save(tmp_path / "b.tally")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = tally.BernoulliNB.load(tmp_path / "b.tally")
    assert model.get_params() == tally.BernoulliNB(alpha=0.25, class_prior=[0.1, 0.9], binarize=0.0).get_params()
    peer = TheirBernoulliNB(alpha=0.25, class_prior=[0.1, 0.9]).fit(np.array([zeros["a"], zeros["b"]]).T, zeros["y"])
    np.testing.assert_allclose(model.predict_proba([[1, 0]]), peer.predict_proba([[1, 0]]))
    tally.NaiveBayes(**told, lam="auto").fit(zeros, "y").save(tmp_path / "auto.tally")
    with pytest.warns(UserWarning) as said:
        assert tally.BernoulliNB.load(tmp_path / "auto.tally").alpha == 1
    assert ["lambda 'auto'" in str(one.message) or "prior 'smoothed'" in str(one.message) for one in said] == [True, True]


def test_a_class_and_a_category_without_a_row_stay(tmp_path, program):
    model = tally.CategoricalNB().partial_fit([[0, 1], [3, 0]], ["b", "c"], classes=["a", "b", "c"])
    model.save(tmp_path / "m.tally")
    loaded = tally.CategoricalNB.load(tmp_path / "m.tally")
    assert loaded.classes_.tolist() == ["a", "b", "c"] and loaded.n_categories_.tolist() == [4, 2]
    (tmp_path / "rows.csv").write_text("x0,x1\n2,1\n9,0\n")
    joint, _ = joint_of(program, tmp_path / "m.tally", tmp_path / "rows.csv")
    np.testing.assert_allclose(joint, model.predict_joint_log_proba([[2, 1], [9, 0]]), rtol=1e-12)


def test_names_of_any_kind(tmp_path):
    frame = pd.DataFrame({"target": [1.0, 2.0, 5.0], "b, c": [0.0, 4.0, 1.0]})
    for classes in (np.array([3, 1, 3]), np.array([True, False, True]), np.array([0.0, 2.0, 0.0]), np.array(["x", "1", "x"], dtype=object)):
        model = tally.GaussianNB(var_smoothing=0.5).fit(frame, classes)
        model.save(tmp_path / "m.tally")
        loaded = tally.GaussianNB.load(tmp_path / "m.tally", columns=frame.columns)
        assert loaded.classes_.tolist() == model.classes_.tolist()
        np.testing.assert_allclose(loaded.predict_proba(frame), model.predict_proba(frame), rtol=1e-12)


def test_parameters_of_numpy_are_numbers(tmp_path):
    X, y = np.array([[1.0, 0.5], [0.0, 2.0], [3.0, 1.0]]), [0, 1, 1]
    tally.GaussianNB(var_smoothing=np.float32(0.5), priors=np.array([0.5, 0.5], dtype=np.float32)).fit(X, y).save(tmp_path / "m.tally")
    assert tally.GaussianNB.load(tmp_path / "m.tally").get_params() == {"priors": [0.5, 0.5], "var_smoothing": 0.5}
    tally.BernoulliNB(alpha=np.float32(0.5), binarize=np.float32(0.25)).fit(X, y).save(tmp_path / "m.tally")
    loaded = tally.BernoulliNB.load(tmp_path / "m.tally")
    assert (loaded.alpha, loaded.binarize) == (0.5, 0.25)


def test_what_no_file_says_is_refused(tmp_path):
    X, y = [[1, 0], [0, 2], [1, 1]], [0, 1, 1]
    path = tmp_path / "m.tally"
    with pytest.raises(ValueError, match="alpha is an array"):
        tally.MultinomialNB(alpha=[1, 2]).fit(X, y).save(path)
    with pytest.raises(ValueError, match="no spread"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tally.GaussianNB(var_smoothing=0).fit(X, y).save(path)
    with pytest.raises(ValueError, match="no spread"):  # where rows differ, they weigh nothing
        tally.GaussianNB().fit([[1.0], [1.0], [9.0]], [0, 1, 1], sample_weight=[1, 1, 0]).save(path)
    with pytest.raises(ValueError, match="tally 'x1' has a negative count of 'false'"):
        tally.BernoulliNB(binarize=None).fit(X, y).save(path)
    with pytest.raises(ValueError, match="not fitted"):
        tally.BernoulliNB().save(path)
    with pytest.raises(ValueError, match="no probabilities of columns"):
        tally.ComplementNB().fit(X, y).save(path)
    assert not path.exists()
    gap = tally.NaiveBayes(families={"k": "categorical"}, notes=False).fit({"k": [1, 2, 1], "y": ["p", "q", "q"]}, "y")
    gap.save(path)
    with pytest.raises(ValueError, match="categories of 'k' are not 0, 1, 2"):
        tally.CategoricalNB.load(path)
    with pytest.raises(FileNotFoundError):
        tally.BernoulliNB.load(tmp_path / "none.tally")


def test_pickles_of_before_are_read():
    """Written when each class had a table of its own; the rows have a missing cell."""
    kept = json.loads((DATA / "dropin-pickles.json").read_text())
    X = np.array(kept["rows"], dtype=float)
    for one in kept["models"]:
        model = pickle.loads(base64.b64decode(one["pickle"]))
        np.testing.assert_allclose(model.predict_joint_log_proba(X), one["joint"], rtol=1e-12)
        weights = kept["weights"] if one["weighted"] else None
        assert model._table == type(model)(**model.get_params()).fit(X, kept["classes"], sample_weight=weights)._table
        assert model.forget(X[:1], kept["classes"][:1], sample_weight=weights and weights[:1]).class_count_[1] > 0
