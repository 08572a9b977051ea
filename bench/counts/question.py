# SPDX-License-Identifier: Apache-2.0
"""How fast is a sparse matrix of term counts summed up by class, and its rows scored?"""

from harness.question import Goal, Question

TERMS = 100_000
QUESTIONS = [Question(
    name="counts",
    title=__doc__,
    steps=["fit", "predict"],
    contenders=["tally", "scikit-learn"],
    floors=["read-sum"],
    sizes={
        "full": {"rows": 200_000, "terms": TERMS, "draws": 102},  # about 92 entries in a row
        "small": {"rows": 50_000, "terms": TERMS, "draws": 102},
        "tiny": {"rows": 2_000, "terms": 500, "draws": 20},
    },
    settings=[{"classes": 2}, {"classes": 20}, {"classes": 20, "values": "tfidf"}],
    fewest_passes=2,  # each repeats a step until it is warm
    goals=[
        Goal("fit", 2, setting={"classes": 2}),
        Goal("fit", 4, setting={"classes": 20}),
        Goal("predict", 2.8, setting={"classes": 2}),
        Goal("predict", 3, setting={"classes": 20}),
        Goal("fit", 1, 3, setting={"classes": 20, "values": "tfidf"}),
        Goal("fit", 64 * 20 * TERMS, kind="bytes", setting={"classes": 20, "values": "tfidf"}),
        Goal("fit", 1.6, 1.8, kind="threads", setting={"classes": 20}),
        Goal("predict", 1.6, 1.8, kind="threads", setting={"classes": 20}),
    ],
)]
