# SPDX-License-Identifier: Apache-2.0
"""NaiveBayes: one estimator for any table."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, overload

import numpy as np
import numpy.typing as npt

from . import _engine
from ._classes import as_classes
from ._explanation import Explanation
from ._question import OF_THE_ROWS, STANDARD_COUNT, Costs, costs_of, counts_for_weights, label_text
from ._report import Report
from ._rows import as_table
from ._table_file import TableFile
from ._table_reader import Frames
from ._types import Array, Numbers


class NaiveBayes(TableFile):
    """Naive Bayes over a table as it is: numbers, categories, texts, booleans, dates, missing cells.

    The fitted estimator holds counts and nothing that was estimated, so every parameter but
    ``count``, ``families`` and ``text`` may be changed after fitting: by ``set_params``, or for one question by
    ``model.asked(lam=0.5)`` or ``model.predict(X, lam=0.5)``.

    Parameters
    ----------
    lam : float or "auto", default=1.0
        λ, the pseudo-count of every possible value; 0 is maximum likelihood, and "auto" a λ for each column,
        the one under which its counts are likeliest.
    prior : {"smoothed", "empirical", "uniform", "estimate"}, array-like or mapping, default="smoothed"
        P(class): from the counts, or as told. "estimate" is that of the rows at hand, found among them all
        by ``predict``, ``predict_proba``, ``risk`` and ``assess``: for rows among which the classes are not
        as frequent as among those that were counted.
    estimate : {"smooth", "ml", "map", "bayes"}, default="smooth"
        How probabilities are estimated from counts.
    calibrate : bool, default=False
        Whether the rule naive is calibrated, by a slope and biases that are learned from rows
        left out of the counts. Needs a sample of rows, which ``count="naive"`` does not keep.
    count : {"naive", "weighted", "full"}, default="weighted"
        What is counted, as on the command line: what the rule naive needs; or also fine histograms of numbers,
        pairs of words of texts, and a sample of 4,096 rows from which the rule weighted learns; or besides
        columns together, for the rules full and tan.
    rule : {"auto", "naive", "weighted", "full", "tan"}, default="auto"
        How what columns say becomes one answer: "naive" adds log-probabilities up, "weighted" hears each
        column in several ways, by learned weights, "full" besides what columns say together, "tan" takes each
        column to depend on one other, and "auto" is of the first three the one that did better on rows left
        out (naive if another ``lam`` or ``estimate`` is asked for, which the others do not have).
    loss : None, number, array, mapping or DataFrame, default=None
        What a decision (row) costs when the truth is a class (column). None is the zero-one loss; a
        number is the cost of the further decision "reject".
    class_weight : None, "balanced" or mapping, default=None
        How many times as much errors on rows of a class cost.
    unlabelled : {"skip", "use"}, default="skip"
        What ``fit`` does with rows without a class (None or NaN in ``y``): passes them over, or learns from
        them by EM, as far as that helps on rows that have one.
    at_most : None or tuple, default=None
        ("spam", "ham", 0.01): decide spam only if, with a confidence of 95 %, at most 1 % of the rows of ham
        are taken for it. The threshold comes from rows left out of the counts: not of ``count="naive"``.
    families : mapping, default=None
        Column, or pattern with * and ?, to "gaussian", "categorical", "bernoulli", "binned:18,30,65" (a
        number by the bin it falls into, x ≤ 18 into the first), "poisson", "poisson:EXPOSURE", "negative-binomial", "multinomial:GROUP", "text" or "text:MODEL" with "multinomial", "boolean",
        "bernoulli", "complement" or "normalised-complement". What is not told is inferred from all cells,
        as the command line does: numbers and dates are gaussian, names and categories categorical,
        booleans bernoulli, sentences text. Of whole numbers with few values, 0 and 1 are bernoulli and
        others categorical or gaussian, whichever predicts the class better by leave-one-out. Texts that
        all differ, running numbers and ids are left out.
    text : mapping, default=None
        How texts are cut: "tokens" ("word", "char", "whitespace", "regex:PATTERN"), "ngrams" (2 or
        (1, 2)), "html", "fold", "han_pairs", "once", "longest_token", "max_terms".
    notes : bool, default=True
        Whether ``fit`` warns of what it notices about the columns (``tally.DraftWarning``).
    n_jobs : int, default=None
        How many threads; None as ``tally.set_threads`` says. It changes no result.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The classes, sorted, in the type of the target that was fitted.
    class_count_ : ndarray of shape (n_classes,)
        The weight of each class.
    families_ : dict
        What each feature is taken for, in the order of the table's columns; what is left out is no feature.
    rule_ : str
        The rule that answers, as the parameters are: "naive", "weighted", "full" or "tan".
    weights_ : dict or None
        Feature to {voice: weight}, what the rule that answers has learned (of naive: what weighted has). The
        voices of weighted are "value", "law", "bins", "even" and "group"; full has "value", "bins", "group" and
        "parent" of a column, "triple" of three ("age, sex, town"), and "mixture", "linear" and "quadratic" of
        "together". None if nothing was learned, and of the rule tan, which learns nothing.
    rule_scores_ : dict
        Rule to {"accuracy", "log_loss"} on rows left out; empty if nothing was learned.
    unlabelled_weight_ : float
        How much a row without a class counts beside one that has a class: up to 1, and 0 if none is used.
    n_features_in_ : int
        How many columns the table had beside target and weight, those that are left out included.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, if they had any.

    Examples
    --------
    >>> import tally
    >>> table = {"colour": ["red", "red", "blue", None], "size": [1.5, 2.5, 7.0, 8.0], "kind": ["a", "a", "b", "b"]}
    >>> model = tally.NaiveBayes().fit(table, "kind")
    >>> model.families_
    {'colour': 'categorical', 'size': 'gaussian'}
    >>> model.predict({"colour": "red", "size": 2.0}).tolist()
    ['a']
    >>> model.learn({"colour": ["green"], "size": [3.0], "kind": ["c"]}).classes_.tolist()
    ['a', 'b', 'c']
    """

    _counting_parameters = frozenset({"count", "unlabelled", "families", "text", "notes"})
    _counts_name = "_model"
    _counts_type = _engine.Model

    def __init__(
        self,
        *,
        lam: float | Literal["auto"] = 1.0,
        prior: str | Sequence[float] | npt.NDArray[Any] | Mapping[Any, float] = "smoothed",
        estimate: str = "smooth",
        calibrate: bool = False,
        count: str = STANDARD_COUNT,
        rule: str = "auto",
        loss: Any = None,
        class_weight: str | Mapping[Any, float] | None = None,
        unlabelled: str = "skip",
        at_most: tuple[Any, Any, float] | None = None,
        families: Mapping[str, str] | None = None,
        text: Mapping[str, Any] | None = None,
        notes: bool = True,
        n_jobs: int | None = None,
    ) -> None:
        self.lam = lam
        self.prior = prior
        self.estimate = estimate
        self.calibrate = calibrate
        self.count = count
        self.rule = rule
        self.loss = loss
        self.class_weight = class_weight
        self.unlabelled = unlabelled
        self.at_most = at_most
        self.families = families
        self.text = text
        self.notes = notes
        self.n_jobs = n_jobs

    # --- questions ---

    def _costs(self) -> Costs:
        classes = self._model.classes()
        return costs_of(self.loss, self.class_weight, self.at_most, classes, self._model.class_weights())

    def _answers(self, *, naive: bool = False) -> _engine.Answers:
        question, costs = self._question(rule="naive" if naive else None, naive_as_it_is=naive), self._costs()
        answers: _engine.Answers = self._remembered.get(
            "naive answers" if naive else "answers",
            (question, costs),
            lambda: self._model.answers(question, _engine.LossSpec(*costs)),
        )
        return answers

    def _about(self, frames: Frames) -> Self:
        """This estimator, or, if the prior is to be that of the rows at hand, one with that prior."""
        if not isinstance(self.prior, str) or self.prior != OF_THE_ROWS:
            return self
        shares = self.asked(prior="smoothed", at_most=None)._answers().estimate_prior(frames)
        return self.asked(prior=dict(zip(self._model.classes(), shares)))

    def _inferred(self, X: Any, what: str, parameters: Mapping[str, Any]) -> Numbers:
        self._require_fitted()
        # Only naive has a probability of the row itself.
        frames = self._frames(X, reset=False)
        answers = self.asked(**parameters)._about(frames)._answers(naive=what in ("joint", "log_evidence"))
        rows = sum(frame.rows for frame in frames)
        out = np.empty(rows if what == "log_evidence" else (rows, len(self.classes_)))
        answers.infer(frames, what, out, self._threads())
        return out

    def predict_proba(self, X: Any, **parameters: Any) -> Numbers:
        """P(class | row), classes in the order of ``classes_``; all 0 where every class is impossible."""
        return self._inferred(X, "posterior", parameters)

    def predict_log_proba(self, X: Any, **parameters: Any) -> Numbers:
        """log P(class | row)."""
        return self._inferred(X, "log_posterior", parameters)

    def predict_joint_log_proba(self, X: Any, **parameters: Any) -> Numbers:
        """log P(row, class) by the rule naive, whatever ``rule`` says: the others have no such probability."""
        return self._inferred(X, "joint", parameters)

    def log_evidence(self, X: Any, **parameters: Any) -> Numbers:
        """log P(row) by the rule naive, whatever ``rule`` says; -inf where every class is impossible."""
        return self._inferred(X, "log_evidence", parameters)

    def _decided(
        self, X: Any, parameters: Mapping[str, Any]
    ) -> tuple[list[Any], npt.NDArray[np.int64], Numbers]:
        self._require_fitted()
        frames = self._frames(X, reset=False)
        answers = self.asked(**parameters)._about(frames)._answers()
        rows = sum(frame.rows for frame in frames)
        decisions = answers.decisions()
        chosen = np.empty(rows, dtype=np.int64)
        risks = np.empty((rows, len(decisions)))
        answers.decide(frames, chosen, risks, self._threads())
        return decisions, chosen, risks

    def predict(self, X: Any, **parameters: Any) -> Array:
        """The decision of least risk for each row: under the zero-one loss, the most probable class.

        None stands where every class is impossible (λ = 0 and a value never seen).
        """
        decisions, chosen, _ = self._decided(X, parameters)
        if decisions == self._model.classes():
            names = self.classes_
        else:
            names = as_classes(decisions, self._label_dtype)
        if (chosen >= 0).all():
            return names[chosen]
        return np.array([names[k] if k >= 0 else None for k in chosen], dtype=object)

    def decide(self, X: Any, **parameters: Any) -> Array:
        """The same as ``predict``: ``model.decide(X, loss=costs)``."""
        return self.predict(X, **parameters)

    def risk(self, X: Any, **parameters: Any) -> Numbers:
        """The expected loss of each decision for each row, in the order of ``decisions``."""
        return self._decided(X, parameters)[2]

    def decisions(self, **parameters: Any) -> list[Any]:
        """What may be decided, sorted: the classes, and what the loss adds."""
        self._require_fitted()
        return self.asked(**parameters)._answers().decisions()

    def explain(self, row: Any, **parameters: Any) -> Explanation:
        """Why a row is decided so. ``row`` is a mapping of cells, in which what is not named is
        missing, a row of a DataFrame (``df.iloc[0]``), or a table of one row.
        """
        self._require_fitted()
        told = as_table(row, self._schema()["columns"])
        if isinstance(row, Mapping):
            unknown = sorted(str(name) for name in row if str(name) not in self._schema()["columns"])
            if unknown:
                raise ValueError(f"the model has no column {unknown[0]!r}")
        nothing = isinstance(told, Mapping) and not set(map(str, told)) & set(self._evidence())
        frames = [_engine.Frame(1)] if nothing else self._frames(told, reset=False)
        frames = [frame for frame in frames if frame.rows > 0]
        if len(frames) != 1 or frames[0].rows != 1:
            raise ValueError("expected one row to explain; choose it with X[i:i + 1]")
        present = {name for name, _ in frames[0].types()}
        for name in set(self._schema()["columns"]) - present:
            frames[0].add_missing(name)
        other = self.asked(**parameters)
        costs = _engine.LossSpec(*other._costs())
        text, data = self._model.explain(frames[0], other._question(), costs)
        labels = [*other.decisions(), *self.classes_.tolist()]
        return Explanation(text, data, {label_text(label): label for label in labels})

    def report(self, X: Any = None, y: Any = None, sample_weight: Any = None, **parameters: Any) -> Report:
        """The page that ``tally report`` writes: the features by how much they say about the class, a nomogram,
        and how good the model is. ``report.save("report.html")`` keeps it, ``report.data`` has its figures, and a notebook
        shows it.

        The figures are those of the rows of ``X``; if these are the rows that were fitted, each is left out of the
        counts in turn. Without ``X`` they are of the model's sample, each left out, and the page contains no row.
        Of ``X`` it contains up to a thousand rows and the twenty surest errors, with all their cells.
        """
        self._require_fitted()
        frames: Frames = []
        weight, other = "", self.asked(**parameters)
        if X is not None:
            y = self._target_name() if y is None else y
            _, frames, weight, _ = self._with_target(X, y, sample_weight, reset=False)
            other = other._about(frames)
        elif y is not None or sample_weight is not None:
            raise ValueError("y and sample_weight are about rows: name X")
        costs = _engine.LossSpec(*other._costs())
        return Report(self._model.report(frames, weight, other._question(), costs, self._threads()))

    # --- how good it is ---

    def rank(self, X: Any = None, y: Any = None, **parameters: Any) -> dict[str, Any]:
        """What each feature tells about the class, as ``tally rank`` says it.

        "features" lists them, the most telling first: "gain" is how much the log loss grows without the feature,
        "log_loss_alone" the log loss of the prior and it alone, "information" its mutual information with the
        class in nats (None where the counts do not say), "most_alike" the feature that says most the same about
        rows of one class, "suspected_leak" whether it may be known only after the class. Without ``X`` the rows
        are those of the model's sample, each left out of the counts; rows of ``X`` are left out if they are those
        that were fitted, and new otherwise ("left_out" says which). "answers" is the rule that answers: "full" and
        "tan" hear columns together, and ranked is then by "weighted" what each says by itself.

        Of a model with a text, "classes" lists for each class the twenty terms that speak most for it: in how many
        rows of each class they are, how far they lean to it in nats, and their mutual information with the class.
        """
        self._require_fitted()
        frames: list[_engine.Frame] = []
        if X is not None:
            _, frames, _, _ = self._with_target(X, self._target_name() if y is None else y, None, reset=False)
        found: dict[str, Any] = json.loads(
            self._model.rank(frames, self.asked(**parameters)._question(), self._threads())
        )
        return found

    def score(self, X: Any, y: Any = None, sample_weight: Any = None) -> float:
        """The accuracy of the decisions."""
        return float(self.assess(X, y, sample_weight)["accuracy"])

    def assess(self, X: Any, y: Any = None, sample_weight: Any = None, **parameters: Any) -> dict[str, Any]:
        """Accuracy, log loss, Brier score, AUC, calibration, risk and confusion of the decisions."""
        self._require_fitted()
        other = self.asked(**parameters)
        y = self._target_name() if y is None else y
        _, frames, weight, _ = self._with_target(X, y, sample_weight, reset=False)
        other = other._about(frames)
        costs = _engine.LossSpec(*other._costs())
        found: dict[str, Any] = json.loads(self._model.score(frames, weight, other._question(), costs))
        return found

    @overload
    def cv(
        self, X: Any, y: Any = None, *, folds: int = 10, loo: bool = False, lam: float | Literal["auto"] | None = None,
        stratify: bool = False, seed: int = 0, sample_weight: Any = None,
    ) -> dict[str, Any]: ...  # fmt: skip

    @overload
    def cv(
        self, X: Any, y: Any = None, *, folds: int = 10, loo: bool = False, lam: Sequence[float | Literal["auto"]] | Numbers,
        stratify: bool = False, seed: int = 0, sample_weight: Any = None,
    ) -> list[dict[str, Any]]: ...  # fmt: skip

    def cv(
        self, X: Any, y: Any = None, *, folds: int = 10, loo: bool = False,
        lam: float | Literal["auto"] | Sequence[float | Literal["auto"]] | Numbers | None = None,
        stratify: bool = False, seed: int = 0, sample_weight: Any = None,
    ) -> dict[str, Any] | list[dict[str, Any]]:  # fmt: skip
        """Scores every row by the counts of the rows of the other folds, without counting again.

        What the rule weighted learns, it learns for each fold from the others; with ``loo``, where each row is left
        out alone, weights, cuts and grids stay those of all rows. The estimator need not be
        fitted, and stays as it is. Returns what ``assess`` returns; for a list of ``lam`` a list, each with
        its "lam".
        """
        if self.at_most is not None:
            raise ValueError("cv scores without at_most: its threshold is learned from a fitted model")
        model = copy.copy(self)
        if y is None and self.__sklearn_is_fitted__():
            y = self._target_name()
        counted, frames, weight, dtype = model._drafted(X, y, sample_weight, learns_rule=False)
        model._take(counted, dtype)
        values: list[Any] = [self.lam if lam is None else lam]
        many = lam is not None and np.ndim(lam) > 0
        if many:
            values = np.asarray(lam, dtype=object).tolist()
        summaries = counted.cross_validate(
            frames,
            weight,
            _whole("folds", folds),
            bool(loo),
            bool(stratify),
            _whole("seed", seed),
            [model._question(value) for value in values],
            _engine.LossSpec(*model._costs()),
            counts_for_weights(self.count),
            self.count == "full",
            self._threads(),
        )
        results = [{"lam": value, **json.loads(s)} for value, s in zip(values, summaries)]
        return results if many else results[0]

    def network(self) -> dict[str, Any]:
        """Which columns depend on each other where the class is known, of a table that was counted with
        ``count="full"``: "columns" with what each tells about the class and the "parent" it hangs on in the tree
        that the rule tan answers by, and all "pairs", the strongest first. Information is in nats.
        """
        self._require_fitted()
        found: dict[str, Any] = json.loads(self._model.network())
        return found

    def sample(self, n: int = 1, seed: int = 0, **parameters: Any) -> Any:
        """``n`` rows from the model's own distribution, that of the rule naive, as a pandas.DataFrame (without
        pandas: a dict of lists). The same seed gives the same rows.
        """
        self._require_fitted()
        question = self.asked(**parameters)._question(rule="naive", naive_as_it_is=True)
        rows = self._model.sample(_whole("n", n), _whole("seed", seed), question)
        try:
            import pandas
        except ImportError:
            return rows
        return pandas.DataFrame(rows)


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < 0:
        raise ValueError(f"{name} must be a whole number of 0 or more, not {value!r}")
    if value >= 1 << 63:
        raise ValueError(f"{name} must be a whole number below 2**63, not {value!r}")
    return int(value)
