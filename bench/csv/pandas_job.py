# SPDX-License-Identifier: Apache-2.0
"""pandas and scikit-learn at their best: types told, no search for missing cells, codes for texts, columns side by side."""

import numpy
import pandas
import sklearn
from sklearn.naive_bayes import CategoricalNB, GaussianNB

import columns
from harness import job


def run(engine, **options):
    types = {**dict.fromkeys(columns.NUMBERS, "float64"), **dict.fromkeys(columns.TEXTS + [columns.TARGET], "category")}

    def fit():
        table = pandas.read_csv(columns.PATH, dtype=types, keep_default_na=False, engine=engine, **options)
        y = table[columns.TARGET].cat.codes.to_numpy()
        gaussian = GaussianNB(var_smoothing=0).fit(table[columns.NUMBERS].to_numpy(), y)
        codes = numpy.column_stack([table[name].cat.codes.to_numpy() for name in columns.TEXTS])
        return table, gaussian, CategoricalNB().fit(codes.astype(numpy.int64, order="F"), y)

    def answer(result):
        table, gaussian, categorical = result
        values = [table[name].cat.categories for name in columns.TEXTS]
        return columns.answer(table[columns.TARGET].cat.categories, values, gaussian, categorical)

    job.run(f"pandas {pandas.__version__}, scikit-learn {sklearn.__version__}", fit, answer)
