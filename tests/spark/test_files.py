# SPDX-License-Identifier: Apache-2.0
"""Files of Parquet, counted where they can be read: the model of the same rows on one machine."""

import math
import re

import pyarrow
import pyarrow.parquet
import pytest
from conftest import FAMILIES, Table, every_family, saved

import tally as package
import tally.spark

PLAIN = {"columns": {"x": {"type": "number", "family": "gaussian"}, "kind": {"type": "text", "role": "target"}}}


@pytest.mark.parametrize("pieces", [None, 1, 3, 100])
def test_the_bytes_of_one_machine(spark, tmp_path, pieces):
    table = every_family(61, 900, weight=True, text=True)
    schema = table.schema(tmp_path, "--target", "kind", "--weight", "times", "--family", FAMILIES + ",words=text")
    # Written by Spark, seven files; and by Arrow, one with many row groups.
    table.frame(spark, 7).write.parquet(str(tmp_path / "rows.parquet"))
    whole = table.frame(spark).toArrow()
    pyarrow.parquet.write_table(whole, tmp_path / "one.parquet", row_group_size=100)
    expected = table.fitted(tmp_path, schema)
    for path in (tmp_path / "rows.parquet", [str(tmp_path / "one.parquet")], f"file://{tmp_path}/one.parquet"):
        model = tally.spark.fit_parquet(path, schema=schema, pieces=pieces)
        assert saved(model, tmp_path) == expected


def test_without_a_schema(spark, tmp_path):
    table = every_family(62, 400)
    table.frame(spark, 3).write.parquet(str(tmp_path / "rows.parquet"))
    there = tally.spark.fit_parquet(tmp_path / "rows.parquet", "kind", notes=False)
    here = tally.spark.fit(table.frame(spark, 2), schema=there)
    assert saved(there, tmp_path) == saved(here, tmp_path)
    few = tally.spark.fit_parquet(tmp_path / "rows.parquet", "kind", notes=False, sample_rows=50, count="naive")
    assert few.class_count_.sum() == there.class_count_.sum()


def test_what_is_refused(spark, tmp_path):
    rows = [(float(i), "a") for i in range(2500)] + [(math.inf, "b")]
    table = pyarrow.table({"x": [row[0] for row in rows], "kind": [row[1] for row in rows]})
    pyarrow.parquet.write_table(table, tmp_path / "bad.parquet", row_group_size=1000)
    with pytest.raises(package.DataError) as caught:
        tally.spark.fit_parquet(tmp_path / "bad.parquet", schema=PLAIN)
    assert re.search(r"bad.parquet: row 2500: column 'x'.*inf", str(caught.value))
    with pytest.raises(FileNotFoundError, match="nowhere"):
        tally.spark.fit_parquet(tmp_path / "nowhere.parquet", "kind")
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileNotFoundError, match="no file in it"):
        tally.spark.fit_parquet(tmp_path / "folder", schema=PLAIN)
    pyarrow.parquet.write_table(table.select(["kind"]), tmp_path / "narrow.parquet")
    with pytest.raises(package.UsageError, match="no column 'x'"):
        tally.spark.fit_parquet(tmp_path / "narrow.parquet", schema=PLAIN)
    with pytest.raises(package.UsageError, match="leave count out"):
        tally.spark.fit_parquet(tmp_path / "bad.parquet", schema=PLAIN, count="naive")
    with pytest.raises(package.UsageError, match="pieces is 0"):
        tally.spark.fit_parquet(tmp_path / "bad.parquet", schema=PLAIN, pieces=0)
    (tmp_path / "junk.parquet").write_bytes(b"not a file of Parquet")
    with pytest.raises(package.DataError, match="junk.parquet"):
        tally.spark.fit_parquet(tmp_path / "junk.parquet", schema=PLAIN)
    pyarrow.parquet.write_table(table.slice(0, 0), tmp_path / "empty.parquet")
    with pytest.raises(package.DataError, match="no row"):
        tally.spark.fit_parquet(tmp_path / "empty.parquet", schema=PLAIN)
