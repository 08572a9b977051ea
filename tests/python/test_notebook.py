# SPDX-License-Identifier: Apache-2.0
"""The notebook of examples/ runs from top to bottom."""

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOK = Path(__file__).parent.parent.parent / "examples" / "naive_bayes.ipynb"


@pytest.mark.filterwarnings("ignore")
def test_the_notebook_runs():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": NOTEBOOK.parent}}
    ).execute()
    printed = [
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for cell in notebook.cells
        for output in cell.get("outputs", [])
    ]
    assert "Decision: play = no" in "".join(printed)
    assert printed[-2:] == ["(True, True)", "True"]
    bars = [output["data"].get("text/html", "") for cell in notebook.cells for output in cell.get("outputs", []) if "data" in output]
    assert any("background:" in bar for bar in bars)
