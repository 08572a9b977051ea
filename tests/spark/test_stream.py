# SPDX-License-Identifier: Apache-2.0
"""A stream that is killed and resumed has taught the model each row once."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Table, every_family, saved
from conftest import tally as program

import tally as package
import tally.spark

# The stream as a program of its own, so that it can be killed. It dies by itself once, after the model has learned a
# batch and before Spark has noted that: the moment in which a batch comes twice.
STREAM = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from conftest import cluster
import tally.spark
folder, ddl, dies_after = Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
spark = cluster()
rows = spark.readStream.schema(ddl).option("maxFilesPerTrigger", 1).json(str(folder / "rows"))
learn = tally.spark.learn_batches(folder / "m.tally", schema=folder / "schema.json")
def each(df, batch):
    learn(df, batch)
    with (folder / "batches").open("a") as log:
        log.write(f"{batch}\\n")
    if batch == dies_after:
        os.killpg(os.getpgrp(), signal.SIGKILL)  # with the Java that it has started
query = rows.writeStream.foreachBatch(each).option("checkpointLocation", str(folder / "checkpoint")).trigger(availableNow=True).start()
query.awaitTermination()
spark.stop()
"""


def run_stream(folder: Path, ddl: str, dies_after: int) -> int:
    words = [sys.executable, "-c", STREAM, str(Path(__file__).parent), str(folder), ddl, str(dies_after)]
    ran = subprocess.run(words, capture_output=True, text=True, check=False, start_new_session=True)
    if ran.returncode not in (0, -signal.SIGKILL):
        raise AssertionError(ran.stdout + ran.stderr)
    return ran.returncode


def without_stream(model: Path, folder: Path) -> bytes:
    """The model without the note of what it has learned of which stream."""
    program("compact", model)
    return saved(package.NaiveBayes.load(model), folder)


def test_killed_and_resumed(tmp_path):
    table = every_family(51, 360)
    names = ["colour", "odd", "size", "hits", "kind"]
    places = [list(table.types).index(name) for name in names]
    table = Table({n: table.types[n] for n in names}, [tuple(row[i] for i in places) for row in table.rows])
    table.schema(tmp_path, "--target", "kind")
    (tmp_path / "rows").mkdir()
    for i in range(4):
        rows = [dict(zip(names, row)) for row in table.rows[i::4]]
        (tmp_path / "rows" / f"{i}.json").write_text("".join(json.dumps(row) + "\n" for row in rows))
    ddl = ", ".join(f"{name} {kind}" for name, kind in table.types.items())
    assert run_stream(tmp_path, ddl, dies_after=1) == -signal.SIGKILL
    assert run_stream(tmp_path, ddl, dies_after=2) == -signal.SIGKILL
    assert run_stream(tmp_path, ddl, dies_after=-1) == 0
    batches = (tmp_path / "batches").read_text().split()
    assert batches.count("1") == 2 and batches.count("2") == 2, f"no batch came twice: {batches}"
    assert sorted(set(batches)) == ["0", "1", "2", "3"]
    assert without_stream(tmp_path / "m.tally", tmp_path) == table.fitted(tmp_path, tmp_path / "schema.json")


def test_a_batch_is_learned_once(spark, tmp_path):
    table = Table({"x": "double", "kind": "string"}, [(i % 17 + 0.5, "ab"[i % 2]) for i in range(60)])
    schema = table.schema(tmp_path, "--target", "kind")
    first, rest = Table(table.types, table.rows[:20]), Table(table.types, table.rows[20:])
    model = tmp_path / "m.tally"
    learn = tally.spark.learn_batches(model, schema=schema, stream="shop")
    learn(Table(table.types, []).frame(spark), 0)
    assert not model.exists()  # a batch without rows makes no model
    learn(first.frame(spark, 2), 1)
    learn(first.frame(spark, 2), 1)
    learn(rest.frame(spark, 2), 2)
    learn(first.frame(spark, 2), 1)
    learn(rest.frame(spark, 2), 2)
    assert without_stream(model, tmp_path) == table.fitted(tmp_path, schema)
    # Another stream has batches of its own.
    tally.spark.learn_batches(model, stream="other")(first.frame(spark, 1), 1)
    assert package.NaiveBayes.load(model).class_count_.sum() == 80


def test_what_cannot_be_streamed(spark, tmp_path):
    table = Table({"x": "double", "kind": "string"}, [(1.0, "a")])
    with pytest.raises(package.UsageError, match="fit one first"):
        tally.spark.learn_batches(tmp_path / "m.tally")(table.frame(spark), 0)
