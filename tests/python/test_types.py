# SPDX-License-Identifier: Apache-2.0
"""The package's types: mypy accepts the package itself, and mypy and pyright what programs do with it."""

import ast
import doctest
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import tally

ROOT = Path(__file__).parent.parent.parent

PROGRAM = """
import numpy as np
import tally

table = {"a": [1.0, 2.0], "y": ["p", "q"]}
model: tally.NaiveBayes = tally.NaiveBayes(lam=0.5, prior={"p": 0.5, "q": 0.5}, families={"a": "gaussian"})
model = model.fit(table, "y").learn(table).forget(table)
one = model.cv(table, "y", folds=2)
many = model.cv(table, "y", loo=True, lam=[0.1, 1.0])
accuracy: float = one["accuracy"] + many[0]["accuracy"] + model.score(table)
answers: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = model.predict_proba(table, lam=2.0)
both = model + model - model
rule: str = tally.NaiveBayes(count="weighted", rule="auto").fit(table, "y").rule_
weights: dict[str, dict[str, float]] | None = model.weights_
log_loss: float = model.rule_scores_["naive"]["log_loss"]
model.save("model.tally")
loaded: tally.NaiveBayes = tally.NaiveBayes.load("model.tally")
why: str = str(loaded.explain({"a": 1.0}))
classifier = tally.GaussianNB(priors=[0.5, 0.5], var_smoothing=1e-9).fit([[1.0], [2.0]], [0, 1])
classifier = classifier.partial_fit([[1.0]], [0]) + classifier
terms = tally.MultinomialNB(alpha=0.1, fit_prior=False).fit([[1], [2]], [0, 1])
others = tally.BernoulliNB(binarize=None), tally.ComplementNB(norm=True), tally.CategoricalNB(min_categories=3)
threads: int = tally.get_threads()
"""
WRONG = """
import tally

tally.NaiveBayes(lamb=0.5)
tally.NaiveBayes(lam="x")
tally.NaiveBayes().cv([[1.0]], [0], folds="x")
tally.NaiveBayes().cv([[1.0]], [0], lam=[1.0])["accuracy"]
tally.GaussianNB(alpha=1.0)
tally.Nothing
"""


# A notebook, which a document resembles, may use a name again; scikit-learn has no types, and PySpark may be missing.
AS_A_NOTEBOOK = ("--allow-redefinition-new", "--local-partial-types", "--ignore-missing-imports")


def mypy(*words: str, folder: Path) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache"), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_mypy_accepts_the_package(tmp_path):
    ran = mypy("--config-file", str(ROOT / "pyproject.toml"), "-p", "tally", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_mypy_accepts_a_program_and_finds_its_faults(tmp_path):
    (tmp_path / "right.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text(WRONG)
    ran = mypy("right.py", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran = mypy("wrong.py", folder=tmp_path)
    faults = {line.split(":")[1] for line in ran.stdout.splitlines() if ": error:" in line}
    assert faults == {"4", "5", "6", "7", "8", "9"}, ran.stdout


def pyright(*names: str, folder: Path, mode: str = "standard") -> list[tuple[str, int, str]]:
    """The faults that pyright finds in files: name, line and message. Skips where pyright cannot run."""
    settings = {"include": names, "typeCheckingMode": mode, "reportMissingImports": False, "reportMissingModuleSource": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson"]
    surroundings = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    ran = subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)
    if not ran.stdout.startswith("{"):
        pytest.skip("pyright cannot run; both it and its Node are had with: pip install 'pyright[nodejs]'")
    said = json.loads(ran.stdout)
    assert said["summary"]["filesAnalyzed"] == len(names)
    faults = [fault for fault in said["generalDiagnostics"] if fault["severity"] == "error"]
    return [(Path(fault["file"]).name, fault["range"]["start"]["line"] + 1, fault["message"]) for fault in faults]


def test_pyright_accepts_a_program_and_finds_its_faults(tmp_path):
    (tmp_path / "right.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text(WRONG)
    assert pyright("right.py", folder=tmp_path, mode="strict") == []
    assert {line for _, line, _ in pyright("wrong.py", folder=tmp_path)} == {4, 5, 6, 7, 8, 9}


# What the fragments of a document take for granted.
GIVEN = {
    "README.md": ("dataframe", "some", "more"),
    "docs/tour.md": ("dataframe", "some", "more", "X", "y"),
    "docs/spark.md": ("spark", "head", "parts"),
}


def cells_of(notebook: Path) -> list[str]:
    """What a notebook has in Python."""
    cells = ["".join(cell["source"]) for cell in json.loads(notebook.read_text())["cells"] if cell["cell_type"] == "code"]
    return [cell for cell in cells if not cell.startswith("%%bash")]


def blocks_of(document: Path, given: tuple[str, ...]) -> list[str]:
    """What a document has in Python, as one program."""
    blocks = re.findall(r"```python\n(.*?)```", document.read_text(), re.DOTALL)
    assert blocks
    played = [doctest.DocTestParser().get_examples(block) for block in blocks]
    sources = ["".join(example.source for example in some) or block for some, block in zip(played, blocks)]
    return ["from typing import Any", "import tally", *(f"{name}: Any = None" for name in given), *sources]


def examples(folder: Path) -> tuple[str, ...]:
    """Files of what is shown: the documents, the notebooks, and the job for Spark."""
    document = (ROOT / "docs" / "python.md").read_text().replace("```", "")
    played = doctest.DocTestParser().get_examples(document)
    assert len(played) > 80
    (folder / "python_md.py").write_text("".join(example.source for example in played))
    (folder / "fit_job.py").write_text((ROOT / "examples" / "spark" / "fit_job.py").read_text())
    names = ["python_md.py", "fit_job.py"]
    notebooks = sorted((ROOT / "examples").glob("*.ipynb"))
    assert len(notebooks) >= 3
    sources = {notebook.stem.replace(".", "_"): cells_of(notebook) for notebook in notebooks}
    sources |= {Path(name).stem.lower() + "_md": blocks_of(ROOT / name, given) for name, given in GIVEN.items()}
    for name, source in sources.items():
        assert source, name
        (folder / f"{name}.py").write_text("\n".join(source) + "\n")
        names.append(f"{name}.py")
    return tuple(names)


def test_mypy_accepts_the_examples(tmp_path):
    ran = mypy(*AS_A_NOTEBOOK, *examples(tmp_path), folder=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_pyright_accepts_the_examples(tmp_path):
    assert pyright(*examples(tmp_path), folder=tmp_path) == []


def test_what_the_package_exports_is_written_out():
    tree = ast.parse(Path(importlib.util.find_spec("tally").origin).read_text())
    (names,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"
    ]
    assert names == tally.__all__ == sorted(names)
    assert all(getattr(tally, name) is not None for name in names)
