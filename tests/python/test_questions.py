# SPDX-License-Identifier: Apache-2.0
"""Questions that are worked out: λ by evidence, calibration, the prior of the rows at hand, false alarms."""

import numpy as np
import pandas as pd
import pytest
from scipy.optimize import minimize, minimize_scalar
from scipy.special import gammaln, logsumexp
from scipy.stats import binom

import tally

FAMILIES = {"x": "gaussian", "again": "gaussian"}
NOTHING = {"x": [np.nan], "again": [np.nan], "colour": [None]}


def repeated(rows: int, seed: int, share: float = 0.4) -> pd.DataFrame:
    """A number twice, which naive Bayes hears twice, a category, and cells that are missing."""
    rng = np.random.default_rng(seed)
    y = rng.random(rows) < share
    x = rng.normal(1.4 * y, 1.0)
    colour = rng.choice(["red", "green", "blue"], rows, p=[0.5, 0.3, 0.2])
    colour = np.where(y & (rng.random(rows) < 0.5), "red", colour)
    return pd.DataFrame(
        {
            "x": np.where(rng.random(rows) < 0.1, np.nan, x),
            "again": x + rng.normal(0, 0.1, rows),
            "colour": np.where(rng.random(rows) < 0.1, None, colour),
            "y": np.where(y, "yes", "no"),
        }
    )


def fitted(frame: pd.DataFrame, **parameters) -> tally.NaiveBayes:
    return tally.NaiveBayes(count="weighted", families=FAMILIES, notes=False, **parameters).fit(frame, "y")


def test_lambda_by_evidence_is_scipys():
    frame = repeated(300, 1)
    cells = pd.crosstab(frame["y"], frame["colour"]).to_numpy(dtype=float)
    values = cells.shape[1]

    def loss(t):
        lam = np.exp(t)
        of_cells = (gammaln(cells + lam) - gammaln(lam)).sum()
        totals = cells.sum(axis=1)
        return -(of_cells + (gammaln(values * lam) - gammaln(totals + values * lam)).sum())

    best = np.exp(minimize_scalar(loss, bounds=(np.log(1e-3), np.log(50)), method="bounded", options={"xatol": 1e-9}).x)
    model = fitted(frame)
    of_auto = model.predict_joint_log_proba({**NOTHING, "colour": ["green"]}, lam="auto")[0]
    totals = cells.sum(axis=1)
    prior = (frame["y"].value_counts().sort_index().to_numpy() + 1) / (len(frame) + 2)
    expected = np.log((cells[:, 1] + best) / (totals + values * best)) + np.log(prior)
    np.testing.assert_allclose(of_auto, expected, rtol=1e-5)
    assert model.asked(lam="auto").rule_ == "naive"
    told = model.explain({"colour": "green"}, lam="auto").data
    assert told["features"][1]["lambda"] == pytest.approx(best, rel=1e-5)


def left_out(frame: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Log prior and log likelihood of each row by a model of all others."""
    priors, likelihoods = [], []
    plain = tally.NaiveBayes(count="naive", families=FAMILIES, notes=False)
    for i in range(len(frame)):
        others = plain.fit(frame.drop(index=i), "y")
        counts = others.class_count_
        prior = np.log((counts + 1) / (counts.sum() + len(counts)))
        priors.append(prior)
        likelihoods.append(others.predict_joint_log_proba(frame.drop(columns="y").iloc[[i]])[0] - prior)
    return np.array(priors), np.array(likelihoods)


def test_calibration_is_scipys():
    frame = repeated(150, 2)
    priors, likelihoods = left_out(frame)
    truth = (frame["y"] == "yes").to_numpy().astype(int)

    def loss(w):
        scores = priors + w[1:] + w[0] * likelihoods
        losses = logsumexp(scores, axis=1) - scores[np.arange(len(truth)), truth]
        return losses.sum() + (w[0] - 1) ** 2 + (w[1:] ** 2).sum()

    found = minimize(loss, [1.0, 0.0, 0.0], method="BFGS", options={"gtol": 1e-9}).x
    model = fitted(frame)
    told = model.explain({"x": 1.0, "colour": "red"}, calibrate=True).data["calibration"]
    assert told["slope"] == pytest.approx(found[0], abs=1e-4)
    assert [told["bias"]["no"], told["bias"]["yes"]] == pytest.approx(list(found[1:]), abs=1e-4)
    new = repeated(3000, 3)
    assert model.assess(new, calibrate=True)["log_loss"] < model.assess(new, rule="naive")["log_loss"]
    with pytest.raises(ValueError, match="the model keeps none"):
        tally.NaiveBayes(count="naive", families=FAMILIES, notes=False, calibrate=True).fit(frame, "y").predict(new)
    with pytest.raises(ValueError, match="calibration"):
        model.predict(new, calibrate=True, rule="weighted")
    assert model.cv(frame, folds=5)["log_loss"] != model.asked(calibrate=True).cv(frame, folds=5)["log_loss"]


def test_the_prior_of_the_rows_is_that_of_saerens():
    model, new = fitted(repeated(2000, 4)), repeated(4000, 5, share=0.05)
    for parameters in ({"rule": "naive"}, {"calibrate": True}, {}):
        posterior = model.predict_proba(new, **parameters)
        base = model.predict_proba(NOTHING, rule="naive")[0]
        if parameters == {} and model.rule_ == "weighted":
            rows = model.class_count_
            base = (rows + 0.5) / (rows.sum() + 1)
        q = base.copy()
        for _ in range(2000):
            shifted = posterior / base * q
            q = (shifted / shifted.sum(axis=1, keepdims=True)).mean(axis=0)
        expected = model.predict_proba(new, **parameters, prior=q)
        found = model.predict_proba(new, **parameters, prior="estimate")
        np.testing.assert_allclose(found, expected, atol=1e-6)
        if parameters != {"rule": "naive"}:  # which is too sure of itself
            assert abs(q[1] - 0.05) < 0.02
    better = model.assess(new, calibrate=True, prior="estimate")
    assert better["log_loss"] < model.assess(new, calibrate=True)["log_loss"]
    with pytest.raises(ValueError, match="rows at hand"):
        model.explain({"x": 1.0}, prior="estimate")


def test_at_most_so_many_false_alarms():
    frame = repeated(200, 6)
    priors, likelihoods = left_out(frame)
    quiet = (frame["y"] == "no").to_numpy()
    odds = np.diff(priors + likelihoods, axis=1)[quiet, 0]
    n, alpha = len(odds), 0.1
    k = next(k for k in range(1, n + 1) if binom.sf(k - 1, n, 1 - alpha) <= 0.05)
    threshold = np.sort(odds)[k - 1]
    model, new = fitted(frame), repeated(2000, 7)
    log_p = model.predict_log_proba(new, rule="naive")
    expected = np.where((log_p[:, 1] > log_p[:, 0]) & (log_p[:, 1] - log_p[:, 0] > threshold), "yes", "no")
    found = model.predict(new, rule="naive", at_most=("yes", "no", alpha))
    assert (found == expected).all()
    alarms = (found == "yes")[(new["y"] == "no").to_numpy()].mean()
    assert alarms <= alpha
    with pytest.raises(ValueError, match="needs 2,995 rows"):
        model.predict(new, at_most=("yes", "no", 0.001))
    with pytest.raises(ValueError, match="no class of the model"):
        model.predict(new, at_most=("maybe", "no", 0.1))
    with pytest.raises(ValueError, match="at_most"):
        model.predict(new, at_most="yes")


def test_the_file_keeps_the_questions(tmp_path):
    frame = repeated(400, 8)
    model = fitted(frame, lam="auto", calibrate=True, at_most=("yes", "no", 0.2))
    model.save(tmp_path / "m.tally")
    again = tally.NaiveBayes.load(tmp_path / "m.tally")
    assert again.lam == "auto" and again.calibrate and list(again.at_most) == ["yes", "no", 0.2]
    new = repeated(50, 9).drop(columns="y")
    np.testing.assert_array_equal(again.predict_proba(new), model.predict_proba(new))
    np.testing.assert_array_equal(again.predict(new), model.predict(new))
