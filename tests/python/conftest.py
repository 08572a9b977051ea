"""What the tests share: the folder of data, and the program if it has been built."""

import os
from pathlib import Path

import pytest

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture
def data() -> Path:
    return DATA


@pytest.fixture
def program() -> str:
    """The command line; the test is skipped where it was not built."""
    found = os.environ.get("TALLY", str(DATA.parent.parent / "build" / "tally"))
    if not Path(found).exists():
        pytest.skip("the program is not built")
    return found
