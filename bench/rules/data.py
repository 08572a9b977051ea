# SPDX-License-Identifier: Apache-2.0
"""Adult as a file, as a table in memory, and as the arrays that the peers like best."""

import csv
import os
import random

NUMBERS = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
NAMES = ("age", "workclass", "fnlwgt", "education", "education-num", "marital-status", "occupation", "relationship", "race",
         "sex", "capital-gain", "capital-loss", "hours-per-week", "native-country")
TARGET = "income"
CATEGORIES = tuple(name for name in NAMES if name not in NUMBERS)


def rows_of(folder, part):
    """Those of adult.data or adult.test; none if the files are not there."""
    path = os.path.join(folder, {"train": "adult.data", "test": "adult.test"}[part])
    if not os.path.exists(path):
        return []
    with open(path, encoding="ascii") as file:
        cells = csv.reader(file, skipinitialspace=True)
        rows = [row for row in cells if len(row) == len(NAMES) + 1]
    return [["" if cell == "?" else cell.rstrip(".") for cell in row] for row in rows]


def made_rows(part, count=3000):
    """Rows of the same columns, the same every time, in which some of the columns tell the class."""
    rng = random.Random(part)
    rows = []
    for _ in range(count):
        rich = rng.random() < 0.25
        cells = [str(int(rng.gauss(38 + 8 * rich, 12))) if name in NUMBERS else f"{name[:3]}{int(rng.random() ** (2 - rich) * 6)}"
                 for name in NAMES]
        rows.append([cell if rng.random() < 0.98 else "" for cell in cells] + [">50K" if rich else "<=50K"])
    return rows


def write(path, folder, part, copies):
    """The rows of a part as a CSV file: those of training so many times. No file is written if adult is not there."""
    rows = rows_of(folder, part) if copies else made_rows(part)
    if not rows:
        return
    with open(path + "~", "w", encoding="ascii", newline="") as file:
        out = csv.writer(file)
        out.writerow(NAMES + (TARGET,))
        for _ in range(copies if copies and part == "train" else 1):
            out.writerows(rows)
    os.rename(path + "~", path)


def tables():
    """X and y to learn from, and X and y of other rows: numbers, and texts as categories."""
    import pandas
    from harness.command import absent

    types = {**dict.fromkeys(NUMBERS, "float64"), **dict.fromkeys(CATEGORIES + (TARGET,), "category")}
    found = []
    for part in ("TRAIN", "TEST"):
        if not os.path.exists(os.environ[f"BENCH_{part}"]):
            absent("the table adult: TABLES=DIR, where DIR/adult has adult.data and adult.test of the UCI repository")
        frame = pandas.read_csv(os.environ[f"BENCH_{part}"], dtype=types)
        found += [frame.drop(columns=TARGET), frame[TARGET].astype(str).to_numpy(dtype=str)]
    return found


def codes():
    """The same with categories as codes, missing cells being NaN; which columns are codes, the third."""
    from sklearn.compose import make_column_transformer
    from sklearn.preprocessing import OrdinalEncoder

    X, y, others, truth = tables()
    coder = make_column_transformer(
        (OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=float("nan")), list(CATEGORIES)),
        remainder="passthrough", verbose_feature_names_out=False)
    return coder.fit_transform(X), y, coder.transform(others), truth, list(range(len(CATEGORIES)))


def columns_of_ones():
    """The same with a column for each category, and numbers that are standardised."""
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    X, y, others, truth = tables()
    coder = make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore"), list(CATEGORIES)),
        (make_pipeline(SimpleImputer(), StandardScaler()), list(NUMBERS)))
    return coder.fit_transform(X), y, coder.transform(others), truth


def serve_rules(version, model, X, y, others, truth):
    """Fits the rows and predicts them; the answer is how often the class is found in other rows."""
    import numpy
    from harness.serve import serve

    def right():
        return {"right": numpy.mean(model.predict(others) == truth)}

    def fit():
        model.fit(X, y)
        return right

    def predict():
        model.predict(X)
        return right

    serve(version, {"fit": fit, "predict": predict})
