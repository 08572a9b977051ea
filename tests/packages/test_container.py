# SPDX-License-Identifier: Apache-2.0
"""The Dockerfile, step by step, where there is no daemon: each stage is a bare Debian in a folder, and what RUN says is done in it.

The stage that compiles gives packages; they are taken from TALLY_DEBS, where the same command has made them of a tree that is
built already. With TALLY_CONTAINER=whole it is done too, which takes as long as compiling everything."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from machine import ROOT, Machine

MOST_BYTES = 60_000_000
# What debian:bookworm-slim leaves out of a bare Debian (but licences).
NOT_SLIM = ["usr/share/info", "usr/share/lintian", "usr/share/locale", "usr/share/man", "var/lib/apt/lists", "var/cache"]
KNOWN = {"FROM", "RUN", "COPY", "WORKDIR", "USER", "EXPOSE", "ENTRYPOINT", "CMD"}


def stages():
    """[(name, [(instruction, rest)])], as the Dockerfile has them."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    out = []
    for line in filter(None, re.sub(r"\\\n", " ", text).splitlines()):
        instruction, _, rest = line.partition(" ")
        assert instruction in KNOWN, f"{instruction} is not known to this test"
        if instruction == "FROM":
            base, *words = rest.split()
            assert base == "debian:bookworm-slim", base
            out.append((words[1] if words else "", []))
        else:
            out[-1][1].append((instruction, rest.strip()))
    return out


def make_slim(root):
    for folder in NOT_SLIM:
        for path in (root / folder).glob("*"):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    for path in (root / "usr/share/doc").rglob("*"):
        if path.is_file() and path.name != "copyright":
            path.unlink()
    (root / "etc/dpkg/dpkg.cfg.d/docker").write_text(
        "path-exclude /usr/share/doc/*\npath-include /usr/share/doc/*/copyright\npath-exclude /usr/share/man/*\npath-exclude /usr/share/locale/*\n")


def copy(rest, machine, made):
    source = re.match(r"--from=(\S+) (\S+) (\S+)$", rest)
    if source:
        stage, path, to = source.groups()
        shutil.copytree(made[stage] / path[1:], machine.root / to[1:])
        return
    assert rest == ". /src", rest
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for name in names:
        if (ROOT / name).is_file():
            (machine.root / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, machine.root / "src" / name)


def build(steps, machine, made):
    """What Docker does; what the image would say of itself."""
    told = {"USER": "root", "WORKDIR": "/"}
    for instruction, rest in steps:
        if instruction == "RUN":
            machine.run("/bin/sh", "-c", rest, user=told["USER"] + ":", folder=told["WORKDIR"])
        elif instruction == "COPY":
            copy(rest, machine, made)
        else:
            told[instruction] = rest
            if instruction == "WORKDIR":
                (machine.root / rest[1:]).mkdir(parents=True, exist_ok=True)
    return told


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The file system of the stage that compiles, or of it no more than what is taken from it."""
    (name, steps), _ = stages()
    if os.environ.get("TALLY_CONTAINER") == "whole":
        with Machine() as machine:
            build(steps, machine, {})
            yield {name: machine.root}
        return
    root = tmp_path_factory.mktemp("stage")
    (root / "packages").mkdir()
    for deb in Path(os.environ["TALLY_DEBS"]).glob("*.deb"):
        if not deb.name.startswith("python3-"):  # as --program has it
            shutil.copy(deb, root / "packages")
    yield {name: root}


def test_the_container_is_small_and_nobody_is_root_in_it(packages):
    (_, _), (_, steps) = stages()
    with Machine() as machine:
        make_slim(machine.root)
        told = build(steps, machine, packages)
        assert told["USER"] not in ("", "root", "0")
        command = json.loads(told["ENTRYPOINT"])

        def tally(*words):
            return machine.run(*command, *words, user=told["USER"] + ":", folder=told["WORKDIR"])

        assert machine.run("id", "-u", user=told["USER"] + ":").strip() != "0"
        machine.run("touch", "/usr/bin/x", user=told["USER"] + ":", fails=True)
        assert "Verbs" in tally(*json.loads(told["CMD"]))
        data = machine.root / told["WORKDIR"][1:]
        shutil.copy(ROOT / "tests/data/iris.csv", data)
        tally("fit", "iris.csv", "--target", "species", "-o", "iris.tally")
        (data / "odd.eml").write_bytes(b"Subject: \xcc\xcf\xd4 =?koi8-r?Q?=CC=CF=D4=CF?=\n\nhello\n")
        assert "hello" in tally("tokens", "mail", "odd.eml")
        here = subprocess.run([os.environ["TALLY"], "predict", data / "iris.tally", data / "iris.csv"],
                              capture_output=True, text=True, check=True).stdout
        assert tally("predict", "iris.tally", "iris.csv") == here
        for name in ("iris.csv", "iris.tally", "odd.eml"):
            (data / name).unlink()

        size = subprocess.run(f"tar -C '{machine.root}' --exclude=./proc --exclude=./dev -c . | gzip -6 | wc -c",
                              shell=True, capture_output=True, text=True, check=True)
        print(f"{int(size.stdout) / 1e6:.1f} MB compressed")
        assert int(size.stdout) < MOST_BYTES
