# SPDX-License-Identifier: Apache-2.0
"""A model of the cost: a sum of terms, each a price times what there is of something, fitted to measured times."""

import numpy
from scipy.optimize import nnls


def fit(points, terms):
    """`points` are (setting, seconds), `terms` functions of a setting by name. Returns the prices by name and the largest
    relative error. Prices are not negative, and errors count in relation to the time."""
    wanted = numpy.array([seconds for _, seconds in points])
    amounts = numpy.array([[term(setting) for term in terms.values()] for setting, _ in points], dtype=float)
    scale = amounts.max(axis=0)
    prices, _ = nnls(amounts / scale / wanted[:, None], numpy.ones(len(points)))
    prices /= scale
    error = numpy.abs(amounts @ prices / wanted - 1).max()
    return dict(zip(terms, prices)), error
