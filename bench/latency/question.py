# SPDX-License-Identifier: Apache-2.0
"""How long does one row take, asked by itself?"""

import os
import subprocess
import sys

from harness.question import Goal, Question

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import rows  # noqa: E402


def prepare(folder, setting):
    """Two tables, and the models of them that the C++ program asks."""
    rows.make(folder)
    tally = os.environ["BENCH_BUILD"] + "/tally"
    for name, family in (("numbers", "gaussian"), ("categories", "categorical")):
        subprocess.run([tally, "fit", f"{folder}/{name}.csv", "--target", "class", "--family", f"c*={family}",
                        "-o", f"{folder}/{name}.tally"], check=True, stderr=subprocess.DEVNULL)
    return {}


QUESTIONS = [Question(
    name="latency",
    title=__doc__,
    steps=["gaussian", "categorical", "multinomial"],
    contenders=["tally", "scikit-learn", "tally-c++"],
    sizes={"full": {"times": 2000}, "small": {"times": 1000}, "tiny": {"times": 20}},
    threads=(1,),
    prepare=prepare,
    fewest_passes=2,  # each repeats a step until it is warm
    goals=[
        Goal("gaussian", 20e-6, kind="seconds"),
        Goal("categorical", 20e-6, kind="seconds"),
        Goal("multinomial", 20e-6, kind="seconds"),
        Goal("gaussian", 1e-6, kind="seconds", who="tally-c++"),
        Goal("categorical", 1e-6, kind="seconds", who="tally-c++"),
    ],
)]
