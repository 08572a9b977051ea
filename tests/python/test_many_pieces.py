# SPDX-License-Identifier: Apache-2.0
"""Ten thousand pieces are merged one after the other: in the memory of one, to the bytes of one fit."""

import os
import random
import subprocess
from pathlib import Path

PIECES, REPEATS, ROWS = 100, 100, 30


def run(*words: object) -> None:
    ran = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def peak(*words: object) -> int:
    """The most memory that a command has had, in bytes."""
    told = list(map(str, words))
    nothing = os.open(os.devnull, os.O_WRONLY)
    actions = [(os.POSIX_SPAWN_DUP2, nothing, 1), (os.POSIX_SPAWN_DUP2, nothing, 2)]
    pid = os.posix_spawn(told[0], told, os.environ, file_actions=actions)
    os.close(nothing)
    _, status, used = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return used.ru_maxrss * 1024


def written(path: Path, rows: list[tuple[object, ...]]) -> Path:
    path.write_text("x,colour,kind\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    return path


def test_memory_and_bytes(program, tmp_path):
    rng = random.Random(1)
    rows = [(rng.gauss(i % 2, 1), rng.choice("rgb"), "ab"[i % 2]) for i in range(PIECES * ROWS)]
    schema = tmp_path / "s.json"
    run(program, "schema", written(tmp_path / "all.csv", rows), "--target", "kind", "--count", "naive", "-o", schema)
    pieces = []
    for i in range(PIECES):
        part = written(tmp_path / "part.csv", rows[i * ROWS : (i + 1) * ROWS])
        pieces.append(tmp_path / f"{i}.tally")
        run(program, "fit", part, "--schema", schema, "-o", pieces[-1])
    few = peak(program, "merge", *pieces[:2], "-o", tmp_path / "few.tally")
    many = peak(program, "merge", *(pieces * REPEATS), "-o", tmp_path / "many.tally")
    # Names of ten thousand files are a megabyte or two.
    assert many < few + (8 << 20), f"{few:,} bytes for two pieces, {many:,} for {PIECES * REPEATS:,}"
    run(program, "fit", written(tmp_path / "all.csv", rows * REPEATS), "--schema", schema, "-o", tmp_path / "one.tally")
    assert (tmp_path / "many.tally").read_bytes() == (tmp_path / "one.tally").read_bytes()
