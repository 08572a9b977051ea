# SPDX-License-Identifier: Apache-2.0
"""Texts that `tally export` writes as terms, joined by SQLite, DuckDB and PostgreSQL, and read from JSON."""

import io
import json
import math
import subprocess

import duckdb
import numpy as np
import pandas as pd
import pytest
from conftest import DATA
from exported import MOST_ROWS, OTHERS, postgres, quoted, run  # noqa: F401


def eight_mails():
    frame = pd.read_csv(DATA / "eight_mail_texts.csv", dtype=str)
    rows = pd.DataFrame({"text": [*frame["text"], "cash cash CASH lunch", "", "unheard of", "...", None]})
    return frame, rows, "class"


def odd_texts(rows=400):
    """Two texts, a number and a category; words with quotes and of several scripts; cells that are missing, without a word,
    and with words that nobody has learned."""
    rng = np.random.default_rng(7)
    klass = rng.integers(0, 3, rows)
    words = np.array(["it's", "cash", "日本語", "Ünïcode", "o'clock", "1,000", "naïve", "x", "the", "later"])

    def text(k, size):
        p = np.full(len(words), 1.0)
        p[[k, k + 3]] += 4
        return " ".join(rng.choice(words, rng.integers(0, size), p=p / p.sum()))

    frame = pd.DataFrame(
        {
            "the body's": [text(k, 12) for k in klass],
            "subject": [text(k, 4) for k in klass],
            "size": rng.exponential(2 + klass),
            "from": np.array(["a", "b", "it's"])[(klass + (rng.random(rows) < 0.5)) % 3],
            "y": np.array(["ham", "spam", "neither, nor"])[klass],
        }
    ).astype(object)
    for column in frame.columns[:-1]:
        frame.loc[rng.random(rows) < 0.1, column] = None
    frame.loc[1::10, "subject"] = "!!!"
    frame.loc[3::10, "subject"] = "zzz never learned"
    return frame[::2], frame[1::2].drop(columns="y"), "y"


def sms_spam():
    frame, target, _, _ = OTHERS["sms"]()
    return frame[::2], frame[1::2].head(MOST_ROWS)[["message"]], target


TEXTS = {"eight": eight_mails, "odd": odd_texts, "sms": sms_spam}
MODELS = ["multinomial", "boolean", "bernoulli", "complement"]
CASES = [(name, model) for name in TEXTS for model in MODELS if name != "sms" or model in ("multinomial", "bernoulli")]


class Case:
    def __init__(self, name, text_model, program, folder):
        train, self.rows, target = TEXTS[name]()
        train.to_csv(folder / "train.csv", index=False)
        self.rows.to_csv(folder / "rows.csv", index=False)
        self.program, self.folder, self.model = program, folder, folder / "m.tally"
        texts = [word for column in train.columns if column in ("text", "the body's", "subject", "message") for word in ("--family", f"{column}=text")]
        run(program, "fit", folder / "train.csv", "--target", target, "-o", self.model, "--count", "naive", *texts)
        self.question = ["--rule", "naive", "--text-model", text_model]
        answers = run(program, "predict", self.model, folder / "rows.csv", *self.question)
        self.expected = pd.read_csv(io.StringIO(answers)).filter(regex=r"^p\(").to_numpy()
        (folder / "terms.csv").write_text(run(program, "tokens", self.model, folder / "rows.csv", "--table"))
        self.terms = pd.read_csv(folder / "terms.csv", keep_default_na=False)

    def export(self, form, *options):
        return run(self.program, "export", self.model, "--to", form, *self.question, *options)

    def check(self, posteriors):
        np.testing.assert_allclose(np.array(posteriors, dtype=float), self.expected, rtol=0, atol=1e-9)


@pytest.fixture(params=CASES, ids=["-".join(case) for case in CASES])
def case(request, program, tmp_path):
    return Case(*request.param, program, tmp_path)


def test_sqlite(case):
    """By the program, of files as `.import` brings them."""
    (case.folder / "m.sql").write_text(case.export("sqlite", "--key", "rowid"))
    commands = [".mode csv", ".import rows.csv data", ".import terms.csv terms", ".headers on", ".read m.sql"]
    answers = run("sqlite3", "base.db", *commands, cwd=case.folder)
    frame = pd.read_csv(io.StringIO(answers)).sort_values("rowid")
    assert list(frame["rowid"]) == list(range(1, len(case.rows) + 1))
    case.check(frame.iloc[:, 2:])


def test_duckdb(case):
    base = duckdb.connect()
    rows = case.rows.reset_index(drop=True)
    rows.insert(0, "place", range(1, len(rows) + 1))
    base.register("data", rows)
    base.register("all terms", case.terms)
    sql = case.export("duckdb", "--key", "place", "--terms", "all terms")
    for _ in range(2):  # in one session, again
        answers = base.execute(sql).df().sort_values("place")
        case.check(answers.iloc[:, 2:])


def test_postgresql(case, postgres):
    rows = case.rows.reset_index(drop=True)
    rows.insert(0, "place", range(1, len(rows) + 1))
    types = {name: "int" if name == "place" else "float8" if name == "size" else "text" for name in rows}
    columns = ", ".join(f"{quoted(name)} {kind}" for name, kind in types.items())
    answers = postgres(
        f"DROP TABLE IF EXISTS data, terms; CREATE TABLE data ({columns});\nCOPY data FROM STDIN WITH (FORMAT csv);\n"
        f"{rows.to_csv(index=False, header=False)}\\.\n"
        'CREATE TABLE terms ("row" int, "column" text, term text, "count" int);\nCOPY terms FROM STDIN WITH (FORMAT csv);\n'
        f"{case.terms.to_csv(index=False, header=False)}\\.\n" + case.export("postgresql", "--key", "place")
    )
    case.check(pd.read_csv(io.StringIO(answers)).sort_values("place").iloc[:, 2:])


def test_json(case):
    sheet = json.loads(case.export("json"))
    by_row = {}
    for row, column, term, count in case.terms.itertuples(index=False):
        by_row.setdefault((row, column), []).append((term, count))
    found = []
    for at, row in enumerate(case.rows.to_dict("records"), 1):
        z = np.array(sheet["start"])
        for line in sheet["lines"]:
            cell = row[line["column"]]
            if cell is None or cell != cell or cell == "":
                continue
            if line["kind"] == "terms":
                says = dict(zip(line["terms"], line["says"]))
                z += line["base"]
                for term, count in by_row.get((at, line["column"]), []):
                    z += np.array(says.get(term, 0.0)) * (1 if line["once"] else count)
            elif line["kind"] == "values":
                z += line["says"][line["values"].index(cell)] if cell in line["values"] else line["unseen"]
            else:
                assert line["kind"] == "normal"
                z += [-math.log(s) - ((cell - m) / s) ** 2 / 2 for m, s in zip(line["mean"], line["deviation"])]
        shares = np.exp(z - z.max())
        found.append(shares / shares.sum())
    case.check(found)


def test_the_table_of_terms_has_every_term_of_a_row_once(case):
    assert not case.terms.duplicated(["row", "column", "term"]).any()
    assert set(case.terms["column"]) <= set(case.rows.columns)


# --- what is refused ---


def refused(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode != 0
    return done.stderr


def test_formats_without_a_place_for_terms_refuse_them(program, tmp_path):
    case = Case("eight", "multinomial", program, tmp_path)
    for form, name in (("c", "C"), ("onnx", "ONNX"), ("pmml", "PMML")):
        sentence = refused(program, "export", case.model, "--to", form, *case.question)
        assert f"what the terms of 'text' say cannot be exported to {name}; SQL and JSON take texts" in sentence
    sentence = refused(program, "export", case.model, "--to", "sqlite", *case.question)
    assert "the terms of texts find their rows by a key, and there is none" in sentence


def test_weighted_texts_and_other_ways_to_combine_are_refused(program, tmp_path):
    train, _, target = odd_texts()
    train.to_csv(tmp_path / "t.csv", index=False)
    run(program, "fit", tmp_path / "t.csv", "--target", target, "-o", tmp_path / "m.tally", "--family", "subject=text")
    for form in ("sqlite", "json"):
        options = ["--to", form] + (["--key", "id"] if form == "sqlite" else [])
        sentence = refused(program, "export", tmp_path / "m.tally", *options, "--rule", "weighted")
        assert "what texts say under the rule weighted cannot be exported; ask the rule naive" in sentence
    sentence = refused(program, "export", tmp_path / "m.tally", "--to", "json", "--combine", "fisher")
    assert "unless their terms are summed up cannot be exported" in sentence


def test_tables_of_terms_need_a_model_of_texts(program, tmp_path):
    run(program, "fit", DATA / "iris.csv", "--target", "species", "-o", tmp_path / "iris.tally")
    assert "no column of texts" in refused(program, "tokens", tmp_path / "iris.tally", DATA / "iris.csv", "--table")
    assert "--table needs a model" in refused(program, "tokens", DATA / "iris.csv", "--table")
