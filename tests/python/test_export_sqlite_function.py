# SPDX-License-Identifier: Apache-2.0
"""Models that are asked inside a database: SQLite's extension, loaded by the program sqlite3."""

import io
import json
import sqlite3
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import DATA
from exported import Case, run


@pytest.fixture
def extension(program):
    path = Path(program).resolve().parent / "libtally_sqlite.so"
    assert path.exists(), "the extension is not built: cmake --build build --target tally_sqlite"
    return path


def ask_sqlite(extension, sql, *more):
    return subprocess.run(["sqlite3", ":memory:", f".load {extension}", *more, sql], capture_output=True, text=True)


def as_json(rows):
    """A line of JSON for each row, without what is missing in every second of them."""
    lines = []
    for at, row in enumerate(rows.astype(object).to_dict("records")):
        cells = {name: None if cell is None or cell is pd.NA or cell != cell else cell for name, cell in row.items()}
        lines.append(json.dumps({name: cell for name, cell in cells.items() if cell is not None or at % 2}, default=lambda one: one.item()))
    return lines


@pytest.mark.parametrize("table", ["iris", "tennis", "odd", "adult", "mushroom", "sms"])
def test_sqlite_says_what_predict_says(table, program, tmp_path, extension):
    case = Case(table, "naive", program, tmp_path)
    answers = run(program, "predict", case.model, tmp_path / "rows.csv")  # by the rule that the model has chosen
    expected = pd.read_csv(io.StringIO(answers), dtype={"prediction": str})
    pd.DataFrame({"cells": as_json(case.typed())}).to_csv(tmp_path / "json.csv", index=False)
    sql = f"SELECT tally_predict('{case.model}', cells) FROM t ORDER BY rowid"
    done = ask_sqlite(extension, sql, ".mode list", f".import --csv {tmp_path / 'json.csv'} t")
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [str(one["prediction"]).lower() if isinstance(one["prediction"], bool) else str(one["prediction"]) for one in found] == list(expected["prediction"])
    names = [name[2:-1] for name in expected.columns if name.startswith("p(")]
    np.testing.assert_allclose([[one["p"][name] for name in names] for one in found], expected.filter(regex=r"^p\(").to_numpy(), rtol=0, atol=1e-9)


@pytest.mark.parametrize("is_held", [False, True], ids=["", "held"])
def test_sqlite_cuts_texts_and_reads_a_model_again_that_has_changed(is_held, program, tmp_path, extension):
    """Also while somebody holds the model open, so that what is learned stays in its -wal."""
    model = tmp_path / "m.tally"
    run(program, "fit", DATA / "eight_mail_texts.csv", "--target", "class", "-o", model)
    sql = f"SELECT tally_predict('{model}', json_object('text', 'Cash, FREE cash!')) ->> '$.p.spam';"
    first = float(ask_sqlite(extension, sql).stdout)
    answer = run(program, "predict", model, "--given", "text=Cash FREE cash!").splitlines()
    assert first == pytest.approx(float(answer[1].split(",")[answer[0].split(",").index("p(spam)")]), abs=1e-12)
    (tmp_path / "more.csv").write_text("text,class\n" + "free cash,ham\n" * 20)
    again = f"{sql}\n.shell {program} learn {model} {tmp_path / 'more.csv'} >{tmp_path / 'said'} 2>&1\n{sql}"
    held = sqlite3.connect(model) if is_held else None
    if held:
        assert held.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
        held.execute("SELECT count(*) FROM sqlite_master").fetchall()
    done = subprocess.run(["sqlite3", ":memory:"], input=f".load {extension}\n{again}\n", capture_output=True, text=True)
    before, after = map(float, done.stdout.split())
    if held:
        assert (tmp_path / "m.tally-wal").stat().st_size > 0
        held.close()
    assert before == first and after < before


@pytest.mark.parametrize(
    ("model", "cells", "sentence"),
    [
        ("iris.tally", "[1]", "expected an object"),
        ("iris.tally", "{", "parse error"),
        ("iris.tally", '{"petal": 1}', "petal"),
        ("iris.tally", '{"petal_length": "long"}', "petal_length"),
        ("iris.tally", '{"petal_length": [1]}', "neither text nor number nor truth"),
        ("nowhere.tally", "{}", "nowhere.tally"),
    ],
)
def test_sqlite_refuses_with_a_sentence(model, cells, sentence, program, tmp_path, extension):
    run(program, "fit", DATA / "iris.csv", "--target", "species", "-o", tmp_path / "iris.tally")
    done = ask_sqlite(extension, f"SELECT tally_predict('{tmp_path / model}', '{cells}');")
    assert done.returncode != 0 and "tally_predict: " in done.stderr and sentence in done.stderr


def test_sqlite_of_nothing_is_nothing_and_no_view_may_ask(program, tmp_path, extension):
    run(program, "fit", DATA / "iris.csv", "--target", "species", "-o", tmp_path / "iris.tally")
    assert ask_sqlite(extension, "SELECT tally_predict(NULL, '{}') IS NULL;").stdout == "1\n"
    view = f"CREATE VIEW v AS SELECT tally_predict('{tmp_path / 'iris.tally'}', '{{}}') AS p; SELECT * FROM v;"
    assert "unsafe use of tally_predict" in ask_sqlite(extension, view).stderr
