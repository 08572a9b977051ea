# SPDX-License-Identifier: Apache-2.0
"""What happens on clusters: a worker dies in the middle, a task fails. The bytes stay the same."""

import os
import signal
import time
from pathlib import Path

import pytest
from conftest import FAMILIES, every_family, noted, saved

import tally.spark


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    folder = tmp_path_factory.mktemp("case")
    table = every_family(41, 800)
    schema = table.schema(folder, "--target", "kind", "--family", FAMILIES)
    return table, schema, table.fitted(folder, schema)


def test_a_worker_that_dies(spark, case, tmp_path):
    table, schema, expected = case

    def executor_of(pid):
        # Of Python's workers the parent is a daemon, and its parent the executor: a process of Java's.
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])

    def die(told, folder):
        if told.partitionId() == 1 and not (folder / "died").exists():
            daemon = os.getppid()
            executor = executor_of(daemon)
            assert b"java" in Path(f"/proc/{executor}/cmdline").read_bytes()
            (folder / "died").write_text(str(executor))
            os.kill(executor, signal.SIGKILL)
            time.sleep(60)

    model = tally.spark.fit(noted(table.frame(spark, 4), tmp_path, die), schema=schema)
    assert (tmp_path / "died").exists(), "no executor was killed"
    assert not Path(f"/proc/{(tmp_path / 'died').read_text()}").exists()
    assert saved(model, tmp_path) == expected


def test_a_task_that_fails_at_first(spark, case, tmp_path):
    table, schema, expected = case

    def fail_at_first(told, folder):
        if told.attemptNumber() == 0 and told.partitionId() % 2 == 0:
            raise OSError("the disk is gone")

    model = tally.spark.fit(noted(table.frame(spark, 4), tmp_path, fail_at_first), schema=schema)
    assert saved(model, tmp_path) == expected
