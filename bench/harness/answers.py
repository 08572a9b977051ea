# SPDX-License-Identifier: Apache-2.0
"""Whether contenders gave the same answer. An answer is a dict of arrays, in an .npz file or in a text of lines

    key<TAB>number

Texts (the names of classes and the like) stand in the keys."""

import os

import numpy


def load(path):
    """The answer that a contender left at `path`, in either form; None if it left none."""
    if os.path.exists(path + ".npz"):
        with numpy.load(path + ".npz", allow_pickle=False) as arrays:
            return dict(arrays)
    if not os.path.exists(path + ".tsv"):
        return None
    with open(path + ".tsv", encoding="utf-8") as lines:
        pairs = (line.rstrip("\n").rsplit("\t", 1) for line in lines)
        return {key: numpy.array(float(number)) for key, number in pairs}


def difference(ours, theirs, tolerance):
    """The first difference in words, or None. Numbers may differ by tolerance · (1 + |number|); of labels, which are
    integers or texts, the share `tolerance` may (rounded down: not one of fewer than 1/tolerance)."""
    if ours.keys() != theirs.keys():
        odd = sorted(ours.keys() ^ theirs.keys())
        return f"{len(odd)} answers that only one gave, such as {odd[0]!r}"
    for key in sorted(ours):
        a, b = ours[key], theirs[key]
        if a.shape != b.shape:
            return f"{key}: {a.shape} and {b.shape}"
        if a.dtype.kind == "f":
            wrong = ~(numpy.abs(a - b) <= tolerance * (1 + numpy.abs(a)))
            allowed = 0
        else:
            wrong = numpy.asarray(a != b)
            allowed = int(tolerance * wrong.size)
        if numpy.count_nonzero(wrong) > allowed:
            at = tuple(numpy.argwhere(wrong)[0])
            place = key + (str(list(map(int, at))) if at else "")
            return f"{place}: {a[at]} and {b[at]}, {numpy.count_nonzero(wrong)} of {wrong.size} differ"
    return None
