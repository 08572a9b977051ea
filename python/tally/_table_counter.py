# SPDX-License-Identifier: Apache-2.0
"""Tables into counts and out again."""

from __future__ import annotations

import base64
import copy
import html
import inspect
import json
from typing import Any, Literal, Self

import numpy as np

from . import _engine
from ._classes import as_classes, joined, refuse_other_kind
from ._question import checked_rule, checked_truth, counts_for_weights, question_json
from ._remembered import Remembered
from ._rows import is_unicode
from ._schema import drafted, types_of
from ._table_reader import Frames, TableReader
from ._threads import get_threads
from ._types import Array, Numbers
from ._warnings import DraftWarning, warn

_KINDS = {"number": "numbers", "category": "numbers", "text": "texts", "sentences": "texts", "boolean": "booleans"}
_MOST_THREADS = 1024
_MOST_SHOWN = 40  # lines of a table in a notebook
_MOST_PICTURES = 3
_MOST_RANKED = 300  # features of a model that a notebook shows at once


class TableCounter(TableReader):
    """Counts of a table, by class."""

    lam: float | Literal["auto"]
    calibrate: bool
    prior: Any
    estimate: str
    count: str
    rule: str
    unlabelled: str
    families: Any
    text: Any
    notes: bool
    n_jobs: int | None
    classes_: Array
    _label_dtype: np.dtype[Any] | None

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Counts a table, after forgetting everything else.

        ``y`` is the name of a column of X, or the classes of its rows; ``sample_weight`` likewise.
        Rows without a class are passed over, or used if ``unlabelled`` is "use". What is noticed about the columns is told by
        ``tally.DraftWarning``. Raises ValueError for a table that cannot be counted. Returns self.
        """
        if self.unlabelled not in ("skip", "use"):
            raise ValueError(f"unlabelled must be 'skip' or 'use', not {self.unlabelled!r}")
        model, frames, weight, dtype = self._drafted(X, y, sample_weight)
        if self.unlabelled == "use":
            model.learn_unlabelled(frames, weight, self._threads())
        return self._take(model, dtype)

    def learn(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Counts more rows; new classes and values are welcome. The first time this is ``fit``.

        Raises ValueError, and learns nothing, for rows that do not fit the schema, classes of another
        type among them. Returns self.
        """
        if not self.__sklearn_is_fitted__():
            return self.fit(X, y, sample_weight)
        return self._change("learn", X, y, sample_weight)

    def forget(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Takes rows away again, as if they had never been learned.

        Raises ValueError, and changes nothing, if what would be left cannot come from any rows.
        Returns self.
        """
        return self._change("forget", X, y, sample_weight)

    def partial_fit(self, X: Any, y: Any = None, classes: Any = None, sample_weight: Any = None) -> Self:
        """The same as ``learn``; ``classes`` need not be named, and is not looked at."""
        return self.learn(X, y, sample_weight)

    def _change(self, verb: Literal["learn", "forget"], X: Any, y: Any, sample_weight: Any) -> Self:
        self._require_fitted()
        y = self._target_name() if y is None else y
        target, frames, weight, dtype = self._with_target(X, y, sample_weight, reset=False)
        here = self._schema()["columns"][target]["type"]
        for frame in frames:
            there = dict(frame.types())[target]
            refuse_other_kind(_KINDS[here], _KINDS.get(there, ""))
        model = self._model.copy()
        getattr(model, verb)(frames, weight, self._threads())
        kept = self._label_dtype
        return self._take(model, joined(kept, dtype) if verb == "learn" else kept)

    def __add__(self, other: Self) -> Self:
        """An estimator that has learned the rows of both; ValueError if their schemas differ."""
        return self._combined(other, "merge")

    def __radd__(self, other: int) -> Self:
        """``sum(models)`` begins with 0, which has learned nothing."""
        if type(other) is not int or other != 0:
            return NotImplemented
        self._require_fitted()
        return self._combined(None, "merge")

    def __sub__(self, other: Self) -> Self:
        """An estimator that has learned the rows of the first but those of the second."""
        return self._combined(other, "subtract")

    def _combined(self, other: Self | None, verb: Literal["merge", "subtract"]) -> Self:
        if other is not None and not isinstance(other, TableCounter):
            return NotImplemented
        self._require_fitted()
        model, dtype = self._model.copy(), self._label_dtype
        if other is not None:
            other._require_fitted()
            refuse_other_kind(self._kind_of_classes(), other._kind_of_classes())
            getattr(model, verb)(other._model)
            dtype = joined(dtype, other._label_dtype) if verb == "merge" else dtype
        return copy.copy(self)._take(model, dtype)

    def __getstate__(self) -> dict[str, Any]:
        """With an empty array in the place of a type, which every way of storing knows."""
        state = super().__getstate__()
        if state.get("_label_dtype") is not None:
            state["_label_dtype"] = np.empty(0, dtype=self._label_dtype)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """What was stored before a parameter came up has its standard value, and has counted as for naive."""
        for name, parameter in inspect.signature(type(self).__init__).parameters.items():
            if parameter.default is not inspect.Parameter.empty:
                self.__dict__[name] = "naive" if name == "count" else parameter.default
        super().__setstate__(state)
        if state.get("_label_dtype") is not None:
            self._label_dtype = state["_label_dtype"].dtype

    def _kind_of_classes(self) -> str:
        return _KINDS[self._schema()["columns"][self._target_name()]["type"]]

    def _take(self, model: _engine.Model, dtype: np.dtype[Any] | None) -> Self:
        """The counts of ``model`` become this estimator's; ``dtype`` is that of its targets."""
        self._model = model
        self._remembered = Remembered()
        self._label_dtype = dtype
        self.classes_ = as_classes(model.classes(), dtype)
        return self

    def _drafted(
        self, X: Any, y: Any, sample_weight: Any, *, learns_rule: bool = True
    ) -> tuple[_engine.Model, Frames, str, np.dtype[Any] | None]:
        """The counts of a table, the table, the column of its weights and the type of its target.

        The schema knows a column of weights if it is one of the table's own. Unless it ``learns_rule``, the
        model has no sample and no rule of its own.
        """
        weighs = counts_for_weights(self.count)
        target, frames, weight, dtype = self._with_target(X, y, sample_weight, reset=True)
        types = types_of(frames)
        own = weight if isinstance(sample_weight, str) else None
        if own is None:
            types.pop(weight, None)
        shows_notes = self._shows_notes()
        model, notes = drafted(
            frames, types, target, own, self.families, self.text, weight, self._threads(), self.count, weighs and learns_rule
        )
        for note in notes if shows_notes else ():
            warn(note, DraftWarning)
        return model, frames, weight, dtype

    def _shows_notes(self) -> bool:
        if not isinstance(self.notes, (bool, np.bool_)):
            raise ValueError(f"notes must be True or False, not {self.notes!r}")
        return bool(self.notes)

    # --- what is counted ---

    @property
    def families_(self) -> dict[str, str]:
        """What each feature is taken for, in the order of the table's columns."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError("families_")
        columns = self._schema()["columns"]
        features = [name for name in columns if "role" not in columns[name]]
        place = {name: at for at, name in enumerate(self.__dict__.get("feature_names_in_", ()))}
        features.sort(key=lambda name: place.get(name, 0))
        return {name: columns[name]["family"] for name in features}

    @property
    def class_count_(self) -> Numbers:
        """The weight of each class."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError("class_count_")
        return np.array(self._model.class_weights())

    @property
    def unlabelled_weight_(self) -> float:
        """How much a row without a class counts beside one that has a class; 0 if none is used."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError("unlabelled_weight_")
        return float(self._model.unlabelled_weight)

    def _repr_html_(self) -> str:
        """The parameters and, once fitted, a small form of the report: the classes with their shares, how the rules do on rows
        left out, what each feature is taken for, and how those that tell most are distributed.
        """
        head = f"<code>{html.escape(repr(self))}</code>"
        if not self.__sklearn_is_fitted__():
            return head
        families = list(self.families_.items())
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{html.escape(family)}</td></tr>" for name, family in families[:_MOST_SHOWN]
        )
        return (
            f"<div>{head}{self._classes_html()}{self._rules_html()}<table><tr><th>feature</th><th>family</th></tr>{rows}</table>"
            f"{_more(len(families))}{self._pictures_html()}</div>"
        )

    def _rules_html(self) -> str:
        """Accuracy and log loss of each rule on rows left out, if they are known."""
        rows = "".join(
            f"<tr><td>{html.escape(rule)}</td><td>{accuracy:.4f}</td><td>{log_loss:.4f}</td></tr>"
            for rule, accuracy, log_loss in self._model.rule_scores()
        )
        head = "<tr><th>rule, on rows left out</th><th>accuracy</th><th>log loss</th></tr>"
        return f"<table>{head}{rows}</table>" if rows else ""

    def _pictures_html(self) -> str:
        """How the features that tell most are distributed in each class. An image runs no script and loads nothing."""
        if len(self.families_) > _MOST_RANKED:
            return ""
        try:
            pictures = self._model.telling_pictures(_MOST_PICTURES, self._question())
        except ValueError:  # of a question that has no answer: who asks it is told
            return ""
        out = ""
        for name, information, svg in pictures:
            told = "" if information is None else f", information {information:.4f} nats"
            image = base64.b64encode(svg.encode()).decode()
            out += (
                f"<figure style='display:inline-block;margin:4px'><img style='width:320px' alt='{html.escape(name, quote=True)} by class' "
                f"src='data:image/svg+xml;base64,{image}'><figcaption>{html.escape(name)}{told}</figcaption></figure>"
            )
        return out

    def _classes_html(self) -> str:
        """A bar for each class, as long as its share of the rows."""
        weights = self._model.class_weights()
        total = sum(weights) or 1.0
        bar = "display:inline-block;height:10px;background:#0072b2"
        rows = "".join(
            f"<tr><td>{html.escape(str(label))}</td><td>{weight:g}</td>"
            f"<td style='width:160px;text-align:left'><div style='{bar};width:{100 * weight / total:.1f}%'></div></td></tr>"
            for label, weight in list(zip(self._model.classes(), weights))[:_MOST_SHOWN]
        )
        head = f"<tr><th>{html.escape(self._target_name())}</th><th>rows</th><th></th></tr>"
        return f"<table>{head}{rows}</table>{_more(len(weights))}"

    def counts(self, feature: str) -> Any:
        """What was counted of a feature: a pandas.DataFrame with a row for each value (or part) and a
        column for each class; the row None is what was missing. Without pandas it is a dict of the rows,
        each a dict by class. Raises ValueError for an unknown name.
        """
        self._require_fitted()
        if not is_unicode(feature):
            raise ValueError(f"the model has no feature {feature!r}")
        classes, told = self._model.classes(), self._model.amounts(feature)  # class after class
        values = [value for value, klass, _ in told if klass == classes[0]] if classes else []
        amounts = np.array([amount for _, _, amount in told]).reshape(len(classes), len(values))
        names = self.classes_.tolist()
        try:
            import pandas
        except ImportError:
            return {value: dict(zip(names, row)) for value, row in zip(values, amounts.T.tolist())}
        index = pandas.Index(values, dtype=object, name=feature)
        return pandas.DataFrame(amounts.T, index=index, columns=pandas.Index(names, dtype=object))

    def _threads(self) -> int:
        if self.n_jobs is None:
            return get_threads()
        if isinstance(self.n_jobs, bool) or not isinstance(self.n_jobs, (int, np.integer)):
            raise ValueError(f"n_jobs must be a whole number or None, not {self.n_jobs!r}")
        return get_threads() if self.n_jobs < 1 else min(int(self.n_jobs), _MOST_THREADS)

    def _question(
        self, lam: float | Literal["auto"] | None = None, *, rule: str | None = None, naive_as_it_is: bool = False
    ) -> str:
        """The question that the parameters ask; ``rule``: of this rule, whatever they say, and
        ``naive_as_it_is``: not calibrated.
        """
        lam = self.lam if lam is None else lam
        classes, own_rule = self._model.classes(), checked_rule(self.rule)
        if own_rule in ("weighted", "full") and len(classes) < 2:
            own_rule = "naive"  # there is nothing to weigh, and all rules say the same
        told = json.loads(self._model.question or "{}")  # what a file says beyond our parameters
        told["rule"] = rule or own_rule
        told["calibrate"] = checked_truth("calibrate", self.calibrate) and not naive_as_it_is
        return question_json(lam, self.prior, self.estimate, classes, told)


def _more(lines: int) -> str:
    return f"<p>… and {lines - _MOST_SHOWN} more</p>" if lines > _MOST_SHOWN else ""
