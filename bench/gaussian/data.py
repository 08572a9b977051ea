# SPDX-License-Identifier: Apache-2.0
"""Measurements: normal about a mean of their class. The same numbers every time."""

import numpy

from harness.serve import setting


def make(dtype=numpy.float64):
    """X and y as BENCH_ROWS, BENCH_COLUMNS and BENCH_CLASSES say."""
    rows, columns, classes = setting("rows"), setting("columns"), setting("classes")
    random = numpy.random.default_rng(1)
    means = random.normal(size=(classes, columns))
    y = random.integers(0, classes, rows)
    X = random.standard_normal((rows, columns))
    for first in range(0, rows, 1 << 16):
        X[first : first + (1 << 16)] += means[y[first : first + (1 << 16)]]
    return X.astype(dtype, copy=False), y


def fitted(model):
    return {"mean": model.theta_, "variance": model.var_, "rows": model.class_count_}
