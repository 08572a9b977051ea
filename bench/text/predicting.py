# SPDX-License-Identifier: Apache-2.0
"""The program answers all texts: from its start to its end, with reading the model, which is made before the clock starts."""
import os
import subprocess

import documents
from harness import command

TALLY = os.environ["BENCH_BUILD"] + "/tally"


def run(name, how):
    """With a model that `fit` makes with these options."""
    model = os.path.join(os.environ["BENCH_FOLDER"], f"predict-{name}.tally")
    if command.wanted():  # the first pass
        fit = [TALLY, "fit", documents.PATH, "--target", "class", "--family", "text=text", *how, "-o", model]
        subprocess.run(fit, check=True, stderr=subprocess.DEVNULL)
    said = command.run([TALLY, "predict", model, documents.PATH, "--threads", os.environ["BENCH_THREADS"]])
    if command.wanted():
        command.write([("texts", said.count("\n") - 1)])
