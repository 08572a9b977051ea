#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what scikit-learn answers for the data sets to JSON files that the tests compare with.

  tools/reference/make_sklearn.py DATA OUT     (tools/reference/make calls it so)

DATA is the folder of data sets, OUT the folder to write to. Each file holds the answers for every
n-th row and sums over all rows; docs/agreement.md explains its fields. The same releases give the
same bytes.
"""

import csv
import json
import math
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import sklearn
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB
from sklearn.preprocessing import OrdinalEncoder

LEAST_LEAD = 1e-9  # of the best log joint: what is nearer to a tie could be decided by rounding

GAUSSIAN = ["--var-smoothing", "1e-9", "--prior", "empirical"]
SMOOTHED = ["--lambda", "1", "--prior", "empirical"]


class DataSet(NamedTuple):
    name: str
    path: str
    target: str
    step: int  # every n-th row is kept
    header: bool = False
    features: list = None  # None: all columns


WINE = DataSet("wine", "wine/wine.csv", "cultivar", 3, header=True)
CANCER = DataSet("breast_cancer", "breast_cancer/breast_cancer.csv", "diagnosis", 7, header=True)
DIGITS = DataSet("digits", "digits/digits.csv", "digit", 60, header=True)
MUSHROOM = DataSet("mushroom", "mushroom/agaricus-lepiota.data", "c1", 101)
VOTE = DataSet("vote", "vote/house-votes-84.data", "c1", 5)
ADULT_NUMBERS = DataSet("adult", "adult/adult.data", "c15", 401,
                        features=["c1", "c3", "c5", "c11", "c12", "c13"])
ADULT_NAMES = ADULT_NUMBERS._replace(features=["c2", "c4", "c6", "c7", "c8", "c9", "c10", "c14"])


class Comparison(NamedTuple):
    data: DataSet
    family: str
    model: object
    ask: list  # the options of Tally's question
    fit: list = ()  # further options of Tally's fit


COMPARISONS = [
    *(Comparison(data, "gaussian", GaussianNB(var_smoothing=1e-9), GAUSSIAN)
      for data in (WINE, CANCER, DIGITS, ADULT_NUMBERS)),
    *(Comparison(data, "categorical", CategoricalNB(alpha=1), SMOOTHED)
      for data in (MUSHROOM, VOTE, ADULT_NAMES)),
    Comparison(DIGITS, "multinomial", MultinomialNB(alpha=1), SMOOTHED,
               ["--family", "pixel_*=multinomial"]),
    Comparison(DIGITS, "bernoulli", BernoulliNB(alpha=1, binarize=0), SMOOTHED,
               ["--family", "pixel_*=bernoulli", "--binarize", "0"]),
]


def read(folder, data):
    """The cells of the features as texts, and the classes; no cell is taken for missing."""
    with open(folder / data.path, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file, skipinitialspace=True) if row]
    names = rows.pop(0) if data.header else [f"c{i + 1}" for i in range(len(rows[0]))]
    columns = dict(zip(names, np.array(rows).T))
    classes = columns.pop(data.target)
    return np.column_stack([columns[name] for name in data.features or columns]), classes


def answers(model, cells, classes):
    """Joint and posterior of all rows by the model fitted to them, and its accuracy."""
    if isinstance(model, CategoricalNB):
        x = OrdinalEncoder(dtype=int).fit_transform(cells)
    else:
        x = cells.astype(float)
    model.fit(x, classes)
    joint = model.predict_joint_log_proba(x)
    two_best = np.sort(joint, axis=1)[:, -2:]
    assert np.min(two_best[:, 1] - two_best[:, 0]) > LEAST_LEAD
    return joint, model.predict_proba(x), float(model.score(x, classes))


def column_sums(table):
    return [math.fsum(column) for column in table.T.tolist()]


def json_text(fields):
    """JSON with a line for each field, and for each row of a table."""
    lines = []
    for key, value in fields.items():
        if isinstance(value, list) and isinstance(value[0], list):
            text = "[\n  " + ",\n  ".join(json.dumps(row) for row in value) + "]"
        else:
            text = json.dumps(value)
        lines.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def fit_options(comparison):
    data = comparison.data
    shape = [] if data.header else ["--no-header"]
    only = ["--only", ",".join(data.features)] if data.features else []
    return ["--target", data.target, *shape, *only, *comparison.fit]


def write(comparison, folder, out):
    data, model = comparison.data, comparison.model
    cells, classes = read(folder, data)
    joint, posterior, accuracy = answers(model, cells, classes)
    text = json_text({
        "peer": f"scikit-learn {sklearn.__version__}",
        "call": " ".join(repr(model).split()),
        "data": data.path,
        "tally": {"fit": fit_options(comparison), "ask": comparison.ask},
        "classes": model.classes_.tolist(),
        "accuracy": accuracy,
        "log_joint_sum": column_sums(joint),
        "posterior_sum": column_sums(posterior),
        "rows": list(range(0, len(classes), data.step)),
        "log_joint": joint[::data.step].tolist(),
        "posterior": posterior[::data.step].tolist(),
    })
    name = f"{data.name}_sklearn_{comparison.family}"
    (out / f"{name}.json").write_text(text, encoding="utf-8")
    print(f"{name}: {len(classes)} rows, accuracy {accuracy:.4f}")


def main():
    folder, out = map(Path, sys.argv[1:3])
    sklearn.set_config(print_changed_only=False)
    for comparison in COMPARISONS:
        write(comparison, folder, out)


if __name__ == "__main__":
    main()
