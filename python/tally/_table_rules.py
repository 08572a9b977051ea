# SPDX-License-Identifier: Apache-2.0
"""By which rule a table is answered, and what that rule has learned."""

from __future__ import annotations

import json

from ._table_counter import TableCounter


class TableRules(TableCounter):
    """Counts of a table, and the rule that answers from them."""

    @property
    def rule_(self) -> str:
        """The rule that answers, as the parameters are: "naive", "weighted", "full" or "tan"."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError("rule_")
        return self._model.rule(self._question())

    @property
    def weights_(self) -> dict[str, dict[str, float]] | None:
        """What the rule that answers has learned (of naive: what weighted has): of each feature (or group) the
        weight of every way in which it is heard. None if nothing was learned, and of the rule tan.
        """
        if not self.__sklearn_is_fitted__():
            raise AttributeError("weights_")
        told = json.loads(self._model.weights())
        if self.rule_ == "tan" or not told:
            return None
        weights: dict[str, dict[str, float]] = {name: {} for name in self.families_}
        for row in (told["full"] if self.rule_ == "full" else told)["weights"]:
            weights.setdefault(row["feature"], {})[row["heard_as"]] = row["weight"]
        return {name: voices for name, voices in weights.items() if voices} or None

    @property
    def rule_scores_(self) -> dict[str, dict[str, float]]:
        """How each rule did on rows left out, when the weights were learned; empty if they were not."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError("rule_scores_")
        scores = self._model.rule_scores()
        return {rule: {"accuracy": accuracy, "log_loss": log_loss} for rule, accuracy, log_loss in scores}
