# SPDX-License-Identifier: Apache-2.0
"""What is warned of, and what is raised, under scikit-learn's names where scikit-learn is installed."""

from __future__ import annotations

import sys
import warnings
from typing import TypeVar

_Kind = TypeVar("_Kind", bound=Exception)


class DraftWarning(UserWarning):
    """What was noticed while a table's columns were looked at: one is left out, one may be a leak.

    Silence it with ``NaiveBayes(notes=False)`` or
    ``warnings.simplefilter("ignore", tally.DraftWarning)``.
    """


class NotFittedError(ValueError, AttributeError):
    """An estimator was asked before it had learned anything; for where there is no scikit-learn."""


class DataConversionWarning(UserWarning):
    """A table or a target was taken for another shape; for where there is no scikit-learn."""


def not_fitted(name: str) -> Exception:
    """The error of asking an estimator that has not learned anything: scikit-learn's NotFittedError if
    there is one, whether or not scikit-learn was imported before; it is a ValueError either way.
    """
    sentence = f"This {name} instance is not fitted yet. Call 'fit' with appropriate arguments first."
    return _of_sklearn(NotFittedError)(sentence)


def warn_of_conversion(sentence: str) -> None:
    """Warns as scikit-learn does of data that are taken for another shape."""
    warnings.warn(sentence, _of_sklearn(DataConversionWarning), stacklevel=_outside())


def warn(sentence: str, category: type[Warning] = UserWarning) -> None:
    """Warns, in the place of whoever called the package."""
    warnings.warn(sentence, category, stacklevel=_outside())


def _of_sklearn(ours: type[_Kind]) -> type[_Kind]:
    try:
        from sklearn import exceptions
    except ImportError:
        return ours
    found: type[_Kind] = getattr(exceptions, ours.__name__)
    return found


def _outside() -> int:
    """How many frames below the caller of this function's caller the package is left."""
    depth = 2
    frame = sys._getframe(depth)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("tally."):
        frame, depth = frame.f_back, depth + 1
    return depth
