# SPDX-License-Identifier: Apache-2.0
"""Who answers: a table of commands and of scikit-learn's estimators.

A contender takes a Fold and returns for each row that is told its decision and the probability of its class.
"""

import csv
import hashlib
import math
import os
import re
import subprocess
import warnings


class Absent(Exception):
    """The contender is not installed."""


class Fold:
    """Rows to learn from and rows to be told, as files (train, test) and as the table with their numbers."""

    def __init__(self, table, rows, told, folder):
        self.table, self.rows, self.told, self.folder = table, rows, told, folder
        self.train, self.test = os.path.join(folder, "train.arff"), os.path.join(folder, "test.arff")

    def truth(self):
        return [self.table.classes[row] for row in self.told]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-500:] or done.stdout[-500:]}")
    return done.stdout


class Program:
    """Two commands: one makes a model of the file {train}, one tells the classes of {test} as CSV."""

    def __init__(self, name, fit, predict):
        self.name, self.fit, self.predict = name, fit, predict

    def version(self, options):
        with open(options.tally, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest() + " ".join(self.fit + self.predict)

    def answer(self, fold, options):
        model = os.path.join(fold.folder, hashlib.sha256(" ".join(self.fit).encode()).hexdigest()[:8] + ".tally")
        places = {"tally": options.tally, "train": fold.train, "test": fold.test, "model": model}
        fit = self.fit if any(values is None for values in fold.table.values) else without_numbers(self.fit)
        if not os.path.exists(model):  # another rule may ask the same model
            run([word.format(**places) for word in fit])
        rows = csv.DictReader(run([word.format(**places) for word in self.predict]).splitlines())
        return [(row["prediction"], float(row.get(f"p({truth})") or 0)) for row, truth in zip(rows, fold.truth())]


FIT = ["{tally}", "fit", "{train}", "--target", "class", "-o", "{model}"]
PREDICT = ["{tally}", "predict", "{model}", "{test}"]
WEIGHTED = FIT + ["--count", "weighted"]
FULL = FIT + ["--count", "full"]
NUMBERS = WEIGHTED + ["--family", "n*=gaussian"]


def without_numbers(command):
    """A table without numbers has no column for the pattern."""
    return WEIGHTED if command is NUMBERS else command


class Estimator:
    """scikit-learn's, each with what it needs: numbers standardised or not, texts as one column a value or as codes."""

    def __init__(self, name, make):
        self.name, self.make = name, make

    def version(self, options):
        try:
            import sklearn
        except ImportError as error:
            raise Absent(f"{self.name}: scikit-learn is not installed") from error
        return f"scikit-learn {sklearn.__version__}, recipe 1"

    def answer(self, fold, options):
        import numpy

        table = fold.table
        cells = numpy.empty((len(table.cells), len(table.values)), dtype=object)
        for i, row in enumerate(table.cells):
            for j, x in enumerate(row):
                cells[i, j] = math.nan if x is None and table.values[j] is None else x
        for j, values in enumerate(table.values):  # a column without any number would be refused
            if values is None and all(table.cells[i][j] is None for i in fold.rows):
                cells[:, j] = 0.0
        classes = numpy.array(table.classes)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about iterations, and columns without a value
            fitted = fitted_to(self.make(table), cells[fold.rows], classes[fold.rows])
            posteriors = fitted.predict_proba(cells[fold.told])
        known = list(fitted.classes_)
        return [(known[p.argmax()], float(p[known.index(truth)]) if truth in known else 0.0)
                for p, truth in zip(posteriors, fold.truth())]


def fitted_to(estimator, cells, classes):
    try:
        return estimator.fit(cells, classes)
    except ValueError:  # gradient boosting sets rows aside by class, and a class has one row
        return estimator.set_params(model__early_stopping=False).fit(cells, classes)


def columns_of(table):
    numbers = [i for i, values in enumerate(table.values) if values is None]
    return numbers, [i for i, values in enumerate(table.values) if values is not None]


def pipeline(table, number_steps, text_steps, model):
    from sklearn.compose import ColumnTransformer
    from sklearn.pipeline import Pipeline

    numbers, texts = columns_of(table)
    parts = [(name, Pipeline(steps), columns)
             for name, steps, columns in (("numbers", number_steps, numbers), ("texts", text_steps, texts)) if columns]
    return Pipeline([("columns", ColumnTransformer(parts, sparse_threshold=0)), ("model", model)])


def one_hot(table):
    """A column for each value; a missing cell has a column of its own."""
    from sklearn.impute import SimpleImputer
    from sklearn.preprocessing import OneHotEncoder

    return [("missing", SimpleImputer(missing_values=None, strategy="constant", fill_value="(missing)")),
            ("values", OneHotEncoder(handle_unknown="ignore", sparse_output=False))]


def logistic_regression(table):
    from sklearn.impute import SimpleImputer
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    numbers = [("missing", SimpleImputer(add_indicator=True)), ("scale", StandardScaler())]
    return pipeline(table, numbers, one_hot(table), LogisticRegression(max_iter=2000))


def random_forest(table):
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.impute import SimpleImputer

    numbers = [("missing", SimpleImputer(strategy="median"))]
    return pipeline(table, numbers, one_hot(table), RandomForestClassifier(100, random_state=0))


def gradient_boosting(table):
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.impute import SimpleImputer
    from sklearn.preprocessing import FunctionTransformer, OrdinalEncoder

    numbers, texts = columns_of(table)
    as_numbers = [("numbers", FunctionTransformer(as_floats))]
    codes = [("missing", SimpleImputer(missing_values=None, strategy="constant", fill_value="(missing)")),
             ("codes", OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=math.nan))]
    is_code = [False] * len(numbers) + [True] * len(texts)
    return pipeline(table, as_numbers, codes,
                    HistGradientBoostingClassifier(random_state=0, categorical_features=is_code))


def as_floats(cells):
    return cells.astype(float)


class Weka:
    """Its own evaluation: how many were right, and the bits that their classes took."""

    def __init__(self, name, command):
        self.name, self.command = name, command

    def version(self, options):
        if not os.path.exists(options.weka):
            raise Absent(f"{self.name}: {options.weka} is not there (Debian package weka)")
        return "Weka 3.6, recipe 1, " + " ".join(self.command)

    def answer(self, fold, options):
        path = options.weka + ":" + os.path.join(os.path.dirname(options.weka), "cup.jar")
        said = run(["java", "-Xmx1g", "-cp", path, self.command[0], "-t", fold.train, "-T", fold.test, "-o", "-v", "-k"]
                   + self.command[1:])
        told = said[said.index("=== Error on test data ===") :]
        right = int(re.search(r"Correctly Classified Instances\s+(\d+)", told)[1])
        bits = float(re.search(r"Class complexity \| scheme\s+([-\d.]+)", told)[1])
        return {"right": right, "loss": bits * math.log(2)}


DISCRETIZED = ["weka.classifiers.meta.FilteredClassifier", "-F", "weka.filters.supervised.attribute.Discretize", "-W"]

USUAL = [
    Program("naive", WEIGHTED, PREDICT + ["--rule", "naive"]),
    Program("weighted", WEIGHTED, PREDICT + ["--rule", "weighted"]),
    Program("auto", WEIGHTED, PREDICT),
    Program("full", FULL, PREDICT + ["--rule", "full"]),
    Program("full, auto", FULL, PREDICT),
    Estimator("logistic regression", logistic_regression),
    Estimator("random forest", random_forest),
    Estimator("gradient boosting", gradient_boosting),
    Weka("Weka NaiveBayes", ["weka.classifiers.bayes.NaiveBayes"]),
    Weka("Weka AODE", DISCRETIZED + ["weka.classifiers.bayes.AODE"]),
]
OTHERS = [  # only if they are named
    Program("naive, numbers gaussian", NUMBERS, PREDICT + ["--rule", "naive"]),
    Program("weighted, numbers gaussian", NUMBERS, PREDICT + ["--rule", "weighted"]),
    Program("naive alone", FIT, PREDICT),
]
