# SPDX-License-Identifier: Apache-2.0
"""Small tables to fit, and the one row that is asked about again and again."""

import os
import statistics
import time

import numpy
import scipy.sparse

from harness.serve import serve, setting

COLUMNS = 20
CATEGORIES = 10
ROWS = 500
LONGEST = 1  # second of asking


def make(folder):
    """numbers.csv and categories.csv in the folder: twenty columns and a class, 0 or 1; the first row is the one asked."""
    random = numpy.random.default_rng(1)
    y = numpy.arange(ROWS) % 2
    numbers = random.normal(size=(ROWS, COLUMNS)).round(3) + y[:, None] * 0.5
    categories = random.integers(0, CATEGORIES - 3 * y[:, None], (ROWS, COLUMNS))
    categories[:CATEGORIES] = numpy.arange(CATEGORIES)[:, None]
    header = ",".join([f"c{column}" for column in range(COLUMNS)] + ["class"])
    for name, cells, form in (("numbers", numbers, "%.4f"), ("categories", categories, "%d")):
        numpy.savetxt(f"{folder}/{name}.csv", numpy.column_stack([cells, y]), [form] * COLUMNS + ["%d"], ",",
                      header=header, comments="")


def load(name, kind):
    cells = numpy.loadtxt(os.path.join(setting("folder", str), name + ".csv"), delimiter=",", skiprows=1)
    return cells[:, :COLUMNS].astype(kind), cells[:, COLUMNS].astype(int)


def terms():
    """Term counts of some documents of 20 classes, 100,000 terms."""
    random = numpy.random.default_rng(2)
    X = scipy.sparse.random(200, 100_000, 1e-3, "csr", random_state=random)
    X.data = numpy.ceil(X.data * 5)
    return X, numpy.arange(200) % 20


def asker(model, X, y):
    """Fits the model, and returns the step that asks about the first row: the median of many calls."""
    row = X[:1]
    model.fit(X, y)

    def ask():
        took, until = [], time.perf_counter() + LONGEST
        while len(took) < setting("times") and time.perf_counter() < until:
            began = time.perf_counter_ns()
            model.predict(row)
            took.append(time.perf_counter_ns() - began)
        posterior = {f"posterior {k}": p for k, p in enumerate(model.predict_proba(row)[0])}
        return {"_seconds": statistics.median(took) * 1e-9, **posterior}

    return ask


def serve_models(version, gaussian, categorical, multinomial):
    serve(version, {
        "gaussian": asker(gaussian, *load("numbers", float)),
        "categorical": asker(categorical, *load("categories", int)),
        "multinomial": asker(multinomial, *terms()),
    })
