# SPDX-License-Identifier: Apache-2.0
"""What `tally export` writes is run by those it is written for, and says what `tally predict` says."""

import csv
import io
import json
import math
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest
from conftest import DATA

SHARED = DATA.parent.parent.parent / "shared" / "data"
NUMBERS, TRUTHS = "numbers", "truths"


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


def file_of(name, target):
    def read():
        return pd.read_csv(DATA / name, dtype=object), target, None, []

    return read


def shared(folder, read):
    def table():
        if not (SHARED / folder).exists():
            pytest.skip(f"skipped: {SHARED / folder} is not there")
        return read(SHARED / folder)

    return table


def adult(folder):
    names = [column["name"] for column in json.loads((folder / "schema.json").read_text())["columns"]]
    with open(folder / "adult.data", encoding="ascii") as file:
        rows = [[cell.strip() for cell in row] for row in csv.reader(file) if len(row) == len(names)][:6000]
    return pd.DataFrame(rows, columns=names).replace("?", None), names[-1], None, []


TABLES = {
    "iris": file_of("iris.csv", "species"),
    "tennis": file_of("play_tennis.csv", "play"),
    "odd": odd_table,
    "rates": rates,
    "adult": shared("adult", adult),
}
QUESTIONS = {
    "naive": ["--rule", "naive"],
    "half": ["--rule", "naive", "--lambda", "0.5", "--prior", "uniform"],
    "bayes": ["--rule", "naive", "--estimate", "bayes"],
    "weighted": ["--rule", "weighted"],
}
REFUSED = [("odd", "bayes"), ("rates", "bayes"), ("rates", "weighted")]  # laws that no format has
LONG = [("adult", "half"), ("adult", "bayes")]  # and say no more than the others
CASES = [(table, question) for table in TABLES for question in QUESTIONS if (table, question) not in REFUSED + LONG]


class Case:
    """A model, rows that it has not counted, and what it answers."""

    def __init__(self, table, question, program, folder):
        frame, self.target, kinds, options = TABLES[table]()
        self.program, self.folder, self.question = program, folder, QUESTIONS[question]
        self.model = folder / "model.tally"
        frame[::2].to_csv(folder / "train.csv", index=False)
        run(program, "fit", folder / "train.csv", "--target", self.target, "-o", self.model, *options)
        self.rows = frame[1::2].drop(columns=self.target).reset_index(drop=True)
        self.rows.to_csv(folder / "rows.csv", index=False)
        answers = run(program, "predict", self.model, folder / "rows.csv", *self.question)
        self.answers = pd.read_csv(io.StringIO(answers), dtype={"prediction": str})
        self.expected = self.answers.filter(regex=r"^p\(").to_numpy()
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
        assert (told[clear] == self.answers["prediction"].to_numpy()[clear]).all()


@pytest.fixture(params=CASES, ids=["-".join(case) for case in CASES])
def case(request, program, tmp_path):
    return Case(*request.param, program, tmp_path)


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


# --- SQL ---


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


# --- C ---


def c_cell(cell, kind):
    if cell is None or cell is pd.NA or cell != cell:
        return {"double": "NAN", "int": "-1"}.get(kind, "NULL")
    if kind == "double":
        return float(cell).hex()
    if kind == "int":
        return str(int(cell))
    return '"' + "".join(f"\\{byte:03o}" for byte in str(cell).encode()) + '"'


def test_c(case):
    (case.folder / "model.h").write_text(case.export("c"), encoding="utf-8")
    header = (case.folder / "model.h").read_text(encoding="utf-8")
    struct = re.search(r"struct model_row \{\n(.*?)\};", header, re.S).group(1)
    rows = case.typed()
    fields = re.findall(r"^  (double |int |const char \*)(\w+); /\* (.*) \*/$", struct, re.M)
    assert len({field for _, field, _ in fields}) == len(fields)
    plain = {name.replace("*/", "* /"): name for name in rows.columns}
    cells = [
        "{" + ", ".join(c_cell(row[plain[name]], kind.strip()) for kind, _, name in fields) + "}"
        for _, row in rows.iterrows()
    ]
    (case.folder / "main.c").write_text(
        '#include "model.h"\n#include <stdio.h>\nstatic const struct model_row rows[] = {\n' + ",\n".join(cells) + "};\n"
        "int main(void) {\n  double p[model_CLASSES];\n  size_t i;\n  int k, decided;\n  (void)model_nothing;\n"
        "  for (i = 0; i < sizeof rows / sizeof *rows; ++i) {\n    decided = model_predict(&rows[i], p);\n"
        '    printf("%d", decided);\n    for (k = 0; k < model_CLASSES; ++k) printf(" %.17g", p[k]);\n    printf("\\n");\n  }\n'
        "  return 0;\n}\n"
    )
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", "main", "main.c", "-lm", cwd=case.folder)
    answers = [line.split() for line in run(case.folder / "main").splitlines()]
    names = [name[2:-1] for name in case.answers.columns if name.startswith("p(")]
    case.check([names[int(row[0])] for row in answers], [row[1:] for row in answers])


# --- JSON, by the formula at the head of tally/export/sheet.h ---


def said(line, row, classes):
    cells = [row[name] for name in line.get("columns", [line.get("column")])]
    missing = [cell is None or cell is pd.NA or cell != cell for cell in cells]
    if line["kind"] == "counts":
        return [sum(0 if gone else x * says[k] for x, gone, says in zip(cells, missing, line["says"])) for k in range(classes)]
    if missing[0]:
        return [0.0] * classes
    x = cells[0]
    if line["kind"] == "values":
        return line["says"][line["values"].index(x)] if x in line["values"] else line["unseen"]
    if line["kind"] == "bins":
        return line["says"][sum(x - line["origin"] > cut for cut in line["cuts"])]
    if line["kind"] == "normal":
        return [-math.log(s) - ((x - m) / s) ** 2 / 2 for m, s in zip(line["mean"], line["deviation"])]
    if line["kind"] == "rate":
        e = row[line["exposure"]] if "exposure" in line else 1
        return [0.0 if e is None or e != e else x * math.log(rate) - rate * e for rate in line["rate"]]
    assert line["kind"] == "student"
    laws = zip(line["degrees"], line["location"], line["scale"], line["constant"])
    return [c - (v + 1) / 2 * math.log1p(((x - m) / s) ** 2 / v) for v, m, s, c in laws]


def posterior(sheet, row):
    z, classes = list(sheet["start"]), len(sheet["classes"])
    for line in sheet["lines"]:
        heard = said(line, row, classes)
        if "most_against" in sheet:
            heard = [max(one, max(heard) - sheet["most_against"]) for one in heard]
        z = [before + line["weight"] * one for before, one in zip(z, heard)]
    shares = [math.exp(one - max(z)) for one in z]
    p = [one / sum(shares) for one in shares]
    if "rows" in sheet:
        p = [(one + share / sheet["rows"]) / (1 + 1 / sheet["rows"]) for one, share in zip(p, sheet["shares"])]
    return p


def test_json(case):
    sheet = json.loads(case.export("json"))
    rows = case.typed().astype(object)
    found = [posterior(sheet, dict(zip(rows.columns, row))) for row in rows.values.tolist()]
    names = [str(one).lower() if isinstance(one, bool) else str(one) for one in sheet["classes"]]
    case.check([names[int(np.argmax(p))] for p in found], found)


def test_checks_say_what_predict_says(case):
    """The rows that stand in the file, asked again."""
    sheet = json.loads(case.export("json"))
    assert len(sheet["checks"]) == 4
    for check in sheet["checks"]:
        rows = pd.DataFrame([{**dict.fromkeys(case.rows.columns, ""), **check["row"]}])
        rows.to_csv(case.folder / "one.csv", index=False)
        answer = run(case.program, "predict", case.model, case.folder / "one.csv", *case.question).splitlines()[1]
        p = next(csv.reader([answer]))[1:]
        assert [float(one) for one in p] == pytest.approx(check["posterior"], abs=1e-12)


# --- what is refused ---


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "--to: expected sqlite, duckdb, postgresql, c or json"),
        (["--to", "oracle"], "not 'oracle'"),
        (["--to", "json", "--key", "x"], "--table and --key are for SQL, not for json"),
        (["--to", "sqlite", "--name", "x"], "--name is for C"),
        (["--to", "c", "--name", "2x"], "'2x' is no name in C"),
        (["--to", "json", "--lambda", "0"], "impossible in a class cannot be exported; ask with a λ above 0"),
        (["--to", "json", "--prior", "estimate"], "--prior estimate is about rows at hand"),
    ],
)
def test_refused(options, sentence, program, tmp_path):
    run(program, "fit", DATA / "play_tennis.csv", "--target", "play", "-o", tmp_path / "m.tally")
    done = subprocess.run([program, "export", tmp_path / "m.tally", *options, "-o", tmp_path / "out"], capture_output=True, text=True)
    assert done.returncode != 0 and sentence in done.stderr, done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("refused", REFUSED, ids=["-".join(case) for case in REFUSED])
def test_laws_that_no_format_has_are_refused(refused, program, tmp_path):
    case = Case(*refused, program, tmp_path)
    done = subprocess.run([program, "export", case.model, "--to", "json", *case.question], capture_output=True, text=True)
    assert done.returncode == 64 and "cannot be exported; ask the rule naive with smoothed estimates" in done.stderr


def test_rules_that_hear_columns_together_are_refused(program, tmp_path):
    run(program, "fit", DATA / "iris.csv", "--target", "species", "--count", "full", "-o", tmp_path / "m.tally")
    done = subprocess.run(
        [program, "export", tmp_path / "m.tally", "--to", "c", "--rule", "full"], capture_output=True, text=True
    )
    assert done.returncode != 0 and "ask the rule weighted or naive" in done.stderr
    assert run(program, "export", tmp_path / "m.tally", "--to", "c", "--rule", "weighted").startswith("/* Made by tally")
