# SPDX-License-Identifier: Apache-2.0
"""What the drop-ins take and answer where scikit-learn's classes set the measure, or fall silent."""

import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn import naive_bayes as theirs

import tally

NAMES = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"]
X = np.array([[1, 0, 2], [0, 1, 1], [2, 2, 0], [1, 1, 1], [0, 0, 1]])
Y = np.array(["a", "b", "a", "b", "b"])
PRIORS = {
    "list": [0.25, 0.75],
    "tuple": (0.25, 0.75),
    "float16": np.array([0.25, 0.75], dtype=np.float16),
    "float32": np.array([0.25, 0.75], dtype=np.float32),
    "float64": np.array([0.25, 0.75]),
    "big endian": np.array([0.25, 0.75], dtype=">f8"),
    "strided": np.array([0.25, 9, 0.75, 9])[::2],
    "Series": pd.Series([0.25, 0.75], index=["b", "a"]),
    "whole": [0, 1],
}


@pytest.mark.filterwarnings("ignore:divide by zero")
@pytest.mark.parametrize("kind", PRIORS)
@pytest.mark.parametrize("name", NAMES)
def test_priors_of_any_type(name, kind):
    parameter = "priors" if name == "GaussianNB" else "class_prior"
    ours = getattr(tally, name)(**{parameter: PRIORS[kind]}).fit(X, Y)
    peer = getattr(theirs, name)(**{parameter: np.asarray(PRIORS[kind], dtype=float)}).fit(X, Y)
    assert ours.predict(X).tolist() == peer.predict(X).tolist()
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-10)


@pytest.mark.parametrize("kind", PRIORS)
def test_priors_of_any_type_in_a_question(kind):
    model = tally.NaiveBayes(notes=False).fit(X, Y)
    expected = model.predict_proba(X, prior=dict(zip("ab", np.asarray(PRIORS[kind], dtype=float).tolist())))
    assert np.array_equal(model.predict_proba(X, prior=PRIORS[kind]), expected)
    assert model.predict(X, prior=PRIORS[kind]).tolist() == model.classes_[expected.argmax(axis=1)].tolist()


@pytest.mark.parametrize("alpha", [np.float32(0.5), np.full(3, 0.5, dtype=np.float32), [1, 2, 1]])
@pytest.mark.parametrize("name", ["ComplementNB", "MultinomialNB"])
def test_alphas_of_any_type(name, alpha):
    exact = np.asarray(alpha, dtype=float) if np.ndim(alpha) else float(alpha)
    ours, peer = getattr(tally, name)(alpha=alpha).fit(X, Y), getattr(theirs, name)(alpha=exact).fit(X, Y)
    np.testing.assert_allclose(ours.predict_proba(X), peer.predict_proba(X), atol=1e-10)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("labels", [[0, 1, 2], [0, 1, 2, 9], ["0", "1", "2"]])
def test_frames_of_one_categorical_type(name, labels):
    """Every column has the same CategoricalDtype: what numpy makes of it is what counts."""
    dtype = pd.CategoricalDtype(labels)
    frame = pd.DataFrame({f"c{j}": pd.Categorical.from_codes(X[:, j], dtype=dtype) for j in range(3)})
    ours, peer = getattr(tally, name)().fit(frame, Y), getattr(theirs, name)().fit(X, Y)
    assert ours.predict(frame).tolist() == peer.predict(X).tolist()
    np.testing.assert_allclose(ours.predict_proba(frame), peer.predict_proba(X), atol=1e-10)
    if name in ("BernoulliNB", "CategoricalNB"):  # the others of theirs calculate with objects, and numpy objects
        same = getattr(theirs, name)().fit(frame, Y)
        np.testing.assert_allclose(ours.predict_proba(frame), same.predict_proba(frame), atol=1e-10)
    words = frame.astype(object).map(lambda cell: f"c{cell}").astype(pd.CategoricalDtype([f"c{x}" for x in labels]))
    with pytest.raises(ValueError, match="could not convert string to float: 'c|invalid literal for int.*: 'c"):
        getattr(tally, name)().fit(words, Y)


def test_frames_of_one_categorical_type_are_tables():
    dtype = pd.CategoricalDtype([0, 1, 2])
    frame = pd.DataFrame({f"c{j}": pd.Categorical.from_codes(X[:, j], dtype=dtype) for j in range(3)})
    model = tally.NaiveBayes().fit(frame, Y)
    assert set(model.families_.values()) == {"categorical"}
    assert np.allclose(model.predict_proba(frame, prior="empirical"), theirs.CategoricalNB().fit(X, Y).predict_proba(X))


# --- no spread, nothing seen ---


def test_no_spread_is_said_and_never_nan():
    X = np.array([[1.0, 5.0], [1.0, 6.0], [2.0, 7.0], [3.0, 8.0]])
    model = tally.GaussianNB(var_smoothing=0).fit(X, [0, 0, 1, 1])
    with pytest.warns(RuntimeWarning, match="feature 0 has no spread in class 0"):
        joint = model.predict_joint_log_proba([[1.0, 5.5], [2.5, 7.5], [1.5, 5.5]])
    one_feature = -0.5 * np.log(2 * np.pi * 0.25)
    assert joint[0, 0] == pytest.approx(np.log(0.5) + one_feature)  # certain of 1.0
    assert np.isneginf(joint[1:, 0]).all()
    assert not np.isnan(joint).any()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for what, nothing in (("predict_proba", 0), ("predict_log_proba", -np.inf)):
            assert not np.isnan(getattr(model, what)([[1.0, 5.5], [9.0, 9.0], [np.nan, np.nan]])).any()
            never = tally.GaussianNB(var_smoothing=0).fit([[1.0], [2.0]], [0, 1])
            assert getattr(never, what)([[3.0]]).tolist() == [[nothing, nothing]]
        assert model.predict([[2.5, 7.5]]).tolist() == [1]
        model = tally.GaussianNB(var_smoothing=0).fit([[1.0], [2.0]], [0, 1])
        assert not np.isnan(model.predict_proba([[1.0], [2.0], [3.0]])).any()
        assert model.predict([[1.0], [2.0]]).tolist() == [0, 1]


def test_with_spread_nothing_is_said():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tally.GaussianNB(var_smoothing=0).fit([[1.0], [2.0], [2.0], [3.0]], [0, 0, 1, 1]).predict([[1.0]])
        tally.GaussianNB().fit([[1.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]).predict([[1.0]])


def test_no_spread_in_a_table_is_never_nan():
    model = tally.NaiveBayes().fit({"a": [1.0, 1.0, 2.0, 3.0], "b": [5.0, 5.0, 5.0, 5.0], "y": [0, 0, 1, 1]}, "y")
    for question in ({}, {"lam": 0}, {"estimate": "ml"}, {"estimate": "map"}, {"estimate": "bayes"}):
        answers = model.predict_log_proba({"a": [1.0, 1.5, None, 1e300], "b": [5.0, 6.0, None, -1e300]}, **question)
        assert not np.isnan(answers).any()


def test_a_class_that_never_saw_a_feature_answers_by_all_of_it():
    X = np.array([[1.0, np.nan], [2.0, np.nan], [4.0, 7.0], [6.0, 9.0]])
    y = [0, 0, 1, 1]
    model = tally.GaussianNB(var_smoothing=0).fit(X, y)
    alone = tally.GaussianNB(var_smoothing=0).fit(X[:, :1], y)
    own = alone.predict_joint_log_proba([[1.5]])[0, 0]
    for second in (0.0, 7.0, 1e100):
        of_all = -0.5 * (np.log(2 * np.pi) + (second - 8) ** 2)  # 7 and 9: mean 8, variance 1
        assert model.predict_joint_log_proba([[1.5, second]])[0, 0] == pytest.approx(own + of_all, rel=1e-14)
    assert model.predict_joint_log_proba([[1.5, np.nan]])[0, 0] == pytest.approx(own, rel=1e-14)
    assert model.theta_[0].tolist() == [1.5, 0] and model.var_[0].tolist() == [0.25, 0]
    smoothed = tally.GaussianNB(var_smoothing=0.5).fit(X, y)
    epsilon = 0.5 * X[:, 0].var()
    assert smoothed.epsilon_ == pytest.approx(epsilon) and smoothed.var_[0, 1] == smoothed.epsilon_
    difference = np.subtract(*smoothed.predict_joint_log_proba([[1.5, 7.0], [1.5, 8.0]])[:, 0])
    assert difference == pytest.approx(-0.5 / (1 + epsilon))


@pytest.mark.parametrize("name", ["BernoulliNB", "CategoricalNB", "MultinomialNB"])
def test_without_smoothing_what_was_never_seen_is_even(name):
    """With alpha = 0 a class that saw no value of a feature has 0 / 0 for its shares: the limit is 1 / S."""
    X = np.array([[1.0, np.nan], [0.0, np.nan], [1.0, 1.0], [1.0, 0.0]])
    rows = X[2:] if name != "MultinomialNB" else np.array([[0.0, 1.0]])
    if name == "MultinomialNB":
        X = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0], [1.0, 0.0]])
    model = getattr(tally, name)(alpha=0.0).fit(X, [0, 0, 1, 1])
    joint = model.predict_joint_log_proba(rows)
    assert not np.isnan(joint).any() and not np.isnan(model.predict_proba(rows)).any()
    nearly = getattr(tally, name)(alpha=1e-13).fit(X, [0, 0, 1, 1])
    np.testing.assert_allclose(joint[:, 0], nearly.predict_joint_log_proba(rows)[:, 0], rtol=1e-11)
    if name != "MultinomialNB":
        alone = getattr(tally, name)(alpha=0.0).fit(X[:, :1], [0, 0, 1, 1])
        expected = alone.predict_joint_log_proba(rows[:, :1])[:, 0] - np.log(2)
        np.testing.assert_allclose(joint[:, 0], expected, rtol=1e-14)
