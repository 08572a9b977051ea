"""What each column is taken for: inferred from its type, unless it is told."""

from __future__ import annotations

import fnmatch
import json
from collections.abc import Mapping

FAMILIES = ("gaussian", "categorical", "bernoulli", "poisson", "multinomial")
_INFERRED = {"number": "gaussian", "text": "categorical", "boolean": "bernoulli"}


def schema_of(
    types: Mapping[str, str],
    target: str,
    weight: str | None,
    families: Mapping[str, str] | None,
) -> str:
    """The schema of a table as JSON.

    ``types`` says what the cells of each column are: "number", "boolean", "text", or "nothing" where
    all are missing; such a column is left out unless its family is told. ``families`` maps names, or
    patterns with * and ?, to a family: one of FAMILIES, "poisson:EXPOSURE COLUMN" or
    "multinomial:GROUP"; a later entry wins. Raises ValueError for what does not fit.
    """
    told = _told_families(types, families or {}, {target, weight})
    exposures = {text.split(":", 1)[1] for text in told.values() if text.startswith("poisson:")}
    columns: dict[str, dict] = {}
    for name, kind in types.items():
        if name == target:
            if kind == "nothing":
                raise ValueError(f"the target {target!r} has no value in any row")
            columns[name] = {"role": "target", "type": kind}
        elif name == weight or name in exposures:
            columns[name] = {"role": "weight" if name == weight else "exposure", "type": "number"}
        elif name in told:
            columns[name] = _told_column(name, kind, told[name])
        elif kind != "nothing":
            columns[name] = {"type": kind, "family": _INFERRED[kind]}
    return json.dumps({"columns": columns})


def _told_families(types, families, other_roles) -> dict[str, str]:
    told = {}
    for pattern, text in families.items():
        family = text.split(":", 1)[0]
        if family not in FAMILIES:
            raise ValueError(f"there is no family {family!r}; choose one of {', '.join(FAMILIES)}")
        chosen = [pattern] if pattern in types else fnmatch.filter(types, pattern)
        if not chosen:
            raise ValueError(f"families: the table has no column {pattern!r}")
        told.update((name, text) for name in chosen if name not in other_roles)
    return told


def _told_column(name: str, kind: str, text: str) -> dict:
    family, _, detail = text.partition(":")
    kind = "number" if kind == "nothing" else kind
    takes = {"categorical": ("number", "text", "boolean"), "bernoulli": ("number", "boolean")}
    if kind not in takes.get(family, ("number",)):
        raise ValueError(f"column {name!r} holds {kind}s and cannot be {family}")
    column: dict = {"type": kind, "family": family}
    if family == "bernoulli" and kind == "number":
        column["binarize"] = 0.0
    if family == "multinomial":
        column["group"] = detail or "multinomial"
    if family == "poisson" and detail:
        column["exposure"] = detail
    return column
