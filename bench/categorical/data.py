# SPDX-License-Identifier: Apache-2.0
"""Codes of categories whose shares depend on the class. The same codes every time."""

import numpy

from harness.serve import setting

FEWEST, MOST = 2, 50


def make():
    """X and y as BENCH_ROWS, BENCH_COLUMNS and BENCH_CLASSES say; columns have 2 to 50 categories."""
    rows, columns, classes = setting("rows"), setting("columns"), setting("classes")
    random = numpy.random.default_rng(1)
    y = random.integers(0, classes, rows)
    X = numpy.empty((rows, columns), dtype=numpy.int64)
    for column, categories in enumerate(numpy.linspace(FEWEST, MOST, columns).astype(int)):
        # A power of a uniform number: low codes are common, and more so in the later classes.
        X[:, column] = random.random(rows) ** (1 + (y + column) % classes / classes) * categories
        X[:categories, column] = numpy.arange(categories)[:rows]
    return X, y


def fitted(model):
    return {"counts": numpy.hstack(model.category_count_), "log": numpy.hstack(model.feature_log_prob_)}
