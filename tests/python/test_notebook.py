# SPDX-License-Identifier: Apache-2.0
"""The notebooks of examples/ run from top to bottom."""

import subprocess
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest

TOP = Path(__file__).parent.parent.parent
NOTEBOOK = TOP / "examples" / "naive_bayes.ipynb"


@pytest.mark.filterwarnings("ignore")
def test_the_notebook_runs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    run(notebook)
    printed = [
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    ]
    assert "Decision: play = no" in "".join(printed)
    assert printed[-2:] == ["(True, True)", "True"]
    bars = [output["data"].get("text/html", "") for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("background:" in bar for bar in bars)


def run(notebook):
    nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": NOTEBOOK.parent}}
    ).execute()


def printed_by(cell):
    return "".join(output.get("text", "") for output in cell.get("outputs", [])).rstrip("\n")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("course", ["course", "course.zh"])
def test_the_course_is_a_notebook(course, tmp_path):
    made = tmp_path / "course.ipynb"
    subprocess.run([sys.executable, TOP / "tools" / "course-notebook", TOP / "docs" / f"{course}.md", made], check=True)
    kept = TOP / "examples" / f"{course}.ipynb"
    assert made.read_bytes() == kept.read_bytes(), "run make docs"
    notebook = nbformat.read(kept, as_version=4)
    expected = [printed_by(cell) for cell in notebook.cells]
    run(notebook)
    assert [printed_by(cell) for cell in notebook.cells] == expected
