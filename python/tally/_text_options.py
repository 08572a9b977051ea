# SPDX-License-Identifier: Apache-2.0
"""How texts are cut into terms, as the engine takes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import _engine

TEXT_MODELS = tuple(_engine.text_models())
_TOKENS = tuple(_engine.token_kinds())
_USUAL: dict[str, Any] = {
    "tokens": _TOKENS[0],
    "ngrams": 1,
    "html": False,
    "fold": True,
    "han_pairs": False,
    "once": False,
    "longest_token": 40,
    "max_terms": 0,
}


def text_options(options: Mapping[str, Any] | None, model: str) -> str:
    """The options of a text as one line: "tokens=word grams=1-2".

    ``options`` may have: "tokens" ("word", "char", "whitespace" or "regex:PATTERN"), "ngrams" (2 or
    (1, 2)), "html", "fold", "han_pairs", "once" (booleans), "longest_token" and "max_terms". ``model`` is one
    of TEXT_MODELS, or empty: multinomial. Raises ValueError for anything else.
    """
    unknown = sorted(set(options or {}) - set(_USUAL))
    if unknown:
        raise ValueError(f"text has no option {unknown[0]!r}; it has {', '.join(_USUAL)}")
    if model and model not in TEXT_MODELS:
        raise ValueError(f"there is no model of texts {model!r}; choose one of {', '.join(TEXT_MODELS)}")
    told = {**_USUAL, **(options or {})}
    tokens, _, pattern = str(told["tokens"]).partition(":")
    if (tokens == "regex") != bool(pattern) or tokens not in _TOKENS:
        kinds = ", ".join(kind for kind in _TOKENS if kind != "regex")
        raise ValueError(f"tokens {told['tokens']!r}: expected {kinds} or regex:PATTERN")
    words = [
        f"tokens={tokens}",
        f"model={model or TEXT_MODELS[0]}",
        f"grams={_grams(told['ngrams'])}",
        "html=read" if told["html"] else "",
        "" if told["fold"] else "fold=no",
        "han=pairs" if told["han_pairs"] else "",
        "count=once" if told["once"] else "",
        f"length={_whole('longest_token', told['longest_token'])}",
        f"most={_whole('max_terms', told['max_terms'])}",
        f"regex={pattern}" if pattern else "",
    ]
    return " ".join(word for word in words if word)


def told_options(line: str) -> tuple[dict[str, Any], str]:
    """The other way: the options that such a line tells, where they are not the usual ones, and the model.
    What only the command line can say is left out.
    """
    line, _, pattern = line.partition("regex=") if "tokens=regex" in line else (line, "", "")
    words = dict(word.split("=", 1) for word in line.split())
    shortest, _, longest = words.get("grams", "1-1").partition("-")
    told = {
        "tokens": f"regex:{pattern}" if pattern else words["tokens"],
        "ngrams": int(shortest) if shortest == longest else (int(shortest), int(longest)),
        "html": words.get("html") == "read",
        "fold": words.get("fold") != "no",
        "han_pairs": words.get("han") == "pairs",
        "once": words.get("count") == "once",
        "longest_token": int(words.get("length", _USUAL["longest_token"])),
        "max_terms": int(words.get("most", 0)),
    }
    return {name: value for name, value in told.items() if value != _USUAL[name]}, words.get("model", TEXT_MODELS[0])


def _grams(ngrams: Any) -> str:
    pair = ngrams if isinstance(ngrams, (tuple, list)) else (ngrams, ngrams)
    if len(pair) != 2:
        raise ValueError(f"ngrams must be a whole number or two of them, not {ngrams!r}")
    return "-".join(str(_whole("ngrams", length)) for length in pair)


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or not 0 <= int(value) < 1 << 31:
        raise ValueError(f"{name} must be a whole number of 0 or more, not {value!r}")
    return int(value)
