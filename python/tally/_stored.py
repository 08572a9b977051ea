# SPDX-License-Identifier: Apache-2.0
"""Estimators as pickle, joblib and skops store them: plain attributes, and the counts as bytes."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from ._remembered import Remembered


class Stored:
    """An estimator whose counts are an object of the engine, of the type ``_counts_type``, in the
    attribute ``_counts_name``.
    """

    _counts_name: ClassVar[str]
    _counts_type: ClassVar[Any]

    def __getstate__(self) -> dict[str, Any]:
        """The attributes, with bytes in the place of the counts; what was worked out is left behind."""
        state = dict(self.__dict__)
        state.pop("_remembered", None)
        counts = state.get(self._counts_name)
        if counts is not None:
            state[self._counts_name] = counts.to_bytes()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        counts = state.get(self._counts_name)
        if counts is not None:
            self.__dict__[self._counts_name] = self._counts_of_bytes(counts)
            self.__dict__["_remembered"] = Remembered()

    def _counts_of_bytes(self, counts: bytes) -> Any:
        return self._counts_type.from_bytes(counts)

    def __copy__(self) -> Self:
        """Another estimator over the same counts, which are never changed where they lie."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other
