# SPDX-License-Identifier: Apache-2.0
"""Random cases against scikit-learn: attributes, log joints, probabilities and decisions agree."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import naive_bayes as theirs

import tally

CASES = 500  # of each class
DTYPES = ["f8", "f8", "f8", "f4", "i8", "i4", "i2", "i1", "u1", "u4", "u8", "?"]


def assert_close(ours, other, tolerance=1e-10):
    """Equal within tolerance · (1 + |value|), infinities included, but where scikit-learn says NaN."""
    ours, other = np.asarray(ours, dtype=float), np.asarray(other, dtype=float)
    assert ours.shape == other.shape
    told = ~np.isnan(other)
    same = (ours == other) | ~told
    with np.errstate(invalid="ignore"):
        near = np.abs(ours - other) <= tolerance * (1 + np.abs(other))
    assert (same | near).all(), (ours[~(same | near)], other[~(same | near)])


class Case:
    """A data set, weights, parameters and a way to hand them over, all drawn from a seed."""

    def __init__(self, name: str, seed: int):
        self.rng = rng = np.random.default_rng([seed, *name.encode()])
        self.name = name
        rows, self.columns = int(rng.integers(1, 60)), int(rng.integers(1, 9))
        self.classes = int(rng.integers(1, 5))
        self.y = self.labels(rng.integers(0, self.classes, rows))
        self.X = self.matrix(rows)
        self.weights = self.row_weights(rows)
        self.parameters = self.drawn_parameters(len(np.unique(self.y)))

    def labels(self, codes):
        kind = self.rng.integers(0, 5)
        if kind == 0:
            return np.array(["b", "ä", "c", "a", "zz"])[codes]
        if kind == 1:
            return codes * 1000003 - 5
        if kind == 2:
            return codes.astype(float) - 1
        return codes.astype(np.int32) if kind == 3 else codes

    def matrix(self, rows):
        rng = self.rng
        if self.name == "GaussianNB":
            scale = 10.0 ** rng.integers(-3, 4, self.columns)
            X = rng.normal(size=(rows, self.columns)) * scale + rng.integers(-3, 4) * scale
            X[:, rng.random(self.columns) < 0.1] = 3
        elif self.name == "BernoulliNB":
            X = rng.normal(size=(rows, self.columns)) + rng.integers(0, 2)
        elif self.name == "CategoricalNB":
            X = rng.integers(0, rng.integers(1, 9, self.columns), (rows, self.columns)).astype(float)
        else:
            X = rng.poisson(rng.uniform(0.2, 5), (rows, self.columns)).astype(float)
            if rng.random() < 0.3:
                X = X * rng.random(X.shape)
        dtype = np.dtype(rng.choice(DTYPES))
        if dtype.kind in "u?" and self.name == "GaussianNB":
            X = np.abs(X)
        if dtype.itemsize == 1:
            X = np.clip(X, -100, 100)
        return self.arranged(X.astype(dtype))

    def arranged(self, X):
        way = self.rng.integers(0, 6)
        sparse_too = self.name in ("BernoulliNB", "ComplementNB", "MultinomialNB")
        if way == 0:
            return np.asfortranarray(X)
        if way == 1:
            return np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3]
        if way == 2:
            return X[::-1][::-1, ::-1][:, ::-1]
        if way >= 4 and sparse_too and X.dtype.kind != "b":
            S = sp.csr_matrix(X) if way == 4 else sp.csc_matrix(X)
            if self.rng.random() < 0.5:
                S.indices, S.indptr = S.indices.astype(np.int64), S.indptr.astype(np.int64)
            return S
        return X

    def row_weights(self, rows):
        way = self.rng.integers(0, 4)
        if way < 2:
            return None
        weights = self.rng.integers(0, 4, rows) if way == 2 else self.rng.exponential(size=rows)
        return weights if weights.sum() > 0 else None

    def drawn_parameters(self, classes):
        rng = self.rng
        prior = rng.dirichlet(np.ones(classes)) if rng.random() < 0.2 else None
        if self.name == "GaussianNB":
            return {"priors": prior, "var_smoothing": float(rng.choice([1e-9, 1e-9, 1e-3, 0.1]))}
        drawn = {
            "alpha": float(rng.choice([1.0, 0.5, 0.01, 3.0])),
            "force_alpha": bool(rng.random() < 0.8),
            "fit_prior": bool(rng.random() < 0.8),
            "class_prior": prior,
        }
        if self.name in ("ComplementNB", "MultinomialNB") and rng.random() < 0.2:
            drawn["alpha"] = rng.uniform(0.01, 2, self.columns)
        if self.name in ("MultinomialNB", "CategoricalNB") and rng.random() < 0.05:
            drawn["alpha"], drawn["force_alpha"] = 0.0, True
        if self.name == "ComplementNB":
            drawn["norm"] = bool(rng.random() < 0.3)
        if self.name == "BernoulliNB":
            drawn["binarize"] = float(rng.choice([0.0, 0.0, 0.3]))
        if self.name == "CategoricalNB" and rng.random() < 0.3:
            drawn["min_categories"] = int(rng.integers(1, 12))
        return drawn

    def fitted_in_pieces(self, estimator):
        """Ours, fitted at once or by batches; the result must be the same."""
        X = self.X
        rows = X.shape[0]
        if self.rng.random() < 0.5 or rows < 4 or getattr(X, "format", "") == "csc":
            return estimator.fit(X, self.y, sample_weight=self.weights)
        classes = np.unique(self.y)
        for part in np.array_split(self.rng.permutation(rows), 3):
            weights = None if self.weights is None else self.weights[part]
            if weights is not None and not weights.any():
                return estimator.fit(X, self.y, sample_weight=self.weights)
            estimator.partial_fit(X[part], self.y[part], classes=classes, sample_weight=weights)
        return estimator


ATTRIBUTES = {
    "GaussianNB": ["class_count_", "class_prior_", "theta_", "var_", "epsilon_"],
    "MultinomialNB": ["class_count_", "class_log_prior_", "feature_count_", "feature_log_prob_"],
    "ComplementNB": [
        "class_count_", "class_log_prior_", "feature_count_", "feature_log_prob_", "feature_all_",
    ],
    "BernoulliNB": ["class_count_", "class_log_prior_", "feature_count_", "feature_log_prob_"],
    "CategoricalNB": [
        "class_count_", "class_log_prior_", "category_count_", "feature_log_prob_", "n_categories_",
    ],
}  # fmt: skip


def compare(case: Case) -> None:
    ours = case.fitted_in_pieces(getattr(tally, case.name)(**case.parameters))
    other = getattr(theirs, case.name)(**case.parameters)
    single = case.X.dtype == np.float32
    X = case.X.astype(np.float64) if single or case.X.dtype.kind == "b" else case.X
    other.fit(X, case.y, sample_weight=case.weights)
    gaussian_single = single and case.name == "GaussianNB"
    tolerance = 1e-6 if gaussian_single else 1e-10
    assert (ours.classes_ == other.classes_).all()
    for attribute in ATTRIBUTES[case.name]:
        mine, theirs_ = getattr(ours, attribute), getattr(other, attribute)
        if isinstance(theirs_, list):
            assert len(mine) == len(theirs_)
            for a, b in zip(mine, theirs_):
                assert_close(a, b, tolerance)
        else:
            assert_close(mine, theirs_, tolerance)
    if case.name == "GaussianNB" and ours.epsilon_ == 0:
        return  # every column is constant: a density of no width, where theirs divides by rounding errors
    joint = other.predict_joint_log_proba(X)
    assert_close(ours.predict_joint_log_proba(X), joint)
    assert_close(ours.predict_log_proba(X), other.predict_log_proba(X), 1e-9)
    assert_close(ours.predict_proba(X), other.predict_proba(X))
    # A decision between equals may fall either way; any other is the same.
    decided = np.searchsorted(ours.classes_, ours.predict(X))
    plain = ~np.isnan(joint).any(axis=1) & ~np.isneginf(joint).all(axis=1)
    chosen = joint[np.arange(len(joint)), decided]
    best = joint.max(axis=1)
    assert (chosen >= best - 1e-9 * (1 + np.abs(best)))[plain].all()


@pytest.mark.parametrize("name", sorted(ATTRIBUTES))
def test_agrees_with_scikit_learn(name):
    for seed in range(CASES):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                compare(Case(name, seed))
            except Exception as error:
                raise AssertionError(f"{name}, seed {seed}") from error
