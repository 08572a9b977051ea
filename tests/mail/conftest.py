# SPDX-License-Identifier: Apache-2.0
"""The program, and models of mail."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BOX = ROOT / "tests" / "data" / "box"
TALLY = os.environ.get("TALLY", str(ROOT / "build" / "tally"))


def tally(*words, data=None, codes=(0,)):
    """What the program prints."""
    done = subprocess.run([TALLY, *map(str, words)], input=data, capture_output=True)
    assert done.returncode in codes, done.stderr.decode()
    return done.stdout


def image(path, folder):
    """The canonical bytes of a model's counts, as they are on disk now, with the rule that follows from them."""
    copy = folder / "copy.tally"
    copy.unlink(missing_ok=True)
    tally("copy", path, copy)
    tally("tune", copy)
    tally("compact", copy)
    return copy.read_bytes()


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "mail.tally"
    # Six messages are few: Fisher's rule is sure of them all the same.
    tally("fit", "mail", "--class", f"ham={BOX / 'ham'}", "--class", f"spam={BOX / 'spam'}", "--combine", "fisher", "-o", path)
    return path
