# SPDX-License-Identifier: Apache-2.0
"""What is shown is run: docs/spark.md, the docstrings, the job for spark-submit; and mypy accepts the package."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import tally as package
import tally.spark
from tally.spark import _answers, _change, _errors, _files, _fit, _mail, _ml, _pieces, _scores

ROOT = Path(__file__).parent.parent.parent
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_document(spark, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "spark.md").read_text().replace("```", "")
    # Spark is in the folder that its Java was started in.
    text = text.replace('read.csv("iris.csv"', f'read.csv("{ROOT}/tests/data/iris.csv"')
    for name in ("iris.parquet", "pipeline"):
        text = text.replace(f'"{name}"', f'"{tmp_path}/{name}"')
    test = doctest.DocTestParser().get_doctest(text, {"spark": spark}, "spark.md", None, 0)
    failures, examples = doctest.DocTestRunner(optionflags=OPTIONS).run(test)
    assert examples > 20 and failures == 0


@pytest.mark.parametrize("module", [tally.spark, _answers, _change, _errors, _files, _fit, _mail, _ml, _pieces, _scores])
def test_docstrings(spark, module, tmp_path):
    failures, examples = doctest.testmod(module, extraglobs={"spark": spark, "folder": tmp_path}, optionflags=OPTIONS)
    assert failures == 0
    assert examples > 0 or module not in (_answers, _change, _files, _fit, _mail, _ml, _scores)


def test_every_function_shows_an_example():
    for name in tally.spark.__all__:
        if name != "TallyNaiveBayesModel":
            assert ">>> " in getattr(tally.spark, name).__doc__, name


def test_what_is_to_be_installed_has_that_name():
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "spark" in told["optional-dependencies"]
    for file in (ROOT / "docs" / "spark.md", ROOT / "python" / "tally" / "spark" / "__init__.py"):
        for named in re.findall(r"pip install '([a-z-]+)\[", file.read_text()):
            assert named == told["name"], file
    assert f"pip install '{told['name']}[spark]'" in (ROOT / "docs" / "spark.md").read_text()


def test_everything_public_is_described():
    for name in tally.spark.__all__:
        assert getattr(tally.spark, name).__doc__, name


def test_mypy_accepts_it_beside_pyspark(tmp_path):
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    words += ["--config-file", str(ROOT / "pyproject.toml"), "-p", "tally.spark"]
    ran = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_spark_submit(tmp_path):
    submit = Path(os.environ["SPARK_HOME"]) / "bin" / "spark-submit"
    words = [submit, "--master", "local-cluster[2,1,1024]", "--conf", "spark.ui.enabled=false"]
    words += [ROOT / "examples/spark/fit_job.py", ROOT / "tests/data/iris.csv", "species", tmp_path / "iris.tally"]
    ran = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    accuracy = re.search(r"rows held out: accuracy ([0-9.]+), log loss [0-9.]+\n150 rows: ", ran.stdout)
    assert accuracy is not None and 0.9 <= float(accuracy[1]) <= 1, ran.stdout
    assert package.NaiveBayes.load(tmp_path / "iris.tally").class_count_.tolist() == [50.0, 50.0, 50.0]
