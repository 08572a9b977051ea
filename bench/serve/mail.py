# SPDX-License-Identifier: Apache-2.0
"""Messages judged in a second by who has one CPU: `POST …/filter`, bogofilter as a process for each, spamd.

Model and word list are of one half of the corpus, the messages of the other; every pass has messages that none before it had,
so that nobody has seen them before. bogofilter has the CPU of who starts it and waits for it. spamd has its own rules alone: no network, and no
Bayes, which would only take more of its time.
"""

import os
import pathlib
import resource
import socket
import subprocess
import time

import servers

SPAM = pathlib.Path(__file__).resolve().parent.parent / "spam"
MESSAGES = 300  # a pass
GOAL = 5  # times as many as bogofilter


def timed(ask, messages, most, cpu):
    """Messages in a second, and in a second of CPU, by as many of them as there is time for."""
    begin, before = time.perf_counter(), cpu()
    for done, message in enumerate(messages, 1):
        ask(message)
        if time.perf_counter() - begin > most:
            break
    return done / (time.perf_counter() - begin), done / (cpu() - before)


def cpu_of_children():
    """Of those that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tally_asker(port):
    """Over a kept connection, as a mail system would hold one."""
    from http.client import HTTPConnection

    connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def ask(message):
        connection.request("POST", "/v1/models/mail/filter", message, {"Content-Type": "message/rfc822"})
        answer = connection.getresponse()
        said = answer.read()
        assert answer.status == 200, said

    return ask


def spamd_asker(port):
    """What `spamc -c` sends, without a process for it."""

    def ask(message):
        with socket.create_connection(("127.0.0.1", port), 60) as one:
            one.sendall(b"CHECK SPAMC/1.5\r\nContent-length: %d\r\n\r\n" % len(message) + message)
            one.shutdown(socket.SHUT_WR)
            said = b""
            while piece := one.recv(65536):
                said += piece
        assert said.startswith(b"SPAMD/1.1 0 EX_OK"), said

    return ask


def bogofilter_asker(folder):
    words = [servers.need("bogofilter-bdb"), "-C", "-d", str(folder / "bogofilter"), "-v"]

    def ask(message):
        done = subprocess.run(words, input=message, capture_output=True)
        assert done.returncode < 3, done.stderr

    return ask


def bare_asker():
    """A process that does nothing, to know what a process costs here."""
    words = [servers.need("true")]
    return lambda message: subprocess.run(words, input=message, capture_output=True, check=True)


def spamd(folder, port):
    place = folder / "spamd"
    place.mkdir(exist_ok=True)
    words = [servers.need("spamd", "/usr/sbin/spamd"), "--local", "--nouser-config", "--cf", "use_bayes 0", "--max-children", "1",
             "--listen", f"127.0.0.1:{port}", "--pidfile", place / "pid", "--syslog", place / "log"]
    return servers.server(words, folder / "spamd.log", lambda: socket.create_connection(("127.0.0.1", port), 1).close())


def main():
    tally, folder, seconds, passes, corpus = servers.arguments()
    os.sched_setaffinity(0, {int(servers.CLIENT_CPU)})
    place = folder / "mail"
    subprocess.run([SPAM / "split", corpus, place], check=True)
    environment = {**os.environ, "TALLY": str(tally)}
    if not (place / "mail.tally").exists():
        for contender in ("tally", "bogofilter"):
            subprocess.run([SPAM / contender, "train", place], check=True, env=environment)
    names = sum(((place / f"test.{klass}").read_text().split() for klass in ("ham", "spam")), [])
    passes = min(passes, len(names) // MESSAGES - 1)
    # Every pass has the same share of ham and spam: every so many names, from another one on.
    step = len(names) // MESSAGES
    parts = [[(place / "mail" / name).read_bytes() for name in names[start::step]] for start in range(passes + 1)]
    all_of_them = sum(parts[1:], [])
    print(f"mail: {len(all_of_them)} messages of {sum(map(len, all_of_them)) / len(all_of_them) / 1000:.1f} kB in {passes} passes", flush=True)
    with servers.serve_tally(tally, folder, place / "mail.tally", 18080) as ours, spamd(folder, 18085) as theirs:
        askers = {
            "tally": (tally_asker(18080), lambda: servers.cpu_seconds(ours)),
            "bogofilter": (bogofilter_asker(place), cpu_of_children),
            "spamd": (spamd_asker(18085), lambda: servers.cpu_seconds(theirs)),
            "a bare process": (bare_asker(), cpu_of_children),
        }
        # A filter has been running for a while, and has judged other messages.
        for message in parts[0]:
            askers["tally"][0](message)
        rates = {name: [] for name in askers}
        for messages in parts[1:]:
            for name, (ask, cpu) in askers.items():
                rates[name].append(timed(ask, messages, seconds * 2, cpu))
    for name, of in rates.items():
        rate, per_cpu = servers.medians(of)
        by_clock, by_cpu = servers.medians([(a[0] / b[0], a[1] / b[1]) for a, b in zip(rates["tally"], of)])
        print(f"mail: {name:14} {rate:8.1f} messages/s, {per_cpu:8.1f} in a second of its CPU; tally has {by_clock:.1f} × as many, by CPU {by_cpu:.1f} ×"
              + (servers.goal(f"at least {GOAL} ×", by_clock >= GOAL) if name == "bogofilter" else ""))


main()
