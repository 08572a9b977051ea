# SPDX-License-Identifier: Apache-2.0
"""SQL that `tally export` writes, run by SQLite, DuckDB and PostgreSQL."""

import io
import sqlite3

import duckdb
import pandas as pd
import pytest
from exported import NUMBERS, TRUTHS, case, postgres, quoted  # noqa: F401


@pytest.mark.parametrize("kind", ["texts", "typed"])
def test_sqlite(case, kind):
    """Of cells as `.import` brings them, all of them texts, and of cells with types."""
    rows = case.rows.astype(object) if kind == "texts" else case.typed().astype(object)
    base = sqlite3.connect(":memory:")
    base.execute(f"CREATE TABLE data (place, {', '.join(map(quoted, rows.columns))})")
    cells = rows.where(rows.notna(), "" if kind == "texts" else None).values.tolist()
    cells = [[str(cell) if kind == "texts" else cell for cell in row] for row in cells]
    marks = ", ".join("?" * (len(rows.columns) + 1))
    base.executemany(f"INSERT INTO data VALUES ({marks})", [[at, *row] for at, row in enumerate(cells)])
    answers = base.execute(case.export("sqlite", "--key", "place")).fetchall()
    answers.sort()
    case.check([row[1] for row in answers], [row[2:] for row in answers])


def test_duckdb(case):
    base = duckdb.connect()
    rows = case.typed()
    rows.insert(0, "place", range(len(rows)))
    base.register("the rows", rows)
    answers = base.execute(case.export("duckdb", "--table", "the rows", "--key", "place")).df().sort_values("place")
    case.check(answers["prediction"], answers.iloc[:, 2:])


def test_postgresql(case, postgres):
    rows = case.typed()
    rows.insert(0, "place", range(len(rows)))
    types = {name: "float8" if name in case.kinds[NUMBERS] else "boolean" if name in case.kinds[TRUTHS] else "text" for name in rows}
    columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in types.items())
    lines = rows.to_csv(index=False, header=False)
    answers = postgres(
        f"DROP TABLE IF EXISTS data; CREATE TABLE data ({columns});\nCOPY data FROM STDIN WITH (FORMAT csv);\n{lines}\\.\n"
        + case.export("postgresql", "--key", "place")
    )
    frame = pd.read_csv(io.StringIO(answers), dtype={"prediction": str}).sort_values("place")
    case.check(frame["prediction"], frame.iloc[:, 2:])
