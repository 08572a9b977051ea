# SPDX-License-Identifier: Apache-2.0
"""TF-IDF and logistic regression, with their defaults: no counts, so that only the share of texts whose class is found is
compared."""
import numpy
import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

import documents
from harness import job


def run(longest):
    """Of the words and their sequences, up to so many words."""

    def fit():
        texts, names = documents.load()
        vectorizer = TfidfVectorizer(ngram_range=(1, longest))
        model = LogisticRegression().fit(vectorizer.fit_transform(texts), names)
        return texts[: documents.ASKED], names[: documents.ASKED], vectorizer, model

    def answer(result):
        texts, names, vectorizer, model = result
        yield "right", numpy.mean(model.predict(vectorizer.transform(texts)) == names)

    job.run(f"scikit-learn {sklearn.__version__}", fit, answer)
