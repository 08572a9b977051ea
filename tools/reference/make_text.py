# SPDX-License-Identifier: Apache-2.0
"""The figures of tally/infer/term_scorer_test.cc: scikit-learn's naive Bayes over six messages."""

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import BernoulliNB, ComplementNB, MultinomialNB

MESSAGES = [
    ("free win free cash", "spam"),
    ("win cash now", "spam"),
    ("meeting at noon", "ham"),
    ("free lunch meeting", "ham"),
    ("noon lunch at noon", "ham"),
    ("cash report", "work"),
]
ASKED = ["free cash meeting", "noon noon win unknown", "report report at", "unknown"]

MODELS = [
    ("multinomial", MultinomialNB(alpha=0.5), False),
    ("boolean", MultinomialNB(alpha=0.5), True),
    ("bernoulli", BernoulliNB(alpha=0.5), False),
    ("complement", ComplementNB(alpha=0.5), False),
    ("normalised-complement", ComplementNB(alpha=0.5, norm=True), False),
]

for name, model, binary in MODELS:
    vectorizer = CountVectorizer(token_pattern=r"\S+", binary=binary)
    model.fit(vectorizer.fit_transform([text for text, _ in MESSAGES]), [y for _, y in MESSAGES])
    print(name, *model.classes_)
    for row in model.predict_log_proba(vectorizer.transform(ASKED)):
        print("  " + ", ".join(f"{p:.15g}" for p in row))
