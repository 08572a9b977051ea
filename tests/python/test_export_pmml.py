# SPDX-License-Identifier: Apache-2.0
"""PMML that `tally export` writes, evaluated by JPMML, which verifies the rows to try by itself."""

import shutil
import subprocess

import pytest
from exported import Case

try:
    import jpmml_evaluator as jpmml
except ImportError:
    jpmml = None
needed = "there is no jpmml-evaluator (PyPI) or no Java (Debian: default-jre-headless): tools/setup tests"
pytestmark = pytest.mark.skipif(jpmml is None or not shutil.which("java"), reason=needed)

BAYES = [("tennis", "naive"), ("tennis", "half"), ("mushroom", "naive"), ("mushroom", "half")]
SCORES = [(table, question) for table in ("iris", "odd", "rates", "adult") for question in ("naive", "half")]
SCORES += [("iris", "bayes"), ("adult", "bayes"), ("plain", "naive"), ("words", "naive"), ("times", "naive")]
MODELS = {**dict.fromkeys(BAYES, "NaiveBayesModel"), **dict.fromkeys(SCORES, "RegressionModel")}


@pytest.mark.parametrize(("table", "question"), MODELS)
def test_pmml(table, question, program, tmp_path):
    case = Case(table, question, program, tmp_path)
    (tmp_path / "m.pmml").write_text(case.export("pmml"), encoding="utf-8")
    assert f"<{MODELS[table, question]} " in (tmp_path / "m.pmml").read_text(encoding="utf-8")
    evaluator = jpmml.make_evaluator(str(tmp_path / "m.pmml"), backend="jpype")
    evaluator.verify()
    rows = case.typed().astype(object)
    answers = evaluator.evaluateAll(rows.where(rows.notna(), None))
    names = [name for name in case.answers.columns if name.startswith("p(")]
    case.check(answers["prediction"], answers[names])


@pytest.mark.parametrize(
    ("table", "question", "sentence"),
    [
        ("iris", "weighted", "the rule weighted, in PMML, cannot be exported; ask the rule naive"),
        ("odd", "weighted", "the rule weighted, in PMML, cannot be exported; ask the rule naive"),
    ],
)
def test_what_pmml_cannot_say_is_refused(table, question, sentence, program, tmp_path):
    case = Case(table, question, program, tmp_path)
    command = [program, "export", case.model, "--to", "pmml", *case.question]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 64 and sentence in done.stderr, done.stderr
