# SPDX-License-Identifier: Apache-2.0
"""PMML that `tally export` writes, evaluated by JPMML, which verifies the rows to try by itself."""

import subprocess

import pytest
from exported import Case
from jpmml_evaluator import make_evaluator

CASES = [(table, question) for table in ("iris", "tennis", "plain", "adult", "mushroom") for question in ("naive", "half")]


@pytest.mark.parametrize(("table", "question"), CASES)
def test_pmml(table, question, program, tmp_path):
    case = Case(table, question, program, tmp_path)
    (tmp_path / "m.pmml").write_text(case.export("pmml"), encoding="utf-8")
    evaluator = make_evaluator(str(tmp_path / "m.pmml"), backend="jpype")
    evaluator.verify()
    rows = case.typed().astype(object)
    rows = rows.where(rows.notna(), None).head(1500)
    answers = evaluator.evaluateAll(rows)
    case.expected, case.answers = case.expected[: len(rows)], case.answers[: len(rows)]
    names = [name for name in case.answers.columns if name.startswith("p(")]
    case.check(answers["prediction"], answers[names])


@pytest.mark.parametrize(
    ("table", "question", "sentence"),
    [
        ("odd", "naive", "in PMML, cannot be exported; the other formats take them"),
        ("rates", "naive", "what the rates of"),
        ("iris", "weighted", "the rule weighted, in PMML, cannot be exported; ask the rule naive"),
        ("iris", "bayes", "what the law of"),
    ],
)
def test_what_the_model_of_pmml_cannot_say_is_refused(table, question, sentence, program, tmp_path):
    case = Case(table, question, program, tmp_path)
    command = [program, "export", case.model, "--to", "pmml", *case.question]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 64 and sentence in done.stderr, done.stderr
