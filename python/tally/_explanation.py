# SPDX-License-Identifier: Apache-2.0
"""Why a row was decided so."""

from __future__ import annotations

import html
import json
import math
from typing import Any


class Explanation:
    """The derivation of one decision: prints as a textbook would write it, shows bars in a notebook.

    ``decision`` is what was decided, ``posterior`` the probability of each class (both as ``classes_``
    has them), ``contributions``
    what each feature adds to the log-odds of the told class, in nats, the most telling first, and
    ``data`` everything, as the command line's ``--json`` gives it.
    """

    def __init__(self, text: str, data: str, labels: dict[str, Any]) -> None:
        self._text = text
        self._labels = labels  # what the texts of classes and decisions stand for
        self.data: dict[str, Any] = json.loads(data)

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    @property
    def decision(self) -> Any:
        """What was decided; None if the row is impossible in every class."""
        decision: Any = self.data.get("decision")
        return self._labels.get(decision, decision)

    @property
    def posterior(self) -> dict[Any, float]:
        """P(class | row)."""
        return {self._labels.get(k, k): p for k, p in self.data["posterior"].items()}

    @property
    def contributions(self) -> list[dict[str, Any]]:
        """Each feature with its value and what it adds to the log-odds, the most telling first."""
        contributions: list[dict[str, Any]] = self.data["contributions"]
        return contributions or _of_voices(self.data)

    def to_frame(self) -> Any:
        """The contributions as a pandas.DataFrame; raises ImportError without pandas."""
        import pandas

        return pandas.DataFrame(self.contributions)

    def _repr_html_(self) -> str:
        """A bar for each feature: to the right if it speaks for the decision, to the left if against."""
        told = self.contributions
        most = max((abs(c["log_odds"] or 0.0) for c in told), default=0.0) or 1.0
        rows = "".join(_bar(entry, most) for entry in told)
        chances = ", ".join(f"{html.escape(str(k))} {p:.4g}" for k, p in self.posterior.items())
        return (
            f"<div><b>{html.escape(str(self.decision))}</b> ({chances})"
            f"<table style='border-collapse:collapse'>{rows}</table></div>"
        )


def _of_voices(data: dict[str, Any]) -> list[dict[str, Any]]:
    """The contributions under a rule of weights: log-odds of the told class with all voices, minus those
    without the voices of the feature.
    """
    says: dict[str, dict[str, float]] = {}
    for voice in data.get("voices", ()):
        sums = says.setdefault(voice["feature"], dict.fromkeys(voice["says"], 0.0))
        for klass, amount in voice["says"].items():
            sums[klass] += voice["weight"] * amount
    if not says:
        return []
    told, priors = data["contributions_to"], data["log_prior"]
    possible = [klass for klass, prior in priors.items() if prior is not None]
    total = {klass: priors[klass] + data["bias"][klass] + sum(s[klass] for s in says.values()) for klass in possible}
    values = {feature["name"]: feature.get("value") for feature in data["features"]}
    out = []
    for feature, sums in says.items():
        without = {klass: total[klass] - sums[klass] for klass in possible}
        added = _log_odds(total, told) - _log_odds(without, told)
        out.append({"feature": feature, "value": values[feature], "log_odds": added})
    return sorted(out, key=lambda entry: -abs(entry["log_odds"]))


def _log_odds(scores: dict[str, float], told: str) -> float:
    """Of the class against the rest; 0 where there is no choice between them."""
    others = [score for klass, score in scores.items() if klass != told]
    if told not in scores or not others:
        return 0.0
    most = max(others)
    return scores[told] - most - math.log(math.fsum(math.exp(score - most) for score in others))


def _bar(entry: dict[str, Any], most: float) -> str:
    amount = entry["log_odds"]
    known = 0.0 if amount is None else amount
    width = 100 * abs(known) / most
    colour, side = ("#2a7", "left") if known >= 0 else ("#c44", "right")
    half = "width:120px;text-align:{}"
    bar = f"<div style='display:inline-block;height:10px;width:{width:.0f}%;background:{colour}'></div>"
    right, left = (bar, "") if side == "left" else ("", bar)
    label = html.escape(f"{entry['feature']} = {entry['value']}")
    number = "±∞" if amount is None else f"{known:+.3f}"
    return (
        f"<tr><td>{label}</td><td style='{half.format('right')}'>{left}</td>"
        f"<td style='{half.format('left')}'>{right}</td><td>{number}</td></tr>"
    )
