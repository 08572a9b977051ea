# SPDX-License-Identifier: Apache-2.0
"""Term counts of documents as a CSR matrix: terms as frequent as Zipf's law has it, and each class has its own favourites.
The same numbers every time; the matrix is made once and kept in BENCH_FOLDER."""

import os

import numpy
import scipy.sparse

from harness.serve import setting


def make_counts(rows, terms, draws, classes):
    """`draws` terms are drawn for every row; one drawn twice has the count 2."""
    random = numpy.random.default_rng(1)
    y = random.integers(0, classes, rows)
    shares = numpy.cumsum(1 / numpy.arange(3, terms + 3))
    favourites = random.integers(0, terms, (classes, 64))
    pieces = []
    for first in range(0, rows, 20_000):
        labels = y[first : first + 20_000]
        ids = numpy.searchsorted(shares, random.random((len(labels), draws)) * shares[-1])
        ids[:, ::8] = favourites[labels[:, None], ids[:, ::8] % 64]
        starts = numpy.arange(0, ids.size + 1, draws)
        piece = scipy.sparse.csr_matrix((numpy.ones(ids.size), ids.ravel(), starts), (len(labels), terms))
        piece.sum_duplicates()
        pieces.append(piece)
    return scipy.sparse.vstack(pieces, format="csr"), y


def make_tfidf(counts):
    """Logarithmic counts times log(N / n), rows of length one: numbers that need every bit of a double."""
    weights = numpy.log((1 + counts.shape[0]) / (1 + numpy.bincount(counts.indices, minlength=counts.shape[1]))) + 1
    values = (1 + numpy.log(counts.data)) * weights[counts.indices]
    lengths = numpy.sqrt(numpy.add.reduceat(values * values, counts.indptr[:-1]))
    values /= numpy.repeat(lengths, numpy.diff(counts.indptr))
    return scipy.sparse.csr_matrix((values, counts.indices, counts.indptr), counts.shape)


def make():
    """X and y as BENCH_ROWS, BENCH_TERMS, BENCH_DRAWS, BENCH_CLASSES and BENCH_VALUES say."""
    rows, terms, draws, classes = map(setting, ("rows", "terms", "draws", "classes"))
    path = os.path.join(setting("folder", str), f"counts-{rows}-{terms}-{draws}-{classes}")
    if not os.path.exists(path + "-y.npy"):
        counts, y = make_counts(rows, terms, draws, classes)
        scipy.sparse.save_npz(path + ".npz", counts, compressed=False)
        numpy.save(path + "-y.npy", y)
    X, y = scipy.sparse.load_npz(path + ".npz"), numpy.load(path + "-y.npy")
    return (make_tfidf(X) if os.environ.get("BENCH_VALUES") == "tfidf" else X), y


def fitted(model):
    return {"counts": model.feature_count_, "log": model.feature_log_prob_, "classes": model.class_count_}
