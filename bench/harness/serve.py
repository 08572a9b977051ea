# SPDX-License-Identifier: Apache-2.0
"""The contender's side of a kept process: imported by the contenders that are written in Python."""

import json
import os
import resource
import sys
import time

import numpy

SHORT = 0.5  # seconds: what takes less is done again until so much is over, since others have had caches and CPUs
PATIENCE = 2  # turns in a row without a better time: it has stopped falling
BETTER = 0.98  # of the best time so far
LONGEST = 10  # seconds for the turns of a step


def setting(name, kind=int):
    """What BENCH_NAME says."""
    return kind(os.environ[f"BENCH_{name.upper()}"])


def memory_now(field):
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith(field))


def forget_peak():
    """Lets VmHWM begin anew; without the right to do so it stays the peak of the whole process."""
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as refs:
            refs.write("5")
    except OSError:
        pass
    return memory_now("VmRSS:")


def timed(step):
    before = forget_peak()
    cpu, wall = time.process_time(), time.perf_counter()
    answer = step()
    return answer, time.perf_counter() - wall, time.process_time() - cpu, max(0, memory_now("VmHWM:") - before)


def until_warm(step):
    """The answer, the turn before all others, and the best of the turns until the time stops falling, each a triple of
    wall time, CPU time and memory.

    The pages that a process gives back come back cold from the machine below, so that the first calls pay for memory
    and later ones do not: what uses much of it would look worse than it is.
    """
    answer, *first = timed(step)
    best, spent, waited = first, first[0], 0
    while spent < LONGEST and (spent < SHORT or waited < PATIENCE):
        answer = None  # its memory is free for the next
        answer, *turn = timed(step)
        spent += turn[0]
        waited = 0 if turn[0] < BETTER * best[0] else waited + 1
        best = [*min(best[:2], turn[:2]), max(best[2], turn[2])]
    return answer, first, best


def serve(version, steps):
    """Answers the runner's lines until there are none: a step's name, and where to leave its answer.

    `steps` are functions that return a dict of arrays, the answer, or a function that works it out when the clock has
    stopped. One named "_seconds" is the time, if the function measures it itself.
    """
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what libraries print is no reply
    print(json.dumps({"version": version, "steps": list(steps)}), file=replies, flush=True)
    for line in sys.stdin:
        step, _, path = line.strip().partition(" ")
        answer, first, (wall, cpu, extra) = until_warm(steps[step])
        if callable(answer):
            answer = answer()
        if "_seconds" in answer:
            wall = cpu = answer.pop("_seconds")
            first = None
        if path and answer:
            numpy.savez(path, **answer)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        reply = {"seconds": wall, "cpu": cpu, "extra": extra, "peak": peak}
        if first:
            reply |= {"first seconds": first[0], "first cpu": first[1]}
        print(json.dumps(reply), file=replies, flush=True)


def serve_classifier(version, model, X, y, fitted):
    """Serves a classifier with scikit-learn's methods; fitted(model) is the answer of `fit`."""

    def fit():
        model.fit(X, y)
        return lambda: fitted(model)

    def predict():
        return {"class": model.predict(X)}

    def predict_proba():
        posterior = model.predict_proba(X)
        return lambda: {"posterior": posterior[::101], "sum": posterior.sum(axis=0, dtype=float) / len(posterior)}

    serve(version, {"fit": fit, "predict": predict, "predict_proba": predict_proba})
