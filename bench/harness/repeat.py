# SPDX-License-Identifier: Apache-2.0
"""For contenders that are one short command after the other: what one of them takes."""

import os
import statistics
import subprocess
import sys
import time

from harness.command import absent


def run(command, times, right=(0,)):
    """Runs a command so many times and tells the runner the medians of one; `right` are its good exit codes."""
    walls, cpus, peak = [], [], 0
    for _ in range(times):
        wall = time.perf_counter()
        try:
            with open(os.environ["BENCH_MESSAGE"], "rb") as message:
                process = subprocess.Popen(command, stdin=message, stdout=subprocess.DEVNULL)
        except FileNotFoundError:
            absent(command[0])
        _, status, usage = os.wait4(process.pid, 0)
        walls.append(time.perf_counter() - wall)
        cpus.append(usage.ru_utime + usage.ru_stime)
        peak = max(peak, usage.ru_maxrss * 1024)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in right:
            sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    print("seconds", statistics.median(walls))
    print("cpu", statistics.median(cpus))
    print("peak", peak)
