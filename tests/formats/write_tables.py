# SPDX-License-Identifier: Apache-2.0
"""Writes one small table in every format, by pyarrow, Polars and DuckDB, and tables that hold each
kind of column. The folder to write to is the only argument."""

import datetime
import decimal
import json
import os
import random
import sys

import duckdb
import polars
import pyarrow as pa
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet as pq

folder = sys.argv[1]


def path(name):
    return os.path.join(folder, name)


# The table: numbers, whole numbers, texts, booleans, each with cells that are missing.
random.seed(7)
ROWS = 1000


def perhaps(value):
    return None if random.random() < 0.1 else value


table = pa.table(
    {
        "y": [random.choice(["a", "b", "c"]) for _ in range(ROWS)],
        "x": [perhaps(round(random.gauss(0, 3), 3)) for _ in range(ROWS)],
        "n": [perhaps(random.randrange(-5, 90)) for _ in range(ROWS)],
        "word": [perhaps(random.choice(["red", "größer", "a,b", 'say "hi"', "x" * 40])) for _ in range(ROWS)],
        "flag": [perhaps(random.random() < 0.3) for _ in range(ROWS)],
        "unused": [[i] for i in range(ROWS)],  # nested, to be left out
    }
)
flat = table.drop_columns(["unused"])


def cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"') else text


with open(path("table.csv"), "w", encoding="utf-8") as out:
    out.write(",".join(flat.column_names) + "\n")
    for row in flat.to_pylist():
        out.write(",".join(cell(row[name]) for name in flat.column_names) + "\n")


def write_stream(name, batches):
    with pa.ipc.new_stream(path(name), batches.schema) as out:
        out.write_table(batches, max_chunksize=77)


def write_file(name, batches):
    with pa.ipc.new_file(path(name), batches.schema) as out:
        out.write_table(batches, max_chunksize=300)


def cast(**types):
    return pa.table({name: flat[name].cast(types.get(name, flat[name].type)) for name in flat.column_names})


# The same table; every one of these must give the model that table.csv gives.
pq.write_table(table, path("same_pyarrow.parquet"), row_group_size=130)
pq.write_table(flat, path("same_zstd.parquet"), compression="zstd", use_dictionary=False)
write_file("same_pyarrow.arrow", table)
write_stream("same_pyarrow.arrows", flat)
pyarrow.feather.write_feather(flat, path("same_feather.feather"), compression="lz4")
dictionary = pa.dictionary(pa.int8(), pa.string())
write_file("same_dictionary.arrow", cast(y=dictionary, word=pa.dictionary(pa.uint16(), pa.large_string())))
pq.write_table(cast(y=dictionary, word=dictionary), path("same_dictionary.parquet"))
write_file("same_large.arrow", cast(y=pa.large_string(), word=pa.large_string(), n=pa.int16()))
write_file("same_view.arrow", cast(y=pa.string_view(), word=pa.string_view(), n=pa.int8()))
pq.write_table(cast(n=pa.decimal128(21, 2)), path("same_decimal.parquet"))
write_file("same_sliced.arrow", pa.concat_tables([flat.slice(0, 3), flat.slice(3, 500), flat.slice(503)]))
frame = polars.from_arrow(flat)
frame.write_parquet(path("same_polars.parquet"))
frame.write_ipc(path("same_polars.arrow"))
frame.write_ipc_stream(path("same_polars.arrows"))
frame.with_columns(polars.col("word").cast(polars.Categorical)).write_parquet(path("same_polars_categorical.parquet"))
frame.with_columns(polars.col("y").cast(polars.Enum(["c", "b", "a", "never"]))).write_ipc(path("same_polars_enum.arrow"))
frame.write_ndjson(path("same_polars.jsonl"))
connection = duckdb.connect()
connection.register("flat", flat)
connection.execute(f"COPY flat TO '{path('same_duckdb.parquet')}' (FORMAT parquet, ROW_GROUP_SIZE 200)")
connection.execute(f"COPY flat TO '{path('same_duckdb.ndjson')}' (FORMAT json)")

# Times and durations; every one of times_* must give the model that times.csv gives. The CSV is spelled by
# Python, with all that ISO allows: a space or a T, a zone, fractions as long as they need be.
def moment():
    return datetime.datetime(1890, 1, 1) + datetime.timedelta(microseconds=random.randrange(8 * 10**15))


zone = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
spans = [perhaps(random.randrange(-(10**12), 10**13)) for _ in range(ROWS)]  # microseconds
times = pa.table(
    {
        "y": [random.choice(["a", "b"]) for _ in range(ROWS)],
        "day": pa.array([perhaps(moment().date()) for _ in range(ROWS)]),
        "at": pa.array([perhaps(moment()) for _ in range(ROWS)], pa.timestamp("us")),
        "zoned": pa.array([perhaps(moment().replace(tzinfo=zone)) for _ in range(ROWS)], pa.timestamp("us", "UTC")),
        "clock": pa.array([perhaps(moment().time()) for _ in range(ROWS)], pa.time64("us")),
        "took": pa.array(spans, pa.duration("us")),
    }
)


def spelled(name, value):
    if value is None:
        return ""
    if name == "zoned":
        return value.astimezone(zone).isoformat()
    if name == "took":
        amount = value // datetime.timedelta(microseconds=1)
        return f"{'-' if amount < 0 else ''}PT{abs(amount) // 10**6}.{abs(amount) % 10**6:06}S"
    return value.isoformat(sep=" ") if name == "at" else value if name == "y" else value.isoformat()


rows = [{name: spelled(name, value) for name, value in row.items()} for row in times.to_pylist()]
with open(path("times.csv"), "w", encoding="utf-8") as out:
    out.write(",".join(times.column_names) + "\n")
    out.writelines(",".join(row.values()) + "\n" for row in rows)
with open(path("times_spelt.jsonl"), "w", encoding="utf-8") as out:
    out.writelines(json.dumps({name: text or None for name, text in row.items()}) + "\n" for row in rows)


def recast(**types):
    return pa.table({name: times[name].cast(types.get(name, times[name].type)) for name in times.column_names})


pq.write_table(times, path("times_pyarrow.parquet"), row_group_size=130)
write_file("times_pyarrow.arrow", times)
write_stream("times_nanoseconds.arrows", recast(at=pa.timestamp("ns"), zoned=pa.timestamp("ns", "Asia/Tokyo"),
                                                clock=pa.time64("ns"), took=pa.duration("ns"), day=pa.date64()))
polars.from_arrow(times).write_parquet(path("times_polars.parquet"))
polars.from_arrow(times).write_ipc(path("times_polars.arrow"))
# The same cells as plain numbers, and as texts.
plain = pa.table({"y": times["y"], **{name: pa.array([i * 1.5 for i in range(ROWS)]) for name in times.column_names[1:]}})
pq.write_table(plain, path("plain.parquet"))
pq.write_table(pa.table({name: [row[name] or None for row in rows] for name in times.column_names}), path("texts.parquet"))

# Each kind of column, with what it should be read as.
kinds = pa.table(
    {
        "y": ["a", "b", "a", "b"],
        "day": pa.array([datetime.date(1970, 1, 2), datetime.date(1970, 1, 4), None, datetime.date(1969, 12, 31)]),
        "day64": pa.array([86400000, 3 * 86400000, None, -86400000], pa.int64()).cast(pa.date64()),
        "moment": pa.array([1500, 2500, None, -500], pa.timestamp("ms", tz="UTC")),
        "money": pa.array([decimal.Decimal("0.10"), decimal.Decimal("-12345678901234567.89"), None, decimal.Decimal("3.00")]),
        "half": pa.array([0.5, -2.0, None, 65504.0], pa.float16()),
        "single": pa.array([0.5, -2.0, None, float("nan")], pa.float32()),
        "big": pa.array([2**63, 1, None, 0], pa.uint64()),
        "nothing": pa.nulls(4),
    }
)
pq.write_table(kinds.drop_columns(["half", "nothing"]), path("kinds.parquet"))
write_file("kinds.arrow", kinds)
pq.write_table(
    pa.table({"y": ["a"], "tags": [["u", "v"]], "where": [{"lat": 1.0}], "blob": [b"\x00\x01"]}),
    path("nested.parquet"),
)
pq.write_table(pa.table({"y": ["a", "b"], "x": [1.0, float("inf")]}), path("infinite.parquet"))
pq.write_table(flat.slice(0, 0), path("empty.parquet"))
with open(path("same_pyarrow.parquet"), "rb") as whole, open(path("cut.parquet"), "wb") as cut:
    cut.write(whole.read()[:-100])
with open(path("same_pyarrow.arrows"), "rb") as whole, open(path("cut.arrows"), "wb") as cut:
    cut.write(whole.read()[:20000])
