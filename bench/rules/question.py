# SPDX-License-Identifier: Apache-2.0
"""What do better rules cost, next to those who learn trees and weights: adult × 20, from a table in memory to a model?"""

import os
import subprocess
import sys

from harness.question import Goal, Question

HERE = os.path.dirname(os.path.realpath(__file__))
TABLES = os.environ.get("TABLES", os.path.join(HERE, "..", "..", "..", "shared", "data"))
SIZES = {"full": {"copies": 20}, "small": {"copies": 2}, "tiny": {"copies": 0}}  # of adult; none: a table of the same columns


def prepare(folder, setting):
    """The rows that are learned and predicted, and others to see that the answers are about as good."""
    found = {}
    for part in ("train", "test"):
        path = found[part] = os.path.join(folder, f"adult-{setting['copies']}-{part}.csv")
        if not os.path.exists(path):
            made = [path, os.path.join(TABLES, "adult"), part, str(setting["copies"])]
            subprocess.run([sys.executable, os.path.join(HERE, "make"), *made], check=True)
    return found


def question(name, contenders, **others):
    # How often the class is found, in rows that nobody has seen, is compared, and very loosely: they are no naive Bayes,
    # and a row that is left out of the counts leaves its copies there: most likely why rules learn too much from rows that repeat.
    loosely = dict.fromkeys(contenders, 0.08)
    return Question(name=name, folder="rules", title=__doc__, contenders=contenders, sizes=SIZES, prepare=prepare,
                    tolerance=loosely, **others)


FULL = {"count": "full"}
TABLE = question(
    "rules", ["tally", "gradient-boosting", "logistic-regression"],
    steps=["fit", "predict"],
    settings=[{"count": "weighted"}, FULL],
    threads=(1,),
    most_passes=3,
    goals=[
        Goal("fit", 30, against="gradient-boosting", setting={"count": "weighted"}),
        Goal("fit", 10, against="gradient-boosting", setting=FULL),
        Goal("predict", 1, against="gradient-boosting", setting=FULL),
    ],
)
# It takes minutes.
FOREST = question(
    "rules-forest", ["tally", "random-forest"], steps=["fit", "predict"], settings=[FULL], threads=(1,), most_passes=1,
)
# The program, which reads a file of the same rows first.
PROGRAM = question(
    "rules-csv", ["tally-program"], steps=["fit", "predict"], settings=[{"count": "weighted"}, FULL], threads=(1,), kept=False,
)
QUESTIONS = [TABLE, FOREST, PROGRAM]
