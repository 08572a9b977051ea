"""Answers that are kept until the counts or the question change."""

import numpy as np


class Remembered:
    """Answers that hold for one state of the counts, by question. It is empty when it is unpickled."""

    def __init__(self) -> None:
        self._answers: dict = {}

    def get(self, name: str, question, work):
        """The answer to a question, worked out by ``work()`` if it was another one the last time."""
        known = self._answers.get(name)
        if known is None or known[0] != question:
            known = self._answers[name] = (question, work())
        return known[1]

    def __reduce__(self):
        return Remembered, ()


def frozen(value):
    """A parameter as something that can be compared: arrays by their contents."""
    if value is None or isinstance(value, (int, float, str)):
        return value
    array = np.asarray(value)
    return array.shape, array.dtype.str, array.tobytes()
