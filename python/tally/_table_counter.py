"""Tables into counts and out again: what is known of a table, and its file."""

from __future__ import annotations

import copy
import html
import json
import os
from typing import Any, Self

import numpy as np

from . import _engine
from ._checks import checked_array, checked_target, checked_weights, is_array_like, not_fitted
from ._columns import add_column, column_names, frames_of
from ._estimator import Estimator
from ._question import question_json
from ._remembered import Remembered
from ._schema import names_of_numbers, schema_of, types_of
from ._threads import get_threads

_TARGET, _WEIGHT = "target", "sample_weight"


class TableCounter(Estimator):
    """Counts of a table, by class."""

    def fit(self, X, y=None, sample_weight=None) -> Self:
        """Counts a table, after forgetting everything else.

        ``y`` is the name of a column of X, or the classes of its rows; ``sample_weight`` likewise.
        Rows without a class are passed over. Raises ValueError for a table that cannot be counted.
        Returns self.
        """
        model, frames, weight = self._drafted(X, y, sample_weight)
        model.learn(frames, weight, self._threads())
        if not model.classes():
            raise ValueError("no row has a class and a weight above 0; there is nothing to learn")
        self._label_dtype = getattr(y, "dtype", None)
        return self._take(model)

    def learn(self, X, y=None, sample_weight=None) -> Self:
        """Counts more rows; new classes and values are welcome. The first time this is ``fit``.

        Raises ValueError, and learns nothing, for rows that do not fit the schema. Returns self.
        """
        if not self.__sklearn_is_fitted__():
            return self.fit(X, y, sample_weight)
        return self._change("learn", X, y, sample_weight)

    def forget(self, X, y=None, sample_weight=None) -> Self:
        """Takes rows away again, as if they had never been learned.

        Raises ValueError, and changes nothing, if what would be left cannot come from any rows.
        Returns self.
        """
        return self._change("forget", X, y, sample_weight)

    def partial_fit(self, X, y=None, classes=None, sample_weight=None) -> Self:
        """The same as ``learn``; ``classes`` need not be named, and is not looked at."""
        return self.learn(X, y, sample_weight)

    def _change(self, verb: str, X, y, sample_weight) -> Self:
        self._require_fitted()
        y = self._target_name() if y is None else y
        _, frames, weight = self._with_target(X, y, sample_weight, reset=False)
        model = self._model.copy()
        getattr(model, verb)(frames, weight, self._threads())
        return self._take(model)

    def __add__(self, other: Self) -> Self:
        """An estimator that has learned the rows of both; ValueError if their schemas differ."""
        return self._combined(other, "merge")

    def __sub__(self, other: Self) -> Self:
        """An estimator that has learned the rows of the first but those of the second."""
        return self._combined(other, "subtract")

    def _combined(self, other, verb: str):
        if not isinstance(other, TableCounter):
            return NotImplemented
        self._require_fitted()
        other._require_fitted()
        model = self._model.copy()
        getattr(model, verb)(other._model)
        return copy.copy(self)._take(model)

    def _take(self, model: _engine.Model) -> Self:
        self._model = model
        self._remembered = Remembered()
        labels = model.classes()
        classes = np.array(labels) if labels else np.array([], dtype=object)
        dtype = self.__dict__.get("_label_dtype")
        if isinstance(dtype, np.dtype) and dtype.kind in "fiuO" and classes.dtype.kind in "fiuUb":
            classes = classes.astype(dtype)
        self.classes_ = classes
        return self

    # --- tables ---

    def _drafted(self, X, y, sample_weight):
        """An empty model whose schema is that of a table, the table, and the column of its weights.

        The schema knows a column of weights if it is one of the table's own.
        """
        target, frames, weight = self._with_target(X, y, sample_weight, reset=True)
        types = types_of(frames)
        own = weight if isinstance(sample_weight, str) else None
        if own is None:
            types.pop(weight, None)
        schema = schema_of(types, target, own, self.families, self.text)
        _engine.keep_great_numbers_apart(frames, names_of_numbers(json.loads(schema)))
        return _engine.Model(schema), frames, weight

    def _with_target(self, X, y, sample_weight, *, reset: bool):
        """The name of the target, the frames of X with target and weight among their columns, and the
        name of the weight; empty if none is told.
        """
        names = column_names(X)
        weight_column = sample_weight if isinstance(sample_weight, str) else None
        if weight_column is not None and weight_column not in (names or []):
            raise ValueError(f"the table has no column {weight_column!r} for the weight")
        if isinstance(y, (int, np.integer)) and names is not None:
            y = str(y)  # as columns without a header are named
        if isinstance(y, str):
            if names is not None and y not in names:
                raise ValueError(f"the table has no column {y!r} for the target")
            target, frames = y, self._frames(X, reset=reset, other={y, weight_column})
        else:
            target = _name_of_target(X, y) if reset else self._target_name()
            other = {target, weight_column}
            frames = self._frames(X, reset=reset, other=other, leave_out=[target])
            rows = sum(frame.rows for frame in frames)
            frames = _added(frames, target, checked_target(y, rows))
            if not reset:
                _engine.keep_great_numbers_apart(frames, [target])
        if sample_weight is None or weight_column is not None:
            return target, frames, weight_column or ""
        if _WEIGHT in (names or []):
            raise ValueError(f"X has a column {_WEIGHT!r}; if it is meant: sample_weight={_WEIGHT!r}")
        rows = sum(frame.rows for frame in frames)
        return target, _added(frames, _WEIGHT, checked_weights(sample_weight, rows)), _WEIGHT

    def _frames(self, X, *, reset: bool, other=frozenset(), leave_out=()) -> list[_engine.Frame]:
        names = None
        if is_array_like(X):
            X = checked_array(X, self)
        else:
            names = [name for name in column_names(X) or [] if name not in other]
        frames = frames_of(X, leave_out)
        width = len(names) if names is not None else X.shape[1]
        if reset:
            self.n_features_in_ = width
            self.__dict__.pop("feature_names_in_", None)
            if names is not None:
                self.feature_names_in_ = np.array(names, dtype=object)
        elif names is None and width != self.n_features_in_:
            raise ValueError(
                f"X has {width} features, but {type(self).__name__} is expecting"
                f" {self.n_features_in_} features as input"
            )
        if not reset:
            _engine.keep_great_numbers_apart(frames, names_of_numbers(self._schema()))
        return frames

    # --- what is counted ---

    def _require_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise not_fitted(type(self).__name__)

    def _schema(self) -> dict[str, Any]:
        self._require_fitted()
        return self._remembered.get("schema", None, lambda: json.loads(self._model.schema()))

    def _target_name(self) -> str:
        columns = self._schema()["columns"].items()
        return next(name for name, column in columns if column.get("role") == "target")

    @property
    def families_(self) -> dict[str, str]:
        """What each feature is taken for."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError("families_")
        columns = self._schema()["columns"].items()
        return {name: column["family"] for name, column in columns if "role" not in column}

    @property
    def class_count_(self) -> np.ndarray:
        """The weight of each class."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError("class_count_")
        return np.array(self._model.class_weights())

    def _repr_html_(self) -> str:
        """The parameters and, once fitted, what each feature is taken for."""
        head = f"<code>{html.escape(repr(self))}</code>"
        if not self.__sklearn_is_fitted__():
            return head
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{family}</td></tr>" for name, family in self.families_.items()
        )
        return f"<div>{head}<table><tr><th>feature</th><th>family</th></tr>{rows}</table></div>"

    def counts(self, feature: str):
        """What was counted of a feature: a pandas.DataFrame with a row for each value (or part) and a
        column for each class; the row None is what was missing. Raises ValueError for an unknown name.
        """
        import pandas

        self._require_fitted()
        classes, told = self._model.classes(), self._model.amounts(feature)  # class after class
        values = [value for value, klass, _ in told if klass == classes[0]] if classes else []
        amounts = np.array([amount for _, _, amount in told]).reshape(len(classes), len(values))
        index = pandas.Index(values, dtype=object, name=feature)
        return pandas.DataFrame(amounts.T, index=index, columns=pandas.Index(classes, dtype=object))

    def _threads(self) -> int:
        if self.n_jobs is None:
            return get_threads()
        if isinstance(self.n_jobs, bool) or not isinstance(self.n_jobs, (int, np.integer)):
            raise ValueError(f"n_jobs must be a whole number or None, not {self.n_jobs!r}")
        return get_threads() if self.n_jobs < 1 else int(self.n_jobs)

    def _question(self, lam: float | None = None) -> str:
        lam = self.lam if lam is None else lam
        told = json.loads(self._model.question or "{}")  # what a file says beyond our parameters
        return question_json(lam, self.prior, self.estimate, self._model.classes(), told)

    # --- files ---

    def save(self, path) -> None:
        """Writes the model file that the command line reads too: the counts, and the parameters lam,
        prior and estimate unless they are the standard ones. Raises OSError if it cannot be written.
        """
        self._require_fitted()
        self._model.save(_file_name(path), self._question())

    @classmethod
    def load(cls, path) -> Self:
        """Reads a model file. Raises FileNotFoundError, or ValueError for a file that is no sound model."""
        model = _engine.Model.load(_file_name(path))
        estimator = cls()
        if model.question:
            question = json.loads(model.question)
            prior = question.get("prior", "smoothed")
            prior = dict(question["given_prior"]) if prior == "given" else prior
            estimator.set_params(
                lam=question.get("lambda", 1.0),
                prior=prior,
                estimate=question.get("estimate", "smooth"),
            )
        estimator._take(model)
        features = sorted(estimator.families_)
        estimator.n_features_in_ = len(features)
        estimator.feature_names_in_ = np.array(features, dtype=object)
        return estimator


def _file_name(path: Any) -> str:
    name = os.fsdecode(path)
    if "\0" in name:
        raise ValueError(f"no file can have this name: {name!r}")
    return name


def _name_of_target(X: Any, y: Any) -> str:
    """That of a Series; without one, a name that no column has."""
    name = getattr(y, "name", None)
    if isinstance(name, str) and name:
        return name
    taken = [] if is_array_like(X) else column_names(X) or []
    target = _TARGET
    while target in taken:
        target += "_"
    return target


def _added(frames: list[_engine.Frame], name: str, values: Any) -> list[_engine.Frame]:
    """The frames with a further column, cut into their lengths."""
    start = 0
    for frame in frames:
        part = values if len(frames) == 1 else values[start : start + frame.rows]
        add_column(frame, name, part)
        start += frame.rows
    return frames
