# SPDX-License-Identifier: Apache-2.0
"""What fitting needs beside the data: arrays are read where they lie, sparse ones stay sparse."""

import subprocess
import sys

MEASURE = """
import numpy as np, scipy.sparse as sp, sklearn.base, tally

def megabytes(field):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(field)) / 1024

def on_top(work):
    with open("/proc/self/clear_refs", "w") as peak:
        peak.write("5")  # the peak starts anew
    before = megabytes("VmRSS")
    work()
    return megabytes("VmHWM") - before

tally.GaussianNB().fit(np.eye(4), [0, 1, 0, 1])  # what is loaded once does not count
"""

DENSE = MEASURE + """
rng = np.random.default_rng(0)
X = np.empty((5_000_000, 100), dtype=np.float32)
for start in range(0, len(X), 10_000):
    X[start : start + 10_000] = rng.random((10_000, 100), dtype=np.float32)
y = np.arange(len(X), dtype=np.int64) % 7
print(on_top(lambda: tally.GaussianNB().fit(X, y)))
"""

SPARSE = MEASURE + """
rng = np.random.default_rng(0)
rows, columns, each = 200_000, 50_000, 10
indices = np.sort(rng.integers(0, columns // each, (rows, each)) * each + np.arange(each), axis=1)
X = sp.csr_matrix((np.ones(rows * each), indices.ravel(), np.arange(rows + 1) * each), (rows, columns))
y = np.arange(rows) % 2
tally.MultinomialNB().fit(X[:10], y[:10])
print(on_top(lambda: tally.MultinomialNB().fit(X, y)))
"""


def measured(code: str) -> float:
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return float(ran.stdout)


def test_two_gigabytes_of_float32_need_less_than_50_megabytes_on_top():
    assert measured(DENSE) < 15  # as codes of four bytes, all labels at once would be 20


def test_a_sparse_matrix_is_never_made_dense():
    assert measured(SPARSE) < 50  # dense it would be 80 gigabytes
