# SPDX-License-Identifier: Apache-2.0
"""Tables, models of them and questions, for the tests of what `tally export` writes: each format is run by those it is
written for, and says what `tally predict` says."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from conftest import DATA

SHARED = DATA.parent.parent.parent / "shared" / "data"
NUMBERS, TRUTHS, SECONDS = "numbers", "truths", "seconds"


def run(*command, **others) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **others)
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- tables, ugly ones among them; of each the columns that are numbers and those that are truths ---


def odd_table(rows=500, seed=4):
    """Names that need quotes, heavy tails, constant columns, counts, missing cells, and values that come late."""
    rng = np.random.default_rng(seed)
    klass = rng.integers(0, 3, rows)
    names = np.array(["it's", 'a "quoted" one', "日本, 中国"])
    frame = pd.DataFrame(
        {
            "select": names[(klass + (rng.random(rows) < 0.4)) % 3],
            'say "x"': rng.standard_t(2, rows) * 3 + klass,
            "int": np.where(rng.random(rows) < 0.3 + 0.2 * klass, "true", "false"),
            "%d's": 1e9 + klass + rng.normal(size=rows),
            "same": 7.5,
            "a*/b -- c": rng.poisson(1 + klass),
            "a_b": rng.poisson(4 - klass),
            "a b": np.round(rng.exponential(2 + klass, rows), 3),
            "code": rng.integers(1, 5, rows) * 10 + klass % 2,
            "years": rng.integers(0, 100, rows),
            "class": np.array(["yes", "no", "perhaps' --"])[klass],
        }
    ).astype(object)
    for column in frame.columns[:-1]:
        frame.loc[rng.random(rows) < 0.08, column] = None
    frame.loc[1::10, "select"] = "late"  # only in rows that are not learned
    families = {"a*/b -- c": "multinomial:items", "a_b": "multinomial:items", "code": "categorical", "years": "binned:18,30,65"}
    numbers = ['say "x"', "%d's", "same", "a*/b -- c", "a_b", "a b", "code", "years"]
    options = [word for name, family in families.items() for word in ("--family", f"{name}={family}")]
    return frame, "class", {NUMBERS: numbers, TRUTHS: ["int"]}, options


def plain_table():
    """The same with no group of counts, for formats that have none."""
    frame, target, kinds, options = odd_table()
    return frame, target, kinds, [*options[4:], "--family", "a_b=categorical"]


def rates(rows=400):
    """Counts over times of watching."""
    rng = np.random.default_rng(9)
    klass = rng.integers(0, 2, rows)
    hours = np.round(rng.exponential(3, rows) + 0.1, 2)
    frame = pd.DataFrame({"calls": rng.poisson((1 + 2 * klass) * hours), "hours": hours, "faults": rng.poisson(1 + klass), "class": klass})
    frame = frame.astype(object)
    for column in ("calls", "hours", "faults"):
        frame.loc[rng.random(rows) < 0.1, column] = None
    frame["class"] = frame["class"].map({0: "calm", 1: "busy"})
    options = ["--family", "calls=poisson:hours", "--family", "faults=poisson"]
    return frame, "class", {NUMBERS: ["calls", "hours", "faults"], TRUTHS: []}, options


def spread(rows=400):
    """Counts with more spread than poisson's, those of a class that has less, one that a class never has, and a group of counts."""
    rng = np.random.default_rng(11)
    klass = rng.integers(0, 3, rows)
    frame = pd.DataFrame(
        {
            "visits": rng.negative_binomial(1 + klass, 0.02 + 0.1 * klass),
            "few": np.where(klass == 1, rng.integers(2, 4, rows), rng.negative_binomial(2, 0.3, rows)),
            "never": rng.poisson(3, rows) * (klass > 0),
            "nobody": np.where(np.arange(rows) % 6 == 1, 2, 0),  # in rows that are not learned
            "left": rng.poisson(1 + klass),
            "right": rng.poisson(300 + 20 * klass),
            "class": np.array(["u", "v", "w"])[klass],
        }
    ).astype(object)
    for column in frame.columns[:-1]:
        frame.loc[rng.random(rows) < 0.1, column] = None
    options = [word for name in ("visits", "few", "never", "nobody") for word in ("--family", f"{name}=negative-binomial")]
    options += ["--family", "left=multinomial:sides", "--family", "right=multinomial:sides"]
    return frame, "class", {NUMBERS: ["visits", "few", "never", "nobody", "left", "right"], TRUTHS: []}, options


def seconds_of(duration):
    """PT1M27.67846513004528S, with more digits than pandas takes."""
    sign, days, hours, minutes, seconds = re.fullmatch(r"(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?", duration).groups()
    return (float(seconds or 0) + 60 * int(minutes or 0) + 3600 * int(hours or 0) + 86400 * int(days or 0)) * (-1 if sign else 1)


def times(rows=400):
    """Moments and durations, as texts; databases and programs have seconds."""
    rng = np.random.default_rng(12)
    klass = rng.integers(0, 2, rows)
    frame = pd.DataFrame(
        {
            "at": [f"{pd.Timestamp(1.6e9 + 86400 * (30 * k + x), unit='s').isoformat()}Z" for k, x in zip(klass, rng.normal(0, 20, rows))],
            "took": [f"PT{max(0, round(90 + 60 * k + x, 3))}S" for k, x in zip(klass, rng.normal(0, 50, rows))],
            "class": np.array(["day", "night"])[klass],
        }
    ).astype(object)
    for column in ("at", "took"):
        frame.loc[rng.random(rows) < 0.1, column] = None
    seconds = {"at": lambda cell: pd.Timestamp(cell).timestamp(), "took": seconds_of}
    return frame, "class", {NUMBERS: ["at", "took"], TRUTHS: [], SECONDS: seconds}, []


def file_of(name, target):
    def read():
        return pd.read_csv(DATA / name, dtype=object), target, None, []

    return read


def shared(folder, read):
    def table():
        if not (SHARED / folder).exists():
            pytest.skip(f"{SHARED / folder} is not there")
        return read(SHARED / folder)

    return table


def adult(folder):
    names = [column["name"] for column in json.loads((folder / "schema.json").read_text())["columns"]]
    with open(folder / "adult.data", encoding="ascii") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file) if len(row) == len(names)][:6000]
    return pd.DataFrame(rows, columns=names).replace("?", None), names[-1], None, []


def mushroom(folder):
    names = [column["name"] for column in json.loads((folder / "schema.json").read_text())["columns"]]
    frame = pd.read_csv(folder / "agaricus-lepiota.data", names=names, dtype=object)
    return frame.replace("?", None), names[0], None, []


def sms(folder):
    lines = (folder / "SMSSpamCollection").read_text(encoding="utf-8").splitlines()
    return pd.DataFrame([line.split("\t", 1) for line in lines], columns=["label", "message"]), "label", None, ["--family", "message=text"]


def words(folder):
    """How often each of the commonest words comes in a message: a matrix of counts, with cells that are missing."""
    frame, target, _, _ = sms(folder)
    found = frame["message"].str.lower().str.findall("[a-z]{2,}")
    commonest = found.explode().value_counts().index[:120]
    counts = pd.DataFrame({f"n {word}": found.map(lambda all, word=word: all.count(word)) for word in commonest}).astype(object)
    counts = counts.mask(np.random.default_rng(3).random(counts.shape) < 0.02, None)
    options = [text for name in counts for text in ("--family", f"{name}=multinomial:words")]
    kinds = {NUMBERS: list(counts), TRUTHS: []}
    return pd.concat([counts, frame[[target]]], axis=1), target, kinds, options


TABLES = {
    "iris": file_of("iris.csv", "species"),
    "tennis": file_of("play_tennis.csv", "play"),
    "odd": odd_table,
    "rates": rates,
    "spread": spread,
    "times": times,
    "adult": shared("adult", adult),
    "mushroom": shared("mushroom", mushroom),
}
OTHERS = {"plain": plain_table, "sms": shared("sms_spam", sms), "words": shared("sms_spam", words)}  # for some formats only
MOST_ROWS = 1200  # that a model is asked about
QUESTIONS = {
    "naive": ["--rule", "naive"],
    "half": ["--rule", "naive", "--lambda", "0.5", "--prior", "uniform"],
    "bayes": ["--rule", "naive", "--estimate", "bayes"],
    "zero": ["--rule", "naive", "--lambda", "0"],  # what was not seen is impossible
    "weighted": ["--rule", "weighted"],
    "full": ["--rule", "full"],  # of models that have counted columns together
}
LONG = [(table, question) for table in ("adult", "mushroom") for question in ("half", "bayes", "zero")]  # and say no more than the others
LONG += [("iris", "zero"), ("times", "zero"), ("times", "half"), ("times", "bayes"), ("rates", "half"), ("spread", "half")]
CASES = [(table, question) for table in TABLES for question in QUESTIONS if question != "full" and (table, question) not in LONG]
NOTHING = ("", "None", "nan", "<NA>")  # what is answered where every class is impossible


class Case:
    """A model, rows that it has not counted, and what it answers."""

    def __init__(self, table, question, program, folder, more=()):
        frame, self.target, kinds, options = {**TABLES, **OTHERS}[table]()
        self.program, self.folder, self.question = program, folder, QUESTIONS[question]
        self.model = folder / "model.tally"
        frame[::2].to_csv(folder / "train.csv", index=False)
        run(program, "fit", folder / "train.csv", "--target", self.target, "-o", self.model, *options, *more)
        self.rows = frame[1::2].head(MOST_ROWS).drop(columns=self.target).reset_index(drop=True)
        self.rows.to_csv(folder / "rows.csv", index=False)
        for name, seconds in (kinds or {}).get(SECONDS, {}).items():
            self.rows[name] = self.rows[name].map(seconds, na_action="ignore")
        answers = run(program, "predict", self.model, folder / "rows.csv", *self.question)
        self.answers = pd.read_csv(io.StringIO(answers), dtype={"prediction": str})
        self.expected = self.answers.filter(regex=r"^p\(").fillna(0).to_numpy()  # nothing stands where every class is impossible
        if kinds is None:
            drafted = run(program, "schema", folder / "train.csv", "--target", self.target, "--json")
            columns = json.loads(drafted)["columns"]
            kinds = {
                NUMBERS: [name for name, column in columns.items() if column["type"] == "number"],
                TRUTHS: [name for name, column in columns.items() if column["type"] == "boolean"],
            }
        self.kinds = kinds

    def export(self, form, *options) -> str:
        return run(self.program, "export", self.model, "--to", form, *self.question, *options)

    def typed(self) -> pd.DataFrame:
        """The rows with numbers and truths as such."""
        out = self.rows.copy()
        for name in out.columns:
            if name in self.kinds[NUMBERS]:
                out[name] = pd.to_numeric(out[name])
            elif name in self.kinds[TRUTHS]:
                out[name] = out[name].map(lambda cell: None if cell is None or cell != cell else cell.lower() in ("true", "yes", "1")).astype("boolean")
            else:
                out[name] = out[name].astype("string")
        return out

    def check(self, predictions, posteriors):
        np.testing.assert_allclose(np.array(posteriors, dtype=float), self.expected, rtol=0, atol=1e-9)
        clear = np.sort(self.expected, axis=1)[:, -1] - np.sort(self.expected, axis=1)[:, -2] > 1e-9
        told = np.array([str(one) for one in predictions])
        assert all(one in NOTHING for one in told[self.expected.sum(axis=1) == 0])
        assert (told[clear] == self.answers["prediction"].to_numpy()[clear]).all()


@pytest.fixture(params=CASES, ids=["-".join(case) for case in CASES])
def case(request, program, tmp_path):
    return Case(*request.param, program, tmp_path)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


@pytest.fixture(scope="module")
def postgres():
    """A function that runs SQL on a server of its own."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert programs, "there is no postgresql: tools/setup tests"
    folder = Path(tempfile.mkdtemp(prefix="tally-postgres-"))
    folder.chmod(0o755)
    own = []
    if os.geteuid() == 0:  # which the server refuses to be
        shutil.chown(folder, "postgres", "postgres")
        own = ["runuser", "-u", "postgres", "--"]
    base, log = folder / "base", folder / "log"
    control = [*own, programs[-1] / "pg_ctl", "-D", base, "-w"]
    run(*own, programs[-1] / "initdb", "-D", base, "-U", "tally", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", cwd=folder)
    run(*control, "-l", log, "-o", f"-k {folder} -c listen_addresses= -c fsync=off", "start", cwd=folder)

    def ask(sql):
        return run(
            "psql", "-h", folder, "-U", "tally", "-d", "postgres", "-q", "-v", "ON_ERROR_STOP=1", "--csv", input=sql
        )

    yield ask
    run(*control, "-m", "immediate", "stop", cwd=folder)
    shutil.rmtree(folder)
