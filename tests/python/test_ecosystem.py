# SPDX-License-Identifier: Apache-2.0
"""The drop-ins among scikit-learn's tools: routing, searching, representation, other libraries' arrays."""

import copy
import pickle
import threading
import time

import array_api_strict
import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy import sparse
from sklearn import naive_bayes as theirs
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler

import tally

NAMES = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"]


def rows(seed=0):
    rng = np.random.default_rng(seed)
    return np.minimum(rng.poisson(2, (120, 5)), 4).astype(float), rng.integers(0, 3, 120), rng.integers(1, 4, 120)


@pytest.mark.parametrize("name", NAMES)
def test_parameters_tags_and_representation_are_theirs(name):
    ours, other = getattr(tally, name)(), getattr(theirs, name)()
    assert ours.get_params() == other.get_params()
    assert repr(clone(ours)) == repr(other)
    assert ours._repr_html_().count("sk-") > 10
    tags, expected = ours.__sklearn_tags__(), other.__sklearn_tags__()
    expected.input_tags.allow_nan = True
    assert tags == expected
    public = {attribute for attribute in dir(other) if not attribute.startswith("_")}
    assert public <= set(dir(ours))


@pytest.mark.parametrize("name", NAMES)
def test_metadata_is_routed(name):
    X, y, weights = rows()
    with sklearn.config_context(enable_metadata_routing=True):
        scores = []
        for module in (tally, theirs):
            estimator = getattr(module, name)().set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
            assert "sample_weight" in str(estimator.get_metadata_routing())
            getattr(module, name)().set_partial_fit_request(classes=True, sample_weight=True)
            found = cross_validate(make_pipeline(MinMaxScaler((0, 4)), estimator), X, y, params={"sample_weight": weights}, cv=3)
            scores.append(found["test_score"].tolist())
    assert scores[0] == scores[1]


def test_metadata_is_routed_to_tables_too():
    X, y, weights = rows()
    # The same model: moments by class, a prior from the counts, nothing added to a variance.
    pairs = tally.NaiveBayes(prior="empirical", families={"*": "gaussian"}), theirs.GaussianNB(var_smoothing=0)
    with pytest.raises(RuntimeError, match="only available when metadata routing is enabled"):
        pairs[0].set_fit_request(sample_weight=True)
    with sklearn.config_context(enable_metadata_routing=True):
        assert str(pairs[0].get_metadata_routing()) == str(pairs[1].get_metadata_routing())
        with pytest.raises(ValueError, match="valid identifier"):
            pairs[0].set_score_request(sample_weight=3)
        for request, name in ((True, "sample_weight"), ("importance", "importance")):
            params, scores = {name: weights}, []
            for estimator in pairs:
                asking = clone(estimator).set_fit_request(sample_weight=request)
                asking.set_score_request(sample_weight=request)
                asking.set_partial_fit_request(classes=False, sample_weight=True)
                for again in (clone(asking), pickle.loads(pickle.dumps(asking)), copy.deepcopy(asking)):
                    assert str(again.get_metadata_routing()) == str(asking.get_metadata_routing())
                if request is True:  # scikit-learn's Pipeline scores with no other name
                    asking = make_pipeline(MinMaxScaler(), asking)
                found = cross_validate(asking, X, y, params=params, cv=3)["test_score"].tolist()
                grid = GridSearchCV(asking, {}, cv=3).fit(X, y, **params)
                scores.append([*found, grid.score(X, y, **params)])
            assert scores[0] == scores[1]
            assert scores[0][:3] != cross_validate(pairs[1], X, y, cv=3)["test_score"].tolist()
        with pytest.raises(ValueError, match="not explicitly set as requested or not requested for NaiveBayes"):
            cross_validate(pairs[0], X, y, params={"sample_weight": weights}, error_score="raise")


@pytest.mark.parametrize("name", NAMES)
def test_grids_are_searched_in_parallel(name):
    X, y, _ = rows()
    parameter = "var_smoothing" if name == "GaussianNB" else "alpha"
    results = [
        GridSearchCV(getattr(module, name)(), {parameter: [0.01, 1.0, 10.0]}, cv=3, n_jobs=2).fit(X, y).cv_results_
        for module in (tally, theirs)
    ]
    assert results[0]["mean_test_score"].tolist() == results[1]["mean_test_score"].tolist()


def test_frames_go_through_a_pipeline():
    X, y, _ = rows()
    frame = pd.DataFrame(X, columns=list("abcde"))
    pipe = make_pipeline(MinMaxScaler(), tally.MultinomialNB()).set_output(transform="pandas").fit(frame, y)
    assert pipe[-1].feature_names_in_.tolist() == list("abcde")
    other = make_pipeline(MinMaxScaler(), theirs.MultinomialNB()).fit(X, y)
    np.testing.assert_allclose(pipe.predict_proba(frame), other.predict_proba(X), atol=1e-10)


def test_numpy_is_not_the_only_library_of_arrays():
    X, y, weights = rows()
    expected = tally.GaussianNB().fit(X, y, sample_weight=weights)
    with sklearn.config_context(array_api_dispatch=True):
        xp = array_api_strict
        other = tally.GaussianNB().fit(xp.asarray(X), xp.asarray(y), sample_weight=xp.asarray(weights))
        answers = other.predict_proba(xp.asarray(X))
        assert isinstance(answers, type(xp.asarray(X))) and isinstance(other.theta_, type(answers))
        assert np.array_equal(np.from_dlpack(answers), expected.predict_proba(X))
        assert np.array_equal(np.from_dlpack(other.predict(xp.asarray(X))), expected.predict(X))


@pytest.mark.filterwarnings("ignore::tally.DraftWarning")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", [*NAMES, "NaiveBayes"])
def test_arrays_of_other_libraries_come_in(name):
    X, y, _ = rows()
    other = getattr(tally, name)().fit(array_api_strict.asarray(X), array_api_strict.asarray(y))
    expected = getattr(tally, name)().fit(X, y)
    assert np.array_equal(other.predict_proba(array_api_strict.asarray(X)), expected.predict_proba(X))


def test_the_interpreter_runs_on_while_rows_are_counted():
    X = np.random.default_rng(0).normal(size=(300_000, 40))
    y = np.arange(300_000) % 3
    model = tally.GaussianNB()
    worker = threading.Thread(target=lambda: [model.fit(X, y) for _ in range(3)])
    worker.start()
    turns = 0
    while worker.is_alive():
        time.sleep(0.001)
        turns += 1
    assert turns > 10


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix, sparse.csr_array])
def test_one_row_is_answered_at_once(kind):
    rng = np.random.default_rng(0)
    classifier = tally.GaussianNB if kind is np.asarray else tally.MultinomialNB
    model = classifier().fit(kind(rng.random(size=(100, 20))), np.arange(100) % 2)
    row = kind(rng.random(size=(1, 20)))
    best = float("inf")
    for _ in range(50):
        start = time.process_time()
        for _ in range(200):
            model.predict(row)
        best = min(best, (time.process_time() - start) / 200)
    assert best < 20e-6


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csr_array])
def test_a_sparse_row_is_answered_and_refused_as_theirs(kind):
    rng = np.random.default_rng(1)
    X, y = kind(rng.integers(0, 3, (60, 8)).astype(float)), np.arange(60) % 3
    ours, peer = tally.MultinomialNB().fit(X, y), theirs.MultinomialNB().fit(X, y)
    assert np.allclose(ours.predict_log_proba(X[:1]), peer.predict_log_proba(X[:1]), rtol=1e-10)
    for odd in (X[:1, :5], X[:0], X[:1] * np.inf):
        with pytest.raises(ValueError) as wanted:
            peer.predict(odd)
        with pytest.raises(ValueError) as said:
            ours.predict(odd)
        assert str(said.value) == str(wanted.value)


@pytest.mark.parametrize("name", NAMES)
def test_odd_targets_are_refused_as_theirs(name):
    X, y, _ = rows()
    odd = [y + 0.5, y.astype(object), np.array([1, "a", 2.5] * 40, dtype=object), np.c_[y, y], y[:-1], None, np.eye(3)[y]]
    odd += [np.where(y == 0, np.nan, y), np.array([b"a", b"b", b"c"])[y], 3, []]
    for bad in odd:
        said = []
        for module in (tally, theirs):
            with pytest.raises((ValueError, TypeError)) as caught:
                getattr(module, name)().fit(X, bad)
            said.append((caught.type, str(caught.value)))
        assert said[0] == said[1]


def test_dates_are_no_numbers():
    X, y, _ = rows()
    for model in (tally.GaussianNB(), theirs.GaussianNB()):
        with pytest.raises(TypeError):
            model.fit(X.astype("datetime64[D]"), y)


def test_what_is_unusual_is_validated_as_theirs():
    X, y, _ = rows()
    ours, other = tally.GaussianNB().fit(X, y), theirs.GaussianNB().fit(X, y)
    for bad in (X[:, :3], X[0], np.array([["a"] * 5]), X.astype(complex), X[:0], np.where(X > 3, np.inf, X)):
        messages = []
        for model in (ours, other):
            with pytest.raises((ValueError, TypeError)) as caught:
                model.predict(bad)
            messages.append(str(caught.value))
        assert messages[0] == messages[1]
    for good in (X.tolist(), X.astype(">f8"), np.asfortranarray(X), X.astype(np.float16), X.astype(object)):
        assert np.array_equal(ours.predict(good), other.predict(good))
