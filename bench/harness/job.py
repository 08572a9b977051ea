# SPDX-License-Identifier: Apache-2.0
"""For contenders that are a function of Python: its time and the memory of the process, from a file to the answer."""

import resource
import time

from harness.command import wanted, write


def run(version, job, answer_of):
    """Runs job() and tells the runner what it took; answer_of(result) are pairs of a key and a number."""
    cpu, wall = time.process_time(), time.perf_counter()
    result = job()
    print("seconds", time.perf_counter() - wall)
    print("cpu", time.process_time() - cpu)
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
    print("version", version)
    if wanted():
        write((key, float(number)) for key, number in answer_of(result))
