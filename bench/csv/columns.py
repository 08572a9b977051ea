# SPDX-License-Identifier: Apache-2.0
"""What bench/csv/make writes, for the contenders that are told what the columns are, and the form of the answer."""

import os

PATH = os.environ.get("BENCH_TABLE", "")
NUMBERS = [f"x{i}" for i in range(10)]
TEXTS = [f"s{kinds}" for kinds in (2, 3, 5, 12, 40, 100, 300, 1000, 3000, 10000)]
TARGET = "class"


def answer(classes, categories, gaussian, categorical):
    """The answer of two fitted models of scikit-learn; `categories` are the values of each column of texts."""
    for k, name in enumerate(classes):
        for j, column in enumerate(NUMBERS):
            yield f"mean {column} {name}", gaussian.theta_[k, j]
            yield f"variance {column} {name}", gaussian.var_[k, j]
        for j, column in enumerate(TEXTS):
            for value, count in zip(categories[j], categorical.category_count_[j][k]):
                if count:
                    yield f"rows {column}={value} {name}", count
