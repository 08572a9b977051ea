# SPDX-License-Identifier: Apache-2.0
"""Errors speak of Python: no option of the command line, and nothing of the inside."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import tally
from tally import _engine

SOURCES = Path(__file__).parent.parent.parent / "tally"
# What the package links; the readers of files are the command line's.
LINKED = ["base", "sums", "batch", "text", "count", "model", "estimate", "infer", "decide", "explain", "assess", "read"]

LEAKED = re.compile(
    r"(^|[ (])--[a-z]|has no len|has no attribute|NoneType|not subscriptable|not iterable|incompatible function"
    r"|std::|nanobind|_engine|unhashable|cannot unpack|unexpected keyword|object of type|missing \d+ required"
)
TABLE = {"a": [1.0, 2.0, 3.0, 4.0], "b": ["u", "v", "u", "w"], "y": ["p", "q", "p", "q"]}
ODD = [None, 3, 2.5, True, "x", b"x", object(), {}, [], (), set(), {1, 2}, {"a": 1}, [1], [[1]], [None], [{}], [[]],
       np.array(3), np.array([]), np.array([[[1]]]), iter([1, 2]), (c for c in "ab"), range(3), lambda: 3, int,
       10**400, float("nan"), float("inf"), np.nan, {"a": None}, {"a": {1: 2}}, {"a": {1, 2}}, {"a": iter([1])},
       {3: [1, 2]}, pd.Series(dtype=float), pd.DataFrame(), "a\0b", "\ud800", -1, 1 << 70]  # fmt: skip


def asked(model, odd):
    """Everything that takes something from outside, with something odd in its place."""
    new = tally.NaiveBayes
    yield lambda: new().fit(odd, "y")
    yield lambda: new().fit(TABLE, odd)
    yield lambda: new().fit(odd, odd)
    yield lambda: new().fit({**TABLE, "c": odd}, "y")
    yield lambda: new().fit({**TABLE, "c": [odd] * 4}, "y")
    yield lambda: new().fit({**TABLE, odd if odd.__hash__ else "": [1, 2, 3, 4]}, "y")
    yield lambda: new().fit({**TABLE, "y": [odd] * 4}, "y")
    yield lambda: new().fit({**TABLE, "y": odd}, "y")
    yield lambda: new().fit(TABLE, "y", sample_weight=odd)
    yield lambda: new().fit([[1.0], [2.0]], odd)
    for name in ("lam", "prior", "estimate", "loss", "class_weight", "families", "text", "n_jobs", "notes"):
        yield lambda name=name: new(**{name: odd}).fit(TABLE, "y").predict(TABLE)
    yield lambda: new(families={"a": odd}).fit(TABLE, "y")
    yield lambda: new(families={"b": "text"}, text={"ngrams": odd}).fit(TABLE, "y")
    for option in ("tokens", "longest_token", "max_terms", "fold"):
        yield lambda option=option: new(families={"b": "text"}, text={option: odd}).fit(TABLE, "y")
    yield lambda: model.learn(odd)
    yield lambda: model.learn(TABLE, odd)
    yield lambda: model.forget(odd)
    yield lambda: model.predict(odd)
    yield lambda: model.predict({"a": odd, "b": odd})
    yield lambda: model.predict({"a": [odd], "b": [odd]})
    yield lambda: model.explain(odd)
    yield lambda: model.explain({"a": odd})
    yield lambda: model.score(odd)
    yield lambda: model.score(TABLE, odd)
    yield lambda: model.cv(TABLE, odd)
    for name in ("folds", "lam", "seed", "sample_weight"):
        yield lambda name=name: model.cv(TABLE, "y", **{name: odd})
    yield lambda: model.counts(odd)
    yield lambda: model.sample(odd) if odd is not True and not isinstance(odd, int) else None
    yield lambda: model.sample(1, seed=odd)
    yield lambda: new.load(odd) if not isinstance(odd, int) else None
    yield lambda: model.save(odd) if odd in (None, 2.5) else None


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("place", range(len(ODD)))
def test_nothing_leaks_from_the_inside(place):
    model = tally.NaiveBayes().fit(TABLE, "y")
    for number, do in enumerate(asked(model, ODD[place])):
        try:
            do()
        except (ValueError, TypeError, OSError) as error:
            assert not LEAKED.search(str(error)), (number, error)
            assert str(error) or isinstance(error, OSError), number
        except Exception as error:
            raise AssertionError(f"{number}: {type(error).__name__}: {error}") from error


def sentences():
    """Every sentence of the engine that advises an option, its pieces joined as C++ does."""
    for verb in LINKED:
        for source in sorted(SOURCES.glob(f"{verb}/**/*.cc")):
            if source.stem.endswith(("_test", "_fuzz", "_bench")):
                continue
            for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', source.read_text()):
                if re.search(r"(^|[ (])--[a-z]", text):
                    yield f"{source.relative_to(SOURCES)}", text


def test_every_advice_of_the_engine_has_words_in_python():
    found = list(sentences())
    assert len(found) > 15
    for source, text in found:
        for tail in ("", "name", "'a name'=categorical"):
            said = _engine.python_words(f"sentence; {text}{tail}")
            assert not re.search(r"(^|[ (])--[a-z]", said), (source, said)


@pytest.mark.parametrize(
    "engine, python",
    [
        ("'a' holds texts; declare it with --family a=categorical or leave it out with --ignore a",
         "'a' holds texts; say families={'a': 'categorical'} or leave the column out of the table"),
        ("if they are names: --family 'my col'=categorical", "if they are names: say families={'my col': 'categorical'}"),
        ("expected 0 or 1, found 3; give a threshold with --binarize", "expected 0 or 1, found 3; make its numbers 0 and 1"),
        ("no column '--target' for --target", "no column '--target' for the option 'target' of the command line"),
    ],
)  # fmt: skip
def test_advice_in_the_words_of_python(engine, python):
    assert _engine.python_words(engine) == python


def test_a_model_of_declared_values_says_so(tmp_path, program):
    import subprocess

    (tmp_path / "t.csv").write_text("a,n,y\nu,0,p\nv,1,q\n")
    subprocess.run([program, "fit", "t.csv", "--target", "y", "--values", "a=u,v", "--family", "n=bernoulli",
                    "--binarize", "none", "-o", "m.tally"], cwd=tmp_path, check=True, capture_output=True)  # fmt: skip
    model = tally.NaiveBayes.load(tmp_path / "m.tally")
    with pytest.raises(ValueError, match="fitted to declared values") as caught:
        model.learn({"a": ["w"], "n": [0], "y": ["p"]})
    assert "--" not in str(caught.value)
    with pytest.raises(ValueError, match="make its numbers 0 and 1"):
        model.learn({"a": ["u"], "n": [3], "y": ["p"]})
