# SPDX-License-Identifier: Apache-2.0
"""What the tests share: the folder of data, and the program."""

import os
from pathlib import Path

import pytest

os.environ["SCIPY_ARRAY_API"] = "1"  # before scipy is imported: arrays of other libraries

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture
def data() -> Path:
    return DATA


@pytest.fixture
def program() -> str:
    """The command line."""
    return os.environ.get("TALLY", str(DATA.parent.parent / "build" / "tally"))
