# SPDX-License-Identifier: Apache-2.0
"""For contenders that are a command: its time and its memory, without those of the process that starts it."""

import os
import subprocess
import sys
import time

ABSENT = 77


def absent(what):
    print(what, file=sys.stderr)
    sys.exit(ABSENT)


def run(command, name=None, **options):
    """Runs a command and tells the runner what it took; returns what it said."""
    try:
        wall = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    except FileNotFoundError:
        absent(name or command[0])
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - wall
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        print(said[-1000:], file=sys.stderr)
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}")
    print("seconds", wall)
    print("cpu", usage.ru_utime + usage.ru_stime)
    print("peak", usage.ru_maxrss * 1024)
    return said


def wanted():
    """Where to leave the answer; "" if none is wanted in this pass."""
    return os.environ["BENCH_ANSWER"]


def write(pairs):
    """The answer as lines of a key and a number."""
    with open(wanted() + ".tsv", "w", encoding="utf-8") as file:
        for key, number in pairs:
            print(f"{key}\t{number!r}", file=file)
