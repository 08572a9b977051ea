# SPDX-License-Identifier: Apache-2.0
"""The texts that bench/text/make writes, and the form of the answer."""

import os
import zlib

PATH = os.environ.get("BENCH_TEXTS", "")
ASKED = 1000  # texts whose class is asked at the end


def load():
    """The texts and their classes. No cell is quoted, which spares the peers a reader of CSV."""
    with open(PATH, encoding="utf-8") as file:
        lines = file.read().split("\n")[1:-1]
    pairs = [line.split(",", 1) for line in lines]
    return [text for _, text in pairs], [name for name, _ in pairs]


def in_sample(term):
    """One term of fifty is compared, the same ones by everybody."""
    return zlib.crc32(term.encode()) % 50 == 0


def answer(terms, classes, counts, right=None):
    """`counts` is a matrix [class, term]; `right` the share of the first texts whose class is found, if it is compared."""
    yield "terms", len(terms)
    if right is not None:
        yield "right", right
    for name, row in zip(classes, counts):
        yield f"tokens {name}", row.sum()
    for index, term in enumerate(terms):
        if in_sample(term):
            for name, count in zip(classes, counts[:, index]):
                yield f"tokens {term} {name}", count
