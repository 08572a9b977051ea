# SPDX-License-Identifier: Apache-2.0
"""How long does it take from texts in a file to a model of their words?"""

import os
import subprocess
import sys

from harness.question import Goal, Question

HERE = os.path.dirname(os.path.realpath(__file__))


def prepare(folder, setting):
    """The texts, made once and kept in the folder, as CSV and as fastText wants them."""
    words = setting.get("words", "following")
    texts = os.path.join(folder, f"texts-{words}-{setting['megabytes']}.csv")
    labelled = texts.replace(".csv", ".fasttext")
    if not os.path.exists(texts):
        made = [texts + "~", str(setting["megabytes"])] + ["--independent"] * (words == "independent")
        subprocess.run([sys.executable, os.path.join(HERE, "make"), *made], check=True)
        os.rename(texts + "~", texts)
    if not os.path.exists(labelled):
        with open(texts, encoding="utf-8") as lines, open(labelled, "w", encoding="utf-8") as file:
            next(lines)
            file.writelines(f"__label__{line.replace(',', ' ', 1)}" for line in lines)
    return {"texts": texts}


FOLLOWING, INDEPENDENT = {"words": "following"}, {"words": "independent"}  # bench/README.md
TEXT = Question(
    name="text",
    title=__doc__,
    steps=["fit"],
    contenders=["tally", "scikit-learn", "scikit-learn-hashing", "fasttext"],
    sizes={"full": {"megabytes": 100}, "small": {"megabytes": 10}, "tiny": {"megabytes": 1}},
    settings=[INDEPENDENT, FOLLOWING],
    kept=False,
    prepare=prepare,
    tolerance={"fasttext": 0.5},
    partial=("scikit-learn-hashing", "fasttext"),
    goals=[
        Goal("fit", 15, 25, setting=FOLLOWING),
        Goal("fit", 1.6, 1.8, kind="threads", setting=FOLLOWING),
    ],
)
# Besides, the words that follow each other, a sample of the rows, and the rule learned from them.
PAIRS = Question(
    name="text-pairs",
    folder="text",
    title="How long does it take from texts in a file to a model of their words and pairs of words that has learned its rule?",
    steps=["fit"],
    contenders=["tally", "scikit-learn-pairs", "scikit-learn-tfidf", "scikit-learn-tfidf-pairs"],
    sizes={
        "full": {"megabytes": 100, "pairs": "yes"},
        "small": {"megabytes": 10, "pairs": "yes"},
        "tiny": {"megabytes": 1, "pairs": "yes"},
    },
    settings=[INDEPENDENT, FOLLOWING],
    kept=False,
    threads=(1,),
    prepare=prepare,
    fewest_passes=1,  # the peers take minutes
    tolerance={"scikit-learn-tfidf": 0.5, "scikit-learn-tfidf-pairs": 0.5},
    partial=("scikit-learn-pairs", "scikit-learn-tfidf", "scikit-learn-tfidf-pairs"),
    goals=[
        Goal("fit", 15, against="scikit-learn-pairs", setting=FOLLOWING),
        Goal("fit", 30, against="scikit-learn-tfidf", setting=FOLLOWING),
        Goal("fit", 30, against="scikit-learn-tfidf-pairs", setting=FOLLOWING),
    ],
)
# What the learned rule costs when it answers.
PREDICT = Question(
    name="text-predict",
    folder="text",
    title="How long does it take to answer texts from a file, by the learned rule and by naive Bayes with words alone?",
    steps=["predict"],
    contenders=["tally-weighted", "tally-naive"],
    sizes={"full": {"megabytes": 100}, "small": {"megabytes": 10}, "tiny": {"megabytes": 1}},
    settings=[INDEPENDENT, FOLLOWING],
    kept=False,
    threads=(1,),
    prepare=prepare,
    ours={"tally-naive": "tally-weighted"},
    goals=[Goal("predict", 0.5, against="tally-naive", setting=FOLLOWING, who="tally-weighted")],
)
QUESTIONS = [TEXT, PAIRS, PREDICT]
