# SPDX-License-Identifier: Apache-2.0
"""Pages to look at, and the small forms that a notebook shows."""

import base64
import html
import pickle
import re

import numpy as np
import pytest

import tally

HOSTILE = "</script><script>alert('1')</script>\"&{{facts}}"


def table(rows=200, seed=0):
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, rows)
    colour = np.array(["red", "green", "blue"], dtype=object)[(kind + (rng.random(rows) < 0.3)) % 3]
    colour[rng.random(rows) < 0.1] = None
    height = np.where(rng.random(rows) < 0.1, np.nan, kind + rng.standard_t(2, rows))
    return {"colour": colour, "height": height, "kind": np.array(["a", "b", "c"])[kind]}


def test_rows_of_the_fit_are_left_out():
    rows = table()
    model = tally.NaiveBayes().fit(rows, "kind")
    report = model.report(rows)
    good = report.data["good"]
    expected = model.cv(rows, "kind", loo=True)
    assert good["of"] == "left out"
    for figure in ("accuracy", "log_loss", "brier", "auc", "ece", "confusion"):
        assert good["score"][figure] == expected[figure]
    assert len(report.data["nomogram"]["rows"]) == 200


@pytest.mark.parametrize("question", [{}, {"rule": "naive", "lam": 0.1}, {"loss": 0.2}, {"prior": "estimate", "rule": "naive"}])
def test_other_rows_have_the_figures_of_assess(question):
    model = tally.NaiveBayes().fit(table(), "kind")
    new = table(90, seed=1)
    good = model.report(new, **question).data["good"]
    expected = model.assess(new, **question)
    assert good["of"] == "data"
    for figure in ("accuracy", "log_loss", "brier", "auc", "ece", "confusion", "realised_risk"):
        assert good["score"][figure] == expected[figure]


def test_weights_count():
    model = tally.NaiveBayes().fit(table(), "kind")
    new = table(90, seed=1)
    weights = np.random.default_rng(2).integers(1, 4, 90) * 0.5
    score = model.report(new, sample_weight=weights).data["good"]["score"]
    assert score["log_loss"] == model.assess(new, sample_weight=weights)["log_loss"]
    assert score["rows"] == weights.sum()


def test_targets_apart():
    model = tally.NaiveBayes().fit(table(), "kind")
    new = table(90, seed=1)
    apart = {name: new[name] for name in ("colour", "height")}
    assert model.report(apart, new["kind"]) == model.report(new)


def test_without_rows_it_is_of_the_sample_and_shows_none():
    rows = table()
    model = tally.NaiveBayes().fit(rows, "kind")
    facts = model.report().data
    assert facts["good"]["of"] == "sample" and facts["good"]["score"]["rows"] == 200
    assert facts["nomogram"]["rows"] == [] and facts["good"]["errors"] == []
    without = tally.NaiveBayes(count="naive").fit(rows, "kind").report().data
    assert "sample" in without["good"]["reason"]
    with pytest.raises(ValueError, match="name X"):
        model.report(y=rows["kind"])


def test_texts_have_terms():
    rows = {
        "text": ["free money now and then for all of you here", "we meet at noon today in the large old room"] * 20,
        "kind": ["spam", "ham"] * 20,
    }
    model = tally.NaiveBayes(families={"text": "text"}).fit(rows, "kind")
    facts = model.report(rows).data
    assert facts["features"]["list"][0]["top_terms"]


def test_it_is_a_text_that_can_be_kept(tmp_path):
    model = tally.NaiveBayes().fit(table(), "kind")
    report = model.report()
    assert isinstance(report, str) and report.startswith("<!DOCTYPE html>") and report.rstrip().endswith("</html>")
    assert "'kind'" in repr(report) and len(repr(report)) < 200
    report.save(tmp_path / "report.html")
    assert (tmp_path / "report.html").read_bytes() == report.encode()
    model.report(lam=0.5).save(str(tmp_path / "report.html"))  # over the old one
    assert (tmp_path / "report.html").read_bytes() != report.encode()
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    with pytest.raises(OSError):
        report.save(tmp_path / "nowhere" / "report.html")
    again = pickle.loads(pickle.dumps(report))
    assert again == report and again.data == report.data


def test_names_are_harmless_wherever_they_are_shown():
    rows = {
        HOSTILE + "feature": [HOSTILE, "x", HOSTILE, "x", "y", HOSTILE] * 5,
        "number": [1.5, 2.5, 7.25, 8.0, 9.0, 1.0] * 5,
        HOSTILE: ["</td>" + HOSTILE, "<b>", "<b>", "</td>" + HOSTILE, "<b>", "<b>"] * 5,
    }
    model = tally.NaiveBayes().fit(rows, HOSTILE)
    report = model.report(rows)
    assert report.count("<script") == 2 and report.count("</script>") == 2
    assert report.data["glance"]["target"] == HOSTILE
    shown = report._repr_html_()
    (inside,) = re.findall(r'srcdoc="([^"]*)"', shown)
    assert "<" not in inside and html.unescape(inside) == report
    assert 'sandbox="allow-scripts"' in shown
    for small in (model._repr_html_(), model.explain({HOSTILE + "feature": HOSTILE})._repr_html_()):
        assert "<script" not in small and html.escape(HOSTILE) in small


def test_a_model_in_a_notebook_has_its_classes_and_stays_small():
    assert "<table" not in tally.NaiveBayes()._repr_html_()
    shown = tally.NaiveBayes().fit(table(), "kind")._repr_html_()
    assert "<td>colour</td><td>categorical</td>" in shown
    assert [float(n) for n in re.findall(r"<td>[abc]</td><td>([0-9.]+)</td>", shown)] == [
        (table()["kind"] == label).sum() for label in "abc"
    ]
    # A small form of the report: how the rules do, and how the features that tell most are distributed.
    model = tally.NaiveBayes().fit(table(), "kind")
    for rule, score in model.rule_scores_.items():
        assert f"<td>{rule}</td><td>{score['accuracy']:.4f}</td><td>{score['log_loss']:.4f}</td>" in shown
    ranked = sorted(model.rank()["features"], key=lambda one: -one["information"])
    found = re.findall(r"<img [^>]*src='data:image/svg\+xml;base64,([^']*)'><figcaption>(\w+), information ([0-9.]+) nats", shown)
    assert [(name, float(told)) for _, name, told in found] == [(one["name"], round(one["information"], 4)) for one in ranked]
    for image, name, _ in found:
        assert base64.b64decode(image).decode().startswith("<svg xmlns") and name in base64.b64decode(image).decode()
    assert len(shown) < 60_000
    texts = {"text": ["free cash now", "meet at noon", "cash for free", "noon report"] * 5, "kind": ["spam", "ham"] * 10}
    assert "<figcaption>text</figcaption>" in tally.NaiveBayes(families={"text": "text"}).fit(texts, "kind")._repr_html_()
    wide = tally.NaiveBayes().fit(np.random.default_rng(0).normal(size=(30, 500)), [0, 1] * 15)._repr_html_()
    assert "… and 460 more" in wide and wide.count("<tr>") < 60
