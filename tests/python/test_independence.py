# SPDX-License-Identifier: Apache-2.0
"""NaiveBayes says and does the same whether scikit-learn was imported before, later or never."""

import subprocess
import sys

import pytest

PROBE = r"""
import sys, warnings
import numpy as np, tally
X = np.array([[1.0, 2.0], [2.0, 1.0], [3.0, 5.0], [4.0, 4.0]])
y = np.array([0, 1, 0, 1])
def said(do):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = repr(do())
        except Exception as error:
            kinds = [k.__name__ for k in type(error).__mro__ if k.__module__ == "builtins"]
            found = f"{type(error).__name__} {kinds} {error}"
    return " ".join([found, *(f"{w.category.__name__} {w.message}" for w in caught)])
model = tally.NaiveBayes().fit(X, y)
fit = lambda X, y: tally.NaiveBayes().fit(X, y)
for do in (
    lambda: tally.NaiveBayes().predict(X),
    lambda: tally.NaiveBayes().counts("a"),
    lambda: fit(X, y[:, None]).predict(X),
    lambda: fit(X, [[0], [1], [0], [1]]).classes_,
    lambda: fit(X, y + 0.5),
    lambda: fit(X, (y + 0.5).tolist()),
    lambda: fit(X, np.where(y == 0, np.nan, y)).class_count_,
    lambda: fit(X, np.where(y == 0, np.inf, y)),
    lambda: fit(X, np.c_[y, y]),
    lambda: fit(X, y[:-1]),
    lambda: fit(X, None),
    lambda: fit(X, 3),
    lambda: fit(X, "y"),
    lambda: fit(X[0], y),
    lambda: fit(X[:0], y[:0]),
    lambda: fit(X[:, :0], y),
    lambda: fit(X.astype(complex), y),
    lambda: fit([["a", 1], ["b", 2], ["a", 3], ["b", 4]], y).families_,
    lambda: fit([[1, 2], [3]], [0, 1]),
    lambda: fit(np.matrix(X), y).class_count_,
    lambda: fit(X.astype(object), y).predict_proba(X),
    lambda: fit(X.astype(np.float16), y).predict_proba(X),
    lambda: fit(np.where(X > 4, np.inf, X), y),
    lambda: model.predict(X[0]),
    lambda: model.predict(X[:0]),
    lambda: model.predict(X[:, :1]),
    lambda: model.predict("X"),
    lambda: model.predict(None),
    lambda: fit(X, y).score(X, y),
):
    print(said(do))
"""
IMPORTED = "import sklearn, sklearn.utils, sklearn.exceptions\n"


def output(code: str) -> list[str]:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_what_is_imported_before_changes_nothing():
    before, never = output(IMPORTED + PROBE), output(PROBE)
    assert before == never and len(before) >= 29
    assert before[0].startswith("NotFittedError ['ValueError', 'AttributeError', ")
    assert "DataConversionWarning A column-vector y was passed" in before[2]
    assert "Unknown label type: continuous" in before[4] and "Unknown label type" in before[5]


def test_without_scikit_learn_it_says_the_same():
    hide = (
        "import sys\nclass Hiding:\n    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] == 'sklearn':\n"
        "            raise ModuleNotFoundError(name, name=name)\nsys.meta_path.insert(0, Hiding())\n"
    )
    assert output(hide + PROBE) == output(PROBE)


@pytest.mark.parametrize("X", ["[[1.0], [2.0]]", "np.array([[1.0], [2.0]])"])
def test_fitting_and_asking_do_not_import_it(X):
    code = f"import sys, numpy as np, tally; tally.NaiveBayes().fit({X}, [0, 1]).predict({X}); print('sklearn' in sys.modules)"
    assert output(code) == ["False"]


def test_what_is_raised_before_it_is_imported_is_its_own():
    """Who catches scikit-learn's error may import scikit-learn after the model was made."""
    code = (
        "import warnings, numpy as np, tally\n"
        "try:\n    tally.NaiveBayes().predict([[1.0]])\nexcept ValueError as error:\n    first = error\n"
        "with warnings.catch_warnings(record=True) as caught:\n    warnings.simplefilter('always')\n"
        "    tally.NaiveBayes().fit([[1.5], [2.0]], np.array([[0], [1]]))\n"
        "from sklearn.exceptions import DataConversionWarning, NotFittedError\n"
        "print(isinstance(first, NotFittedError), [w.category is DataConversionWarning for w in caught])"
    )
    assert output(code) == ["True [True]"]
