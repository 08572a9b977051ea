# SPDX-License-Identifier: Apache-2.0
"""The file of a drop-in class: the same counts and the same question, for the command line and back.

Nothing is kept that only Python knows: columns and families are in the schema, parameters in the question.
"""

from __future__ import annotations

import json
import os
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _engine
from ._question import label_text
from ._table_file import _file_name
from ._types import Array
from ._warnings import warn

_TYPES = {"b": "boolean", "i": "number", "u": "number", "f": "number", "U": "text"}


class MatrixFile:
    """A classifier over the counts of a matrix that can be saved and loaded."""

    _family: ClassVar[str]  # of its columns in a file
    _table: _engine.BlockCounts
    classes_: Any
    n_features_in_: int

    # --- what a class says of itself ---

    def _plain_classes(self) -> Array:
        raise NotImplementedError

    def _take(self, table: Any) -> None:
        raise NotImplementedError

    def _told_question(self) -> dict[str, Any]:
        """The parameters as fields of a question. Raises ValueError for what no question says."""
        raise NotImplementedError

    def _asked_parameters(self, question: dict[str, Any], columns: list[dict[str, Any]]) -> dict[str, Any]:
        """The other way; ``columns`` are those of the schema."""
        raise NotImplementedError

    def _told_columns(self) -> list[dict[str, Any]]:
        """What the schema says of each column besides its family."""
        return [{} for _ in range(self.n_features_in_)]

    def save(self, path: str | bytes | os.PathLike[Any]) -> None:
        """Writes the model file that the command line reads: the counts, and the parameters as its question.

        The target is "target" there, and the columns are named as the features are, or x0, x1, … Raises ValueError
        for parameters or classes that no file has, and OSError if it cannot be written.
        """
        check_is_fitted(self)
        classes = self._plain_classes()
        kind = _TYPES.get(classes.dtype.kind)
        if kind is None:  # objects: the file takes labels of one type
            kind = _TYPES.get(np.array(classes.tolist()).dtype.kind, "text")
        names = [str(name) for name in getattr(self, "feature_names_in_", _numbered(self.n_features_in_))]
        target = "target"
        while target in names:
            target += "_"
        weights = np.empty(len(classes))
        self._table.class_weights(weights)
        columns: dict[str, dict[str, Any]] = {target: {"role": "target", "type": kind}}
        if not weights.all():  # a class without a row is there because it was declared
            columns[target]["values"] = classes.tolist()
        for name, told in zip(names, self._told_columns()):
            columns[name] = {"type": "number", "family": self._family, **told}
        question = {"rule": "naive", "estimate": "smooth", **self._told_question()}
        model = self._table.to_model(self._family, json.dumps({"columns": columns}), names, classes.tolist())
        model.save(_file_name(path), json.dumps(question), "")

    @classmethod
    def load(cls, path: str | bytes | os.PathLike[Any], columns: Any = None) -> Self:
        """Reads a model file whose features are all of this class's family: its counts by families, and its question as
        parameters. Of what the file counts besides, such as histograms, nothing is taken.

        A file knows its columns by name and not their order. ``columns`` says it; without it they stand in the order of
        their names, but x0, x1, … in that of their numbers. What the class cannot ask, a warning names.

        Raises FileNotFoundError, or ValueError for a file that is no sound model, or one of something else.
        """
        model = _engine.Model.load(_file_name(path))
        if model.unlabelled_weight > 0:
            raise ValueError(f"the model has learned rows without a class, which {cls.__name__} has not: load it as NaiveBayes")
        schema: dict[str, dict[str, Any]] = json.loads(model.schema())["columns"]
        found = [name for name, column in schema.items() if "role" not in column]
        numbered = _numbered(len(found))
        names = [str(name) for name in columns] if columns is not None else numbered if {*found} == {*numbered} else found
        if {*names} != {*found}:
            raise ValueError(f"columns are {', '.join(names)}; the features of the model are {', '.join(found)}")
        estimator = cls()
        estimator._take(_engine.BlockCounts.of_model(model, cls._family, names))
        estimator.classes_ = np.array(model.classes())
        estimator.n_features_in_ = len(names)
        if names != numbered:
            estimator.feature_names_in_ = np.array(names, dtype=object)  # type: ignore[attr-defined]
        question = json.loads(model.question or "{}")
        parameters = estimator._asked_parameters(question, [schema[name] for name in names])
        return estimator.set_params(**parameters)  # type: ignore[attr-defined, no-any-return]


def given_prior(classes: Array, prior: Any) -> dict[str, Any]:
    """The fields of a question for a prior that is told; a file has one that sums to 1."""
    shares = np.asarray(prior, dtype=np.float64)
    told = (shares / shares.sum()).tolist()
    return {"prior": "given", "given_prior": [[label_text(k), p] for k, p in zip(classes.tolist(), told)]}


def asked_prior(question: dict[str, Any], classes: Array) -> list[float] | None:
    """P(class) in the order of the classes, if the question says it; of another prior than scikit-learn has, a warning."""
    prior = question.get("prior", "empirical")
    if prior == "given":
        told = dict(question["given_prior"])
        return [told[label_text(klass)] for klass in classes.tolist()]
    if prior == "smoothed":
        warn_of("prior", prior)
    return None


def warn_of(field: str, value: Any) -> None:
    """What a file asks, and the classes of scikit-learn cannot."""
    warn(f"the file asks for {field} {value!r}, which scikit-learn's classes do not have: it is left out")


def _numbered(count: int) -> list[str]:
    return [f"x{place}" for place in range(count)]
