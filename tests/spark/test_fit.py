# SPDX-License-Identifier: Apache-2.0
"""However rows lie on a cluster, the model is that of one machine, byte for byte."""

import datetime
import json
import math
import random
import re
import struct
from decimal import Decimal

import pyarrow
import pytest
from conftest import FAMILIES, Table, every_family, saved
from conftest import tally as program

import tally as package
import tally.spark

TARGET = ("--target", "kind")


@pytest.mark.parametrize("count", ["naive", "weighted"])
@pytest.mark.parametrize("partitions", [1, 7])
def test_every_family_in_any_partitions(spark, tmp_path, count, partitions):
    table = every_family(1, 900)
    schema = table.schema(tmp_path, *TARGET, "--family", FAMILIES, "--count", count)
    model = tally.spark.fit(table.frame(spark, partitions), schema=schema)
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)


def test_shuffled_and_skewed_rows(spark, tmp_path):
    table = every_family(2, 800)
    schema = table.schema(tmp_path, *TARGET, "--family", FAMILIES)
    expected = table.fitted(tmp_path, schema)
    df = table.frame(spark)
    for cut in (
        df.orderBy("colour"),
        df.repartition(5, "kind"),  # a class by itself, and partitions without a row
        df.repartition(40),
        df.union(df.limit(0)).coalesce(1),
    ):
        assert saved(tally.spark.fit(cut, schema=schema), tmp_path) == expected


@pytest.mark.parametrize("count", ["naive", "weighted"])
def test_weights_of_every_size(spark, tmp_path, count):
    table = every_family(3, 500, weight=True)
    schema = table.schema(tmp_path, *TARGET, "--weight", "times", "--family", FAMILIES, "--count", count)
    model = tally.spark.fit(table.frame(spark, 6), "kind", weight="times", schema=schema)
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)


@pytest.mark.parametrize("count", ["naive", "weighted"])
def test_texts(spark, tmp_path, count):
    table = every_family(4, 600, text=True)
    keep = ["colour", "size", "words", "kind"]
    places = [list(table.types).index(name) for name in keep]
    table = Table({n: table.types[n] for n in keep}, [tuple(row[i] for i in places) for row in table.rows])
    schema = table.schema(tmp_path, *TARGET, "--family", "words=text", "--count", count)
    model = tally.spark.fit(table.frame(spark, 5), schema=schema)
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)


@pytest.mark.parametrize("options", [("--pairs",), ("--pairs", "--html"), ("--ngrams", "1-2")])
def test_pairs_of_words(spark, tmp_path, options):
    table = every_family(11, 400, text=True)
    places = [list(table.types).index(name) for name in ("words", "kind")]
    table = Table({"words": "string", "kind": "string"}, [tuple(row[i] for i in places) for row in table.rows])
    schema = table.schema(tmp_path, *TARGET, "--family", "words=text", *options)
    told = json.loads(schema.read_text())["columns"]["words"]
    assert ("pairs=" in told["text"]) == ("--pairs" in options) and ("1-2" in told["text"]) == ("--ngrams" in options), told
    model = tally.spark.fit(table.frame(spark, 5), schema=schema)
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)
    assert any(" " in row.key for row in counted_as_rows(table.frame(spark, 2), plan_of(model)).collect())


def plan_of(model):
    from tally.spark import _pieces

    return _pieces.plan_of(model._model.schema())


EPOCH = datetime.datetime(2020, 2, 28, 23, 59, 58, tzinfo=datetime.timezone.utc)
SPANS = [datetime.timedelta(seconds=i * 7919.5) for i in range(97)]
# What Spark calls a type, cells of it, and how a CSV file writes them.
KINDS = {
    "decimal(12,3)": ([Decimal(i * 7 % 97) / 8 - 5 for i in range(97)], str),
    "decimal(38,6)": ([Decimal(10) ** 30 + i for i in range(97)], str),
    "float": ([i / 10 for i in range(97)], lambda cell: repr(struct.unpack("f", struct.pack("f", cell))[0])),
    "date": ([(EPOCH + 20 * span).date() for span in SPANS], datetime.date.isoformat),
    "timestamp": ([EPOCH + span for span in SPANS], lambda cell: cell.replace(tzinfo=None).isoformat()),
    "timestamp_ntz": ([EPOCH.replace(tzinfo=None) + span for span in SPANS], datetime.datetime.isoformat),
    "tinyint": ([i % 100 - 50 for i in range(97)], str),
    "smallint": ([i * 300 for i in range(97)], str),
}


@pytest.mark.parametrize("count", ["naive", "weighted"])
@pytest.mark.parametrize("kind", KINDS)
def test_types(spark, tmp_path, kind, count):
    """A column of every type that docs/spark.md names is what the program reads in a CSV file."""
    cells, written = KINDS[kind]
    cells = [*cells, None]
    rows = [(cell, "ab"[i % 3 == 0]) for i, cell in enumerate(cells)]
    text = Table({"x": "string", "kind": "string"}, [("" if x is None else written(x), k) for x, k in rows])
    schema = text.schema(tmp_path, *TARGET, "--count", count, "--family", "x=gaussian")
    model = tally.spark.fit(Table({"x": kind, "kind": "string"}, rows).frame(spark, 3), schema=schema)
    assert saved(model, tmp_path) == text.fitted(tmp_path, schema)
    assert json.loads(model._model.schema())["columns"]["x"]["family"] == "gaussian"


def test_an_interval_is_a_duration(spark, tmp_path):
    rows = [(span, "ab"[i % 3 == 0]) for i, span in enumerate([*SPANS, None])]
    df = Table({"x": "interval day to second", "kind": "string"}, rows).frame(spark, 3)
    model = tally.spark.fit(df, "kind", count="naive", notes=False)
    assert json.loads(model._model.schema())["columns"]["x"]["type"] == "duration"
    mean = sum((span.total_seconds() for i, span in enumerate(SPANS) if i % 3), 0.0) / sum(1 for i in range(97) if i % 3)
    counts = model.counts("x")
    assert counts["a"]["sum"] / counts["a"]["weight"] == pytest.approx(mean, rel=1e-12)


@pytest.mark.parametrize("kind, cell", [
    ("binary", bytearray(b"x")), ("array<double>", [1.0]), ("struct<a: int>", (1,)), ("map<string, int>", {"a": 1}),
])  # fmt: skip
def test_types_that_are_refused(spark, kind, cell):
    df = Table({"x": kind, "y": "double", "kind": "string"}, [(cell, 1.0, "a"), (None, 2.0, "b")] * 9).frame(spark, 2)
    with pytest.raises((package.DataError, package.UsageError), match="'x'"):
        tally.spark.fit(df, "kind")
    with pytest.raises((package.DataError, package.UsageError), match="'x'"):
        tally.spark.fit(df, schema=PLAIN)
    assert list(tally.spark.fit(df.drop("x"), "kind", count="naive", notes=False).families_) == ["y"]


def test_pairs_and_triples(spark, tmp_path):
    table = every_family(5, 1500)
    schema = table.schema(tmp_path, *TARGET, "--family", FAMILIES, "--count", "full")
    model = tally.spark.fit(table.frame(spark, 4), schema=schema)
    assert model._model.counted_as == "full"
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)


def test_many_more_rows_than_the_sample_keeps(spark, tmp_path):
    rows = [(float(i * 7919 % 10007), "even" if i % 2 else "odd", "ab"[i % 3 == 0]) for i in range(30_000)]
    table = Table({"x": "double", "parity": "string", "kind": "string"}, rows)
    schema = table.schema(tmp_path, *TARGET)
    model = tally.spark.fit(table.frame(spark, 9), schema=schema)
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)


def test_many_classes_and_a_numeric_target(spark, tmp_path):
    rows = [(i % 20, float(i % 20) + (i * 31 % 17) / 10, i % 5) for i in range(1200)]
    table = Table({"kind": "int", "x": "double", "n": "smallint"}, rows)
    schema = table.schema(tmp_path, *TARGET, "--family", "n=categorical")
    model = tally.spark.fit(table.frame(spark, 3), schema=schema)
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)
    assert len(model.classes_) == 20


def test_a_schema_in_any_form(spark, tmp_path):
    table = every_family(6, 200)
    schema = table.schema(tmp_path, *TARGET, "--family", FAMILIES)
    expected = table.fitted(tmp_path, schema)
    df = table.frame(spark, 2)
    model = tally.spark.fit(df, schema=schema.read_text())
    for told in (json.loads(schema.read_text()), model, tmp_path / "one_machine.tally"):
        assert saved(tally.spark.fit(df, schema=told), tmp_path) == expected


def test_a_draft_is_that_of_the_rows(spark, tmp_path):
    table = every_family(7, 900)  # fewer than a thousand in each partition: the draft sees them all
    model = tally.spark.fit(table.frame(spark, 4), "kind", count="naive", notes=False)
    there = package.NaiveBayes(count="naive", notes=False).fit(table.frame(spark).toArrow(), "kind")
    assert model.families_ == there.families_
    assert saved(model, tmp_path) == saved(there, tmp_path)


@pytest.mark.parametrize("count", ["weighted", "full"])
def test_a_draft_that_counts_more(spark, tmp_path, count):
    table = every_family(8, 600)
    names = ["colour", "odd", "size", "age", "kind"]
    df = table.frame(spark, 3).select(*names)
    model = tally.spark.fit(df, "kind", count=count, notes=False)
    assert model._model.counted_as == count
    there = tally.spark.fit(df.repartition(5), schema=model)
    assert saved(there, tmp_path) == saved(model, tmp_path)


def test_a_name_with_dots_and_quotes(spark, tmp_path):
    rows = [(i % 23 + 0.5, "ab"[i % 2]) for i in range(60)]
    table = Table({"x.y z": "double", "kind": "string"}, rows)
    schema = table.schema(tmp_path, *TARGET)
    model = tally.spark.fit(table.frame(spark, 2), schema=schema)
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)


def counted_as_rows(df, plan):
    """The pieces of all partitions in the form of rows, which docs/model-format.md describes."""
    from tally.spark import _pieces

    texts = ("tally", "part", "key", "klass")
    kinds = [*((name, pyarrow.string()) for name in texts), ("exponent", pyarrow.int32()), ("amount", pyarrow.int64())]
    kinds.append(("evidence", pyarrow.string()))

    def count(batches):
        counter = plan.counter()
        for batch in batches:
            _pieces.add_rows(counter, batch, plan, "here", 0, [])
        for length, *buffers in counter.finish().rows(100):
            left = iter(buffers)
            arrays = []
            for _, kind in kinds:
                parts = [None, pyarrow.py_buffer(next(left))]
                if kind == pyarrow.string():
                    parts.append(pyarrow.py_buffer(next(left)))
                arrays.append(pyarrow.Array.from_buffers(kind, length, parts))
            yield pyarrow.RecordBatch.from_arrays(arrays, names=[name for name, _ in kinds])

    ddl = "tally string, part string, key string, klass string, exponent int, amount bigint, evidence string"
    return _pieces.mapped(df, list(plan.columns), count, ddl)


def test_rows_add_up_in_plain_sql(spark, tmp_path):
    """The row form needs nothing of ours to be added up: grouped and summed by Spark itself it is the same model."""
    from pyspark.sql import functions as sql

    from tally.spark import _fit

    table = every_family(9, 400, weight=True)
    schema = table.schema(tmp_path, *TARGET, "--weight", "times", "--family", FAMILIES, "--count", "naive")
    plan = _fit.plan_told(schema, None, None, {})
    rows = counted_as_rows(table.frame(spark, 6), plan)
    keys = ["tally", "part", "key", "klass", "exponent", "evidence"]
    total = sql.sum(sql.col("amount").cast("decimal(38, 0)")).cast("bigint").alias("amount")
    table_of_sums = rows.groupBy(*keys).agg(total).withColumn("exponent", sql.col("exponent").cast("int")).toArrow()
    added = plan.sum()
    added.add(table_of_sums.__arrow_c_stream__())
    model = _fit.fitted(added.finish(), {})
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)


def test_a_large_piece_is_shared_out(spark, tmp_path):
    """Most shares of a histogram come without the weight of any class, and none of their cells is lost on the way."""
    from tally.spark import _pieces

    rng = random.Random(12)
    rows = [(rng.gauss(0, 1), rng.gauss(0, 1000) if i % 9 else None, "aab"[i % 3]) for i in range(40_000)]
    table = Table({"x": "double", "y": "double", "kind": "string"}, rows)
    schema = table.schema(tmp_path, *TARGET, "--family", "x=gaussian,y=gaussian")
    df = table.frame(spark, 2)
    model = tally.spark.fit(df, schema=schema)
    packs = _pieces.counted_packs(df, plan_of(model)).select("shares", "share").collect()
    assert {row.share for row in packs if row.shares == 3} == {0, 1, 2}
    assert saved(model, tmp_path) == table.fitted(tmp_path, schema)


def test_the_driver_holds_one_sample(spark, tmp_path):
    """However many partitions and adding tasks there are: of samples, no byte more than the model has comes to the driver."""
    from tally.spark import _fit, _pieces

    rows = [(float(i * 7919 % 30011), "ab"[i % 3 == 0]) for i in range(60_000)]
    df = Table({"x": "double", "kind": "string"}, rows).frame(spark, 12)
    plan = _fit.plan_of(_fit.draft(df, "kind"))
    assert plan.samples

    def of_sample(told):
        return sum(len(pack) for of, pack in told if of == 0)

    packs = _pieces.counted_packs(df, plan)
    counted = [(row.shares, bytes(row.pack)) for row in packs.collect()]
    collected = _pieces.added_up(packs, plan).toArrow()
    found = list(zip(collected["shares"].to_pylist(), collected["pack"].to_pylist()))
    whole = plan.sum()
    for _, pack in found:
        whole.add_pack(pack)
    kept = of_sample((of, pack) for of, _, pack in whole.packs())
    assert of_sample(found) == kept > 0
    assert of_sample(counted) > 10 * kept


# --- what is refused ---


def refused(spark, rows, types, schema, error=package.DataError, **options):
    with pytest.raises(error) as caught:
        tally.spark.fit(Table(types, rows).frame(spark, 1), schema=schema, **options)
    return str(caught.value)


PLAIN = {"columns": {"x": {"type": "number", "family": "gaussian"}, "kind": {"type": "text", "role": "target"}}}


def test_an_infinite_number_is_named(spark):
    rows = [(float(i), "a") for i in range(30)] + [(math.inf, "b")]
    told = refused(spark, rows, {"x": "double", "kind": "string"}, PLAIN)
    assert re.search(r"partition 0: row \d+: column 'x'.*inf", told)
    assert "Traceback" not in told


def test_another_type_than_the_schema_says(spark):
    told = refused(spark, [("one", "a"), ("two", "b")], {"x": "string", "kind": "string"}, PLAIN)
    assert re.search(r"partition 0: row 0: column 'x'.*'(one|two)'", told)


def test_a_negative_weight(spark):
    schema = {"columns": {**PLAIN["columns"], "w": {"type": "number", "role": "weight"}}}
    types = {"x": "double", "kind": "string", "w": "double"}
    told = refused(spark, [(1.0, "a", 1.0), (2.0, "b", -3.5)], types, schema)
    assert "partition 0" in told and "'w'" in told and "-3.5" in told


def test_a_column_that_is_not_there(spark):
    told = refused(spark, [("a",)], {"kind": "string"}, PLAIN, package.UsageError)
    assert "'x'" in told


def test_a_class_that_was_not_declared(spark):
    schema = json.loads(json.dumps(PLAIN))
    schema["columns"]["kind"]["values"] = ["a", "b"]
    told = refused(spark, [(1.0, "a"), (2.0, "zebra")], {"x": "double", "kind": "string"}, schema)
    assert re.search(r"partition 0: row \d: column 'kind'.*'zebra'", told)


def test_no_row_and_no_class(spark):
    types = {"x": "double", "kind": "string"}
    assert "no row" in refused(spark, [], types, PLAIN)
    assert "none of the 2 rows has a class" in refused(spark, [(1.0, None), (2.0, "")], types, PLAIN)


def test_what_does_not_fit_together(spark):
    types = {"x": "double", "kind": "string"}
    told = refused(spark, [(1.0, "a")], types, PLAIN, package.UsageError, target="x")
    assert "'kind'" in told and "'x'" in told
    told = refused(spark, [(1.0, "a")], types, PLAIN, package.UsageError, count="naive")
    assert "count" in told


def test_rows_without_a_class_are_not_used_in_silence(spark):
    df = Table({"x": "double", "kind": "string"}, [(1.0, "a"), (2.0, "b"), (1.5, None)]).frame(spark, 1)
    for ask in (tally.spark.fit, tally.spark.draft):
        with pytest.raises(package.UsageError, match="unlabelled='use': Spark passes rows without a class over"):
            ask(df, "kind", unlabelled="use")
    assert tally.spark.fit(df, "kind", count="naive", unlabelled="skip").class_count_.tolist() == [1.0, 1.0]
    with pytest.raises(TypeError, match="lamb"):
        tally.spark.fit(df, schema=PLAIN, lamb=2.0)


def test_the_command_line_reads_it(spark, tmp_path):
    table = every_family(10, 300)
    model = tally.spark.fit(table.frame(spark, 2), "kind", notes=False)
    model.save(tmp_path / "m.tally")
    assert "sound" in program("check", tmp_path / "m.tally")
