# SPDX-License-Identifier: Apache-2.0
"""The command ``tally`` of the wheel: the whole program is in the extension, which has the engine anyway."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from . import _engine


def main() -> NoReturn:
    """Runs the program. Where there is a pyarrow, it reads Parquet, Arrow and JSON lines by its libraries."""
    spec = find_spec("pyarrow")
    if spec is not None and spec.origin is not None:
        os.environ.setdefault("TALLY_ARROW_PATH", str(Path(spec.origin).parent))
    program = getattr(ctypes.CDLL(_engine.__file__), "tally_program", None)
    if program is None:
        sys.exit("tally: this package was not installed from a wheel, and has no program inside")
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the program's own affair
    words = [b"tally", *map(os.fsencode, sys.argv[1:])]
    sys.exit(program(len(words), (ctypes.c_char_p * (len(words) + 1))(*words, None)))
