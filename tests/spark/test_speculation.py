# SPDX-License-Identifier: Apache-2.0
"""A slow task is done twice (speculation), and what it counted is counted once.

Spark does a task again only on another host than the first. So the two workers are two hosts: a cluster of Spark's own
kind (standalone) at two addresses of this machine.
"""

import os
import socket
import subprocess
import time
from pathlib import Path

import pytest
from conftest import FAMILIES, cluster, every_family, noted, saved

import tally.spark

HOSTS = ("127.0.0.2", "127.0.0.3")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@pytest.fixture
def two_hosts(tmp_path):
    """The address of a cluster with a worker on each of two hosts."""
    spark_class = Path(os.environ["SPARK_HOME"]) / "bin" / "spark-class"
    deploy = "org.apache.spark.deploy"
    running = []

    def start(name, *words, host):
        log = (tmp_path / f"{host}.log").open("wb")
        address = {"SPARK_LOCAL_IP": host, "SPARK_LOCAL_HOSTNAME": host}
        command = [spark_class, f"{deploy}.{name}", "--host", host, "--webui-port", str(free_port()), *words]
        process = subprocess.Popen(command, env={**os.environ, **address}, stdout=log, stderr=log, start_new_session=True)
        running.append(process)

    port = free_port()
    address = f"spark://127.0.0.1:{port}"
    try:
        start("master.Master", "--port", str(port), host="127.0.0.1")
        for host in HOSTS:
            start("worker.Worker", "--cores", "1", "--memory", "1g", "--work-dir", str(tmp_path / host), address, host=host)
        until = time.time() + 60
        while time.time() < until and (tmp_path / "127.0.0.1.log").read_text().count("Registering worker") < 2:
            time.sleep(0.2)
        yield address
    finally:
        for process in running:
            process.terminate()
            process.wait()


@pytest.fixture
def spark(two_hosts):
    settings = {
        "spark.speculation": "true",
        "spark.speculation.interval": "50ms",
        "spark.speculation.multiplier": "1.1",
        "spark.speculation.quantile": "0.3",
        "spark.speculation.minTaskRuntime": "100ms",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "1g",
    }
    session = cluster(two_hosts, **settings)
    yield session
    session.stop()


def test_a_task_that_is_done_twice(spark, tmp_path):
    table = every_family(41, 800)
    schema = table.schema(tmp_path, "--target", "kind", "--family", FAMILIES)
    notes = tmp_path / "notes"
    notes.mkdir()

    def dawdle_at_first(told, folder):
        if told.partitionId() == 2 and told.attemptNumber() == 0:
            until = time.time() + 120  # the other attempt begins once a core is free
            while time.time() < until and not list(folder.glob(f"{told.stageId()}-2-1-*")):
                time.sleep(0.1)
            time.sleep(1)

    model = tally.spark.fit(noted(table.frame(spark, 6), notes, dawdle_at_first), schema=schema)
    attempts = {note.name.split("-")[2] for note in notes.glob("*-2-*-*")}
    assert len(attempts) >= 2, "no task was done twice"
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)
