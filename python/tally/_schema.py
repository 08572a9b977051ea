# SPDX-License-Identifier: Apache-2.0
"""What each column is taken for: inferred from its cells, unless it is told."""

from __future__ import annotations

import fnmatch
import json
import math
from collections.abc import Collection, Mapping
from typing import Any

from . import _engine
from ._text_options import TEXT_MODELS, text_options, told_options

FAMILIES = tuple(name for name, _, _ in _engine.families())
_DETAILS = {name: detail for name, _, detail in _engine.families()}
_INFERRED = {
    "number": "gaussian",
    "time": "gaussian",
    "duration": "gaussian",
    "category": "categorical",
    "text": "categorical",
    "boolean": "bernoulli",
    "sentences": "text",
}
_TYPES = {"sentences": "text", "category": "number"}  # what the schema calls it
_NAMES = {**_TYPES, "time": "text", "duration": "text"}  # … of a class or a category
_PLURALS = {"sentences": "sentences", "category": "categories"}
_TAKES = {
    name: {*taken, *(("sentences",) if "text" in taken else ())} for name, taken, _ in _engine.families()
}
_TAKES["categorical"] |= {"category", "time", "duration"}  # by their names


def types_of(frames: list[_engine.Frame]) -> dict[str, str]:
    """What the cells of each column are, in any frame that has a value in it."""
    types: dict[str, str] = {}
    for frame in frames:
        for name, kind in frame.types():
            if types.get(name, "nothing") == "nothing":
                types[name] = kind
    return {**types, **dict.fromkeys(_engine.free_texts(frames), "sentences")}


def drafted(
    frames: list[_engine.Frame],
    types: Mapping[str, str],
    target: str,
    own_weight: str | None,
    families: Mapping[str, str] | None,
    text: Mapping[str, Any] | None,
    weight: str,
    threads: int,
    count: str,
    sample: bool,
) -> tuple[_engine.Model, list[str]]:
    """The counts of a table, whose columns are what all their cells say unless they are told (see
    schema_of), and what a person should know of them, in sentences. ``own_weight`` is a column of weights
    that the schema knows, ``weight`` the one that is counted. ``count`` is "naive", "weighted" or "full";
    a ``sample`` of rows is kept, from which the rule is learned, where there is no text. Raises ValueError if
    there is nothing to count.
    """
    first = schema_of(types, target, own_weight, families, text)
    columns = json.loads(first)["columns"]
    _engine.keep_great_numbers_apart(frames, names_of_numbers(columns))
    told = _told_families(types, families or {}, {target, own_weight})
    inferred = [
        name
        for name, kind in types.items()
        if name in columns and "role" not in columns[name] and name not in told and kind != "category"
    ]
    draft = _engine.Draft(first, inferred, frames, weight, threads)
    if draft.is_empty:
        raise ValueError("no row has a class and a weight above 0; there is nothing to learn")
    found = dict(draft.families())
    settled = schema_of(types, target, own_weight, families, text, found)
    _engine.keep_great_numbers_apart(frames, names_of_numbers(json.loads(settled)["columns"]))
    empty = [name for name, kind in types.items() if kind == "nothing" and name not in columns and name not in told]
    empty += [name for name, family in found.items() if family == "nothing"]
    notes = [f"column {name!r} has no value in any row and is left out" for name in empty]
    finds_cutting = not {"tokens", "ngrams", "han_pairs"} & set(text or {})
    return draft.model(settled, count, sample, finds_cutting), notes + draft.notes()


def schema_of(
    types: Mapping[str, str],
    target: str,
    weight: str | None,
    families: Mapping[str, str] | None,
    text: Mapping[str, Any] | None = None,
    found: Mapping[str, str] | None = None,
) -> str:
    """The schema of a table as JSON.

    ``types`` says what the cells of each column are: "number", "category" (a number that is a name),
    "boolean", "text", "sentences", "time", "duration", or "nothing" where all are missing; such a column is left out unless
    its family is told. ``families`` maps names, or patterns with * and ?, to a family: one of FAMILIES,
    "binned:CUT,CUT", "poisson:EXPOSURE COLUMN", "multinomial:GROUP" or "text:MODEL"; for a column of sentences the model
    alone will do. A later entry wins. ``text`` says how texts are cut: see text_options. ``found`` has the
    families of columns that are not told, where their cells decide; "left out" and "nothing" are no features.
    Raises ValueError for what does not fit.
    """
    told = _told_families(types, families or {}, {target, weight})
    exposures = {
        detail
        for family, _, detail in (told_text.partition(":") for told_text in told.values())
        if detail and _DETAILS.get(family) == "EXPOSURE"
    }
    columns: dict[str, dict[str, Any]] = {}
    for name, kind in types.items():
        if name == target:
            if kind == "nothing":
                raise ValueError(f"the target {target!r} has no value in any row")
            columns[name] = {"role": "target", "type": _NAMES.get(kind, kind)}
        elif name == weight:
            columns[name] = {"role": "weight", "type": "time" if kind == "time" else "number"}
        elif name in exposures:
            columns[name] = {"role": "exposure", "type": kind if kind in ("time", "duration") else "number"}
        elif name in told:
            columns[name] = _told_column(name, kind, told[name], text)
        elif kind != "nothing":
            family = (found or {}).get(name, _INFERRED[kind])
            if family not in ("left out", "nothing"):
                columns[name] = _told_column(name, kind, family, text)
                columns[name].pop("binarize", None)  # 0 and 1 need no threshold
    if text and not any(column.get("family") == "text" for column in columns.values()):
        raise ValueError("text says how texts are cut, and no column is one; declare it: families={'column': 'text'}")
    if all("role" in column for column in columns.values()):
        raise ValueError(
            "no feature is left: every column is the target or a weight, has no value or differs in every row;"
            " families={'COLUMN': 'FAMILY'} uses a column"
        )
    return json.dumps({"columns": columns})


def declarations_of(schema: dict[str, Any]) -> tuple[dict[str, str] | None, dict[str, Any] | None]:
    """The other way: ``families`` and ``text`` that make this schema of a table of its types. What would
    be inferred need not be told; None for nothing.
    """
    families: dict[str, str] = {}
    text: dict[str, Any] = {}
    for name, column in schema["columns"].items():
        family = column.get("family")
        if "role" in column or family == _INFERRED.get(column["type"]):
            continue
        if family == "bernoulli" and "binarize" not in column:
            continue  # 0 and 1, by their cells
        if family == "text":
            text, model = told_options(column["text"])
            family = "text" if model == TEXT_MODELS[0] else f"text:{model}"
        detail = column.get("group") or column.get("exposure") or ",".join(map(str, column.get("cuts", ())))
        families[name] = f"{family}:{detail}" if detail else family
    return families or None, text or None


def names_of_numbers(columns: Mapping[str, dict[str, Any]]) -> list[str]:
    """The columns of a schema in which a number is a name: a class or a category."""
    return [
        name
        for name, column in columns.items()
        if column["type"] == "number"
        and (column.get("role") == "target" or column.get("family") == "categorical")
    ]


def _told_families(
    types: Mapping[str, str], families: Mapping[str, str], other_roles: Collection[str | None]
) -> dict[str, str]:
    told: dict[str, str] = {}
    if not isinstance(families, Mapping):
        raise ValueError(f"families must be a mapping from columns to families, not {families!r}")
    for pattern, text in families.items():
        pattern = str(pattern)
        family = str(text).split(":", 1)[0]
        if family not in FAMILIES and family not in TEXT_MODELS:
            raise ValueError(f"there is no family {family!r}; choose one of {', '.join(FAMILIES)}")
        chosen = [pattern] if pattern in types else fnmatch.filter(types, pattern)
        if not chosen:
            raise ValueError(f"families: the table has no column {pattern!r}")
        told.update((name, text) for name in chosen if name not in other_roles)
    return told


def _cuts(name: str, detail: str) -> list[float]:
    try:
        cuts = [float(cut) for cut in detail.split(",")]
    except ValueError:
        cuts = []
    if not cuts or not all(map(math.isfinite, cuts)):
        raise ValueError(
            f"column {name!r} is binned: expected where it is cut, as in 'binned:18,30,65', found {detail!r}"
        )
    return cuts


def _told_column(name: str, kind: str, told: str, text: Mapping[str, Any] | None) -> dict[str, Any]:
    family, _, detail = told.partition(":")
    if kind == "sentences" and told in TEXT_MODELS:
        family, detail = "text", told
    if family not in FAMILIES:
        raise ValueError(
            f"column {name!r} is declared {family}, which is a model of texts, and does not look like one;"
            f" if it is: 'text:{family}'"
        )
    if kind == "nothing":
        kind = "text" if family == "text" else "number"
    if kind not in _TAKES[family]:
        raise ValueError(f"column {name!r} holds {_PLURALS.get(kind, kind + 's')} and cannot be {family}")
    types = _NAMES if family == "categorical" else _TYPES
    column: dict[str, Any] = {"type": types.get(kind, kind), "family": family}
    if family == "text":
        column["text"] = text_options(text, detail)
    if family == "bernoulli" and kind == "number":
        column["binarize"] = 0.0
    if _DETAILS[family] == "CUTS":
        column["cuts"] = _cuts(name, detail)
    if _DETAILS[family] == "GROUP":
        column["group"] = detail or family
    if _DETAILS[family] == "EXPOSURE" and detail:
        column["exposure"] = detail
    return column
