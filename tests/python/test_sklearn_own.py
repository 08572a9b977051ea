"""scikit-learn's own tests of naive Bayes, as its wheel ships them, with nothing but the import swapped."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path


def test_their_tests_pass_with_the_import_swapped(tmp_path):
    """A copy of their file that imports our classes passes in full; what it skips, it skips for them."""
    found = importlib.util.find_spec("sklearn.tests.test_naive_bayes")
    text = Path(found.origin).read_text()
    theirs = "from sklearn.naive_bayes import ("
    assert text.count(theirs) == 1
    swapped = tmp_path / "test_naive_bayes_swapped.py"
    swapped.write_text(text.replace(theirs, "from tally import ("))
    environment = {**os.environ, "SCIPY_ARRAY_API": "1", "SKLEARN_RUN_FLOAT32_TESTS": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "sklearn.conftest", "-rs", str(swapped)]
    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    summary = ran.stdout.strip().splitlines()[-1]
    assert " passed" in summary and "failed" not in summary
    print(summary)
