# SPDX-License-Identifier: Apache-2.0
"""The tag of a wheel: from Python 3.12 on it is one of the stable ABI."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_a_wheel_has_the_tag_of_its_python():
    """One of the stable ABI from 3.12 on; asked of every Python that is here."""
    told = {}
    for python in sorted(Path("/").glob("usr/bin/python3.[0-9]*")) + sorted(Path.home().glob(".pyenv/versions/3.*/bin/python3")):
        if python.name.endswith("-config"):
            continue
        version = subprocess.run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True, text=True, check=True)
        major, minor = map(int, version.stdout.split("."))
        if (major, minor) >= (3, 11):
            tag = subprocess.run([python, ROOT / "tools/wheel-tag"], capture_output=True, text=True, check=True).stdout.strip()
            told[minor] = tag
            expected = "cp312-abi3-linux_" if minor >= 12 else f"cp3{minor}-cp3{minor}-linux_"
            assert tag.startswith(expected), f"{python}: {tag}"
    assert told, "there is no Python here"


def test_it_is_a_tag_that_pip_takes_here():
    tag = subprocess.run([sys.executable, ROOT / "tools/wheel-tag"], capture_output=True, text=True, check=True).stdout.strip()
    shown = subprocess.run([sys.executable, "-m", "pip", "debug", "--verbose"], capture_output=True, text=True, check=True).stdout
    assert f"  {tag}\n" in shown
