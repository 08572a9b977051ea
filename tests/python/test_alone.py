# SPDX-License-Identifier: Apache-2.0
"""NaiveBayes where a library is not installed: each is hidden before anything is imported."""

import subprocess
import sys

import pytest

HIDE = """
import sys
class Hiding:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hiding())
"""

NUMPY_ONLY = HIDE + """
import numpy as np, tally
table = {"a": [1.0, 2, None, 4], "b": ["u", "v", None, "u"], "c": [True, False, True, None], "y": [0, 1, 0, 1]}
model = tally.NaiveBayes().fit(table, "y")
assert model.families_ == {"a": "gaussian", "b": "categorical", "c": "bernoulli"}
assert model.predict(table).tolist() == [0, 1, 0, 1], model.predict(table)
assert model.explain({"b": "u"}).decision in (0, 1, "0", "1")
assert 0 <= model.cv(table, "y", loo=True)["accuracy"] <= 1
assert set(model.sample(3)) == {"a", "b", "c", "y"}
assert model.counts("b") == {"u": {0: 1.0, 1: 1.0}, "v": {0: 0.0, 1: 1.0}, None: {0: 1.0, 1: 0.0}}, model.counts("b")
assert model.counts("a")["sum"] == {0: 1.0, 1: 6.0}
X, y = np.arange(12.0).reshape(6, 2), np.array(["a", "b"] * 3)
assert tally.NaiveBayes().fit(X, y).predict_proba(X).shape == (6, 2)
try:
    tally.NaiveBayes().predict(X)
except ValueError as error:
    assert "not fitted" in str(error)
assert repr(tally.NaiveBayes(lam=2.0)) == "NaiveBayes(lam=2.0)"
"""

NO_PYARROW = HIDE + """
import datetime, numpy as np, pandas as pd, tally
frame = pd.DataFrame({
    "n": [1.5, np.nan, 3.0, 4.0] * 5, "i": pd.array([1, None, 3, 4] * 5, dtype="Int64"),
    "s": pd.Series(["x", None, "y", "x"] * 5, dtype="string"), "o": ["x", None, "y", "x"] * 5,
    "b": pd.array([True, None, False, True] * 5, dtype="boolean"),
    "k": pd.Categorical(["p", None, "q", "p"] * 5, categories=["p", "q", "never"]),
    "t": pd.date_range("2024-01-01", periods=20), "u": pd.date_range("2024-01-01", periods=20, tz="UTC"),
    "d": [datetime.date(2024, 1, 1), None] * 10, "y": ["one", "two"] * 10,
}).set_axis(np.arange(100, 120))
model = tally.NaiveBayes().fit(frame, "y")
assert model.families_ == {"n": "gaussian", "i": "gaussian", "s": "categorical", "o": "categorical",
                           "b": "bernoulli", "k": "categorical", "t": "gaussian", "u": "gaussian", "d": "gaussian"}, model.families_
assert sorted(str(v) for v in model.counts("k").index if v is not None and v == v) == ["p", "q"]
assert model.counts("k").to_numpy().sum() == 20
plain = {name: frame[name].tolist() for name in ("n", "o", "b")}
plain["b"] = [None if b is pd.NA else b for b in plain["b"]]
again = tally.NaiveBayes().fit({**plain, "y": frame["y"].tolist()}, "y")
same = tally.NaiveBayes().fit(frame[["n", "o", "b", "y"]], "y")
assert np.array_equal(same.predict_proba(frame), again.predict_proba(plain))
try:
    tally.NaiveBayes().fit(frame.assign(odd=[1, "two"] * 10), "y")
    raise SystemExit("a mixed column passed")
except ValueError as error:
    assert "'odd'" in str(error), error
"""


def run(code: str, *hidden: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", code, ",".join(hidden)], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_numpy_is_all_that_it_needs():
    run(NUMPY_ONLY, "sklearn", "scipy", "pandas", "polars", "pyarrow", "duckdb")


def test_pandas_without_pyarrow():
    run(NO_PYARROW, "pyarrow", "sklearn")


def test_importing_loads_numpy_only():
    code = (
        "import sys, tally, numpy as np; "
        "m = tally.NaiveBayes().fit({'a': [1., 2, 3], 'b': ['u', 'v', 'u'], 'y': [0, 1, 0]}, 'y'); "
        "m.predict({'a': [1.], 'b': ['u']}); "
        "print(sorted({'sklearn', 'pandas', 'scipy', 'polars', 'pyarrow', 'duckdb'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize("told", ["1", "3"])
def test_the_environment_chooses_the_threads(told):
    code = "import os, tally; print(tally.get_threads()); tally.set_threads(5); print(tally.get_threads())"
    ran = subprocess.run(
        [sys.executable, "-c", code], env={"OMP_NUM_THREADS": told}, capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == [told, "5"]


def test_without_being_told_it_is_the_cpus_that_the_process_may_use():
    code = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); import tally; print(tally.get_threads())"
    ran = subprocess.run([sys.executable, "-c", code], env={}, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "1"
