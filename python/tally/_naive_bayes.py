"""NaiveBayes: one estimator for any table."""

from __future__ import annotations

import copy
import inspect
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _engine
from ._checks import checked_array, checked_target, checked_weights, is_array_like, not_fitted
from ._columns import add_column, column_names, frames_of
from ._explanation import Explanation
from ._question import costs_of, question_json
from ._remembered import Remembered
from ._schema import schema_of
from ._threads import get_threads

_DEFAULTS = (1.0, "smoothed", "smooth")
_TARGET, _WEIGHT = "target", "sample_weight"


class NaiveBayes:
    """Naive Bayes over a table as it is: numbers, texts, categories, booleans, dates, missing cells.

    The fitted estimator holds counts and nothing that was estimated, so every parameter but
    ``families`` may be changed after fitting: by ``set_params``, or for one question by
    ``model.asked(lam=0.5)`` or ``model.predict(X, lam=0.5)``.

    Parameters
    ----------
    lam : float, default=1.0
        λ, the pseudo-count of every possible value; 0 is maximum likelihood.
    prior : {"smoothed", "empirical", "uniform"}, array-like or mapping, default="smoothed"
        P(class): from the counts, or as told.
    estimate : {"smooth", "ml", "map", "bayes"}, default="smooth"
        How probabilities are worked out from counts.
    loss : None, number, array, mapping or DataFrame, default=None
        What a decision (row) costs when the truth is a class (column). None is the zero-one loss; a
        number is the cost of the further decision "reject".
    class_weight : None, "balanced" or mapping, default=None
        How many times as much errors on rows of a class cost.
    families : mapping, default=None
        Column, or pattern with * and ?, to "gaussian", "categorical", "bernoulli", "poisson",
        "poisson:EXPOSURE" or "multinomial:GROUP". What is not told is inferred: numbers and dates are
        gaussian, texts and categories categorical, booleans bernoulli.
    n_jobs : int, default=None
        How many threads; None as ``tally.set_threads`` says. It changes no result.

    Attributes
    ----------
    classes_ : ndarray
        The classes, sorted.
    families_ : dict
        What each feature is taken for.
    """

    def __init__(
        self,
        *,
        lam=1.0,
        prior="smoothed",
        estimate="smooth",
        loss=None,
        class_weight=None,
        families=None,
        n_jobs=None,
    ):
        self.lam = lam
        self.prior = prior
        self.estimate = estimate
        self.loss = loss
        self.class_weight = class_weight
        self.families = families
        self.n_jobs = n_jobs

    # --- parameters, as scikit-learn asks for them ---

    @classmethod
    def _parameter_names(cls) -> list[str]:
        return sorted(set(inspect.signature(cls.__init__).parameters) - {"self"})

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in self._parameter_names()}

    def set_params(self, **parameters: Any) -> NaiveBayes:
        """Changes parameters; they act at the next question. Raises ValueError for an unknown name."""
        for name, value in parameters.items():
            if name not in self._parameter_names():
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self}. "
                    f"Valid parameters are: {self._parameter_names()!r}."
                )
            setattr(self, name, value)
        return self

    def asked(self, **parameters: Any) -> NaiveBayes:
        """The same counts with other parameters; this estimator stays as it is."""
        if not parameters:
            return self
        other = copy.copy(self)
        other._remembered = Remembered()
        return other.set_params(**parameters)

    def __repr__(self) -> str:
        standard = inspect.signature(type(self).__init__).parameters
        told = [
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if value is not standard[name].default and repr(value) != repr(standard[name].default)
        ]
        return f"NaiveBayes({', '.join(told)})"

    def __sklearn_is_fitted__(self) -> bool:
        return "_model" in self.__dict__

    def __sklearn_tags__(self):
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        inputs = InputTags(two_d_array=True, categorical=True, string=True, allow_nan=True)
        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(),
            regressor_tags=None,
            transformer_tags=None,
            input_tags=inputs,
        )

    # --- counting ---

    def fit(self, X, y=None, sample_weight=None) -> NaiveBayes:
        """Counts a table, after forgetting everything else.

        ``y`` is the name of a column of X, or the classes of its rows; ``sample_weight`` likewise.
        Rows without a class are passed over. Raises ValueError for a table that cannot be counted.
        Returns self.
        """
        target, frames = self._with_target(X, y, sample_weight, reset=True)
        types = _types_of(frames)
        weight = self._weight_name(sample_weight)
        model = _engine.Model(schema_of(types, target, weight, self.families))
        model.learn(frames, self._threads())
        if not model.classes():
            raise ValueError("no row has a class and a weight above 0; there is nothing to learn")
        self._label_dtype = getattr(y, "dtype", None)
        return self._take(model)

    def learn(self, X, y=None, sample_weight=None) -> NaiveBayes:
        """Counts more rows; new classes and values are welcome. The first time this is ``fit``.

        Raises ValueError, and learns nothing, for rows that do not fit the schema. Returns self.
        """
        if not self.__sklearn_is_fitted__():
            return self.fit(X, y, sample_weight)
        return self._change("learn", X, y, sample_weight)

    def forget(self, X, y=None, sample_weight=None) -> NaiveBayes:
        """Takes rows away again, as if they had never been learned.

        Raises ValueError, and changes nothing, if what would be left cannot come from any rows.
        Returns self.
        """
        return self._change("forget", X, y, sample_weight)

    def partial_fit(self, X, y=None, classes=None, sample_weight=None) -> NaiveBayes:
        """The same as ``learn``; ``classes`` need not be named, and is not looked at."""
        return self.learn(X, y, sample_weight)

    def _change(self, verb: str, X, y, sample_weight) -> NaiveBayes:
        self._require_fitted()
        y = self._target_name() if y is None else y
        _, frames = self._with_target(X, y, sample_weight, reset=False)
        model = self._model.copy()
        getattr(model, verb)(frames, self._threads())
        return self._take(model)

    def __add__(self, other: NaiveBayes) -> NaiveBayes:
        """An estimator that has learned the rows of both; ValueError if their schemas differ."""
        return self._combined(other, "merge")

    def __sub__(self, other: NaiveBayes) -> NaiveBayes:
        """An estimator that has learned the rows of the first but those of the second."""
        return self._combined(other, "subtract")

    def _combined(self, other, verb: str):
        if not isinstance(other, NaiveBayes):
            return NotImplemented
        self._require_fitted()
        other._require_fitted()
        model = self._model.copy()
        getattr(model, verb)(other._model)
        return copy.copy(self)._take(model)

    def _take(self, model: _engine.Model) -> NaiveBayes:
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

    def _with_target(self, X, y, sample_weight, *, reset: bool):
        """The name of the target, and the frames of X with target and weight among their columns."""
        weight_column = sample_weight if isinstance(sample_weight, str) else None
        if isinstance(y, str):
            names = column_names(X)
            if names is not None and y not in names:
                raise ValueError(f"the table has no column {y!r} for the target")
            target, frames = y, self._frames(X, reset=reset, other={y, weight_column})
        else:
            target = _TARGET if reset else self._target_name()
            other = {target, weight_column}
            frames = self._frames(X, reset=reset, other=other, leave_out=[target])
            rows = sum(frame.rows for frame in frames)
            frames = _added(frames, target, checked_target(y, rows))
        rows = sum(frame.rows for frame in frames)
        if sample_weight is not None and weight_column is None:
            frames = _added(frames, _WEIGHT, checked_weights(sample_weight, rows))
        elif sample_weight is None and not reset and self._weight_column() == _WEIGHT:
            frames = _added(frames, _WEIGHT, np.ones(rows))
        return target, frames

    def _weight_name(self, sample_weight) -> str | None:
        return sample_weight if isinstance(sample_weight, str) or sample_weight is None else _WEIGHT

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
        return frames

    # --- what is counted ---

    def _require_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            raise not_fitted(type(self).__name__)

    def _schema(self) -> dict[str, Any]:
        self._require_fitted()
        return self._remembered.get("schema", None, lambda: json.loads(self._model.schema()))

    def _column_with_role(self, role: str) -> str | None:
        columns = self._schema()["columns"].items()
        return next((name for name, column in columns if column.get("role") == role), None)

    def _target_name(self) -> str:
        return self._column_with_role("target") or _TARGET

    def _weight_column(self) -> str | None:
        return self._column_with_role("weight")

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

    def counts(self, feature: str):
        """What was counted of a feature: a pandas.DataFrame with a row for each value (or part) and a
        column for each class; the row None is what was missing. Raises ValueError for an unknown name.
        """
        import pandas

        self._require_fitted()
        told = pandas.DataFrame(self._model.amounts(feature), columns=["value", "class", "amount"])
        rows = told["value"].drop_duplicates().tolist()
        order = [k for k in self._model.classes()]
        amounts = [told["amount"].tolist()[i * len(rows) : (i + 1) * len(rows)] for i in range(len(order))]
        index = pandas.Index(rows, dtype=object, name=feature)
        return pandas.DataFrame(dict(zip(order, amounts)), index=index)

    # --- questions ---

    def _threads(self) -> int:
        return get_threads() if self.n_jobs is None or self.n_jobs < 1 else self.n_jobs

    def _question(self, lam: float | None = None) -> str:
        lam = self.lam if lam is None else lam
        return question_json(lam, self.prior, self.estimate, self._model.classes())

    def _costs(self):
        classes = self._model.classes()
        return costs_of(self.loss, self.class_weight, classes, self._model.class_weights())

    def _answers(self) -> _engine.Answers:
        question, costs = self._question(), self._costs()
        return self._remembered.get(
            "answers",
            (question, costs),
            lambda: self._model.answers(question, _engine.LossSpec(*costs)),
        )

    def _inferred(self, X, what: str, parameters: Mapping[str, Any]) -> np.ndarray:
        self._require_fitted()
        answers = self.asked(**parameters)._answers()
        frames = self._frames(X, reset=False)
        rows = sum(frame.rows for frame in frames)
        out = np.empty(rows if what == "log_evidence" else (rows, len(self.classes_)))
        answers.infer(frames, what, out, self._threads())
        return out

    def predict_proba(self, X, **parameters) -> np.ndarray:
        """P(class | row), classes in the order of ``classes_``; all 0 where every class is impossible."""
        return self._inferred(X, "posterior", parameters)

    def predict_log_proba(self, X, **parameters) -> np.ndarray:
        """log P(class | row)."""
        return self._inferred(X, "log_posterior", parameters)

    def predict_joint_log_proba(self, X, **parameters) -> np.ndarray:
        """log P(row, class)."""
        return self._inferred(X, "joint", parameters)

    def log_evidence(self, X, **parameters) -> np.ndarray:
        """log P(row): -inf where every class is impossible."""
        return self._inferred(X, "log_evidence", parameters)

    def _decided(self, X, parameters: Mapping[str, Any]):
        self._require_fitted()
        answers = self.asked(**parameters)._answers()
        frames = self._frames(X, reset=False)
        rows = sum(frame.rows for frame in frames)
        decisions = answers.decisions()
        chosen = np.empty(rows, dtype=np.int64)
        risks = np.empty((rows, len(decisions)))
        answers.decide(frames, chosen, risks, self._threads())
        return decisions, chosen, risks

    def predict(self, X, **parameters) -> np.ndarray:
        """The decision of least risk for each row: under the zero-one loss, the most probable class.

        None stands where every class is impossible (λ = 0 and a value never seen).
        """
        decisions, chosen, _ = self._decided(X, parameters)
        if decisions == self._model.classes():
            names = self.classes_
        else:
            kinds = {type(decision) for decision in decisions}
            names = np.array(decisions, dtype=None if len(kinds) == 1 else object)
        if (chosen >= 0).all():
            return names[chosen]
        return np.array([names[k] if k >= 0 else None for k in chosen], dtype=object)

    def decide(self, X, **parameters) -> np.ndarray:
        """The same as ``predict``: ``model.decide(X, loss=costs)``."""
        return self.predict(X, **parameters)

    def risk(self, X, **parameters) -> np.ndarray:
        """The expected loss of each decision for each row, in the order of ``decisions``."""
        return self._decided(X, parameters)[2]

    def decisions(self, **parameters) -> list:
        """What may be decided, sorted: the classes, and what the loss adds."""
        self._require_fitted()
        return self.asked(**parameters)._answers().decisions()

    def explain(self, row, **parameters) -> Explanation:
        """Why a row is decided so. ``row`` is a mapping of cells, in which what is not named is
        missing, or a table of one row.
        """
        self._require_fitted()
        if isinstance(row, Mapping) and not any(_is_column(cell) for cell in row.values()):
            row = {name: [cell] for name, cell in row.items()}
        frames = [frame for frame in self._frames(row, reset=False) if frame.rows > 0]
        if len(frames) != 1 or frames[0].rows != 1:
            raise ValueError("expected one row to explain; choose it with X[i:i + 1]")
        present = {name for name, _ in frames[0].types()}
        unknown = sorted(present - set(self._schema()["columns"]))
        if unknown and isinstance(row, Mapping):
            raise ValueError(f"the model has no column {unknown[0]!r}")
        for name in set(self._schema()["columns"]) - present:
            frames[0].add_missing(name)
        other = self.asked(**parameters)
        costs = _engine.LossSpec(*other._costs())
        return Explanation(*self._model.explain(frames[0], 0, other._question(), costs))

    # --- how good it is ---

    def score(self, X, y=None, sample_weight=None) -> float:
        """The accuracy of the decisions."""
        return self.assess(X, y, sample_weight)["accuracy"]

    def assess(self, X, y=None, sample_weight=None, **parameters) -> dict[str, Any]:
        """Accuracy, log loss, Brier score, AUC, calibration, risk and confusion of the decisions."""
        self._require_fitted()
        other = self.asked(**parameters)
        y = self._target_name() if y is None else y
        _, frames = self._with_target(X, y, sample_weight, reset=False)
        costs = _engine.LossSpec(*other._costs())
        return json.loads(self._model.score(frames, other._question(), costs))

    def cv(
        self, X, y=None, *, folds=10, loo=False, lam=None, stratify=False, seed=0, sample_weight=None
    ):
        """Scores every row by the counts of the rows of the other folds, without counting again.

        The estimator need not be fitted, and stays as it is. Returns what ``assess`` returns; for a
        list of ``lam`` a list, each with its "lam".
        """
        model = copy.copy(self)
        if y is None and self.__sklearn_is_fitted__():
            y = self._target_name()
        target, frames = model._with_target(X, y, sample_weight, reset=True)
        weight = self._weight_name(sample_weight)
        model._take(_engine.Model(schema_of(_types_of(frames), target, weight, self.families)))
        counted = model._model.copy()
        counted.learn(frames, self._threads())
        model._take(counted)
        many = lam is not None and not np.isscalar(lam)
        values = list(lam) if many else [self.lam if lam is None else lam]
        summaries = counted.cross_validate(
            frames,
            folds,
            loo,
            stratify,
            seed,
            [model._question(value) for value in values],
            _engine.LossSpec(*model._costs()),
            self._threads(),
        )
        results = [{"lam": value, **json.loads(s)} for value, s in zip(values, summaries)]
        return results if many else results[0]

    def sample(self, n: int = 1, seed: int = 0, **parameters):
        """``n`` rows from the model's own distribution, as a pandas.DataFrame (without pandas: a dict of
        lists). The same seed gives the same rows.
        """
        self._require_fitted()
        rows = self._model.sample(n, seed, self.asked(**parameters)._question())
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)

    # --- files ---

    def save(self, path) -> None:
        """Writes the model file that the command line reads too: the counts, and the parameters lam,
        prior and estimate unless they are the standard ones. Raises OSError if it cannot be written.
        """
        self._require_fitted()
        standard = (self.lam, self.prior, self.estimate) == _DEFAULTS
        self._model.save(str(path), "" if standard else self._question())

    @classmethod
    def load(cls, path) -> NaiveBayes:
        """Reads a model file. Raises FileNotFoundError, or ValueError for a file that is no sound model."""
        model = _engine.Model.load(str(path))
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


def _types_of(frames: list[_engine.Frame]) -> dict[str, str]:
    """What the cells of each column are, in any frame that has a value in it."""
    types: dict[str, str] = {}
    for frame in frames:
        for name, kind in frame.types():
            if types.get(name, "nothing") == "nothing":
                types[name] = kind
    return types


def _added(frames: list[_engine.Frame], name: str, values: Any) -> list[_engine.Frame]:
    """The frames with a further column, cut into their lengths."""
    start = 0
    for frame in frames:
        part = values if len(frames) == 1 else values[start : start + frame.rows]
        add_column(frame, name, part)
        start += frame.rows
    return frames


def _is_column(cell: Any) -> bool:
    return isinstance(cell, (list, tuple, np.ndarray)) or hasattr(cell, "__arrow_c_stream__")
