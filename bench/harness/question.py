# SPDX-License-Identifier: Apache-2.0
"""What a folder of the benchmark asks: its workloads, who answers, what must be reached."""

import importlib.util
import os
from dataclasses import dataclass, field
from typing import Callable

BENCH = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


@dataclass
class Goal:
    """`least` must be reached and `aim` is wanted.

    kind "ratio": `against`'s time over ours; "seconds", "bytes": ours, at most; "threads": what two threads do in
    the time of one.
    """

    step: str
    least: float
    aim: float | None = None
    kind: str = "ratio"
    against: str = "scikit-learn"
    setting: dict = field(default_factory=dict)
    who: str = "tally"


@dataclass
class Question:
    """A question of a folder, which has the question's name if `folder` is not said.

    A contender is a program in the folder. It is told what to do by BENCH_* variables (README.md), runs in a process
    of its own, and stays alive between the passes if `kept`. `sizes` are settings by name of size; `settings` are the
    variants asked at every size. `prepare(folder, setting)` makes the files that contenders read, and returns their names
    as further settings.
    """

    name: str
    title: str
    steps: list[str]
    contenders: list[str]
    sizes: dict[str, dict]
    settings: list[dict] = field(default_factory=lambda: [{}])
    floors: list[str] = field(default_factory=list)
    kept: bool = True
    threads: tuple[int, ...] = (1, 2)
    prepare: Callable | None = None
    goals: list[Goal] = field(default_factory=list)
    ours: dict[str, str] = field(default_factory=dict)  # whom a contender is compared with, if not `tally`
    tolerance: dict[str, float] = field(default_factory=dict)  # of a contender's answers, if not 1e-9
    folder: str = ""
    partial: tuple[str, ...] = ()  # who gives only some of the answers
    fewest_passes: int = 3  # that are done whatever they take
    most_passes: int | None = None  # where a contender takes minutes

    def __post_init__(self):
        self.folder = self.folder or self.name

    def ours_for(self, contender):
        return self.ours.get(contender, contender if contender.startswith("tally") else "tally")


def label(question, step, setting):
    """The workload as the table names it: "gaussian fit K=2"."""
    about = " ".join(f"{'K' if key == 'classes' else key}={value}" for key, value in setting.items())
    return " ".join(part for part in (question, step.replace("_", " "), about) if part)


def load(folder):
    """The questions of a folder of the benchmark."""
    spec = importlib.util.spec_from_file_location(f"question_{folder}", os.path.join(BENCH, folder, "question.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.QUESTIONS
