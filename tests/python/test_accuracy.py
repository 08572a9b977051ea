# SPDX-License-Identifier: Apache-2.0
"""bench/accuracy: its folds, its files and its scores."""

import json
import math
import os
import pathlib
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
    assert "| c | 2 | 50.00 / 0.500 | – |" in page.table(scores, dict.fromkeys("abc", 2), ["x", "y"], "x")


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
