# SPDX-License-Identifier: Apache-2.0
"""Debian's packages: lintian has no error; on a bare Debian 12 they install, run, and go without a trace."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from machine import ROOT, Machine

VERSION = subprocess.run([ROOT / "tools/version"], capture_output=True, text=True, check=True).stdout.strip()
NAMES = sorted(["libtally-dev", f"libtally{VERSION.rpartition('.')[0]}", "python3-tally", "tally", "tally-milter", "tally-sqlite"])
DATA = ROOT / "tests" / "data"
PYTHON = """
import tally
table = {"x": [1.0, 2, 8, 9], "text": ["今天天气", "今天天气", "会议记录", "会议记录"], "y": ["a", "a", "b", "b"]}
model = tally.NaiveBayes(families={"text": "text"}).fit(table, "y")
model.save("/tmp/m.tally")
assert list(tally.NaiveBayes.load("/tmp/m.tally").predict(table)) == table["y"]
print(tally.__version__)
"""


@pytest.fixture(scope="module")
def debs():
    folder = Path(os.environ["TALLY_DEBS"])
    found = sorted(folder.glob("*.deb"))
    assert sorted(deb.name.partition("_")[0] for deb in found) == NAMES
    return found


def test_lintian_finds_no_error(debs):
    words = ["lintian", "--allow-root", "--fail-on", "error", "--tag-display-limit", "0", *map(str, debs)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "E: " not in done.stdout


def test_programs_are_built_with_them(debs, tmp_path):
    """By CMake and by pkg-config, from the folder that they are unpacked into."""
    for deb in debs:
        subprocess.run(["dpkg", "-x", str(deb), str(tmp_path / "root")], check=True)
    usr = tmp_path / "root" / "usr"
    multiarch = subprocess.run(["dpkg-architecture", "-qDEB_HOST_MULTIARCH"], capture_output=True, text=True, check=True).stdout.strip()
    environment = {"CXX": "g++", "CXXFLAGS": "", **os.environ, "LD_LIBRARY_PATH": str(usr / "lib" / multiarch)}
    for way in ("find_package", "pkg_config"):
        words = [ROOT / f"tests/install/build_with_{way}", usr, tmp_path / way, f"lib/{multiarch}"]
        done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_they_install_run_and_go(debs):
    with Machine() as machine:
        machine.run("apt-get", "-q", "update")
        inside = machine.root / "tmp" / "debs"
        inside.mkdir()
        for deb in debs:
            shutil.copy(deb, inside)
        # What they stand on is here before them, and stays.
        others = "apt-get -s install /tmp/debs/*.deb | sed -n 's/^Inst \\([^ ]*\\) .*/\\1/p' | grep -v tally | xargs apt-get -q -y install"
        machine.run("sh", "-c", others)
        bare = machine.files()
        machine.run("sh", "-c", "apt-get -q -y install /tmp/debs/*.deb")

        assert machine.run("tally", "--version").splitlines()[0] == f"tally {VERSION}"
        shutil.copy(DATA / "iris.csv", machine.root / "tmp")
        machine.run("tally", "fit", "iris.csv", "--target", "species", "-o", "iris.tally", folder="/tmp")
        answers = machine.run("tally", "predict", "iris.tally", "iris.csv", folder="/tmp")
        here = subprocess.run([os.environ["TALLY"], "predict", machine.root / "tmp/iris.tally", DATA / "iris.csv"],
                              capture_output=True, text=True, check=True).stdout
        assert answers == here and len(answers.splitlines()) == 151
        # The plug-ins: a message that GMime reads, and the mail server's side as far as its question for a model.
        (machine.root / "tmp/odd.eml").write_bytes(b"Subject: \xcc\xcf\xd4 =?koi8-r?Q?=CC=CF=D4=CF?=\n\nhello\n")
        assert "hello" in machine.run("tally", "tokens", "mail", "odd.eml", folder="/tmp")
        told = machine.run("tally", "--version")
        for line in ("unusual mail (GMime)        reads", "mail servers (milter)       answers"):
            assert line in told
        assert "/usr/share/man/man1/tally-fit.1.gz" in machine.run("dpkg", "-L", "tally")
        assert machine.run("python3", "-c", PYTHON).strip() == VERSION
        assert "tally" in machine.run("tally", "check", "/tmp/m.tally")
        assert (machine.root / "lib/systemd/system/tally-milter.service").exists()

        shutil.rmtree(machine.root / "tmp")
        (machine.root / "tmp").mkdir()
        machine.run("apt-get", "-q", "-y", "purge", *NAMES)
        assert machine.files() == bare
        assert "tally" not in machine.run("dpkg-query", "-W")
