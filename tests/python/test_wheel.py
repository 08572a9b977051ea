# SPDX-License-Identifier: Apache-2.0
"""The wheel from the sdist: it builds, carries its libraries, and works where nothing but numpy is."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SMOKE = """
import sys, numpy as np, tally
X, y = np.arange(12.0).reshape(6, 2), [0, 0, 1, 1, 2, 2]
model = tally.NaiveBayes().fit(X, y)
assert model.predict(X).tolist() == y
model.save(sys.argv[1])
assert tally.NaiveBayes.load(sys.argv[1]).classes_.tolist() == [0, 1, 2]
texts = {"text": ["今天天气很好", "会议记录"], "y": ["a", "b"]}
assert tally.NaiveBayes(families={"text": "text"}).fit(texts, "y").predict({"text": ["天气"]}) == ["a"]
try:
    tally.GaussianNB
except ImportError as error:
    assert "pip install scikit-learn" in str(error), error
print("works")
"""


def run(*words, **options) -> str:
    """Runs a command; what it printed is shown if it fails."""
    ran = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_a_wheel_from_the_sdist(tmp_path):
    path = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    # Not optimised, which takes longer than all the rest: what is looked at here is what is within.
    words = ["--no-isolation", "-Ccmake.build-type=None", "--outdir", str(tmp_path), str(ROOT)]
    run(sys.executable, "-m", "build", *words, env=path)
    (sdist,) = tmp_path.glob("tally-*.tar.gz")
    names = tarfile.open(sdist).getnames()
    assert any(name.endswith("/tally/sums/exact_sum.cc") for name in names)
    assert not any("/.venv/" in name or "/build/" in name for name in names)

    (wheel,) = tmp_path.glob("tally-*.whl")
    run(sys.executable, "-m", "auditwheel", "repair", "-w", str(tmp_path / "repaired"), str(wheel), env=path)
    (carried,) = (tmp_path / "repaired").glob("tally-*manylinux*.whl")
    names = zipfile.ZipFile(carried).namelist()
    assert {"tally/__init__.py", "tally/_engine.pyi", "tally/py.typed"} <= set(names)
    assert any(name.startswith("tally.libs/libicuuc") for name in names)

    empty = tmp_path / "venv"
    run(sys.executable, "-m", "venv", str(empty))
    run(str(empty / "bin/pip"), "install", "-q", "--disable-pip-version-check", str(carried))
    said = run(str(empty / "bin/python"), "-c", SMOKE, str(tmp_path / "m.tally"), cwd=tmp_path)
    assert said == "works\n"
