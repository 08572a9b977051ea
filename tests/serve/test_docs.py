# SPDX-License-Identifier: Apache-2.0
"""What docs/serve.md tells an administrator to write is taken by nginx and by systemd."""

import re
import shutil
import subprocess

import pytest
from conftest import ROOT, TALLY

TEXT = (ROOT / "docs" / "serve.md").read_text("utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.S | re.M)


def test_units_are_understood_by_systemd(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze")
    socket, service = blocks("ini")
    program = tmp_path / "tally"
    program.symlink_to(TALLY)
    (tmp_path / "tally.socket").write_text(socket)
    (tmp_path / "tally.service").write_text(service.replace("/usr/local/bin/tally", str(program)))
    done = subprocess.run(
        [analyze, "verify", tmp_path / "tally.service", tmp_path / "tally.socket"], capture_output=True, text=True
    )
    said = [line for line in done.stderr.splitlines() if "tally" in line]
    assert not said, done.stderr


def test_options_of_the_unit_exist():
    command = re.search(r"ExecStart=\S+ (.*)", blocks("ini")[1])[1]
    help_text = subprocess.run([TALLY, "serve", "--help"], capture_output=True, text=True).stdout
    for option in re.findall(r"--[a-z-]+", command):
        assert option in help_text


def test_nginx_takes_its_part(tmp_path):
    nginx = shutil.which("nginx")
    if nginx is None:
        pytest.skip("there is no nginx")
    (tmp_path / "nginx.conf").write_text("events {}\nhttp {\n" + blocks("nginx")[0] + "}\n")
    done = subprocess.run([nginx, "-t", "-p", tmp_path, "-c", "nginx.conf"], capture_output=True, text=True)
    assert "syntax is ok" in done.stderr or "cannot load certificate" in done.stderr, done.stderr
