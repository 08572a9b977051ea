# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's own tests of naive Bayes, as its wheel ships them, with nothing but the import swapped."""

import importlib.util
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

IMPORT = "from sklearn.naive_bayes import ("


def outcomes(text: str, folder: Path) -> dict[str, str]:
    """The outcome of every test of a file: "passed", or why it was skipped or failed."""
    folder.mkdir()
    (folder / "test_swapped.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "sklearn.conftest", "--junitxml=report.xml", "test_swapped.py"]
    environment = {**os.environ, "SCIPY_ARRAY_API": "1", "SKLEARN_RUN_FLOAT32_TESTS": "1"}
    subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    found = {}
    for case in ET.parse(folder / "report.xml").iter("testcase"):
        faults = [child.get("message", "") for child in case if child.tag in ("skipped", "failure", "error")]
        found[case.get("name")] = faults[0] if faults else "passed"
    return found


def test_their_tests_pass_with_the_import_swapped(tmp_path):
    """What passes for them passes for us, and what they skip is skipped for the same reason."""
    text = Path(importlib.util.find_spec("sklearn.tests.test_naive_bayes").origin).read_text()
    assert text.count(IMPORT) == 1
    ours = outcomes(text.replace(IMPORT, "from tally import ("), tmp_path / "ours")
    theirs = outcomes(text, tmp_path / "theirs")
    assert ours == theirs
    passed = [name for name, outcome in ours.items() if outcome == "passed"]
    assert len(passed) >= 99 and len(ours) - len(passed) <= 48
    libraries = ("torch", "cupy", "dpnp")
    assert all(outcome == "passed" or any(lib in name + outcome for lib in libraries) for name, outcome in ours.items())
