# SPDX-License-Identifier: Apache-2.0
"""Every class says what its parameters and attributes are, and its examples run."""

import doctest
import inspect

import numpy as np
import pytest

import tally

NAMES = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB", "NaiveBayes"]
X = np.array([[1, 0, 2], [0, 1, 1], [2, 2, 0], [1, 1, 1]])


def told(text: str, section: str) -> set[str]:
    """The names that a section of a docstring describes."""
    lines = inspect.cleandoc(text).splitlines()
    start = lines.index(section) + 2
    names: set[str] = set()
    for line in lines[start:]:
        if set(line) == {"-"}:
            break
        if " : " in line and not line.startswith(" "):
            names |= set(line.partition(" : ")[0].split(", "))
    return names


@pytest.mark.parametrize("name", NAMES)
def test_parameters_and_attributes_are_described(name):
    estimator = getattr(tally, name)
    assert told(estimator.__doc__, "Parameters") == set(inspect.signature(estimator).parameters)
    model = estimator(notes=False) if name == "NaiveBayes" else estimator()
    fitted = set(dir(model.fit(X, [0, 1, 0, 1])))
    attributes = {a for a in fitted if a.endswith("_") and not a.startswith("_")} | {"feature_names_in_"}
    assert told(estimator.__doc__, "Attributes") == attributes


@pytest.mark.parametrize("name", [*NAMES, "from_sklearn", "to_sklearn"])
def test_examples_run(name):
    (test,) = [t for t in doctest.DocTestFinder(recurse=False).find(getattr(tally, name), name, globs={})]
    assert len(test.examples) >= 3
    failures, _ = doctest.DocTestRunner().run(test)
    assert failures == 0


def test_help_of_the_package_tells_the_story():
    (test,) = doctest.DocTestFinder(recurse=False).find(tally, "tally", globs={})
    assert len(test.examples) >= 5
    failures, _ = doctest.DocTestRunner().run(test)
    assert failures == 0
    story = inspect.getdoc(tally)
    assert story is not None and 20 <= len(story.splitlines()) <= 30
    for name in ("lam", "prior", "loss", "learn", "forget", "save", "load", "tally.spark", "tally.duckdb", *NAMES):
        assert name in story


@pytest.mark.parametrize("name", NAMES)
def test_every_public_method_has_a_docstring(name):
    estimator = getattr(tally, name)
    public = [getattr(estimator, n) for n in vars(estimator) if not n.startswith("_")]
    assert all(inspect.getdoc(member) for member in public)
