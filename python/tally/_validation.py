# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's check of parameters around a method, with the method's types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sklearn.base import _fit_context

_Method = TypeVar("_Method", bound=Callable[..., Any])


def checks_parameters(method: _Method) -> _Method:
    """The method, with the parameters checked before it runs."""
    checked: _Method = _fit_context(prefer_skip_nested_validation=True)(method)
    return checked
