# SPDX-License-Identifier: Apache-2.0
"""What `tally export` refuses, and with which sentence."""

import subprocess

import pytest
from conftest import DATA
from exported import REFUSED, Case, run


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "--to: expected sqlite, duckdb, postgresql, onnx, pmml, c or json"),
        (["--to", "oracle"], "not 'oracle'"),
        (["--to", "json", "--key", "x"], "--table, --terms and --key are for SQL, not for json"),
        (["--to", "sqlite", "--name", "x"], "--name is for C"),
        (["--to", "c", "--name", "2x"], "'2x' is no name in C"),
        (["--to", "json", "--lambda", "0"], "impossible in a class cannot be exported; ask with a λ above 0"),
        (["--to", "json", "--prior", "estimate"], "--prior estimate is about rows at hand"),
    ],
)
def test_refused(options, sentence, program, tmp_path):
    run(program, "fit", DATA / "play_tennis.csv", "--target", "play", "-o", tmp_path / "m.tally")
    done = subprocess.run([program, "export", tmp_path / "m.tally", *options, "-o", tmp_path / "out"], capture_output=True, text=True)
    assert done.returncode != 0 and sentence in done.stderr, done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("refused", REFUSED, ids=["-".join(case) for case in REFUSED])
def test_laws_that_no_format_has_are_refused(refused, program, tmp_path):
    case = Case(*refused, program, tmp_path)
    done = subprocess.run([program, "export", case.model, "--to", "json", *case.question], capture_output=True, text=True)
    assert done.returncode == 64 and "cannot be exported; ask the rule naive with smoothed estimates" in done.stderr


def test_rules_that_hear_columns_together_are_refused(program, tmp_path):
    run(program, "fit", DATA / "iris.csv", "--target", "species", "--count", "full", "-o", tmp_path / "m.tally")
    done = subprocess.run(
        [program, "export", tmp_path / "m.tally", "--to", "c", "--rule", "full"], capture_output=True, text=True
    )
    assert done.returncode != 0 and "ask the rule weighted or naive" in done.stderr
    assert run(program, "export", tmp_path / "m.tally", "--to", "c", "--rule", "weighted").startswith("/* Made by tally")
