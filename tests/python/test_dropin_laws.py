# SPDX-License-Identifier: Apache-2.0
"""What the drop-ins can do beyond scikit-learn, and the laws behind it."""

import pickle
import re

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from sklearn import naive_bayes as theirs
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import tally

CLASSES = {
    "GaussianNB": tally.GaussianNB,
    "BernoulliNB": tally.BernoulliNB,
    "MultinomialNB": tally.MultinomialNB,
    "ComplementNB": tally.ComplementNB,
    "CategoricalNB": tally.CategoricalNB,
}


def rows_for(name, rows=200, seed=0):
    """Rows that the class takes, three classes, and real weights."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, 6)) * [1, 1e3, 1e-3, 1, 1, 1e8]
    if name != "GaussianNB":
        X = np.floor(np.abs(rng.normal(size=(rows, 6))) * 3)
    return X, rng.integers(0, 3, rows), rng.exponential(size=rows)


@pytest.fixture(params=sorted(CLASSES))
def name(request):
    return request.param


@pytest.mark.parametrize("weighted", [False, True])
def test_pieces_and_sums_are_the_whole(name, weighted):
    X, y, w = rows_for(name)
    w = w if weighted else None
    whole = CLASSES[name]().fit(X, y, sample_weight=w)
    half = slice(0, 90), slice(90, None)
    parts = [CLASSES[name]().fit(X[s], y[s], sample_weight=None if w is None else w[s]) for s in half]
    assert (parts[0] + parts[1])._table == whole._table
    learned = CLASSES[name]()
    for order in np.array_split(np.random.default_rng(1).permutation(200), 7):
        learned.learn(X[order], y[order], sample_weight=None if w is None else w[order])
    assert learned._table == whole._table
    assert (whole - parts[1]).predict_joint_log_proba(X).tobytes() == (
        parts[0].predict_joint_log_proba(X).tobytes()
    )


def test_many_blocks_of_rows_are_one(name):
    X, y, _ = rows_for(name)
    many = np.arange(2 * (1 << 18) + 3) % len(X)
    model = CLASSES[name](**({"var_smoothing": 0} if name == "GaussianNB" else {}))
    weighted = clone(model).fit(X, y, sample_weight=np.bincount(many)).predict_joint_log_proba(X)
    assert np.array_equal(model.fit(X[many], y[many]).predict_joint_log_proba(X), weighted)
    strange = y[many].copy()
    strange[[0, -1]] = 9, 7
    with pytest.raises(ValueError, match=re.escape("[7 9] in y do not exist in the initial classes [0 1 2]")):
        model.partial_fit(X[many], strange)
    assert np.array_equal(model.predict_joint_log_proba(X), weighted)


def test_forgetting_undoes_learning(name):
    X, y, w = rows_for(name)
    model = CLASSES[name]().fit(X, y)
    before = model.predict_joint_log_proba(X)
    more, labels, weights = rows_for(name, seed=3)
    model.learn(more, labels, sample_weight=weights)
    assert not np.array_equal(before, model.predict_joint_log_proba(X))
    model.forget(more, labels, sample_weight=weights)
    assert np.array_equal(before, model.predict_joint_log_proba(X))


def test_without_a_row_there_is_no_answer_until_one_is_learned(name):
    X, y, _ = rows_for(name)
    model = CLASSES[name]().fit(X, y)
    before = model.predict_proba(X)
    model.forget(X, y)
    with pytest.raises(ValueError, match=f"this {name} has no rows to answer from; learn some first"):
        model.predict(X)
    model.learn(X, y)
    assert np.array_equal(model.predict_proba(X), before)


def test_rows_that_were_not_learned_cannot_be_forgotten(name):
    X, y, _ = rows_for(name)
    model = CLASSES[name]().fit(X, y)
    before = model._table.to_bytes()
    with pytest.raises(ValueError, match="not learned"):
        model.forget(np.vstack([X, X]), np.concatenate([y, y]))
    assert model._table.to_bytes() == before


def test_a_parameter_is_checked_when_it_acts(name):
    X, y, _ = rows_for(name)
    model = CLASSES[name]().fit(X, y)
    parameter = "var_smoothing" if name == "GaussianNB" else "alpha"
    attribute = "var_" if name == "GaussianNB" else "feature_log_prob_"
    model.set_params(**{parameter: -1})
    for ask in (lambda: model.predict(X), lambda: model.predict_proba(X), lambda: getattr(model, attribute)):
        with pytest.raises(ValueError, match=f"The '{parameter}' parameter of {name} must be"):
            ask()
    model.set_params(**{parameter: 0.5}).predict(X)


def test_nan_is_missing_in_whatever_brings_it(name):
    X, y, _ = rows_for(name)
    X = np.where(np.random.default_rng(1).random(X.shape) < 0.2, np.nan, X)
    expected = CLASSES[name]().fit(X, y).predict_joint_log_proba(X)
    frame = pd.DataFrame(X, columns=list("abcdef"))
    for same in (frame, frame.astype("Float64"), frame.convert_dtypes(dtype_backend="pyarrow"), X.tolist(), X.astype(object)):
        assert np.array_equal(CLASSES[name]().fit(same, y).predict_joint_log_proba(same), expected)


def test_sums_of_other_features_are_refused(name):
    X, y, _ = rows_for(name)
    frame = pd.DataFrame(X, columns=list("abcdef"))
    model = CLASSES[name]().fit(frame, y)
    with pytest.raises(ValueError, match="one classifier has the features"):
        model + CLASSES[name]().fit(frame[list("fedcba")], y)
    with pytest.raises(ValueError, match="one classifier has 6 features, the other 2"):
        model + CLASSES[name]().fit(X[:, :2], y)
    assert (model + CLASSES[name]().fit(X, y)).class_count_.sum() == 400


def test_what_fails_changes_nothing(name):
    X, y, w = rows_for(name)
    model = CLASSES[name]().fit(X, y)
    before = model.predict_joint_log_proba(X)
    infinite = np.where(np.arange(len(X))[:, np.newaxis] == 7, np.inf, X)
    for verb in ("fit", "partial_fit", "learn", "forget"):
        for wrong in ({"X": infinite, "y": y}, {"X": X, "y": y, "sample_weight": -w}):
            with pytest.raises(ValueError):
                getattr(model, verb)(**wrong)
            assert np.array_equal(model.predict_joint_log_proba(X), before)


def test_learning_brings_new_classes(name):
    X, y, _ = rows_for(name)
    model = CLASSES[name]().fit(X[y < 2], y[y < 2])
    model.learn(X[y == 2], y[y == 2])
    whole = CLASSES[name]().fit(X, y)
    assert model.classes_.tolist() == [0, 1, 2]
    assert np.array_equal(model.predict_proba(X), whole.predict_proba(X))
    with pytest.raises(ValueError, match="do not exist in the initial classes"):
        whole.partial_fit(X[:1], [7])


LABELS = {
    "without a gap": np.array([0, 1, 2]),
    "negative": np.array([-1, 0, 1], dtype=np.int8),
    "with gaps": np.array([3, 70, 7000], dtype=np.uint16),
    "far apart": np.array([-(2**62), 5, 2**62]),
    "texts": np.array(["ham", "other", "spam"]),
}


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_labels_of_any_kind_are_their_classes(name, labels, threads):
    rows = 60_000
    X, k, _ = rows_for(name, rows)
    spaced = np.empty(2 * rows, dtype=labels.dtype)
    spaced[::2] = labels[k]
    tally.set_threads(threads)
    try:
        model, coded = CLASSES[name]().fit(X, spaced[::2]), CLASSES[name]().fit(X, k)
        spaced[2 * 40_000] = 77
        with pytest.raises(ValueError, match="do not exist in the initial classes"):
            model.partial_fit(X, spaced[::2])
    finally:
        tally.set_threads(None)
    assert model.classes_.tolist() == labels.tolist()
    assert model.class_count_.tolist() == np.bincount(k).tolist()
    assert model._table == coded._table


def test_threads_change_nothing(name):
    X, y, w = rows_for(name, rows=50_000)
    answers = []
    for threads in (1, 2, 5):
        tally.set_threads(threads)
        model = CLASSES[name]().fit(X, y)
        weighted = CLASSES[name]().fit(X, y, sample_weight=w)
        answers.append(
            (
                model._table.to_bytes(),
                weighted._table.to_bytes(),
                model.predict_joint_log_proba(X).tobytes(),
                model.predict(X).tobytes(),
            )
        )
    tally.set_threads(None)
    assert answers[0] == answers[1] == answers[2]


def test_missing_leaves_its_factor_out(name):
    X, y, _ = rows_for(name)
    X = X.astype(float)
    holes = np.random.default_rng(5).random(X.shape) < 0.3
    with_holes = np.where(holes, np.nan, X)
    model = CLASSES[name]().fit(with_holes, y)
    # A row with one value is a row of a model of that column alone.
    for column in range(X.shape[1]):
        if name in ("MultinomialNB", "ComplementNB"):
            break  # their probabilities are those of all columns together
        alone = CLASSES[name]().fit(with_holes[:, [column]], y)
        row = np.full((1, X.shape[1]), np.nan)
        row[0, column] = X[0, column]
        if name == "GaussianNB":
            model.set_params(var_smoothing=0), alone.set_params(var_smoothing=0)
        np.testing.assert_allclose(
            model.predict_proba(row), alone.predict_proba(row[:, [column]]), rtol=1e-12
        )
    nothing = model.predict_joint_log_proba(np.full((1, X.shape[1]), np.nan))
    prior = np.log(model.class_count_ / model.class_count_.sum())
    np.testing.assert_allclose(nothing[0], 0 * prior if name == "ComplementNB" else prior)


def test_parameters_act_without_fitting_again():
    X, y, _ = rows_for("MultinomialNB")
    model = tally.MultinomialNB().fit(X, y)
    model.set_params(alpha=0.1, fit_prior=False)
    again = tally.MultinomialNB(alpha=0.1, fit_prior=False).fit(X, y)
    assert np.array_equal(model.feature_log_prob_, again.feature_log_prob_)
    assert np.array_equal(model.predict_proba(X), again.predict_proba(X))
    gaussian = tally.GaussianNB().fit(X, y).set_params(var_smoothing=0.5, priors=[0.2, 0.3, 0.5])
    assert gaussian.epsilon_ == pytest.approx(0.5 * X.var(axis=0).max(), rel=1e-14)
    assert gaussian.class_prior_.tolist() == [0.2, 0.3, 0.5]


def test_pickled_and_not_fitted(name):
    X, y, _ = rows_for(name)
    model = CLASSES[name]().fit(X, y)
    copy = pickle.loads(pickle.dumps(model))
    assert np.array_equal(model.predict_proba(X), copy.predict_proba(X))
    assert not hasattr(CLASSES[name](), "class_count_")


def test_infinite_and_negative_numbers_are_refused_in_their_words(name):
    X, y, _ = rows_for(name)
    for bad, words in ((np.inf, "infinity or a value too large"), (-3, "Negative values in data")):
        if bad == -3 and name in ("GaussianNB", "BernoulliNB"):
            continue
        broken = X.astype(float)
        broken[17, 2] = bad
        with pytest.raises(ValueError, match=words):
            CLASSES[name]().fit(broken, y)
        if bad == np.inf or name == "CategoricalNB":
            with pytest.raises(ValueError, match=words):
                CLASSES[name]().fit(X, y).predict(broken)


def test_defects_that_are_not_shared():
    X = np.array([[1, 0], [0, 1], [2, 1]])
    # An array of alphas belongs to the features.
    model = tally.BernoulliNB(alpha=[1.0, 2.0]).fit(X, [0, 1, 1])
    np.testing.assert_allclose(
        np.exp(model.feature_log_prob_), [[2 / 3, 2 / 5], [2 / 4, 4 / 6]], rtol=1e-14
    )
    # A label outside the declared classes is an error, not another class.
    with pytest.raises(ValueError, match="do not exist in the initial classes"):
        tally.MultinomialNB().partial_fit(X, [0, 1, 2], classes=[0, 1])
    with pytest.raises(ValueError, match="Negative values in data passed to `sample_weight`"):
        tally.MultinomialNB().fit(X, [0, 1, 1], sample_weight=[1, -1, 1])
    # A category that was never seen is unlikely, not a crash.
    codes = tally.CategoricalNB().fit(X, [0, 1, 1])
    np.testing.assert_allclose(
        codes.predict_joint_log_proba([[9, 0]])[0],
        np.log([1 / 3 * 1 / 4 * 2 / 3, 2 / 3 * 1 / 5 * 1 / 4]),
    )
    # Epsilon is that of all rows, however they came.
    rng = np.random.default_rng(0)
    Z, y = rng.normal(size=(100, 3)) * 10.0 ** rng.integers(0, 9, (100, 1)), rng.integers(0, 2, 100)
    whole = tally.GaussianNB().fit(Z, y)
    parts = tally.GaussianNB().partial_fit(Z[:9], y[:9], classes=[0, 1]).partial_fit(Z[9:], y[9:])
    assert whole.epsilon_ == parts.epsilon_ and np.array_equal(whole.var_, parts.var_)
    # Single precision is read, never counted in.
    far = (rng.normal(size=(10_000, 1)) + 1e4).astype(np.float32)
    exact = far.astype(np.float64).var()
    np.testing.assert_allclose(tally.GaussianNB().fit(far, np.zeros(10_000)).var_[0, 0], exact, rtol=1e-6)


def test_alpha_of_zero_does_not_make_nan_of_absent_terms():
    X = np.array([[3, 0, 1], [0, 2, 1]])
    model = tally.MultinomialNB(alpha=0).fit(X, [0, 1])
    assert model.predict_proba([[1, 0, 1], [0, 1, 0]]).tolist() == [[1, 0], [0, 1]]
    yes = tally.BernoulliNB(alpha=0).fit(X, [0, 1])
    assert yes.predict_proba([[1, 0, 1]]).tolist() == [[1, 0]]
    assert yes.predict_proba(sp.csr_matrix([[1, 0, 1]])).tolist() == [[1, 0]]


def test_feature_names_and_pandas():
    X, y, _ = rows_for("GaussianNB")
    frame = pd.DataFrame(X, columns=list("abcdef"))
    model = tally.GaussianNB().fit(frame, y)
    assert model.feature_names_in_.tolist() == list("abcdef")
    assert np.array_equal(model.predict(frame), tally.GaussianNB().fit(X, y).predict(X))
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[list("bacdef")])


def test_inside_scikit_learn():
    X, y, _ = rows_for("GaussianNB")
    pipe = make_pipeline(StandardScaler(), tally.GaussianNB())
    search = GridSearchCV(pipe, {"gaussiannb__var_smoothing": [1e-9, 1e-3]}, cv=3).fit(X, y)
    reference = make_pipeline(StandardScaler(), theirs.GaussianNB())
    assert cross_val_score(pipe, X, y).tolist() == cross_val_score(reference, X, y).tolist()
    calibrated = CalibratedClassifierCV(search.best_estimator_, cv=3).fit(X, y)
    np.testing.assert_allclose(calibrated.predict_proba(X).sum(axis=1), 1)
    assert "GaussianNB" in tally.GaussianNB()._repr_html_()


def test_numbers_far_apart_are_summed_exactly():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(3000, 4)) * 10.0 ** rng.integers(-160, 140, (3000, 4))
    X[rng.random(X.shape) < 0.01] = 0
    y = rng.integers(0, 2, 3000)
    model = tally.GaussianNB().fit(X, y)
    from fractions import Fraction

    for k in range(2):
        for j in range(4):
            cells = [Fraction(x) for x in X[y == k, j]]
            n, s, q = len(cells), sum(cells), sum(x * x for x in cells)
            assert model.theta_[k, j] == float(s / n)
            with np.errstate(over="ignore"):
                expected = (n * q - s * s) / n**2
            assert model._moments()[1][k, j] == float(expected)
