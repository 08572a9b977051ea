# SPDX-License-Identifier: Apache-2.0
"""Every example of docs/python.md and docs/export.md runs and says what it says there."""

import doctest
import subprocess
from pathlib import Path

import pytest
from conftest import DATA

DOCUMENTS = Path(__file__).parent.parent.parent / "docs"


def played(name):
    """How many examples of a document there are, and how many of them fail."""
    document = DOCUMENTS / name
    # A fence ends an example as an empty line does.
    text = document.read_text().replace("```", "")
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(text, {}, name, str(document), 0)
    failures, examples = doctest.DocTestRunner(optionflags=options).run(test)
    return examples, failures


def test_examples_of_the_documentation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples, failures = played("python.md")
    assert examples > 25 and failures == 0


def test_examples_of_exports(tmp_path, monkeypatch, program):
    """With the files that the commands there have made."""
    pytest.importorskip("onnxruntime", reason="there is no onnxruntime: tools/setup tests")
    monkeypatch.chdir(tmp_path)
    subprocess.run([program, "fit", DATA / "iris.csv", "--target", "species", "-o", "iris.tally"], check=True)
    subprocess.run([program, "export", "iris.tally", "--to", "onnx", "-o", "iris.onnx"], check=True)
    examples, failures = played("export.md")
    assert examples > 8 and failures == 0
