# SPDX-License-Identifier: Apache-2.0
"""What the tests on Spark share: a cluster of two worker processes, random tables, and the program to compare with."""

from __future__ import annotations

import csv
import math
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, os.path.dirname(__file__))

PROGRAM = os.environ.get("TALLY", str(Path(__file__).parent.parent.parent / "build" / "tally"))


def cluster(master: str = "local-cluster[2,1,1024]", **settings: str) -> Any:
    """A session on two workers of a core each, which are processes of their own."""
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("tally")
    usual = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": "1g",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.session.timeZone": "UTC",
        "spark.log.level": "ERROR",
        # So that rows do travel: with one task, no law would be at stake.
        "spark.sql.adaptive.coalescePartitions.enabled": "false",
    }
    for name, value in {**usual, **settings}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


@pytest.fixture(scope="session")
def spark():
    session = cluster()
    yield session
    session.stop()


def tally(*words: Any, **options: Any) -> str:
    """What the program says. What it complains about is shown if it fails."""
    ran = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, check=False, **options)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def noted(df: Any, folder: Path, act: Callable[[Any, Path], None]) -> Any:
    """The DataFrame, of which every task leaves a note when it begins, and then does something."""

    def pass_on(batches):
        from pyspark import TaskContext

        told = TaskContext.get()
        note = Path(folder) / f"{told.stageId()}-{told.partitionId()}-{told.attemptNumber()}-{os.getpid()}"
        note.write_text("began")
        act(told, Path(folder))
        yield from batches

    return df.mapInArrow(pass_on, df.schema)


@dataclass
class Table:
    """Rows as Python has them, with the types that Spark gives their columns."""

    types: dict[str, str]
    rows: list[tuple[Any, ...]]

    def frame(self, spark: Any, partitions: int | None = None) -> Any:
        ddl = ", ".join(f"`{name}` {kind}" for name, kind in self.types.items())
        df = spark.createDataFrame(self.rows, ddl)
        return df if partitions is None else df.repartition(partitions)

    def csv(self, path: Path) -> Path:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(self.types)
            writer.writerows([_cell(value) for value in row] for row in self.rows)
        return path

    def schema(self, folder: Path, *options: str) -> Path:
        """What the program drafts of all rows."""
        out = folder / "schema.json"
        tally("schema", self.csv(folder / "rows.csv"), *options, "-o", out)
        return out

    def fitted(self, folder: Path, schema: Path) -> bytes:
        """The bytes of the model that the program makes of these rows on one machine."""
        model = folder / "one_machine.tally"
        model.unlink(missing_ok=True)
        tally("fit", self.csv(folder / "rows.csv"), "--schema", schema, "-o", model)
        return model.read_bytes()


def _cell(value: Any) -> str:
    if value is None or isinstance(value, float) and math.isnan(value):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, float) else str(value)


def saved(model: Any, folder: Path) -> bytes:
    """The bytes of an estimator's file."""
    path = folder / "saved.tally"
    path.unlink(missing_ok=True)
    model.save(path)
    return path.read_bytes()


WORDS = "free money now meeting minutes agenda winner prize report budget 会议 记录 天气 ünïcode the a of".split()

# Every family, as the program is told of it.
FAMILIES = (
    "colour=categorical,code=categorical,odd=bernoulli,size=gaussian,tail=gaussian,hits=poisson,seen=poisson:hours,"
    "falls=negative-binomial,age=binned:18,30,65,c1=multinomial:c,c2=multinomial:c,c3=multinomial:c,grade=bernoulli"
)


def every_family(seed: int, rows: int, *, weight: bool = False, text: bool = False) -> Table:
    """Ugly on purpose: cells that are missing, heavy tails, 10^±300, classes of unequal size, values seen once."""
    rng = random.Random(seed)
    types = {
        "colour": "string", "code": "bigint", "odd": "boolean", "size": "double", "tail": "double", "hits": "int",
        "seen": "bigint", "hours": "double", "falls": "int", "age": "double", "c1": "int", "c2": "int", "c3": "int",
        "grade": "double",
    }  # fmt: skip
    if text:
        types["words"] = "string"
    if weight:
        types["times"] = "double"
    types["kind"] = "string"

    def row(_: int) -> tuple[Any, ...]:
        kind = rng.choice("aaab") if rng.random() < 0.97 else rng.choice(["c", "späte", None])
        shift = {"a": 0, "b": 1}.get(kind or "", 2)
        cells = {
            "colour": rng.choice(["red", "blue", "gré€n", "with, comma", 'quo"te', f"once {rng.random():.4f}"][: 5 + (rng.random() < 0.05)]),
            "code": rng.choice([1, 2, 3, 9007199254740993, -5]),
            "odd": rng.random() < 0.3 + 0.2 * shift,
            "size": rng.gauss(shift, 1),
            "tail": rng.choice([math.tan(math.pi * (rng.random() - 0.5)), 1e300 * rng.random(), -1e-300 * rng.random(), 0.0, -0.0, math.nan]),
            "hits": rng.randrange(0, 4 + 3 * shift),
            "seen": rng.randrange(0, 10**rng.randrange(0, 12)),
            "hours": rng.choice([0.5, 1.0, 2.25]),
            "falls": rng.randrange(0, 3) ** 3,
            "age": rng.choice([18.0, 30.0, 65.0, rng.random() * 90]),
            "c1": rng.randrange(0, 5), "c2": rng.randrange(0, 3), "c3": rng.randrange(0, 2 + shift),
            "grade": rng.choice([-1.0, 0.0, 0.5, 3.0]),
            "words": " ".join(rng.choices(WORDS[5 * shift :], k=rng.randrange(0, 12))),
            "times": rng.choice([1.0, 2.0, 0.5, 0.0, 1e-200, 3e8]),
            "kind": kind,
        }  # fmt: skip
        for name in types:
            always = name in ("times", "kind", "hours", "c1", "c2", "c3")
            if not always and rng.random() < 0.07:
                cells[name] = None
        return tuple(cells[name] for name in types)

    return Table(types, [row(i) for i in range(rows)])
