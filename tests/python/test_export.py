# SPDX-License-Identifier: Apache-2.0
"""What `tally export` refuses, and with which sentence."""

import io
import re
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import DATA
from exported import Case, case, run  # noqa: F401


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "--to: expected sqlite, duckdb, postgresql, onnx, pmml, c or json"),
        (["--to", "oracle"], "not 'oracle'"),
        (["--to", "json", "--key", "x"], "--table, --terms and --key are for SQL, not for json"),
        (["--to", "sqlite", "--name", "x"], "--name is for C"),
        (["--to", "c", "--name", "2x"], "'2x' is no name in C"),
        (["--to", "pmml", "--lambda", "0"], "a value that is impossible in a class, in PMML, cannot be exported; ask with a λ above 0"),
        (["--to", "json", "--prior", "estimate"], "--prior estimate is about rows at hand"),
    ],
)
def test_refused(options, sentence, program, tmp_path):
    run(program, "fit", DATA / "play_tennis.csv", "--target", "play", "-o", tmp_path / "m.tally")
    done = subprocess.run([program, "export", tmp_path / "m.tally", *options, "-o", tmp_path / "out"], capture_output=True, text=True)
    assert done.returncode != 0 and sentence in done.stderr, done.stderr
    assert not (tmp_path / "out").exists()


def test_rules_that_hear_columns_together_are_refused(program, tmp_path):
    run(program, "fit", DATA / "iris.csv", "--target", "species", "--count", "full", "-o", tmp_path / "m.tally")
    done = subprocess.run(
        [program, "export", tmp_path / "m.tally", "--to", "c", "--rule", "full"], capture_output=True, text=True
    )
    assert done.returncode != 0 and "ask the rule weighted or naive" in done.stderr
    assert run(program, "export", tmp_path / "m.tally", "--to", "c", "--rule", "weighted").startswith("/* Made by tally")


def test_laws_that_pmml_has_not_are_refused(program, tmp_path):
    case = Case("spread", "naive", program, tmp_path)
    done = subprocess.run([program, "export", case.model, "--to", "pmml", *case.question], capture_output=True, text=True)
    assert done.returncode == 64 and "in PMML, which has no gamma function, cannot be exported; SQL, ONNX, C and JSON take it" in done.stderr


def test_texts_that_no_format_has_are_refused(program, tmp_path):
    model = tmp_path / "m.tally"
    run(program, "fit", DATA / "eight_mail_texts.csv", "--target", "class", "--family", "text=text", "--count", "naive", "-o", model)
    for options, sentence in (
        (["--estimate", "bayes"], "the law of 'text' under this question cannot be exported; ask the rule naive with smoothed estimates"),
        (["--lambda", "0", "--text-model", "bernoulli"], "a term without which a text of 'text' is impossible cannot be exported"),
    ):
        done = subprocess.run([program, "export", model, "--to", "json", *options], capture_output=True, text=True)
        assert done.returncode == 64 and sentence in done.stderr, done.stderr


# --- the rows to try that stand in files that are no JSON ---


def posteriors_of(case, rows):
    """What `tally predict` says of these cells."""
    cells = [{**dict.fromkeys(case.rows.columns, ""), **row} for row in rows]
    pd.DataFrame(cells).to_csv(case.folder / "tried.csv", index=False)
    answers = run(case.program, "predict", case.model, case.folder / "tried.csv", *case.question)
    return pd.read_csv(io.StringIO(answers)).filter(regex=r"^p\(").fillna(0).to_numpy()


def test_rows_to_try_in_sql_are_those_that_predict_answers_so(case):
    lines = re.findall(r"^-- check:(.*) -> (.*)$", case.export("sqlite"), re.M)
    assert len(lines) == 4
    rows = []
    for cells, _ in lines:
        found = re.findall(r""" "((?:[^"]|"")*)"='((?:[^']|'')*)'""", cells)
        assert "".join(f""" "{name}"='{cell}'""" for name, cell in found) == cells  # nothing is left over
        rows.append({name.replace('""', '"'): cell.replace("''", "'") for name, cell in found})
    np.testing.assert_allclose([[float(p) for p in ps.split()] for _, ps in lines], posteriors_of(case, rows), rtol=0, atol=1e-12)


def test_rows_to_try_in_c_are_those_that_predict_answers_so(case):
    header = case.export("c")
    fields = dict(re.findall(r"^  (?:double |int |const char \*)(\w+); /\* (.*) \*/$", header, re.M))
    plain = {name.replace("*/", "* /"): name for name in case.rows.columns}
    lines = re.findall(r"^   check:(.*) -> (.*)$", header, re.M)
    assert len(lines) == 4
    rows = []
    for cells, _ in lines:
        found = re.findall(r' (\w+)="((?:[^"\\]|\\[0-7]{3})*)"', cells)
        assert "".join(f' {field}="{cell}"' for field, cell in found) == cells
        octal = re.compile(rb"\\([0-7]{3})")
        rows.append({plain[fields[field]]: octal.sub(lambda at: bytes([int(at[1], 8)]), cell.encode()).decode() for field, cell in found})
    np.testing.assert_allclose([[float(p) for p in ps.split(", ")] for _, ps in lines], posteriors_of(case, rows), rtol=0, atol=1e-12)
