# SPDX-License-Identifier: Apache-2.0
"""A floor: what it costs to look at every byte of an array once, with as many threads as there may be."""

from concurrent.futures import ThreadPoolExecutor

import numpy
import threadpoolctl

from harness.serve import serve, setting


def read(piece):
    # A dot product reads at the speed of memory; sums of integers do so without one.
    return numpy.dot(piece, piece) if piece.dtype.kind == "f" else piece.sum()


def serve_read_sum(*arrays):
    threads = setting("threads")
    threadpoolctl.threadpool_limits(1)  # the pool below has the threads
    pieces = [numpy.array_split(array.ravel(), threads) for array in arrays]
    pool = ThreadPoolExecutor(threads)

    def fit():
        for parts in pieces:
            sum(pool.map(read, parts))
        return {}

    serve(f"numpy {numpy.__version__}", {"fit": fit, "predict": fit})
