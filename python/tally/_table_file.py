# SPDX-License-Identifier: Apache-2.0
"""The file of a model: what the command line writes and reads, and what only Python knows of it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from . import _engine
from ._question import checked_rule, label_text
from ._rows import is_unicode
from ._schema import declarations_of
from ._table_rules import TableRules

# Beside the question. What count, families and text were told follows from the counts and their schema.
_IN_THE_FILE = ("loss", "class_weight", "at_most")


class TableFile(TableRules):
    """Counts of a table that can be saved and loaded."""

    def save(self, path: str | bytes | os.PathLike[Any]) -> None:
        """Writes the model file that the command line reads too: the counts, and the parameters unless
        they are the standard ones (but n_jobs and notes, which are about the program and not the model, and
        count, families and text, which the counts and their schema have).
        Raises OSError if it cannot be written.
        """
        self._require_fitted()
        told = {name: _as_json(getattr(self, name)) for name in _IN_THE_FILE if getattr(self, name, None) is not None}
        parameters = json.dumps(told, ensure_ascii=False, sort_keys=True) if told else ""
        self._model.save(_file_name(path), self._question(rule=checked_rule(self.rule)), parameters)

    @classmethod
    def load(cls, path: str | bytes | os.PathLike[Any], columns: Sequence[str] | None = None) -> Self:
        """Reads a model file: the counts and the parameters that ``save`` writes.

        A file knows its columns by name and not their order, so that the same rows give the same bytes. Who
        asks with arrays, which have no names, says here what their ``columns`` are, in their order.

        Raises FileNotFoundError, or ValueError for a file that is no sound model, or whose features are not
        among ``columns``.
        """
        model = _engine.Model.load(_file_name(path))
        estimator = cls()
        estimator.set_params(**_parameters_of(model))
        estimator._take(model, None)
        features = list(estimator.families_)
        if columns is None:
            # Those of an array are x0, x1, … in their order.
            numbered = [f"x{place}" for place in range(len(features))]
            estimator._remember_features(numbered if set(numbered) == set(features) else features, True)
            estimator._knows_order = len(features) == 1 or set(numbered) == set(features)
            return estimator
        named = [str(name) for name in columns]
        lacking = [name for name in features if name not in named]
        if lacking:
            raise ValueError(f"columns lacks a feature of the model: {lacking[0]!r}")
        estimator._remember_features(named, True)
        return estimator


def _parameters_of(model: _engine.Model) -> dict[str, Any]:
    """Those of the question, those that make its schema, and those that ``save`` has put beside them."""
    labels = {label_text(label): label for label in model.classes()}
    question = json.loads(model.question or "{}")
    prior = question.get("prior", "smoothed")
    if prior == "given":
        prior = {labels.get(name, name): p for name, p in question["given_prior"]}
    found = {"lam": question.get("lambda", 1.0), "prior": prior, "estimate": question.get("estimate", "smooth")}
    found["calibrate"] = question.get("calibrate", False)
    found["count"] = model.counted_as
    # A question that names no rule is one of naive; where there is no choice, none is named.
    has_chosen = model.counted_as != "naive" and question
    found["rule"] = question.get("rule", "naive" if has_chosen else "auto")
    found["families"], found["text"] = declarations_of(json.loads(model.schema()))
    try:
        told = json.loads(model.parameters or "{}")
        return {**found, **{name: _from_json(told[name], labels) for name in _IN_THE_FILE if name in told}}
    except (ValueError, TypeError, AttributeError):
        return found  # what another program has put there


def _as_json(value: Any) -> Any:
    """A parameter as JSON has it: tables and arrays as lists and objects, labels as texts."""
    if hasattr(value, "to_dict") and hasattr(value, "columns"):
        value = value.to_dict(orient="index")
    if isinstance(value, Mapping):
        return {label_text(name): _as_json(entry) for name, entry in value.items()}
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [_as_json(entry) for entry in value]
    return value


def _from_json(value: Any, labels: Mapping[str, Any]) -> Any:
    """The parameter back: what was a class's text is the class again."""
    if isinstance(value, dict):
        return {labels.get(key, key): _from_json(entry, labels) for key, entry in value.items()}
    return value


def _file_name(path: Any) -> str:
    try:
        name = os.fsdecode(path)
    except TypeError:
        raise TypeError(f"expected the name of a file, found {path!r}") from None
    if "\0" in name:
        raise ValueError(f"no file can have this name: {name!r}")
    if not is_unicode(name):
        raise ValueError(f"the name of the file is not UTF-8: {name!r}")
    return name
