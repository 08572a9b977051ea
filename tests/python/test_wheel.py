# SPDX-License-Identifier: Apache-2.0
"""Wheels: one of a release, and one from the sdist. They carry their libraries, and work where nothing but numpy is."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pyarrow
import pyarrow.parquet

ROOT = Path(__file__).parent.parent.parent
MOST_BYTES = 10_000_000
# What the libraries that a wheel may carry are called in THIRD-PARTY.txt.
CARRIED = {"absl": "Abseil", "fmt": "fmt", "hwy": "Highway"}


def run(*words, **options) -> str:
    """Runs a command; what it printed is shown if it fails."""
    ran = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def installed(wheel, folder) -> Path:
    """An environment with the wheel and numpy."""
    run(sys.executable, "-m", "venv", folder / "venv")
    run(folder / "venv/bin/pip", "install", "-q", "--disable-pip-version-check", wheel)
    return folder / "venv" / "bin"


def check(wheel, folder):
    names = zipfile.ZipFile(wheel).namelist()
    assert {"tally/__init__.py", "tally/_engine.pyi", "tally/py.typed", "tally/_command.py", "tally/libtally_arrow.so"} <= set(names)
    libraries = [name.rpartition("/")[2] for name in names if ".libs/lib" in name]
    assert not any(name.startswith("libicu") for name in libraries), "ICU is to be linked, with a part of its data"
    named = (ROOT / "THIRD-PARTY.txt").read_text(encoding="utf-8")
    for library in libraries:
        known = [name for part, name in CARRIED.items() if library.startswith("lib" + part)]
        assert known and f"\n{known[0]}: " in named, f"{library}: THIRD-PARTY.txt does not name it"
    assert not any("arrow.so." in name or "parquet" in name for name in libraries)
    assert re.search(r"manylinux_2_\d+_x86_64|manylinux_2_\d+_aarch64", wheel.name), wheel.name
    bin_folder = installed(wheel, folder)
    assert run(bin_folder / "python", Path(__file__).with_name("smoke.py"), folder, cwd=folder) == "works\n"
    return bin_folder


def test_the_wheel_of_a_release(tmp_path):
    run(ROOT / "tools/make-wheel", tmp_path / "dist")
    (sdist,) = (tmp_path / "dist").glob("tally_bayes-*.tar.gz")
    (wheel,) = (tmp_path / "dist").glob("tally_bayes-*.whl")
    assert wheel.stat().st_size < MOST_BYTES
    names = tarfile.open(sdist).getnames()
    assert any(name.endswith("/tally/sums/exact_sum.cc") for name in names)
    assert not any("/.venv/" in name or "/build/" in name for name in names)
    bin_folder = check(wheel, tmp_path)

    # The command reads Parquet by the Arrow of a pyarrow that is there.
    pyarrow.parquet.write_table(pyarrow.table({"x": [1.0, 2, 8, 9], "y": ["a", "a", "b", "b"]}), tmp_path / "t.parquet")
    site = Path(run(bin_folder / "python", "-c", "import sysconfig; print(sysconfig.get_paths()['platlib'])").strip())
    (site / "pyarrow").symlink_to(Path(pyarrow.__file__).parent)
    run(bin_folder / "tally", "fit", "t.parquet", "--target", "y", "-o", "p.tally", cwd=tmp_path)
    assert run(bin_folder / "tally", "predict", "p.tally", "t.parquet", cwd=tmp_path).splitlines()[1].startswith("a,")


def test_a_wheel_from_the_sdist(tmp_path):
    path = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    # Not optimised, which takes longer than all the rest: what is looked at here is what is within.
    words = ["--no-isolation", "-Ccmake.build-type=None", "--outdir", tmp_path, ROOT]
    run(sys.executable, "-m", "build", *words, env=path)
    (wheel,) = tmp_path.glob("tally_bayes-*.whl")
    run(ROOT / "tools/repair-wheel", wheel, tmp_path / "repaired")
    (carried,) = (tmp_path / "repaired").glob("tally_bayes-*.whl")
    check(carried, tmp_path)


def test_the_extra_asks_for_the_arrow_that_the_plug_in_was_built_with():
    major = pyarrow.__version__.partition(".")[0]
    assert f'arrow = ["pyarrow>={major},<{int(major) + 1}"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
