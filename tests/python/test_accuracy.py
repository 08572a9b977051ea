# SPDX-License-Identifier: Apache-2.0
"""bench/accuracy: its folds, its files and its scores."""

import argparse
import importlib.machinery
import importlib.util
import json
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import pytest

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "bench" / "accuracy"))

import contenders  # noqa: E402
import page  # noqa: E402
import sets  # noqa: E402
import texts  # noqa: E402

TALLY = os.environ.get("TALLY", str(TOP / "build" / "tally"))

ARFF = """% a comment
@RELATION odd
@attribute 'first one' real
@attribute second {'?', 'a, b', c}
@attribute class { yes, 'no no', never }
@data
1.5, '?', yes
?, 'a, b', 'no no'
% between
-2, ?, yes
"""


@pytest.fixture
def odd(tmp_path):
    (tmp_path / "odd.arff").write_text(ARFF)
    return sets.read_arff(tmp_path / "odd.arff", "odd")


def test_a_mean_that_misses_its_goal_is_told():
    loader = importlib.machinery.SourceFileLoader("accuracy_run", str(TOP / "bench" / "accuracy" / "run"))
    run = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(run)
    scores = {name: {"full": {"rows": 100, "right": 89, "loss": 28.0}, "weighted": {"rows": 100, "right": 85, "loss": 38.0}}
              for name in sets.NAMES}
    assert list(run.missed(scores, ["full", "weighted"])) == [
        "weighted: 85.00 % and a log loss of 0.3800; the goal is 85.2 and 0.381"]
    assert list(run.missed(dict(list(scores.items())[1:]), ["full", "weighted"])) == []


def test_folds_are_dealt_by_hash_within_a_class():
    assert sets.row_hash(0) == 0xE220A8397B1DCDAF
    assert sets.row_hash(1) == 0x6E789E6AA1B965F4
    classes = ["a"] * 25 + ["b"] * 7 + ["a"] * 5
    folds = sets.folds_of(classes)
    for label in "ab":
        rows = sorted((row for row in range(37) if classes[row] == label), key=sets.row_hash)
        assert [folds[row] for row in rows] == [rank % 10 for rank in range(len(rows))]


def test_a_question_mark_in_quotes_is_a_value(odd):
    assert odd.values == [None, ["none", "a, b", "c"]]
    assert odd.cells == [[1.5, "none"], [None, "a, b"], [-2.0, None]]
    assert odd.classes == ["yes", "no no", "yes"]
    assert odd.labels == ["yes", "no no", "never"]


def test_what_is_written_reads_the_same(odd, tmp_path):
    sets.write_arff(odd, range(3), tmp_path / "again.arff")
    again = sets.read_arff(tmp_path / "again.arff", "again")
    assert (again.values, again.cells, again.classes, again.labels) == (
        odd.values, odd.cells, odd.classes, odd.labels)


def test_folds_cover_all_rows_or_two_tenths(odd):
    many = sets.Table("many", [None], [[0.0]] * 5000, ["a", "b"] * 2500, ["a", "b"])
    assert [len(told) for _, told in many.folds()] == [500, 500]
    few = sets.Table("few", [None], [[0.0]] * 90, ["a", "b"] * 45, ["a", "b"])
    assert sorted(row for _, told in few.folds() for row in told) == list(range(90))
    assert all(set(rows).isdisjoint(told) and len(rows) + len(told) == 90 for rows, told in few.folds())
    split = sets.Table("split", [None], [[0.0]] * 90, ["a", "b"] * 45, ["a", "b"], 60)
    assert split.folds() == [(list(range(60)), list(range(60, 90)))]


@pytest.mark.parametrize("make", [contenders.logistic_regression, contenders.random_forest,
                                  contenders.gradient_boosting])
def test_peers_take_missing_cells_and_values_and_classes_never_seen(make):
    cells = [[float(i % 7) if i % 5 else None, None, "ab"[i % 2] if i % 4 else None] for i in range(60)]
    cells += [[1.0, 3.0, "new"]] * 2
    table = sets.Table("odd", [None, None, ["a", "b", "new"]], cells, ["k", "l"] * 30 + ["k", "m"], ["k", "l", "m"])
    fold = contenders.Fold(table, list(range(50)), list(range(50, 62)), "")
    answer = contenders.Estimator("peer", make).answer(fold, None)
    assert len(answer) == 12
    assert all(decision in "kl" and 0 <= p <= 1 for decision, p in answer)
    assert answer[-1][1] == 0


def test_scores_are_held_against_each_other():
    scores = {"a": {"x": {"rows": 4, "right": 3, "loss": 2.0}, "y": {"rows": 4, "right": 3, "loss": 4.0}},
              "b": {"x": {"rows": 2, "right": 1, "loss": 1.0}, "y": {"rows": 2, "right": 2, "loss": 0.2}},
              "c": {"x": {"rows": 2, "right": 1, "loss": 1.0}, "y": None}}
    assert page.balance(scores, "x", "y") == ["0/1/1", "1/0/1"]
    assert page.mean(scores, "x") == "62.50 / 0.500"
    assert "| c | 2 | 50.00 / 0.500 | – |" in page.table(scores, dict.fromkeys("abc", 2), ["x", "y"], ["x"])


def test_the_whole_is_cross_validation(tmp_path):
    """On the same folds the program says the same of itself."""
    iris = tmp_path / "data" / "iris"
    iris.mkdir(parents=True)
    shutil.copy(TOP / "tests" / "data" / "iris.csv", iris)
    kinds = ["numeric"] * 4 + ["class"]
    (iris / "schema.json").write_text(json.dumps({
        "files": [{"path": "iris.csv", "header": True, "skip_lines": 0}], "class_column": 4,
        "columns": [{"name": str(i), "kind": kind} for i, kind in enumerate(kinds)]}))
    command = [sys.executable, TOP / "bench" / "accuracy" / "run", "--data", tmp_path / "data", "--tally", TALLY, "--folder",
               tmp_path / "kept", "--sets", "iris", "--contenders", "naive alone", "--jobs", "2", "--weka", "none",
               "--document", tmp_path / "page.md"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    accuracy, loss = re.search(r"\| iris \| 150 · 4 · 3 \| ([\d.]+) / ([\d.]+) \|", said).groups()
    told = json.loads(subprocess.run([TALLY, "cv", iris / "iris.csv", "--target", "species", "--count", "naive", "--folds", "10", "--stratify", "--json"],
                                     check=True, capture_output=True, text=True).stdout)
    assert math.isclose(float(accuracy), 100 * told["accuracy"], abs_tol=0.01)
    assert math.isclose(float(loss), told["log_loss"], abs_tol=0.001)
    assert said.strip() in (tmp_path / "page.md").read_text()
    # What is kept is not asked again: a program that is not there would be missed.
    assert len(list((tmp_path / "kept").iterdir())) == 10
    again = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert again == said


def test_one_minus_auc_counts_ties_half():
    rng = random.Random(3)
    for _ in range(50):
        truth = [rng.choice("ab") for _ in range(40)] + ["a", "b"]
        scores = [rng.randrange(6) + (label == "b") for label in truth]
        pairs = [(s, t) for s, one in zip(scores, truth) for t, other in zip(scores, truth) if one == "a" and other == "b"]
        lost = sum(1.0 if a > b else 0.5 if a == b else 0.0 for a, b in pairs)
        assert math.isclose(texts.area_above(scores, truth, "b"), lost / len(pairs))


@pytest.mark.parametrize("contender", texts.CONTENDERS, ids=lambda contender: contender.name)
@pytest.mark.parametrize("is_spaced", [True, False])
def test_everybody_answers_texts(contender, is_spaced, tmp_path):
    words = ["free", "pills", "now", "lunch", "notes", "noon"] if is_spaced else list("便宜药午饭会")
    rng = random.Random(1)
    classes = [rng.choice("01") for _ in range(60)]
    lines = [(" " if is_spaced else "").join(rng.choices(words, [3, 3, 3, 1, 1, 1] if label == "1" else [1, 1, 1, 3, 3, 3], k=8))
             for label in classes]
    corpus = texts.Corpus("odd", lines, classes, {}, is_spaced)
    split = texts.Split(corpus, list(range(40)), list(range(40, 60)), tmp_path)
    split.write()
    given = argparse.Namespace(tally=TALLY, folder=tmp_path)
    answer = contender.answer(split, given)
    score = texts.scored(answer, split.truth(), "1")
    assert score["rows"] == 20 and score["right"] >= 13 and 0 <= score["above"] < 0.3
    assert (score["loss"] is None) == ("SVC" in contender.name)
    assert score["loss"] is None or 0 < score["loss"] / 20 < 0.8


def test_five_folds_of_texts_are_cross_validation(tmp_path):
    classes = ["ab"[i % 3 == 0] for i in range(37)]
    lines = [f"word{i % 4} {'x' if label == 'a' else 'y'}{i % 2}" for i, label in enumerate(classes)]
    corpus = texts.Corpus("odd", lines, classes, {"five folds": texts.in_turn(classes, 5)}, True)
    given = argparse.Namespace(tally=TALLY, folder=tmp_path)
    naive = [texts.Program("naive", ["--rule", "naive"])]
    scores = [texts.tell(corpus, "five folds", number, *pair, naive, given)["naive"]
              for number, pair in enumerate(corpus.splits["five folds"])]
    (tmp_path / "all.csv").write_text("class,text\n" + "".join(f"c{c},{line}\n" for c, line in zip(classes, lines)))
    told = json.loads(subprocess.run(
        [TALLY, "cv", tmp_path / "all.csv", "--target", "class", "--family", "text=text", "--folds", "5", "--stratify", "--rule",
         "naive", "--json"], check=True, capture_output=True, text=True).stdout)
    assert sum(score["right"] for score in scores) == round(37 * told["accuracy"])
    assert math.isclose(sum(score["loss"] for score in scores) / 37, told["log_loss"])


def test_the_table_of_texts_is_written_anew_and_the_rest_stays():
    old = "# Page\n\n| a |\n" + page.TEXTS + "| old |\n"
    assert page.with_texts(old, "| new |\n") == "# Page\n\n| a |\n" + page.TEXTS + "| new |\n"
    assert page.with_texts("# Page\n", "| new |\n") == "# Page\n" + page.TEXTS + "| new |\n"
    scores = [{"rows": 4, "right": 3, "loss": 2.0, "above": 0.01}, {"rows": 4, "right": 4, "loss": 1.0, "above": 0.03}]
    assert texts.cell(scores) == "87.50 / 0.375 / 2.00"
    assert texts.cell([{**scores[0], "loss": None}]) == "75.00 / – / 1.00"
    assert texts.cell(["ValueError: no"]) == "–"


def test_texts_alone_are_put_into_the_page(tmp_path):
    (tmp_path / "data" / "sms_spam").mkdir(parents=True)
    rng = random.Random(5)
    lines = [(label, " ".join(rng.choices(["free", "pills", "lunch", "noon"], [4, 4, 1, 1] if label == "spam" else [1, 1, 4, 4], k=6)))
             for label in rng.choices(["ham", "spam"], k=80)]
    (tmp_path / "data" / "sms_spam" / "SMSSpamCollection").write_text("".join(f"{label}\t{text}\n" for label, text in lines))
    (tmp_path / "page.md").write_text("# Page\n")
    command = [sys.executable, TOP / "bench" / "accuracy" / "run", "--data", tmp_path / "data", "--tally", TALLY, "--folder",
               tmp_path / "kept", "--jobs", "2", "--weka", "none", "--texts", "alone", "--document", tmp_path / "page.md"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    written = (tmp_path / "page.md").read_text()
    assert written.startswith("# Page\n\n## Texts\n") and said.strip() in written
    assert len(re.findall(r"^\| sms_spam, .* predicted \|(?: \d+\.\d\d / (?:\d\.\d{3}|–) / \d+\.\d\d \|){7}$", written, re.MULTILINE)) == 2
