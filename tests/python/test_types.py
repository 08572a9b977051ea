# SPDX-License-Identifier: Apache-2.0
"""The package's types: mypy accepts the package itself and a program that uses it, strictly both."""

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

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


def test_what_the_package_exports_is_written_out():
    tree = ast.parse(Path(importlib.util.find_spec("tally").origin).read_text())
    (names,) = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and node.targets[0].id == "__all__"
    ]
    assert names == tally.__all__ == sorted(names)
    assert all(getattr(tally, name) is not None for name in names)
