# SPDX-License-Identifier: Apache-2.0
"""Answers that are kept until the counts or the question change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


class Remembered:
    """Answers that hold for one state of the counts, by question. It is never pickled."""

    def __init__(self) -> None:
        self._answers: dict[str, tuple[Any, Any]] = {}

    def get(self, name: str, question: Any, work: Callable[[], Any]) -> Any:
        """The answer to a question, worked out by ``work()`` if it was another one the last time."""
        known = self._answers.get(name)
        if known is None or known[0] != question:
            known = self._answers[name] = (question, work())
        return known[1]


def frozen(value: Any) -> Any:
    """A parameter as something that can be compared: arrays by their contents."""
    if value is None or isinstance(value, (int, float, str)):
        return value
    array = np.asarray(value)
    return array.shape, array.dtype.str, array.tobytes()
