# SPDX-License-Identifier: Apache-2.0
"""Servers on one CPU, and wrk on another."""

import contextlib
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
IRIS = ROOT / "tests" / "data" / "iris.csv"
# What both sides are asked: naive Bayes as scikit-learn's GaussianNB has it.
QUESTION = "rule=naive&lambda=0&prior=empirical&var-smoothing=1e-9"
SERVER_CPU, CLIENT_CPU = "0", "1" if (os.cpu_count() or 1) > 1 else "0"


def arguments():
    """tally, folder, seconds, passes, and what else there is."""
    tally, folder, seconds, passes, *rest = sys.argv[1:]
    for_connections()
    return pathlib.Path(tally), pathlib.Path(folder), int(seconds), int(passes), *map(pathlib.Path, rest)


def for_connections():
    """As many open files as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def need(program, *besides):
    found = shutil.which(program) or next((place for place in besides if os.access(place, os.X_OK)), None)
    if found is None:
        sys.exit(f"serve: there is no {program}: tools/setup bench installs it")
    return found


@contextlib.contextmanager
def server(words, log, ready, **environment):
    """A server on its CPU, until the block ends; `ready` is an address that answers when it is."""
    with open(log, "wb") as told:
        process = subprocess.Popen(
            ["taskset", "-c", SERVER_CPU, *map(str, words)], stdout=told, stderr=told, env={**os.environ, **environment}
        )
        try:
            for _ in range(300):
                if process.poll() is not None:
                    sys.exit(f"serve: {words[0]} has ended: see {log}")
                try:
                    ready()
                    break
                except OSError:
                    time.sleep(0.1)
            else:
                sys.exit(f"serve: {words[0]} does not answer: see {log}")
            yield process
        finally:
            process.terminate()
            process.wait(30)


def answers(url):
    return lambda: urllib.request.urlopen(url, timeout=5).read()


def serve_tally(tally, folder, model, port, *more):
    words = [tally, "serve", model, "--port", port, "--threads", 1, *more]
    return server(words, folder / "tally.log", answers(f"http://127.0.0.1:{port}/ready"))


def post(url, body, kind="application/json"):
    with urllib.request.urlopen(urllib.request.Request(url, body, {"Content-Type": kind}), timeout=30) as answer:
        return answer.read()


def cpu_seconds(process):
    """Of a process that runs, and of those that it has started."""
    pids, ticks = [process.pid], 0
    for pid in pids:
        place = pathlib.Path(f"/proc/{pid}")
        pids += map(int, (place / "task" / str(pid) / "children").read_text().split())
        fields = (place / "stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def seconds_of(text):
    number, unit = re.match(r"([0-9.]+)(us|ms|s|m)$", text).groups()
    return float(number) * {"us": 1e-6, "ms": 1e-3, "s": 1, "m": 60}[unit]


def wrk(process, url, script, connections, seconds):
    """Requests in a second, p50 and p99 in seconds, and requests in a second of the server's own time, which does not depend on
    what else the machine does; whatever is no answer of 200 ends the benchmark."""
    before = cpu_seconds(process)
    done = subprocess.run(
        ["taskset", "-c", CLIENT_CPU, need("wrk"), "-t", "1", "-c", str(connections), "-d", str(seconds), "--latency", "--timeout", "30s", "-s", script, url],
        capture_output=True, text=True, check=True,
    )
    said = done.stdout
    if re.search("Non-2xx|Socket errors", said):
        sys.exit(said)
    p50, p99 = (seconds_of(re.search(rf"^ +{n}% +(\S+)", said, re.M)[1]) for n in (50, 99))
    requests = int(re.search(r"(\d+) requests in", said)[1])
    return float(re.search(r"Requests/sec: +([0-9.]+)", said)[1]), p50, p99, requests / (cpu_seconds(process) - before)


def script_for(path, body, pause=None):
    """What wrk sends; with a pause, this many milliseconds on average before each request, more or less by chance."""
    lines = ['wrk.method = "POST"', 'wrk.headers["Content-Type"] = "application/json"', f"wrk.body = [[{body}]]"]
    if pause is not None:
        lines.append(f"function delay() return math.random(0, {2 * pause}) end")
    path.write_text("\n".join(lines) + "\n")
    return path


def goal(text, is_met):
    """What stands beside a figure."""
    return f"; goal {text}: {'met' if is_met else 'MISSED'}"


def medians(passes):
    """Of each figure by itself."""
    return [statistics.median(one) for one in zip(*passes)]
