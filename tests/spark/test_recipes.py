# SPDX-License-Identifier: Apache-2.0
"""The recipes of docs/spark.md for those who have no Spark: what Dask or Ray add up is one fit."""

import re
from pathlib import Path

import pytest
from conftest import every_family, saved

import tally

BLOCKS = re.findall(r"```python\n(import copy.*?)```", (Path(__file__).parents[2] / "docs" / "spark.md").read_text(), re.S)


@pytest.mark.parametrize("library", ["dask", "ray"])
def test_recipe(library, tmp_path):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip(library, reason=f"{library} cannot be had here")
    (recipe,) = [block for block in BLOCKS if f"import {library}\n" in block]
    table = every_family(71, 700)
    rows = pandas.DataFrame(table.rows, columns=list(table.types))[["colour", "odd", "size", "kind"]]
    names = {"head": rows[:200], "parts": [rows[i : i + 50] for i in range(0, len(rows), 50)]}
    if library == "ray":
        import ray

        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
    try:
        exec(recipe, names)
    finally:
        if library == "ray":
            ray.shutdown()
    whole = tally.NaiveBayes(notes=False).fit(names["head"], "kind").forget(names["head"]).learn(rows)
    assert saved(names["model"], tmp_path) == saved(whole, tmp_path)
