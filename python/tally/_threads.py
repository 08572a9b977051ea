# SPDX-License-Identifier: Apache-2.0
"""How many threads count and score."""

import os

from ._engine import available_threads

_chosen: int | None = None


def set_threads(threads: int | None) -> None:
    """Chooses the number of threads; None goes back to the default. The results do not depend on it.

    Raises ValueError for less than one.
    """
    global _chosen
    if threads is not None and threads < 1:
        raise ValueError(f"expected at least one thread, found {threads}")
    _chosen = threads


def get_threads() -> int:
    """The number of threads: as chosen, else OMP_NUM_THREADS, else the CPUs that the process may use."""
    if _chosen is not None:
        return _chosen
    told = os.environ.get("OMP_NUM_THREADS", "")
    return int(told) if told.isdigit() and int(told) > 0 else available_threads()
