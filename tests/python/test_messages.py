# SPDX-License-Identifier: Apache-2.0
"""Errors speak of Python: no option of the command line, and nothing of the inside."""

import json
import pickle
import re

import numpy as np
import pandas as pd
import pytest

import tally
from tally import _engine

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


def told(do):
    with pytest.raises(ValueError) as caught:
        do()
    return caught.value


def test_an_error_has_parts():
    model = tally.NaiveBayes(families={"b": "categorical"}).fit(TABLE, "y")
    error = told(lambda: model.learn({"a": [float("inf")], "b": ["u"], "y": ["p"]}))
    assert isinstance(error, tally.DataError)
    assert error.sentence == "expected a finite number, found inf"
    assert error.place == {"row": 0, "column": "a"}
    assert error.remedies == ()
    assert str(error) == "row 0: column 'a': expected a finite number, found inf"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.sentence, again.place) == (str(error), error.sentence, error.place)


def test_an_error_of_python_has_no_parts():
    error = tally.UsageError("a label is none of the classes")
    assert (error.sentence, error.place, error.remedies) == ("", {}, ())


@pytest.mark.parametrize(
    "columns, advice, remedies",
    [
        ({"it's": {"type": "text", "family": "gaussian"}},
         """say families={"it's": 'categorical'}, or drop the column "it's\"""",
         ({"kind": "declare_family", "column": "it's", "value": "categorical"}, {"kind": "ignore_column", "column": "it's"})),
        ({"a": {"type": "number", "family": "multinomial", "group": "b"}, "b": {"type": "number", "family": "gaussian"}},
         "say families={'PATTERN': 'multinomial:NAME'}", ({"kind": "name_group"},)),
        ({"y": {"type": "text", "family": "categorical"}}, "name another column as y", ({"kind": "name_target"},)),
    ],
)  # fmt: skip
def test_advice_in_the_words_of_python(columns, advice, remedies):
    columns = {"y": {"role": "target", "type": "text"}, **columns}
    error = told(lambda: _engine.Draft(json.dumps({"columns": columns}), [], [], "", 1))
    assert str(error) == f"{error.sentence}; {advice}"
    assert error.remedies == remedies


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


def test_what_only_the_program_does_is_advised_as_such(tmp_path, program):
    import subprocess

    (tmp_path / "t.csv").write_text("a,y\nu,p\nv,q\n")
    for kind in ("ham", "spam"):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / "1").write_text(f"Subject: {kind}\n\nhello\n")
    for words in (["t.csv", "--target", "y", "--digests", "-o", "digests.tally"],
                  ["mail", "--class", "ham=ham", "--class", "spam=spam", "-o", "mail.tally"]):  # fmt: skip
        subprocess.run([program, "fit", *words], cwd=tmp_path, check=True, capture_output=True)
    digests = told(lambda: tally.NaiveBayes.load(tmp_path / "digests.tally").learn({"a": ["u"], "y": ["p"]}))
    assert [remedy["kind"] for remedy in digests.remedies] == ["change_in_file", "leave_digests_out"]
    assert "tally copy --without-digests" in str(digests)
    mail = told(lambda: tally.NaiveBayes.load(tmp_path / "mail.tally").predict({"a": ["u"]}))
    assert mail.sentence == "a model of mail reads messages" and "tally predict" in str(mail)
