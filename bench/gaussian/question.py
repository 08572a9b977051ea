# SPDX-License-Identifier: Apache-2.0
"""How fast are exact sums of an array of measurements, and scores from them?"""

from harness.question import Goal, Question

QUESTIONS = [Question(
    name="gaussian",
    title=__doc__,
    steps=["fit", "predict", "predict_proba"],
    contenders=["tally", "scikit-learn", "tally-float32", "scikit-learn-float32"],
    floors=["read-sum"],
    sizes={
        "full": {"rows": 2_000_000, "columns": 20},
        "small": {"rows": 250_000, "columns": 20},
        "tiny": {"rows": 3_000, "columns": 5},
    },
    settings=[{"classes": 2}, {"classes": 10}],
    ours={"scikit-learn-float32": "tally-float32"},
    # scikit-learn adds up float32 in float32; ours does not.
    tolerance={"scikit-learn-float32": 1e-2, "tally-float32": 1e-2},
    fewest_passes=2,  # each repeats a step until it is warm
    goals=[
        Goal("fit", 15, setting={"classes": 2}),
        Goal("fit", 12, setting={"classes": 10}),
        Goal("predict", 15, setting={"classes": 2}),
        Goal("predict", 50, setting={"classes": 10}),
        Goal("predict_proba", 12, setting={"classes": 2}),
        Goal("predict_proba", 30, setting={"classes": 10}),
        Goal("fit", 1.6, 1.8, kind="threads", setting={"classes": 2}),
        Goal("predict", 1.6, 1.8, kind="threads", setting={"classes": 10}),
    ],
)]
