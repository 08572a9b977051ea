# SPDX-License-Identifier: Apache-2.0
"""How long does it take from a table of numbers and texts in a file to a model, and how much memory?"""

import os
import subprocess
import sys

from harness.question import Goal, Question

HERE = os.path.dirname(os.path.realpath(__file__))


def write_arff(table, arff):
    """The table in Weka's format, whose header names every value."""
    with open(table, encoding="ascii") as lines:
        names = next(lines).rstrip("\n").split(",")
        rows = [line.rstrip("\n").split(",") for line in lines]
    with open(arff, "w", encoding="ascii") as file:
        print("@relation table", file=file)
        for j, name in enumerate(names):
            values = sorted({row[j] for row in rows}) if not name.startswith("x") else []
            kind = "{" + ",".join(f"'{value}'" for value in values) + "}" if values else "numeric"
            print(f"@attribute {name} {kind}", file=file)
        print("@data", file=file)
        for row in rows:
            print(",".join(row[:10] + [f"'{cell}'" for cell in row[10:]]), file=file)


def prepare(folder, setting):
    """The table, made once and kept in the folder; a small one also for Weka."""
    megabytes = setting["megabytes"]
    table = os.path.join(folder, f"table-{megabytes}.csv")
    if not os.path.exists(table):
        subprocess.run([sys.executable, os.path.join(HERE, "make"), table + "~", str(megabytes)], check=True)
        os.rename(table + "~", table)
    arff = table.replace(".csv", ".arff")
    if setting.get("arff") and not os.path.exists(arff):
        write_arff(table, arff)
    return {"table": table}


TABLE = Question(
    name="csv",
    title=__doc__,
    steps=["fit"],
    contenders=["tally", "pandas", "pandas-c", "polars", "duckdb", "e1071"],
    floors=["duckdb-parse", "polars-parse", "line-count"],
    sizes={"full": {"megabytes": 500}, "small": {"megabytes": 50}, "tiny": {"megabytes": 1}},
    kept=False,
    prepare=prepare,
    tolerance={"e1071": 1e-7},
    goals=[
        Goal("fit", 8, 12, against="pandas"),
        Goal("fit", 8, 12, against="pandas-c"),
        Goal("fit", 4, 7, against="duckdb"),
        Goal("fit", 128e6, 64e6, kind="bytes"),
        Goal("fit", 1.6, 1.8, kind="threads"),
    ],
)
# The program with its defaults: besides, a histogram of every number, a sample of the rows, and the rule learned from them.
WEIGHTED_TABLE = Question(
    name="csv-weighted",
    folder="csv",
    title=__doc__,
    steps=["fit"],
    contenders=["tally", "pandas", "duckdb"],
    sizes={
        "full": {"megabytes": 500, "count": "weighted"},
        "small": {"megabytes": 50, "count": "weighted"},
        "tiny": {"megabytes": 1, "count": "weighted"},
    },
    kept=False,
    prepare=prepare,
    goals=[
        Goal("fit", 8, 10, against="pandas"),
        Goal("fit", 4, 6, against="duckdb"),
        Goal("fit", 128e6, 64e6, kind="bytes"),
    ],
)
# Weka takes seven gigabytes for a fifth of the large table.
SMALL_TABLE = Question(
    name="csv-small",
    folder="csv",
    title=__doc__,
    steps=["fit"],
    contenders=["tally", "weka"],
    sizes={
        "full": {"megabytes": 50, "arff": 1},
        "small": {"megabytes": 10, "arff": 1},
        "tiny": {"megabytes": 1, "arff": 1},
    },
    kept=False,
    threads=(1,),
    prepare=prepare,
    partial=("weka",),
)
QUESTIONS = [TABLE, WEIGHTED_TABLE, SMALL_TABLE]
