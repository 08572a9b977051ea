# SPDX-License-Identifier: Apache-2.0
"""What the engine says in a task, as an error of the engine again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from .. import _engine

# Python's last line of a traceback, up to where Spark goes on.
_SENTENCE = re.compile(r"tally\._engine\.((?:Data|Usage)?Error): (.+)")


@contextmanager
def told_plainly() -> Iterator[None]:
    """Raises what the engine has raised in a task, without the tracebacks around it (they stand behind it)."""
    try:
        yield
    except (PySparkException, Py4JError) as error:
        found = _SENTENCE.search(str(error))
        if found is None:
            raise
        kind: type[Exception] = getattr(_engine, found[1])
        raise kind(found[2].strip()) from error
