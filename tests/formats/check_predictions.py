# SPDX-License-Identifier: Apache-2.0
"""Holds predictions written as Parquet, Arrow and JSON lines against those written as CSV."""

import csv
import json
import sys

import polars
import pyarrow.ipc
import pyarrow.parquet as pq

folder = sys.argv[1]


def wanted(row):
    return [row["prediction"]] + [float(row[name]) for name in row if name.startswith("p(")]


def found(row):
    return [row["prediction"]] + [row[name] for name in row if name.startswith("p(")]


with open(f"{folder}/out.csv", encoding="utf-8") as file:
    expected = [wanted(row) for row in csv.DictReader(file)]
answers = {
    "parquet": pq.read_table(f"{folder}/out.parquet").to_pylist(),
    "arrow": pyarrow.ipc.open_file(f"{folder}/out.arrow").read_all().to_pylist(),
    "arrows": pyarrow.ipc.open_stream(f"{folder}/out.arrows").read_all().to_pylist(),
    "polars": polars.read_parquet(f"{folder}/out.parquet").to_dicts(),
    "jsonl": [json.loads(line) for line in open(f"{folder}/out.jsonl", encoding="utf-8")],
}
for name, rows in answers.items():
    same = [found(row) for row in rows] == expected
    print(name, len(rows), "rows", "as in CSV" if same else "DIFFERENT")
