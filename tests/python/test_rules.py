# SPDX-License-Identifier: Apache-2.0
"""The rules of NaiveBayes: naive adds up what columns say, weighted has learned how much to hear of it."""

import json
import pickle
import subprocess

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import PredefinedSplit, cross_val_predict, cross_val_score
from sklearn.utils.estimator_checks import check_estimator

import tally

PLAIN = {"notes": False, "families": {"x": "gaussian", "*again": "gaussian"}}


def repeated(rows: int = 400, seed: int = 0) -> pd.DataFrame:
    """A number six times over, of which naive Bayes is six times as sure, and a category beside it."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, rows)
    x = rng.normal(y, 1.0)
    colour = np.where(rng.random(rows) < 0.3 + 0.4 * y, "red", "blue")
    columns = {"x": x, **{f"{i} again": x for i in range(5)}, "colour": colour}
    return pd.DataFrame({**columns, "y": np.where(y == 1, "yes", "no")})


def mixed(rows: int = 300, seed: int = 1) -> pd.DataFrame:
    """Columns of many kinds, with missing cells."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, rows)
    frame = pd.DataFrame(
        {
            "size": np.where(rng.random(rows) < 0.1, np.nan, rng.normal(y, 1.5)),
            "twice": np.zeros(rows),
            "visits": rng.poisson(2 + y),
            "code": rng.choice([3, 5, 8], rows),
            "bit": (rng.random(rows) < 0.3 + 0.2 * y).astype(int),
            "flag": rng.random(rows) < 0.5,
            "colour": np.where(rng.random(rows) < 0.1, None, rng.choice(["red", "green", "ünlit"], rows)),
            "day": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 500, rows), "D"),
            "kind": np.array(["a", "b", "c"])[y],
        }
    )
    return frame.assign(twice=frame["size"])


def weighted(**parameters) -> tally.NaiveBayes:
    return tally.NaiveBayes(**{"count": "weighted", "notes": False, **parameters})


def naive(**parameters) -> tally.NaiveBayes:
    return weighted(count="naive", **parameters)


def log_loss(model, frame, **parameters) -> float:
    return model.assess(frame, **parameters)["log_loss"]


def image(model, folder) -> bytes:
    path = folder / "image.tally"
    path.unlink(missing_ok=True)
    model.save(path)
    return path.read_bytes()


# --- which rule answers ---


def test_repeated_columns_are_weighed():
    frame, unseen = repeated(), repeated(seed=7)
    model = weighted(**PLAIN).fit(frame, "y")
    assert model.rule_ == "weighted"
    assert list(model.rule_scores_) == ["naive", "weighted"]
    assert model.rule_scores_["weighted"]["log_loss"] < model.rule_scores_["naive"]["log_loss"] - 0.2
    assert log_loss(model, unseen) < log_loss(model, unseen, rule="naive") - 0.2
    assert log_loss(model, unseen, rule="auto") == log_loss(model, unseen, rule="weighted")
    assert log_loss(model, unseen) == pytest.approx(model.rule_scores_["weighted"]["log_loss"], abs=0.1)
    # The naive answers are those of a model that counts no more than naive does.
    plain = naive(**PLAIN).fit(frame, "y")
    np.testing.assert_array_equal(model.predict_proba(unseen, rule="naive"), plain.predict_proba(unseen))


def test_the_standard_is_that_of_the_command_line(tmp_path, program):
    frame, table, path = mixed(200), tmp_path / "table.csv", tmp_path / "program.tally"
    frame.to_csv(table, index=False)
    subprocess.run([program, "fit", table, "--target", "kind", "-o", path], check=True, capture_output=True)
    model = tally.NaiveBayes(notes=False).fit(frame, "kind")
    assert model.get_params()["count"] == "weighted" and model.rule == "auto"
    assert image(model, tmp_path) == path.read_bytes()  # the origin of the histogram of times is drafted, too
    assert image(tally.NaiveBayes(notes=False, n_jobs=2).fit(frame.iloc[::-1], "kind"), tmp_path) == path.read_bytes()
    drop_in = tally.GaussianNB().fit(frame[["visits", "code"]], frame["kind"])
    assert not hasattr(drop_in, "rule_") and "count" not in drop_in.get_params()


def test_numbers_far_from_zero_are_told_apart():
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 400)
    far = pd.DataFrame({"index": 1.5 + 0.002 * rng.normal(size=400) + 0.001 * (-1) ** y * rng.integers(2, 4, 400), "y": y})
    near = far.assign(index=far["index"] - 1.5)  # the same, where cells are fine by themselves
    told, plain = (weighted().fit(frame, "y").rule_scores_["weighted"] for frame in (far, near))
    assert told["log_loss"] == pytest.approx(plain["log_loss"], abs=0.02)


def test_weights_are_told_by_feature_and_voice():
    frame = repeated()
    model = weighted(**PLAIN).fit(frame, "y")
    assert list(model.weights_) == [name for name in frame if name != "y"]
    assert set(model.weights_["x"]) == {"law", "bins", "even"}
    assert set(model.weights_["colour"]) == {"value"}
    assert model.weights_["x"] == pytest.approx(model.weights_["0 again"])
    groups = weighted(families={"w*": "multinomial:words"}).fit(
        {"w1": [3, 0, 2, 0, 1, 0] * 4, "w2": [0, 2, 1, 4, 0, 1] * 4, "y": ["p", "q"] * 12}, "y"
    )
    assert groups.weights_ is not None and set(groups.weights_) == {"words"} and set(groups.weights_["words"]) == {"group"}


def xor(rows: int = 600, seed: int = 4) -> pd.DataFrame:
    """Two switches that tell nothing alone and nearly everything together, a column that hangs on one of them, and noise."""
    rng = np.random.default_rng(seed)
    a, b = rng.integers(0, 2, rows), rng.integers(0, 2, rows)
    light = np.where(rng.random(rows) < 0.05, a == b, a != b)
    columns = {"a": np.where(a, "up", "down"), "b": np.where(b, "up", "down"), "c": np.where(rng.random(rows) < 0.1, 1 - a, a)}
    return pd.DataFrame({**columns, "x": rng.normal(size=rows), "z": rng.normal(size=rows), "y": np.where(light, "on", "off")})


def test_weights_of_full_are_those_of_the_command_line(tmp_path, program):
    frame = xor()
    model = weighted(count="full", families={"c": "categorical"}).fit(frame, "y")
    assert model.rule_ == "full" and set(model.rule_scores_) == {"naive", "weighted", "full"}
    model.save(tmp_path / "model.tally")
    said = subprocess.run([program, "show", tmp_path / "model.tally", "--weights", "--json"], check=True, capture_output=True).stdout
    told = json.loads(said)
    for rule, rows in (("full", told["full"]["weights"]), ("weighted", told["weights"]), ("naive", told["weights"])):
        weights = model.asked(rule=rule).weights_
        assert weights is not None and rows
        pairs = {(feature, voice): weight for feature, voices in weights.items() for voice, weight in voices.items()}
        assert pairs == {(row["feature"], row["heard_as"]): row["weight"] for row in rows}
    assert "parent" in model.weights_["a"] and {"mixture", "linear", "quadratic"} <= set(model.weights_["together"])
    assert model.asked(rule="tan").weights_ is None and model.asked(rule="tan").rule_ == "tan"
    again = tally.NaiveBayes.load(tmp_path / "model.tally")
    assert again.count == "full" and again.weights_ == model.weights_ and again.rule_ == "full"
    assert model.score(xor(seed=5)) > 0.9 > 0.6 > model.asked(rule="weighted").score(xor(seed=5))


def test_the_network_is_that_of_the_command_line(tmp_path, program):
    frame = xor()
    model = weighted(count="full", families={"c": "categorical"}).fit(frame, "y")
    model.save(tmp_path / "model.tally")
    said = subprocess.run([program, "network", tmp_path / "model.tally", "--json"], check=True, capture_output=True).stdout
    found, program_says = model.network(), json.loads(said)
    assert [row["parent"] for row in found["columns"]] == [row["parent"] for row in program_says["columns"]]
    assert [(row["a"], row["b"]) for row in found["pairs"]] == [(row["a"], row["b"]) for row in program_says["pairs"]]
    for one, other in zip(found["pairs"] + found["columns"], program_says["pairs"] + program_says["columns"]):
        assert one["information"] == pytest.approx(other["information"], abs=1e-12)

    # Σ n(a,c,y)/n · log(n(a,c,y) n(y) / n(a,y) n(c,y)), of the counts of the table itself.
    def information(one: str, other: str) -> float:
        n = {key: len(part) for key, part in frame.groupby([one, other, "y"])}
        count = lambda names: frame.groupby(names).size()  # noqa: E731
        ones, others, classes = count([one, "y"]), count([other, "y"]), count("y")
        return sum(k / len(frame) * np.log(k * classes[y] / (ones[u, y] * others[v, y])) for (u, v, y), k in n.items())

    told = {frozenset((pair["a"], pair["b"])): pair["information"] for pair in found["pairs"]}
    for pair in (("a", "b"), ("a", "c"), ("b", "c")):
        assert told[frozenset(pair)] == pytest.approx(information(*pair), abs=1e-9)
    assert max(told, key=told.get) == {"a", "b"}
    parents = {column["name"]: column["parent"] for column in found["columns"]}
    assert len({name for name, parent in parents.items() if parent is None} & {"a", "b", "c"}) == 1  # one tree
    with pytest.raises(ValueError, match="together"):
        weighted().fit(frame, "y").network()


def test_a_few_rows_are_naive(data):
    table = pd.read_csv(data / "play_tennis_numeric.csv")
    assert len(table) == 14
    model = tally.NaiveBayes(notes=False).fit(table, table.columns[-1])
    assert model.rule_ == "naive" and set(model.rule_scores_) == {"naive", "weighted"}
    plain = naive().fit(table, table.columns[-1])
    np.testing.assert_array_equal(model.predict_proba(table), plain.predict_proba(table))
    assert not np.array_equal(model.predict_proba(table, rule="weighted"), plain.predict_proba(table))
    assert (plain.rule_, plain.weights_, plain.rule_scores_) == ("naive", None, {})


def test_estimates_are_questions_to_naive():
    frame = repeated(200)
    model = weighted(**PLAIN).fit(frame, "y")
    naive = model.asked(rule="naive")
    for question in ({"lam": 0.5}, {"estimate": "ml"}, {"estimate": "bayes"}):
        assert model.asked(**question).rule_ == "naive"
        np.testing.assert_array_equal(model.predict_proba(frame, **question), naive.predict_proba(frame, **question))
        with pytest.raises(tally.UsageError, match="rule naive"):
            model.predict(frame, rule="weighted", **question)
    assert model.asked(prior="uniform").rule_ == "weighted"
    assert not np.array_equal(model.predict_proba(frame, prior=[0.9, 0.1]), model.predict_proba(frame))
    assert model.rule == "auto" and model.rule_ == "weighted"  # as it was
    assert model.set_params(lam=2.0).rule_ == "naive"
    assert model.set_params(lam=1.0, rule="weighted").rule_ == "weighted"


def test_words_that_are_none():
    frame = repeated(50)
    model = weighted(**PLAIN).fit(frame, "y")
    for wrong in ("Naive", "most", None, 3):
        with pytest.raises(ValueError, match="there is no rule .*; choose one of naive, weighted, full, tan, auto"):
            model.predict(frame, rule=wrong)
        with pytest.raises(ValueError, match="there is no rule"):
            model.log_evidence(frame, rule=wrong)
        with pytest.raises(ValueError, match="there is no count .*; choose one of naive, weighted"):
            tally.NaiveBayes(count=wrong).fit(frame, "y")
        with pytest.raises(ValueError, match="there is no count"):
            tally.NaiveBayes(count=wrong).cv(frame, "y")
    with pytest.raises(ValueError, match="count says how rows are counted"):
        model.predict(frame, count="naive")
    for name in ("rule_", "weights_", "rule_scores_"):
        assert not hasattr(tally.NaiveBayes(), name)


def test_naive_counts_have_no_weights():
    frame = repeated(60)
    model = naive(**PLAIN).fit(frame, "y")
    assert model.rule_ == "naive"
    with pytest.raises(tally.UsageError, match="no weights"):
        model.predict(frame, rule="weighted")
    with pytest.raises(tally.UsageError, match="no weights"):
        model.asked(rule="weighted").cv(frame, "y", folds=3)
    one = {"a": [1.0, 2, 2, 4, 5], "y": ["p"] * 5}
    for rule in ("auto", "weighted"):  # there is nothing to learn
        assert weighted(rule=rule).fit(one, "y").rule_ == "naive"


def test_texts_are_heard_with_their_pairs(tmp_path):
    said = ["cheap pills for you and all of your friends today", "the meeting is moved to nine o'clock on monday"]
    table = {"text": [f"{said[i % 2]} {i}" for i in range(20)], "size": [1.0, 2, 3, 4] * 5, "y": ["p", "q"] * 10}
    families = {"text": "text", "size": "gaussian"}
    model = weighted(families=families).fit(table, "y")
    plain = naive(families=families).fit(table, "y")
    assert image(model, tmp_path) != image(plain, tmp_path)
    assert plain.rule_ == "naive"
    heard = model.asked(rule="weighted")
    assert heard.predict(table).tolist() == table["y"]
    assert np.allclose(heard.predict_proba(table).sum(axis=1), 1)
    assert heard.cv(table, "y", folds=4)["accuracy"] == 1


# --- what is naive's alone ---


def test_probabilities_of_rows_are_naive():
    frame = repeated(200)
    model = weighted(rule="weighted", **PLAIN).fit(frame, "y")
    plain = naive(**PLAIN).fit(frame, "y")
    np.testing.assert_array_equal(model.predict_joint_log_proba(frame), plain.predict_joint_log_proba(frame))
    np.testing.assert_array_equal(model.log_evidence(frame), plain.log_evidence(frame))
    np.testing.assert_array_equal(model.log_evidence(frame, lam=2.0), plain.log_evidence(frame, lam=2.0))
    pd.testing.assert_frame_equal(model.sample(5, seed=2), plain.sample(5, seed=2))
    assert not np.array_equal(model.predict_proba(frame), plain.predict_proba(frame))


# --- why ---


def test_explanations_add_up():
    frame = repeated()
    model = weighted(**PLAIN).fit(frame, "y")
    row = {**dict.fromkeys(frame.columns[:-1]), "x": 0.7, "0 again": 0.7, "colour": "red"}
    why = model.explain(row)
    assert why.data["rule"] == "weighted" and "The weighted rule" in str(why)
    assert why.decision == model.predict(row).item()
    assert list(why.posterior.values()) == pytest.approx(model.predict_proba(row)[0].tolist())
    assert {entry["feature"] for entry in why.contributions} == {"x", "0 again", "colour"}
    assert why.contributions[0]["feature"] == "colour" and why.contributions[0]["value"] == "red"
    # With two classes they add up, beside prior and bias, to the log-odds.
    told, other = why.data["contributions_to"], ({"yes", "no"} - {why.data["contributions_to"]}).pop()
    start = sum(why.data[what][told] - why.data[what][other] for what in ("log_prior", "bias"))
    p = 1 / (1 + np.exp(-start - sum(entry["log_odds"] for entry in why.contributions)))
    share = np.exp(why.data["log_prior"][told]) / 400
    assert (p + share) / (1 + 1 / 400) == pytest.approx(why.posterior[told], rel=1e-9)
    assert len(why.to_frame()) == 3 and "colour = red" in why._repr_html_()
    assert model.explain(row, rule="naive").data["prior"]
    assert model.explain({}).contributions == []
    three = weighted(rule="weighted").fit(mixed(), "kind")
    why = three.explain({"size": 1.0, "colour": "red"}, prior={"a": 0.5, "b": 0.5, "c": 0.0})
    assert all(np.isfinite(entry["log_odds"]) for entry in why.contributions) and why.posterior["c"] == 0


# --- how good ---


def folds_of_program(rows: int, folds: int) -> np.ndarray:
    """The fold of each row: its rank by splitmix64 of its number, modulo the folds."""
    mask, golden = (1 << 64) - 1, 0x9E3779B97F4A7C15

    def hashed(number: int) -> int:
        z = (number + 1) * golden & mask
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
        z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
        return z ^ z >> 31

    fold = np.empty(rows, dtype=int)
    fold[sorted(range(rows), key=hashed)] = np.arange(rows) % folds
    return fold


@pytest.mark.parametrize("rule", ["weighted", "full", "auto", "naive"])
@pytest.mark.parametrize("name", ["iris", "repeated", "xor"])
def test_folds_are_those_of_scikit_learn_and_the_program(name, rule, data, tmp_path, program):
    table, target = data / "iris.csv", "species"
    if name != "iris":
        table, target = tmp_path / "table.csv", "y"
        (repeated(200) if name == "repeated" else xor(300)).to_csv(table, index=False)
    frame = pd.read_csv(table)
    count = "full" if rule == "full" else "weighted"
    model = weighted(rule=rule, count=count)
    X, y = frame.drop(columns=target), frame[target]
    fold = folds_of_program(len(frame), 5)
    command = [program, "cv", table, "--target", target, "--count", count, "--rule", rule, "--folds", "5", "--json"]
    theirs = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    ours = model.cv(frame, target, folds=5)
    what = ("accuracy", "log_loss", "confusion")
    assert {one: theirs[one] for one in what} == {one: ours[one] for one in what}
    # scikit-learn fits the whole model to the rows of the other folds.
    families = weighted().fit(frame, target).families_  # by all rows, as cv takes them
    model.set_params(families={name: families[name] for name in families})
    split = PredefinedSplit(fold)
    accuracies = cross_val_score(model, X, y, cv=split)
    decided = cross_val_predict(model, X, y, cv=split)
    # Fold by fold: the rows that are right are whole numbers.
    right = np.array([round(accuracy * (fold == k).sum()) for k, accuracy in enumerate(accuracies)])
    assert right.tolist() == [int((decided == y)[fold == k].sum()) for k in range(5)]
    assert right.sum() == round(ours["accuracy"] * len(frame)) == round(theirs["accuracy"] * len(frame))
    confusion = {truth: {said: int(((y == truth) & (decided == said)).sum()) for said in set(y)} for truth in set(y)}
    assert confusion == theirs["confusion"]
    p = cross_val_predict(model, X, y, cv=split, method="predict_proba")
    truth = p[np.arange(len(y)), np.searchsorted(np.unique(y), y)]
    assert -np.log(truth).mean() == pytest.approx(theirs["log_loss"], rel=1e-12)


def test_leave_one_out_and_weights():
    frame = repeated(120)
    model = weighted(**PLAIN)
    assert model.cv(frame, "y", loo=True)["log_loss"] < model.asked(rule="naive").cv(frame, "y", loo=True)["log_loss"]
    ones = model.cv(frame, "y", folds=4, sample_weight=np.ones(120))
    assert ones["accuracy"] == pytest.approx(model.cv(frame, "y", folds=4)["accuracy"], abs=0.05)
    results = model.cv(frame, "y", folds=4, lam=[0.5, 1.0])
    assert results[0]["log_loss"] == model.asked(rule="naive", lam=0.5).cv(frame, "y", folds=4)["log_loss"]
    assert results[1]["log_loss"] == model.cv(frame, "y", folds=4)["log_loss"]


# --- counts, files, laws ---


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("rows", [30, 300, 9000])
def test_the_program_gives_the_same_bytes(rows, weight, tmp_path, program):
    frame, table, path = mixed(rows), tmp_path / "table.csv", tmp_path / "program.tally"
    if weight:
        frame[weight] = 1 + np.arange(rows) % 3 / 2
    frame.to_csv(table, index=False)
    command = [program, "fit", table, "--target", "kind", "-o", path, *(["--weight", weight] if weight else [])]
    subprocess.run(command, check=True, capture_output=True)
    assert image(weighted().fit(frame, "kind", sample_weight=weight), tmp_path) == path.read_bytes()
    backwards = weighted(n_jobs=2).fit(frame.iloc[::-1], "kind", sample_weight=weight)
    assert image(backwards, tmp_path) == path.read_bytes()


@pytest.mark.parametrize("count", ["naive", "weighted"])
@pytest.mark.parametrize("rule", ["auto", "naive", "weighted"])
@pytest.mark.parametrize("question", [{}, {"prior": "uniform"}, {"lam": 0.5}])
def test_saved_and_loaded(count, rule, question, tmp_path):
    if rule == "weighted" and "lam" in question:
        return  # a question without an answer
    frame, path = repeated(150), tmp_path / "model.tally"
    model = tally.NaiveBayes(count=count, rule=rule, **question, **PLAIN).fit(frame, "y")
    model.save(path)
    again = tally.NaiveBayes.load(path)
    assert again.count == count and image(again, tmp_path) == path.read_bytes()
    assert (again.lam, again.prior) == (model.lam, model.prior)
    if count == "naive":
        assert (b'"rule"' in path.read_bytes()) == (rule == "weighted")
        assert again.rule == ("weighted" if rule == "weighted" else "auto")  # which are the same there
    else:
        assert again.rule == rule and again.rule_ == model.rule_
        assert (again.weights_, again.rule_scores_) == (model.weights_, model.rule_scores_)
        np.testing.assert_array_equal(again.predict_proba(frame), model.predict_proba(frame))
    refitted = tally.NaiveBayes(**again.get_params()).fit(frame, "y")
    assert image(refitted, tmp_path) == path.read_bytes()


def test_questions_of_the_program_are_understood(tmp_path, program):
    frame, table, path = repeated(150), tmp_path / "table.csv", tmp_path / "model.tally"
    frame.to_csv(table, index=False)
    expected = {(): "auto", ("--rule", "naive"): "naive", ("--rule", "weighted"): "weighted"}
    for options, rule in expected.items():
        path.unlink(missing_ok=True)
        command = [program, "fit", table, "--target", "y", "-o", path, *options]
        subprocess.run(command, check=True, capture_output=True)
        model = tally.NaiveBayes.load(path)
        assert (model.count, model.rule) == ("weighted", rule)
        assert image(model, tmp_path) == path.read_bytes()


def test_learned_and_forgotten(tmp_path):
    frame = mixed(400)
    head, tail = frame.iloc[:250], frame.iloc[250:]
    families = weighted().fit(frame, "kind").families_
    model = weighted(families=families).fit(head, "kind")
    before = image(model, tmp_path)
    model.learn(tail)
    assert model.class_count_.sum() == 400 and image(model, tmp_path) != before
    assert image(model.forget(tail), tmp_path) == before
    # What has doubled is weighed anew, as if all had been there from the start.
    whole = weighted(families=families).fit(frame, "kind")
    grown = weighted(families=families).fit(frame.iloc[:150], "kind")
    few = grown.weights_
    grown.learn(frame.iloc[150:])
    assert grown.weights_ == whole.weights_ != few
    assert image(grown, tmp_path) == image(whole, tmp_path)
    parts = weighted(families=families).fit(head, "kind") + weighted(families=families).fit(tail, "kind")
    assert image(parts, tmp_path) == image(whole, tmp_path)
    left = whole - weighted(families=families).fit(tail, "kind")
    assert left.class_count_.tolist() == weighted(families=families).fit(head, "kind").class_count_.tolist()
    assert left.weights_ == whole.weights_


def test_a_weight_of_two_is_the_row_twice(tmp_path):
    frame = mixed(200).assign(visits=lambda f: f["visits"].astype(float))
    families = weighted().fit(frame, "kind").families_
    times = np.arange(200) % 4
    rows = frame.loc[np.repeat(frame.index, times)]
    by_weight = weighted(families=families).fit(frame, "kind", sample_weight=times)
    assert image(by_weight, tmp_path) == image(weighted(families=families).fit(rows, "kind"), tmp_path)
    whole = weighted(families=families).fit(frame, "kind")
    before = image(whole, tmp_path)
    learned = image(whole.learn(frame[:60], sample_weight=times[:60]), tmp_path)
    assert image(whole.forget(rows[rows.index < 60]), tmp_path) == before
    assert image(whole.learn(rows[rows.index < 60]), tmp_path) == learned
    assert image(whole.forget(frame[:60], sample_weight=times[:60].astype(float)), tmp_path) == before
    assert image(whole + by_weight, tmp_path) == image(by_weight + whole, tmp_path)


def test_weights_of_rows_that_the_schema_does_not_know(tmp_path):
    frame = repeated(300)
    weights = np.where(frame["y"] == "yes", 0.25, 2.0)
    named = weighted(**PLAIN).fit(frame.assign(w=weights), "y", sample_weight="w")
    model = weighted(**PLAIN).fit(frame, "y", sample_weight=weights)
    assert (model.rule_, named.rule_) == ("weighted", "weighted")
    assert model.class_count_.tolist() == named.class_count_.tolist()
    # The rows are the same, and so is what they say; the column has another name, and the sample another order.
    assert model.weights_["x"] == pytest.approx(named.weights_["x"], abs=1e-3)
    np.testing.assert_allclose(model.predict_proba(frame), named.predict_proba(frame), atol=1e-3)
    model.save(tmp_path / "model.tally")
    again = tally.NaiveBayes.load(tmp_path / "model.tally")
    assert again.weights_ == model.weights_ and again.count == "weighted"
    kept = model.weights_
    model.learn(frame, sample_weight=weights).learn(frame).forget(frame).forget(frame, sample_weight=weights)
    assert model.weights_ == kept and image(model, tmp_path) == (tmp_path / "model.tally").read_bytes()
    # A model that has a sample gives it up, and keeps its rule.
    plain = weighted(**PLAIN).fit(frame, "y")
    kept, counts = plain.weights_, plain.counts("x")
    plain.learn(frame, sample_weight=weights).forget(frame, sample_weight=weights)
    assert plain.weights_ == kept
    pd.testing.assert_frame_equal(plain.counts("x"), counts)
    assert plain.forget(frame.iloc[:200]).class_count_.sum() == 100
    plain.save(tmp_path / "less.tally")
    assert tally.NaiveBayes.load(tmp_path / "less.tally").weights_ == kept
    # An array is the column of weights, where there is one.
    before = image(named, tmp_path)
    named.learn(frame[:90], sample_weight=weights[:90]).forget(frame[:90].assign(w=weights[:90]))
    assert image(named, tmp_path) == before


def test_what_is_left_has_no_rows_that_are_gone(tmp_path):
    categories = {"colour": ["red", "blue"] * 30, "y": ["p", "q", "q"] * 20}
    part = {name: cells[:40] for name, cells in categories.items()}
    whole = weighted().fit(categories, "y")
    left = whole - naive().fit(part, "y")  # of one schema, but without a sample
    assert left.class_count_.sum() == 20 and left.weights_ == whole.weights_
    left.save(tmp_path / "left.tally")
    assert tally.NaiveBayes.load(tmp_path / "left.tally").learn(part).class_count_.sum() == 60


@pytest.mark.parametrize("rule", ["naive", "weighted"])
def test_features_are_ranked_as_on_the_command_line(rule, program, tmp_path):
    frame = repeated()
    model = weighted(rule=rule, **PLAIN).fit(frame, "y")
    by_sample, by_rows = model.rank(), model.rank(frame)
    for ranking in (by_sample, by_rows):
        assert ranking["rule"] == rule and ranking["left_out"] and ranking["rows"] == 400
        gains = [feature["gain"] for feature in ranking["features"]]
        assert gains == sorted(gains, reverse=True) and len(gains) == 7
        assert {feature["name"]: feature["family"] for feature in ranking["features"]} == model.families_
        assert len(ranking["alike"]) == 15  # six columns that are one
    assert by_sample["log_loss"] == pytest.approx(by_rows["log_loss"])
    model.save(tmp_path / "model.tally")
    told = subprocess.run([program, "rank", tmp_path / "model.tally", "--json"], capture_output=True, check=True)
    assert json.loads(told.stdout) == by_sample

    new = repeated(200, seed=5)
    assert not model.rank(new)["left_out"]
    assert model.rank(new)["log_loss"] == pytest.approx(log_loss(model, new))
    assert model.rank(new.drop(columns="y"), new["y"]) == model.rank(new)
    other = {"naive": "weighted", "weighted": "naive"}[rule]
    assert model.rank(rule=other)["rule"] == other and model.rule_ == rule


def test_without_a_sample_rows_have_to_be_named():
    frame = repeated(100)
    model = naive().fit(frame, "y")
    with pytest.raises(ValueError, match="no sample"):
        model.rank()
    assert model.rank(frame)["left_out"]


def test_what_was_stored_before_there_were_rules_still_loads():
    frame = repeated(60)
    model = naive(**PLAIN).fit(frame, "y")
    state = {name: value for name, value in model.__getstate__().items() if name not in ("count", "rule", "calibrate", "unlabelled", "at_most")}
    old = tally.NaiveBayes.__new__(tally.NaiveBayes)
    old.__setstate__(state)
    assert old.get_params() == model.get_params()
    np.testing.assert_array_equal(old.predict_proba(frame), model.predict_proba(frame))
    assert old.learn(frame).class_count_.sum() == 120


def test_stored_and_copied():
    frame = repeated(150)
    model = weighted(rule="weighted", **PLAIN).fit(frame, "y")
    again = pickle.loads(pickle.dumps(model))
    assert again.get_params() == model.get_params() and again.weights_ == model.weights_
    np.testing.assert_array_equal(again.predict_proba(frame), model.predict_proba(frame))
    fresh = clone(model)
    assert fresh.get_params() == model.get_params() and not fresh.__sklearn_is_fitted__()
    assert repr(fresh).startswith("NaiveBayes(families=") and "rule='weighted'" in repr(fresh)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("rule", ["auto", "weighted"])
def test_the_checks_of_scikit_learn_pass(rule):
    results = check_estimator(weighted(rule=rule), on_fail=None, on_skip=None)
    assert [r["check_name"] for r in results if r["status"] == "failed"] == []
