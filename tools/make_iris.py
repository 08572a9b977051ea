#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/data/iris.csv from the copy of Fisher's iris that scikit-learn bundles.

  pip install scikit-learn && tools/make_iris.py tests/data/iris.csv
"""

import sys

from sklearn.datasets import load_iris


def main() -> None:
    iris = load_iris()
    # "sepal length (cm)" → "sepal_length"
    names = [name.removesuffix(" (cm)").replace(" ", "_") for name in iris.feature_names]
    with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as out:
        print(*names, "species", sep=",", file=out)
        for row, target in zip(iris.data, iris.target):
            print(*(repr(float(x)) for x in row), iris.target_names[target], sep=",", file=out)


if __name__ == "__main__":
    main()
