# SPDX-License-Identifier: Apache-2.0
"""Arrays of other libraries: they come in through DLPack on the CPU, answers go back where they came from."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from sklearn import get_config
from sklearn.utils._array_api import get_namespace_and_device, move_to

from ._types import Array


@dataclass(frozen=True)
class Space:
    """A library of arrays, a device, and whether its numbers are single precision."""

    xp: Any = None  # None: numpy
    device: Any = None
    single: bool = False

    def put(self, array: Array) -> Any:
        """A numpy array in this library; texts stay with numpy."""
        if self.xp is None or array.dtype.kind not in "fiub":
            return array
        return self.xp.asarray(array, device=self.device)

    def put_number(self, array: Array) -> Any:
        """The same, in the precision of this space."""
        return self.put(array.astype(np.float32) if self.single else array)

    def number(self, value: float) -> Any:
        """A single number in the precision of this space."""
        return np.float32(value) if self.single else np.float64(value)

    def joined(self, other: Space) -> Space:
        """This library, in single precision if both are."""
        return Space(self.xp, self.device, self.single and other.single)

    def to_plain(self) -> tuple[str | None, Any, bool]:
        """What can be stored: the name of the library in its place."""
        return (self.xp.__name__ if self.xp is not None else None, self.device, self.single)

    @staticmethod
    def from_plain(state: tuple[str | None, Any, bool]) -> Space:
        """The space back; imports its library."""
        name, device, single = state
        return Space(import_module(name) if name is not None else None, device, single)


def space_of(array: Any) -> Space:
    """Where an array lives; numpy for whatever is no array."""
    single = str(getattr(array, "dtype", "")).endswith("float32")  # in every library's spelling
    if isinstance(array, np.ndarray) or not hasattr(array, "dtype") or not get_config()["array_api_dispatch"]:
        return Space(single=single)
    xp, is_array_api, device = get_namespace_and_device(array)
    if not is_array_api or xp.__name__.endswith("numpy"):
        return Space(single=single)
    return Space(xp, device, single)


def as_numpy(array: Any) -> Any:
    """An array of any library as one of numpy; anything else as it is."""
    if isinstance(array, np.ndarray) or space_of(array).xp is None:
        return array
    return move_to(array, xp=np, device="cpu")
