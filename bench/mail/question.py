# SPDX-License-Identifier: Apache-2.0
"""How long does one message take, from the start of the program to its end, with a model of a million terms?"""

import os
import sys

from harness.question import Goal, Question

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
import messages  # noqa: E402


def prepare(folder, setting):
    mail = os.path.join(folder, f"mail-{setting['messages']}")
    messages.make(mail, setting["messages"], setting["vocabulary"])
    return {"mail": mail, "message": mail + "/one.eml"}


QUESTIONS = [Question(
    name="mail",
    title=__doc__,
    steps=["fit", "filter", "learn"],
    contenders=["tally", "bogofilter"],
    sizes={
        "full": {"messages": 4_000, "vocabulary": 1_200_000, "times": 51},
        "small": {"messages": 500, "vocabulary": 200_000, "times": 21},
        "tiny": {"messages": 40, "vocabulary": 5_000, "times": 3},
    },
    kept=False,
    threads=(1,),
    prepare=prepare,
    goals=[
        Goal("filter", 10e-3, 3e-3, kind="seconds"),
        Goal("filter", 1 / 1.5, 1, against="bogofilter"),
        Goal("learn", 15e-3, kind="seconds"),
    ],
)]
