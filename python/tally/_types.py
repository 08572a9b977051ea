# SPDX-License-Identifier: Apache-2.0
"""Names of types that the package's signatures share."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[Any]
Numbers: TypeAlias = npt.NDArray[np.float64]
