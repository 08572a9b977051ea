# SPDX-License-Identifier: Apache-2.0
"""Dates, times and durations: the same table of any library gives the same model as its CSV file, and no
number is taken for a time.
"""

import datetime
import random
import subprocess
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import tally

EPOCH = datetime.datetime(1970, 1, 1)
ZONE = datetime.timezone(datetime.timedelta(hours=-3, minutes=-30))


def drawn() -> dict[str, list]:
    """Cells as Python has them, some missing: to the microsecond, before 1970 and after it."""
    random.seed(3)

    def perhaps(cell):
        return None if random.random() < 0.1 else cell

    def moment():
        return datetime.datetime(1910, 1, 1) + datetime.timedelta(microseconds=random.randrange(7 * 10**15))

    return {
        "y": [random.choice("ab") for _ in range(300)],
        "day": [perhaps(moment().date()) for _ in range(300)],
        "at": [perhaps(moment()) for _ in range(300)],
        "zoned": [perhaps(moment().replace(tzinfo=ZONE)) for _ in range(300)],
        "clock": [perhaps(moment().time()) for _ in range(300)],
        "took": [perhaps(datetime.timedelta(microseconds=random.randrange(-(10**12), 10**13))) for _ in range(300)],
    }


CELLS = drawn()
TYPES = {"day": "time", "at": "time", "zoned": "time", "clock": "duration", "took": "duration"}


def texts(name: str) -> list[str]:
    def text(cell):
        if cell is None or isinstance(cell, str):
            return cell or ""
        if isinstance(cell, datetime.timedelta):
            amount = cell // datetime.timedelta(microseconds=1)
            return f"{'-' if amount < 0 else ''}PT{abs(amount) // 10**6}.{abs(amount) % 10**6:06}S"
        return cell.isoformat()

    return [text(cell) for cell in CELLS[name]]


def arrow(**types) -> pa.Table:
    told = {"at": pa.timestamp("us"), "zoned": pa.timestamp("us", "UTC"), "clock": pa.time64("us"), "took": pa.duration("us")}
    return pa.table({name: pa.array(cells, {**told, **types}.get(name)) for name, cells in CELLS.items()})


def numpy_table() -> dict:
    table = dict(CELLS)
    table["day"] = np.array(CELLS["day"], dtype="M8[D]")
    table["at"] = np.array(CELLS["at"], dtype="M8[us]")
    table["zoned"] = np.array([c and (c - c.utcoffset()).replace(tzinfo=None) for c in CELLS["zoned"]], dtype="M8[ns]")
    table["took"] = np.array(CELLS["took"], dtype="m8[us]").astype("m8[ns]")
    return table


TABLES = {
    "objects": lambda: CELLS,
    "numpy": numpy_table,
    "pandas objects": lambda: pd.DataFrame({name: pd.Series(cells, dtype=object) for name, cells in CELLS.items()}),
    "pandas": lambda: pd.DataFrame(CELLS),
    "pandas microseconds": lambda: pd.DataFrame(CELLS).assign(at=lambda f: f["at"].astype("datetime64[us]")),
    "pandas of arrow": lambda: arrow().to_pandas(types_mapper=pd.ArrowDtype),
    "pyarrow": arrow,
    "pyarrow nanoseconds": lambda: arrow(
        at=pa.timestamp("ns"), zoned=pa.timestamp("ns", "Asia/Tokyo"), clock=pa.time64("ns"), took=pa.duration("ns"),
        day=pa.date64(),
    ),
    "pyarrow chunks": lambda: pa.concat_tables([arrow().slice(0, 7), arrow().slice(7)]),
    "polars": lambda: pl.from_arrow(arrow()),
    "polars milliseconds": lambda: pl.from_arrow(arrow()).with_columns(pl.col("day").cast(pl.Datetime("ms"))),
}


def image(model, folder) -> bytes:
    model.save(folder / "model.tally")
    return (folder / "model.tally").read_bytes()


@pytest.fixture
def from_csv(program, tmp_path) -> bytes:
    lines = [",".join(CELLS), *(",".join(row) for row in zip(*map(texts, CELLS)))]
    (tmp_path / "times.csv").write_text("\n".join(lines) + "\n")
    command = [program, "fit", tmp_path / "times.csv", "--target", "y", "-o", tmp_path / "times.tally"]
    subprocess.run(command, check=True, capture_output=True)
    return (tmp_path / "times.tally").read_bytes()


@pytest.mark.parametrize("kind", TABLES)
def test_every_library_gives_the_model_of_the_csv_file(kind, from_csv, tmp_path):
    model = tally.NaiveBayes().fit(TABLES[kind](), "y")
    assert {name: column["type"] for name, column in model._schema()["columns"].items() if name != "y"} == TYPES
    assert image(model, tmp_path) == from_csv
    assert np.array_equal(model.predict_proba(CELLS), tally.NaiveBayes().fit(CELLS, "y").predict_proba(TABLES[kind]()))


def test_seconds_are_rounded_once():
    nanoseconds = [1749480810932175998, -1709210096123456789, 1376190625466575022, None]
    exact = float(sum(Fraction(n / 10**9) for n in nanoseconds[:3]))  # Python divides integers correctly
    for column in (
        pa.array(nanoseconds, pa.timestamp("ns")),
        np.array([n if n is not None else "NaT" for n in nanoseconds], dtype="M8[ns]"),
        pd.Series(pd.to_datetime(nanoseconds)),
        [None if n is None else pd.Timestamp(n) for n in nanoseconds],
    ):
        model = tally.NaiveBayes().fit({"t": column, "x": [1, 2, 3, 4], "y": list("aaab")}, "y")
        assert float(model.counts("t").sum(axis=1)["sum"]) == exact


@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("name", TYPES)
def test_mixing_is_refused(kind, name):
    times = TABLES[kind]()
    numbers = {**CELLS, name: [1.5 * i for i in range(300)]}
    of_times = tally.NaiveBayes().fit(times, "y")
    of_numbers = tally.NaiveBayes().fit(numbers, "y")
    told = TYPES[name]
    for ask in (of_times.predict, lambda table: of_times.learn(table, "y")):
        with pytest.raises(ValueError, match=f"column '{name}': expected {told}s, found numbers; give the column as"):
            ask(numbers)
    for ask in (of_numbers.predict, lambda table: of_numbers.learn(table, "y")):
        with pytest.raises(ValueError, match=f"column '{name}': expected numbers, found {told}s; give the column as"):
            ask(times)


def test_times_are_not_durations_and_texts_are_neither():
    model = tally.NaiveBayes().fit(CELLS, "y")
    with pytest.raises(ValueError, match="column 'day': expected times, found durations"):
        model.predict({**CELLS, "day": CELLS["took"]})
    with pytest.raises(ValueError, match="column 'day': expected times, found labels"):
        model.predict({**CELLS, "day": texts("day")})
    missing = model.predict_proba({**CELLS, "day": [None] * 300})
    assert np.array_equal(missing, model.predict_proba({**CELLS, "day": [float("nan")] * 300}))


def test_a_class_or_category_is_its_text():
    days = [datetime.date(2024, 2, 29), datetime.date(2024, 3, 1)] * 4
    noon = [datetime.datetime(2024, 2, 29, 12, 30)] * 8
    expected = ["2024-02-29", "2024-03-01"]
    for column in (days, pd.Series(pd.to_datetime(days)), np.array(days, dtype="M8[D]"), pa.array(days), pl.Series(days)):
        assert tally.NaiveBayes().fit({"x": range(8), "y": column}, "y").classes_.tolist() == expected
        model = tally.NaiveBayes(families={"d": "categorical"}).fit({"d": column, "y": list("aabb") * 2}, "y")
        assert list(model.counts("d").index)[:2] == expected
    categories = pd.Series(pd.Categorical(noon))
    model = tally.NaiveBayes().fit(pd.DataFrame({"d": categories, "y": list("aabb") * 2}), "y")
    assert list(model.counts("d").index)[:1] == ["2024-02-29T12:30:00"]


@pytest.mark.parametrize("family", ["poisson", "bernoulli", "multinomial", "text"])
def test_other_families_refuse_times(family):
    with pytest.raises(ValueError, match=f"column 'day' holds times and cannot be {family}"):
        tally.NaiveBayes(families={"day": family}).fit(CELLS, "y")


def test_an_exposure_may_be_a_duration():
    hours = [datetime.timedelta(hours=h) for h in (1, 2, 3, 4)]
    table = {"calls": [2, 3, 7, 9], "took": hours, "y": list("aabb")}
    plain = {**table, "took": [h.total_seconds() for h in hours]}
    model, other = (tally.NaiveBayes(families={"calls": "poisson:took"}).fit(t, "y") for t in (table, plain))
    assert np.array_equal(model.predict_proba(table), other.predict_proba(plain))
    with pytest.raises(ValueError, match="column 'took': expected durations, found numbers"):
        model.predict(plain)
    with pytest.raises(ValueError, match="'took' is to be the exposure but holds times"):
        tally.NaiveBayes(families={"calls": "poisson:took"}).fit({**table, "took": [EPOCH] * 4}, "y")


def test_units_without_a_fixed_length_are_refused():
    for cells in (np.array([1, 2], "m8[Y]"), np.array([1, 2], "m8[M]"), np.array([1, 2], "m8")):
        with pytest.raises(ValueError, match="'t' holds timedelta64.*no fixed length"):
            tally.NaiveBayes().fit({"t": cells, "y": ["a", "b"]}, "y")
    years = tally.NaiveBayes().fit({"t": np.array(["1970", "1972"], "M8[Y]"), "y": ["a", "b"]}, "y")
    assert years.counts("t").sum(axis=1)["sum"] == 730 * 86400
    with pytest.raises(ValueError, match="'t' holds times beyond"):
        tally.NaiveBayes().fit({"t": np.array([2**62, 0], "M8[D]"), "y": ["a", "b"]}, "y")


def test_explanations_speak_of_dates():
    model = tally.NaiveBayes().fit({"when": CELLS["at"], "y": CELLS["y"]}, "y")
    assert "when = 2024-05-01T12:00:00" in str(model.explain({"when": datetime.datetime(2024, 5, 1, 12)}))
    drawn_rows = model.sample(5, seed=1)
    assert all(datetime.datetime.fromisoformat(text[:19]) for text in drawn_rows["when"])
