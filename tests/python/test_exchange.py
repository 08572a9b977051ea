# SPDX-License-Identifier: Apache-2.0
"""Fitted classes of scikit-learn become Tally's, and back."""

import io
import subprocess

import numpy as np
import pandas as pd
import pytest
import tally
from sklearn import naive_bayes as theirs
from sklearn.exceptions import NotFittedError


def counts(rng, rows, columns):
    return rng.poisson(rng.exponential(2, columns), (rows, columns)).astype(float)


MAKE = {
    "MultinomialNB": (counts, [{}, {"alpha": 0.3}, {"fit_prior": False}]),
    "ComplementNB": (counts, [{}, {"norm": True, "alpha": 0.1}]),
    "BernoulliNB": (counts, [{}, {"binarize": 1.5}, {"class_prior": [0.2, 0.3, 0.5]}]),
    "CategoricalNB": (lambda rng, rows, columns: rng.integers(0, rng.integers(1, 6, columns), (rows, columns)), [{}, {"min_categories": 9}]),
    "GaussianNB": (lambda rng, rows, columns: rng.standard_t(3, (rows, columns)) * 10.0 ** rng.integers(-3, 4, columns), [{}, {"var_smoothing": 1e-3}, {"priors": [0.2, 0.3, 0.5]}]),
}
CASES = [(name, parameters) for name, (_, all_parameters) in MAKE.items() for parameters in all_parameters]


@pytest.fixture(params=CASES, ids=[f"{name}-{'-'.join(parameters) or 'plain'}" for name, parameters in CASES])
def case(request):
    name, parameters = request.param
    rng = np.random.default_rng(5)
    X = MAKE[name][0](rng, 300, 12)
    y = np.array(["b", "a", "c"])[rng.integers(0, 3, 300)]
    return name, parameters, X, y


def fitted_names(name):
    return {"GaussianNB": ["theta_", "var_"], "CategoricalNB": ["category_count_"]}.get(name, ["feature_count_"]) + ["class_count_"]


def same_counts(name, one, other):
    for attribute in fitted_names(name):
        for a, b in zip(getattr(one, attribute), getattr(other, attribute), strict=True):
            if name == "GaussianNB":
                np.testing.assert_allclose(a, b, rtol=1e-12)
            else:
                np.testing.assert_array_equal(a, b)  # whole rows: exactly


def test_from_scikit_learn(case):
    name, parameters, X, y = case
    if name == "GaussianNB":
        with pytest.raises(TypeError, match="rounded means and variances and no counts: fit tally.GaussianNB"):
            tally.from_sklearn(theirs.GaussianNB().fit(X, y))
        return
    fitted = getattr(theirs, name)(**parameters).fit(X, y)
    model = tally.from_sklearn(fitted)
    assert type(model) is getattr(tally, name) and model.get_params() == fitted.get_params()
    same_counts(name, model, fitted)
    np.testing.assert_allclose(model.predict_proba(X), fitted.predict_proba(X), rtol=0, atol=1e-9)
    assert (model.predict(X) == fitted.predict(X)).all()


def test_to_scikit_learn(case):
    name, parameters, X, y = case
    model = getattr(tally, name)(**parameters).fit(X, y)
    fitted = tally.to_sklearn(model)
    assert type(fitted) is getattr(theirs, name) and model.get_params() == fitted.get_params()
    same_counts(name, model, fitted)
    np.testing.assert_allclose(model.predict_proba(X), fitted.predict_proba(X), rtol=0, atol=1e-9)


def test_there_and_back_and_on_with_learning(case):
    """What was taken over learns and forgets as what had counted all rows itself."""
    name, parameters, X, y = case
    if name == "GaussianNB":
        return
    model = tally.from_sklearn(getattr(theirs, name)(**parameters).fit(X[:200], y[:200]))
    same_counts(name, model.learn(X[200:], y[200:]), getattr(tally, name)(**parameters).fit(X, y))
    same_counts(name, model.forget(X[:50], y[:50]), getattr(tally, name)(**parameters).fit(X[50:], y[50:]))
    again = tally.from_sklearn(tally.to_sklearn(model))
    same_counts(name, again, model)


@pytest.mark.parametrize("name", [name for name in MAKE if name != "GaussianNB"])
def test_weights_and_classes_that_nobody_was_of(name):
    rng = np.random.default_rng(8)
    X, y, w = MAKE[name][0](rng, 60, 5), rng.integers(0, 2, 60), rng.uniform(0.01, 2, 60)
    fitted = getattr(theirs, name)().partial_fit(X, y, classes=[0, 1, 2], sample_weight=w)
    model = tally.from_sklearn(fitted)
    assert list(model.classes_) == [0, 1, 2]
    np.testing.assert_allclose(model.class_count_, fitted.class_count_, rtol=1e-12)
    np.testing.assert_allclose(model.predict_proba(X), fitted.predict_proba(X), rtol=0, atol=1e-9)


def test_what_was_taken_over_is_a_file_that_the_program_answers_from(case, program, tmp_path):
    """scikit-learn's counts, saved, asked by `tally predict`: what scikit-learn itself says."""
    name, parameters, X, y = case
    if name == "GaussianNB":  # has no counts: see above
        return
    fitted = getattr(theirs, name)(**parameters).fit(X, y)
    model = tally.from_sklearn(fitted)
    if name == "ComplementNB":
        with pytest.raises(ValueError, match="no file has a question for them: save a MultinomialNB"):
            model.save(tmp_path / "m.tally")
        return
    model.save(tmp_path / "m.tally")
    pd.DataFrame(X, columns=[f"x{j}" for j in range(X.shape[1])]).to_csv(tmp_path / "rows.csv", index=False)
    told = subprocess.run([program, "predict", tmp_path / "m.tally", tmp_path / "rows.csv"], capture_output=True, text=True, check=True).stdout
    np.testing.assert_allclose(pd.read_csv(io.StringIO(told)).filter(regex=r"^p\(").to_numpy(), fitted.predict_proba(X), rtol=0, atol=1e-9)


def test_names_of_columns_are_kept():
    frame = pd.DataFrame({"a": [1.0, 2, 3, 4], "b": [4.0, 3, 2, 1]})
    model = tally.from_sklearn(theirs.MultinomialNB().fit(frame, [0, 0, 1, 1]))
    assert list(model.feature_names_in_) == ["a", "b"]
    assert list(tally.to_sklearn(model).feature_names_in_) == ["a", "b"]
    assert (model.predict(frame) == [0, 0, 1, 1]).all()


def test_what_is_none_of_the_five_is_refused():
    from sklearn.linear_model import LogisticRegression

    with pytest.raises(TypeError, match="expected a naive Bayes class of scikit-learn, not LogisticRegression"):
        tally.from_sklearn(LogisticRegression())
    with pytest.raises(TypeError, match="expected a drop-in class of tally, not NaiveBayes"):
        tally.to_sklearn(tally.NaiveBayes())
    with pytest.raises(NotFittedError):
        tally.from_sklearn(theirs.BernoulliNB())
    with pytest.raises(NotFittedError):
        tally.to_sklearn(tally.GaussianNB())
