# SPDX-License-Identifier: Apache-2.0
"""Asks one question: interleaved passes of all contenders, whose answers must agree before a time counts."""

import os
import statistics
import sys
import time

from harness import answers
from harness.process import Absent, Broken, Fresh, Kept
from harness.question import label


class Run:
    """One setting of a question with one number of threads."""

    def __init__(self, question, here, folder, setting, settings, threads, clock):
        self.question, self.setting, self.threads = question, setting, threads
        self.folder, self.clock = folder, clock
        self.settings = {**settings, "folder": folder}
        self.program = lambda contender: os.path.join(here, question.folder, contender)
        self.rows = {}

    def row(self, step, contender, **news):
        """The line of the table; made when it is first asked for."""
        workload = label(self.question.name, step, self.setting)
        made = {"question": self.question.name, "workload": workload, "step": step, "setting": self.setting,
                "contender": contender, "threads": self.threads, "seconds": [], "first": None, "extra": None, "peak": None,
                "version": "", "note": "", "floor": contender in self.question.floors}
        row = self.rows.setdefault((step, contender), made)
        row.update(news)
        return row

    def start(self):
        kind = Kept if self.question.kept else Fresh
        running = {}
        for contender in self.question.contenders + self.question.floors:
            log = os.path.join(self.folder, f"{self.question.name}-{contender}.log")
            try:
                running[contender] = kind(self.program(contender), self.settings, self.threads, log)
            except (Absent, Broken) as error:
                self.drop(running, contender, error)
        return running

    def drop(self, running, contender, error, step=None):
        running.pop(contender, None)
        note = f"absent: {error}" if isinstance(error, Absent) else f"FAILED: {error}"
        self.row(step or self.question.steps[0], contender, note=note)

    def ask(self, running, step, contender, answer=""):
        """One step of one contender; its reply, or None if it does not know the step or is absent."""
        who = running[contender]
        if who.steps is not None and step not in who.steps:
            return None
        try:
            reply = who.run(step, answer)
        except (Absent, Broken) as error:
            self.drop(running, contender, error, step)
            return None
        row = self.row(step, contender, version=who.version)
        for memory in ("extra", "peak"):
            if memory in reply:
                row[memory] = max(row[memory] or 0, reply[memory])
        return reply

    def count(self, step, contender, reply):
        row = self.row(step, contender)
        clock = "cpu" if self.clock == "cpu" else "seconds"
        row["seconds"].append(reply[clock])
        if row["first"] is None:
            row["first"] = reply.get(f"first {clock}")

    def compare(self, step):
        """Marks the contenders whose answer is not the first one's."""
        path = lambda contender: os.path.join(self.folder, f"{self.question.name}-{step}-{contender}")
        ours = answers.load(path(self.question.contenders[0]))
        for contender in self.question.contenders[1:]:
            answered = self.rows.get((step, contender), {}).get("note") == ""
            if ours is not None and answered:
                differs = self.difference(contender, ours, answers.load(path(contender)))
                self.row(step, contender, note=f"DIFFERS: {differs}" if differs else "")
        for contender in self.question.contenders:
            for ending in (".npz", ".tsv"):
                if os.path.exists(path(contender) + ending):
                    os.remove(path(contender) + ending)

    def difference(self, contender, ours, theirs):
        if not theirs:
            return "it gave no answer"
        if contender in self.question.partial:
            ours = {key: ours[key] for key in theirs if key in ours}
        return answers.difference(ours, theirs, self.question.tolerance.get(contender, 1e-9))

    def measure(self, passes, budget):
        running = self.start()
        try:
            for step in self.question.steps:
                for contender in list(running):
                    path = os.path.join(self.folder, f"{self.question.name}-{step}-{contender}")
                    reply = self.ask(running, step, contender, path)
                    if reply:
                        self.count(step, contender, reply)
                self.compare(step)
            self.repeat(running, passes, budget)
        finally:
            for who in running.values():
                who.finish()
        for (step, contender), row in self.rows.items():
            self.summarise(step, contender, row)
        return self.sorted_rows()

    def sorted_rows(self):
        order = self.question.contenders + self.question.floors
        keys = sorted(self.rows, key=lambda key: (self.question.steps.index(key[0]), order.index(key[1])))
        return [self.rows[key] for key in keys]

    def repeat(self, running, passes, budget):
        began = time.monotonic()
        done = 1
        while done < passes and (done < self.question.fewest_passes or time.monotonic() - began < budget):
            for step in self.question.steps:
                for contender in list(running):
                    reply = self.ask(running, step, contender)
                    if reply:
                        self.count(step, contender, reply)
            done += 1

    def summarise(self, step, contender, row):
        if not row["seconds"] or "DIFFERS" in row["note"]:
            return
        own = self.rows.get((step, self.question.ours_for(contender)), {})
        ours = own.get("seconds")
        row["time"] = min(row["seconds"]) if self.question.kept else statistics.median(row["seconds"])
        if ours:
            row["ratio"] = statistics.median(theirs / own for theirs, own in zip(row["seconds"], ours))
        if row["first"] and own.get("first"):
            row["first_ratio"] = row["first"] / own["first"]


def ask(question, here, folder, size, threads, passes, budget, clock="wall"):
    """All rows of a question, those of a workload side by side."""
    rows = []
    passes = min(passes, question.most_passes or passes)
    for setting in question.settings:
        for count in [count for count in threads if count in question.threads] or question.threads[:1]:
            settings = {**question.sizes[size], **setting}
            if question.prepare:
                settings |= question.prepare(folder, settings)
            print(f"bench: {label(question.name, '', setting)}, threads: {count}", file=sys.stderr, flush=True)
            rows += Run(question, here, folder, setting, settings, count, clock).measure(passes, budget)
    workloads = list(dict.fromkeys(row["workload"] for row in rows))
    return sorted(rows, key=lambda row: (workloads.index(row["workload"]), row["threads"]))
