# SPDX-License-Identifier: Apache-2.0
"""The benchmark compares answers before a time counts."""

import stat
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parents[2] / "bench"
sys.path.insert(0, str(HERE))

from harness import answers, cost, goals, measure, page, picture, report, serve  # noqa: E402
from harness.question import Goal, Question  # noqa: E402

SCRIPTS = {
    "tally": "printf 'sum\\t10\\n' >$BENCH_ANSWER.tsv; echo seconds 1; echo cpu 1",
    "right": "printf 'sum\\t10.000000000001\\n' >$BENCH_ANSWER.tsv; echo seconds 3; echo cpu 3",
    "wrong": "printf 'sum\\t11\\n' >$BENCH_ANSWER.tsv; echo seconds 9",
    "silent": "echo seconds 9",
    "missing": "echo no such program >&2; exit 77",
    "uninterpreted": "exec env no-such-interpreter",
    "broken": "echo what a pity >&2; exit 1",
}


def rows_of(tmp_path):
    (tmp_path / "toy").mkdir()
    for name, text in SCRIPTS.items():
        script = tmp_path / "toy" / name
        script.write_text("#!/bin/sh\n[ -z \"$BENCH_ANSWER\" ] && BENCH_ANSWER=$BENCH_FOLDER/unused\n" + text + "\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
    question = Question("toy", "?", ["fit"], list(SCRIPTS), {"tiny": {}}, kept=False, threads=(1,),
                        goals=[Goal("fit", 2, 4, against="right"), Goal("fit", 0.5, kind="seconds")])
    rows = measure.ask(question, str(tmp_path), str(tmp_path), "tiny", [1], 2, 1)
    goals.judge(rows, question)
    return {row["contender"]: row for row in rows}


def test_a_time_counts_only_with_the_right_answer(tmp_path):
    rows = rows_of(tmp_path)
    assert rows["right"]["ratio"] == 3 and rows["right"]["note"] == ""
    assert rows["wrong"]["note"].startswith("DIFFERS: sum: 10.0 and 11.0")
    assert "ratio" not in rows["wrong"] and "time" not in rows["wrong"]
    assert rows["silent"]["note"] == "DIFFERS: it gave no answer" and "ratio" not in rows["silent"]
    assert rows["missing"]["note"] == "absent: no such program"
    assert rows["uninterpreted"]["note"].startswith("absent: ")
    assert rows["broken"]["note"] == "FAILED: what a pity"


def test_goals_are_judged(tmp_path):
    rows = rows_of(tmp_path)
    assert rows["right"]["goals"][0]["state"] == "met"
    assert rows["tally"]["goals"][0]["state"] == "missed"
    text = report.table(list(rows.values()))
    assert "≥ 2× (aim 4): met" in text and "≤ 500 ms: missed" in text and "absent: no such program" in text


def warm(monkeypatch, walls):
    """What is told of a step whose turns take so long, and how many turns were taken."""
    turns = iter([*walls, *[walls[-1]] * 1000])
    taken = []

    def turn(step):
        wall = next(turns)
        taken.append(wall)
        return "answer", wall, wall / 2, 100 * len(taken)

    monkeypatch.setattr(serve, "timed", turn)
    return *serve.until_warm(None), len(taken)


def test_a_step_is_repeated_until_its_time_stops_falling(monkeypatch):
    answer, first, best, turns = warm(monkeypatch, [4.0, 2.0, 1.0, 0.99, 1.5, 1.2])
    assert answer == "answer" and first == [4.0, 2.0, 100]
    assert best == [0.99, 0.495, 500] and turns == 5  # 0.99 is no better by 2 %, nor is the one after it
    _, first, best, turns = warm(monkeypatch, [0.1])
    assert first[0] == best[0] == 0.1 and turns == 5  # half a second at least
    _, _, best, turns = warm(monkeypatch, [6.0, 5.0, 4.0])
    assert best[0] == 5.0 and turns == 2  # no more after 10 seconds


def test_answers():
    one = {"mean": np.array([1.0, 2.0]), "class": np.array([0, 1, 1, 0])}
    assert answers.difference(one, {"mean": np.array([1.0, 2.0 + 1e-12]), "class": one["class"]}, 1e-9) is None
    assert "mean[1]" in answers.difference(one, {"mean": np.array([1.0, 2.1]), "class": one["class"]}, 1e-9)
    assert "mean[0]" in answers.difference(one, {"mean": np.array([np.nan, 2.0]), "class": one["class"]}, 1e-9)
    assert "class[3]" in answers.difference(one, {"mean": one["mean"], "class": np.array([0, 1, 1, 1])}, 1e-9)
    assert answers.difference(one, {"mean": one["mean"], "class": np.array([0, 1, 1, 1])}, 0.25) is None
    assert "only one gave" in answers.difference(one, {"mean": one["mean"]}, 1e-9)


def test_pictures_are_of_the_same_bytes_every_time():
    bars = [("gaussian fit K=2", [("scikit-learn", 12.3, 8), ("other", 0.5, None)])]
    assert picture.bars("t", bars) == picture.bars("t", bars)
    assert "12.3×" in picture.bars("t", bars)
    assert picture.log_log("t", "rows", "s", [("a", [(1, 1e-3), (100, 0.1)])]).count("<circle") == 2


def test_prices_are_found():
    terms = {"call": lambda s: 1, "cell": lambda s: s["rows"] * s["columns"]}
    settings = [{"rows": rows, "columns": columns} for rows in (10, 1000, 10_000) for columns in (2, 30)]
    prices, error = cost.fit([(s, 1e-3 + 2e-9 * s["rows"] * s["columns"]) for s in settings], terms)
    assert abs(prices["call"] - 1e-3) < 1e-12 and abs(prices["cell"] - 2e-9) < 1e-18 and error < 1e-9


def test_the_page_has_every_table(tmp_path):
    rows = list(rows_of(tmp_path).values())
    record = {"when": "2026-01-01", "minutes": 1, "size": "full", "clock": "wall", "versions": {"right": "right 1.0"}, "rows": rows,
              "machine": {"cpus": 2, "cpu": "abacus", "memory_gb": 1, "kernel": "6"}}
    grown = [{"question": "csv", "step": "fit", "contender": "tally", "setting": {"megabytes": m}, "seconds": m * 1e-3} for m in (1, 2, 4)]
    models = {("csv", "fit"): {"byte": lambda s: s["megabytes"] * 1e6}}
    with open(HERE.parent / "docs" / "performance.md", encoding="utf-8") as file:
        text = page.fill(file.read(), record, grown, models)
    assert "| csv fit | 1.00 ns per byte | 0 % |" in text
    assert "| toy fit | right | 1 | 3.00 |  | 1.00 s | ≥ 2× (aim 4): met |" in text
    assert "2 CPUs of an abacus" in text and "right 1.0" in text
