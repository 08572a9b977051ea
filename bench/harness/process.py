# SPDX-License-Identifier: Apache-2.0
"""The runner's side: contenders as processes, with their time and memory."""

import json
import os
import subprocess
import time

ABSENT = (77, 127)  # it says what is missing; `env` does, of an interpreter
REST = 0.05  # seconds between contenders: threads of the one before (those of BLAS) look for work busily for half of that


class Absent(Exception):
    """The contender cannot be had; the text says what is missing."""


class Broken(Exception):
    """The contender failed; the text is the end of what it said."""


def start(program, settings, threads, **pipes):
    """Starts a contender on as many CPUs as it may have threads."""
    cpus = sorted(os.sched_getaffinity(0))[:threads]
    several = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS", "R_DATATABLE_NUM_THREADS")
    told = {f"BENCH_{key.upper()}": str(value) for key, value in settings.items()}
    environment = {**os.environ, **told, "BENCH_THREADS": str(threads), **dict.fromkeys(several, str(threads))}
    return subprocess.Popen([program], env=environment, text=True, stdout=subprocess.PIPE,
                            preexec_fn=lambda: os.sched_setaffinity(0, cpus), **pipes)


def last_words(said):
    lines = [line for line in said.strip().splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"


class Kept:
    """A contender that loads its data once and answers one step at a time (harness/serve.py is its other end)."""

    def __init__(self, program, settings, threads, log):
        self.log = log
        with open(log, "w", encoding="utf-8") as errors:
            self.process = start(program, settings, threads, stdin=subprocess.PIPE, stderr=errors)
        about = self._reply()
        self.version, self.steps = about["version"], about["steps"]

    def _reply(self):
        line = self.process.stdout.readline()
        if line:
            return json.loads(line)
        code = self.process.wait()
        with open(self.log, encoding="utf-8") as said:
            raise (Absent if code in ABSENT else Broken)(last_words(said.read()))

    def run(self, step, answer):
        time.sleep(REST)
        self.process.stdin.write(f"{step} {answer}\n")
        self.process.stdin.flush()
        return self._reply()

    def finish(self):
        self.process.stdin.close()
        self.process.wait()


class Fresh:
    """A contender that is started anew for every step and pass: from a file to the answer.

    Its time is that of the whole process unless it prints a line "seconds S": then the start of its language is left out.
    So with "cpu S" and "peak BYTES"; a line "version V" names it.
    """

    def __init__(self, program, settings, threads, log):
        self.program, self.settings, self.threads, self.log = program, settings, threads, log
        self.version, self.steps = "", None

    def run(self, step, answer):
        settings = {**self.settings, "step": step, "answer": answer}
        wall = time.perf_counter()
        with open(self.log, "w", encoding="utf-8") as errors:
            process = start(self.program, settings, self.threads, stderr=errors, start_new_session=True)
        said = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - wall
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            with open(self.log, encoding="utf-8") as errors:
                raise (Absent if process.returncode in ABSENT else Broken)(last_words(said + errors.read()))
        reply = {"seconds": wall, "cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss * 1024}
        for line in said.splitlines():
            key, _, value = line.partition(" ")
            if key == "version":
                self.version = value
            elif key in ("seconds", "cpu", "peak", "extra"):
                reply[key] = float(value)
        return reply

    def finish(self):
        pass


def machine():
    """The machine in a line or two, for the record."""
    with open("/proc/cpuinfo", encoding="ascii") as info:
        model = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown")
    pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return {"cpu": model, "cpus": len(os.sched_getaffinity(0)), "memory_gb": round(pages / 1e9, 1),
            "kernel": os.uname().release}
