# SPDX-License-Identifier: Apache-2.0
"""How fast are categories counted by class, and rows of them scored?"""

from harness.question import Goal, Question

QUESTIONS = [Question(
    name="categorical",
    title=__doc__,
    steps=["fit", "predict"],
    contenders=["tally", "scikit-learn"],
    floors=["read-sum"],
    sizes={
        "full": {"rows": 1_000_000, "columns": 20},
        "small": {"rows": 125_000, "columns": 20},
        "tiny": {"rows": 3_000, "columns": 5},
    },
    settings=[{"classes": 2}, {"classes": 10}],
    fewest_passes=2,  # each repeats a step until it is warm
    goals=[
        Goal("fit", 25, setting={"classes": 2}),
        Goal("fit", 55, setting={"classes": 10}),
        Goal("predict", 20, setting={"classes": 2}),
        Goal("predict", 20, setting={"classes": 10}),
        Goal("fit", 1.6, 1.8, kind="threads", setting={"classes": 10}),
        Goal("predict", 1.6, 1.8, kind="threads", setting={"classes": 10}),
    ],
)]
