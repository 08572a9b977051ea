"""NaiveBayes: one estimator for any table."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _engine
from ._explanation import Explanation
from ._question import costs_of, label_text
from ._table_counter import TableCounter


class NaiveBayes(TableCounter):
    """Naive Bayes over a table as it is: numbers, categories, texts, booleans, dates, missing cells.

    The fitted estimator holds counts and nothing that was estimated, so every parameter but
    ``families`` and ``text`` may be changed after fitting: by ``set_params``, or for one question by
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
        "poisson:EXPOSURE", "multinomial:GROUP", "text" or "text:MODEL" with "multinomial", "boolean",
        "bernoulli", "complement" or "normalised-complement". What is not told is inferred: numbers and
        dates are gaussian, names and categories categorical, booleans bernoulli, sentences text.
    text : mapping, default=None
        How texts are cut: "tokens" ("word", "char", "whitespace", "regex:PATTERN"), "ngrams" (2 or
        (1, 2)), "fold", "han_pairs", "once", "longest_token", "max_terms".
    n_jobs : int, default=None
        How many threads; None as ``tally.set_threads`` says. It changes no result.

    Attributes
    ----------
    classes_ : ndarray
        The classes, sorted.
    families_ : dict
        What each feature is taken for.
    """

    _counting_parameters = frozenset({"families", "text"})

    def __init__(
        self,
        *,
        lam=1.0,
        prior="smoothed",
        estimate="smooth",
        loss=None,
        class_weight=None,
        families=None,
        text=None,
        n_jobs=None,
    ):
        self.lam = lam
        self.prior = prior
        self.estimate = estimate
        self.loss = loss
        self.class_weight = class_weight
        self.families = families
        self.text = text
        self.n_jobs = n_jobs

    # --- questions ---

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
        missing, a row of a DataFrame (``df.iloc[0]``), or a table of one row.
        """
        self._require_fitted()
        if hasattr(row, "to_dict") and getattr(row, "ndim", 2) == 1:
            row = {name: cell for name, cell in row.to_dict().items() if name in self._schema()["columns"]}
        if isinstance(row, Mapping) and not any(_is_column(cell) for cell in row.values()):
            row = {name: [cell] for name, cell in row.items()}
        told = [_engine.Frame(1)] if isinstance(row, Mapping) and not row else self._frames(row, reset=False)
        frames = [frame for frame in told if frame.rows > 0]
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
        derivation = self._model.explain(frames[0], other._question(), costs)
        labels = [*self._model.classes(), *other.decisions()]
        return Explanation(*derivation, {label_text(label): label for label in labels})

    # --- how good it is ---

    def score(self, X, y=None, sample_weight=None) -> float:
        """The accuracy of the decisions."""
        return self.assess(X, y, sample_weight)["accuracy"]

    def assess(self, X, y=None, sample_weight=None, **parameters) -> dict[str, Any]:
        """Accuracy, log loss, Brier score, AUC, calibration, risk and confusion of the decisions."""
        self._require_fitted()
        other = self.asked(**parameters)
        y = self._target_name() if y is None else y
        _, frames, weight = self._with_target(X, y, sample_weight, reset=False)
        costs = _engine.LossSpec(*other._costs())
        return json.loads(self._model.score(frames, weight, other._question(), costs))

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
        counted, frames, weight = model._drafted(X, y, sample_weight)
        counted.learn(frames, weight, self._threads())
        model._take(counted)
        many = lam is not None and not np.isscalar(lam)
        values = list(lam) if many else [self.lam if lam is None else lam]
        summaries = counted.cross_validate(
            frames,
            weight,
            _whole("folds", folds),
            bool(loo),
            bool(stratify),
            _whole("seed", seed),
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
        question = self.asked(**parameters)._question()
        rows = self._model.sample(_whole("n", n), _whole("seed", seed), question)
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
        raise ValueError(f"{name} must be a whole number of 0 or more, not {value!r}")
    return int(value)


def _is_column(cell: Any) -> bool:
    return isinstance(cell, (list, tuple, np.ndarray)) or hasattr(cell, "__arrow_c_stream__")
