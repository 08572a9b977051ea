# SPDX-License-Identifier: Apache-2.0
"""How a model is asked, and what errors cost, as the engine takes it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import Any, Literal

import numpy as np

from . import _engine

_MOST = sys.float_info.max
OF_THE_ROWS = "estimate"  # a prior that is known when the rows are
_PRIORS = tuple(prior for prior in _engine.priors() if prior != OF_THE_ROWS)
_ESTIMATES = tuple(_engine.estimates())
_RULES = tuple(_engine.rules())
_COUNTS = tuple(_engine.counts())
STANDARD_COUNT = _engine.usual_count()  # of a table, unless it is told: as the command line counts


def label_text(label: Any) -> str:
    """A class as the engine writes it: 1.0 is 1, True is true."""
    if isinstance(label, (bool, np.bool_)):
        return "true" if label else "false"
    if isinstance(label, (float, np.floating)) and float(label).is_integer():
        return str(int(label))
    return repr(float(label)) if isinstance(label, (float, np.floating)) else str(label)


def counts_for_weights(count: str) -> bool:
    """Whether a table that is counted so can be answered by learned weights; ValueError for another word."""
    if not isinstance(count, str) or count not in _COUNTS:
        raise ValueError(f"there is no count {count!r}; choose one of {', '.join(_COUNTS)}")
    return count != "naive"


def checked_rule(rule: str) -> str:
    """The rule, if there is one of that name; else ValueError."""
    if not isinstance(rule, str) or rule not in _RULES:
        raise ValueError(f"there is no rule {rule!r}; choose one of {', '.join(_RULES)}")
    return rule


def checked_truth(name: str, value: Any) -> bool:
    """True or False; else ValueError."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def question_json(
    lam: float | Literal["auto"], prior: Any, estimate: str, classes: list[Any], others: Mapping[str, Any] | None = None
) -> str:
    """The question as JSON, ``others`` being its further fields. A prior is a name, a probability for
    each class in order, or a mapping from classes to probabilities. Raises ValueError for anything else.
    """
    by_evidence = isinstance(lam, str) and lam == "auto"
    if not by_evidence and (isinstance(lam, (bool, str)) or not isinstance(lam, Real) or not 0 <= lam <= _MOST):
        raise ValueError(f"lam must be a finite number of 0 or more or 'auto', not {lam!r}")
    if not isinstance(estimate, str) or estimate not in _ESTIMATES:
        raise ValueError(f"there is no estimate {estimate!r}; choose one of {', '.join(_ESTIMATES)}")
    question = {k: v for k, v in (others or {}).items() if k != "given_prior"}
    question.update({"estimate": estimate, "lambda": lam if by_evidence else float(lam)})
    if isinstance(prior, str) and prior == OF_THE_ROWS:
        raise ValueError(
            "prior='estimate' is that of the rows at hand: predict, predict_proba, risk and assess find it, "
            "and nothing that is said about one row, about folds, or for later"
        )
    if isinstance(prior, str) or prior is None or np.ndim(prior) == 0 and not isinstance(prior, Mapping):
        if prior not in _PRIORS:
            raise ValueError(f"there is no prior {prior!r}; choose one of {', '.join(_PRIORS)}")
        question["prior"] = prior
    else:
        if not isinstance(prior, Mapping):
            if len(prior) != len(classes):
                raise ValueError("Number of priors must match number of classes.")
            prior = dict(zip(classes, prior))
        question["prior"] = "given"
        question["given_prior"] = [[label_text(k), _number("prior", p)] for k, p in prior.items()]
    return json.dumps(question)


Costs = tuple[list[list[str]], list[tuple[str, float]], float | None, tuple[str, str, float] | None]


def costs_of(loss: Any, class_weight: Any, at_most: Any, classes: list[Any], counts: list[float]) -> Costs:
    """What errors cost: a table of texts (empty: zero-one), weights of classes, the cost of rejecting.

    ``loss`` is None (zero-one), a number (zero-one, with the decision "reject" at this cost), a square
    array in the order of the classes (row: decision, column: truth), a mapping {decision: {class:
    cost}}, or a DataFrame of that shape. ``class_weight`` is None, "balanced", or a mapping: errors on
    rows of a class cost so many times as much. ``at_most`` is None or (class, class, share).
    """
    table: list[list[str]] = []
    reject = None
    if isinstance(loss, (int, float)):
        reject = _number("loss", loss)
    elif isinstance(loss, Mapping):
        table = _loss_table(classes, list(loss), [_costs_by_class(d, costs, classes) for d, costs in loss.items()])
    elif hasattr(loss, "columns"):
        rows = loss.to_dict(orient="index").items()
        table = _loss_table(classes, list(loss.index), [_costs_by_class(d, costs, classes) for d, costs in rows])
    elif isinstance(loss, str):
        raise ValueError(f"loss must be None, a number, an array, a mapping or a DataFrame, not {loss!r}")
    elif loss is not None:
        try:
            costs = np.asarray(loss, dtype=float)
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"loss must be None, a number, an array, a mapping or a DataFrame, not {loss!r}") from None
        if costs.shape != (len(classes), len(classes)):
            raise ValueError(f"loss has the shape {costs.shape}, expected {(len(classes),) * 2}")
        table = _loss_table(classes, classes, costs)
    return table, _weights(class_weight, classes, counts), reject, _bound(at_most)


def _bound(at_most: Any) -> tuple[str, str, float] | None:
    if at_most is None:
        return None
    if isinstance(at_most, str) or not isinstance(at_most, Sequence) or len(at_most) != 3:
        raise ValueError(f"at_most must be None or a class, a class and a share: ('spam', 'ham', 0.01), not {at_most!r}")
    alarm, quiet, share = at_most
    return label_text(alarm), label_text(quiet), _number("at_most", share)


def _costs_by_class(decision: Any, costs: Mapping[Any, Any], classes: list[Any]) -> list[Any]:
    if not isinstance(costs, Mapping):
        raise ValueError(f"loss must say what {decision!r} costs for each class: {{class: cost}}, not {costs!r}")
    missing = [k for k in classes if k not in costs]
    if missing:
        raise ValueError(f"loss does not say what {decision!r} costs when the truth is {missing[0]!r}")
    return [costs[k] for k in classes]


def _loss_table(classes: list[Any], decisions: list[Any], costs: Any) -> list[list[str]]:
    head = ["decide", *map(label_text, classes)]
    rows = [[label_text(d), *(repr(_number("loss", c)) for c in row)] for d, row in zip(decisions, costs)]
    return [head, *rows]


def _weights(class_weight: Any, classes: list[Any], counts: list[float]) -> list[tuple[str, float]]:
    if class_weight is None:
        return []
    if isinstance(class_weight, str) and class_weight == "balanced":
        total = sum(counts) / len(counts)
        return [(label_text(k), total / n) for k, n in zip(classes, counts) if n > 0]
    if not isinstance(class_weight, Mapping):
        raise ValueError(f"class_weight must be None, 'balanced' or a mapping, not {class_weight!r}")
    return [(label_text(k), _number("class_weight", w)) for k, w in class_weight.items()]


def _number(name: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} has {value!r:.60}, expected a number") from None
