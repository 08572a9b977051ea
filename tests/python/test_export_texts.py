# SPDX-License-Identifier: Apache-2.0
"""Texts that `tally export` writes as terms: joined by SQLite, DuckDB and PostgreSQL, compiled by a C compiler, run by
onnxruntime, and read from JSON by a program that knows nothing else: the formulas of docs/export.md."""

import io
import json
import math
import re
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
WEIGHTED = "weighted"
MODELS = ["multinomial", "boolean", "bernoulli", "complement", WEIGHTED]
CASES = [
    (name, model)
    for name in TEXTS
    for model in MODELS
    if name != "sms" or model in ("multinomial", "bernoulli", WEIGHTED)
    if name != "eight" or model != WEIGHTED
]


class Case:
    def __init__(self, name, text_model, program, folder):
        train, self.rows, target = TEXTS[name]()
        train.to_csv(folder / "train.csv", index=False)
        self.rows.to_csv(folder / "rows.csv", index=False)
        self.text_model = text_model
        self.program, self.folder, self.model = program, folder, folder / "m.tally"
        texts = [word for column in train.columns if column in ("text", "the body's", "subject", "message") for word in ("--family", f"{column}=text")]
        counting = [] if text_model == WEIGHTED else ["--count", "naive"]
        run(program, "fit", folder / "train.csv", "--target", target, "-o", self.model, *counting, *texts)
        self.question = ["--rule", "weighted"] if text_model == WEIGHTED else ["--rule", "naive", "--text-model", text_model]
        answers = run(program, "predict", self.model, folder / "rows.csv", *self.question)
        answers = pd.read_csv(io.StringIO(answers)).filter(regex=r"^p\(")
        self.expected, self.classes = answers.to_numpy(), [name[2:-1] for name in answers.columns]
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


def terms_by_row(table):
    out = {}
    for row, column, term, count in table.itertuples(index=False):
        out.setdefault((row, column), []).append((term, count))
    return out


def missing(cell):
    return cell is None or cell != cell or cell == ""


def norms(weights, kind, total, n):
    return total * (weights[f"sum {kind}"] / 10 + weights[f"root {kind}"] / np.sqrt(n + 1) + weights[f"mean {kind}"] * 10 / (n + 1))


def told_by_texts(texts, terms_of):
    """What the texts of a row add to z: terms_of(column) are its terms."""
    told = len(texts["told"])
    says, corrects, twice, lengths, unseen = np.zeros(told), np.zeros(told), 0, [], []
    for zone in texts["zones"]:
        line_of, terms, w = dict(zip(zone["terms"], zone["lines"])), terms_of(zone["column"]), zone["weights"]
        known = [term for term in terms if term in line_of]
        n, u = len(known), len(terms) - len(known)
        d = np.array([zone["leanings"][line_of[term]] for term in known]).reshape(n, 3, told)
        for m, kind in enumerate(("0.1", "1", "10")):
            says = says + norms(w, kind, d[:, m].sum(axis=0), n)
        says = says + norms(w, "length", n * np.array(zone["lengths"]), n)
        for strong in (1, 2, 3):
            heard = np.abs(d[:, 1]) >= strong
            says = says + w[f"strong {strong}"] * (d[:, 1] * heard).sum(axis=0) / (heard.sum(axis=0) + 1)
        twice += sum(zone["twice"][line_of[term]] for term in known)
        for term in known:
            corrects = corrects + zone["corrections"].get(term, np.zeros(told))
        if not zone["pairs"]:
            lengths.append(math.log(n + 1) - 4)
            unseen.append(10 * u / (n + u + 1) - 1)
    of_class = np.array(texts["of_class"]) @ [1, np.mean(lengths), np.mean(unseen)]
    out = texts["trust_leanings"] * (says + of_class) + texts["trust_corrections"] * corrects / math.sqrt(max(1, twice))
    return texts["weight"] * (np.array([-out[0] / 2, out[0] / 2]) if told == 1 else out)


def said(line, cell, terms):
    if missing(cell):
        return np.zeros(len(line.get("mean", line.get("base", line.get("unseen", line["says"][0] if "says" in line else line.get("location"))))))
    if line["kind"] == "terms":
        says = dict(zip(line["terms"], line["says"]))
        return line["base"] + sum((np.array(says[term]) * (1 if line["once"] else count) for term, count in terms if term in says), np.zeros(len(line["base"])))
    if line["kind"] == "values":
        return np.array(line["says"][line["values"].index(cell)] if cell in line["values"] else line["unseen"])
    if line["kind"] == "bins":
        return np.array(line["says"][sum(cell - line["origin"] > cut for cut in line["cuts"])])
    if line["kind"] == "normal":
        return np.array([-math.log(s) - ((cell - m) / s) ** 2 / 2 for m, s in zip(line["mean"], line["deviation"])])
    assert line["kind"] == "student"
    laws = zip(line["degrees"], line["location"], line["scale"], line["constant"])
    return np.array([c - (v + 1) / 2 * math.log1p(((cell - m) / s) ** 2 / v) for v, m, s, c in laws])


def test_json(case):
    sheet = json.loads(case.export("json"))
    assert ("texts" in sheet) == (case.text_model == WEIGHTED)
    assert all(cut["tokens"] == "word" and cut["fold"] for cut in sheet["cut"].values()) and sheet["cut"]
    by_row = terms_by_row(case.terms)
    found = []
    for at, row in enumerate(case.rows.to_dict("records"), 1):
        z = np.array(sheet["start"])
        for line in sheet["lines"]:
            heard = said(line, row[line["column"]], by_row.get((at, line["column"]), []))
            if "most_against" in sheet:
                heard = np.maximum(heard, heard.max() - sheet["most_against"])
            z += line["weight"] * heard
        if "texts" in sheet:
            z += told_by_texts(sheet["texts"], lambda column: [term for term, _ in by_row.get((at, column), [])])
        p = np.exp(z - z.max())
        p /= p.sum()
        found.append((p + np.array(sheet["shares"]) / sheet["rows"]) / (1 + 1 / sheet["rows"]) if "rows" in sheet else p)
    case.check(found)


# --- C and ONNX, which are handed the terms of each row ---


def c_text(text):
    return '"' + "".join(f"\\{byte:03o}" for byte in str(text).encode()) + '"'


def test_c(case):
    (case.folder / "m.h").write_text(case.export("c"), encoding="utf-8")
    struct = re.search(r"struct m_row \{\n(.*?)\};", (case.folder / "m.h").read_text(encoding="utf-8"), re.S).group(1)
    fields = re.findall(r"^  (double |const char \*|struct m_terms )(\w+); /\* (.*) \*/$", struct, re.M)
    by_row, arrays, rows = terms_by_row(case.terms), [], []
    for at, row in enumerate(case.rows.to_dict("records"), 1):
        cells = []
        for kind, _, column in fields:
            cell = row.get(column, row.get(column.removesuffix(".pair")))
            if missing(cell):
                cells.append({"double ": "NAN", "const char *": "NULL"}.get(kind, "{NULL, NULL, 0}"))
            elif kind == "double ":
                cells.append(float(cell).hex())
            elif kind == "const char *":
                cells.append(c_text(cell))
            else:
                terms, name = by_row.get((at, column), []), f"{len(arrays)}"
                arrays.append(
                    f"static const char *const terms{name}[] = {{{', '.join([*(c_text(term) for term, _ in terms), 'NULL'])}}};\n"
                    f"static const double times{name}[] = {{{', '.join([*(str(times) for _, times in terms), '0'])}}};\n"
                )
                cells.append(f"{{terms{name}, times{name}, {len(terms)}}}")
        rows.append("{" + ", ".join(cells) + "}")
    (case.folder / "main.c").write_text(
        '#include "m.h"\n#include <stdio.h>\n' + "".join(arrays) + "static const struct m_row rows[] = {\n" + ",\n".join(rows) + "};\n"
        "int main(void) {\n  double p[m_CLASSES];\n  size_t i;\n  int k;\n  (void)m_nothing;\n"
        "  for (i = 0; i < sizeof rows / sizeof *rows; ++i) {\n    m_predict(&rows[i], p);\n"
        '    for (k = 0; k < m_CLASSES; ++k) printf(" %.17g", p[k]);\n    printf("\\n");\n  }\n  return 0;\n}\n'
    )
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", "main", "main.c", "-lm", cwd=case.folder)
    case.check([line.split() for line in run(case.folder / "main").splitlines()])


def onnx_inputs(session, rows, terms):
    """Matrices of terms, and cells as they are."""
    by_row, out = terms_by_row(terms), {}
    for wanted in json.loads(session.get_modelmeta().custom_metadata_map["inputs"]):
        if wanted["kind"] == "text":
            out[wanted["name"]] = rows[wanted["columns"]].astype(object).where(rows[wanted["columns"]].notna(), "").to_numpy(dtype=object)
        elif wanted["kind"] == "number":
            out[wanted["name"]] = rows[wanted["columns"]].astype(float).to_numpy()
        else:
            column = wanted["column"]
            places = {term: place for place, term in enumerate(wanted.get("terms", []))}
            matrix = np.zeros((len(rows), max(1, len(places))))
            texts = rows[column.removesuffix(".pair") if column not in rows else column]
            for at, text in enumerate(texts):
                if missing(text):
                    matrix[at] = math.nan
                for term, count in by_row.get((at + 1, column), []):
                    if wanted["kind"] == "terms" and term in places:
                        matrix[at, places[term]] = count
            if wanted["kind"] == "unknown terms":
                known = {term for one in json.loads(session.get_modelmeta().custom_metadata_map["inputs"]) if one["kind"] == "terms" and one["column"] == column for term in one["terms"]}
                matrix = np.array([[sum(term not in known for term, _ in by_row.get((at + 1, column), []))] for at in range(len(rows))], dtype=float)
            out[wanted["name"]] = matrix
    return out


def test_onnx(case):
    onnxruntime = pytest.importorskip("onnxruntime", reason="there is no onnxruntime: tools/setup tests")
    run(case.program, "export", case.model, "--to", "onnx", "-o", case.folder / "m.onnx", *case.question)
    session = onnxruntime.InferenceSession(case.folder / "m.onnx", providers=["CPUExecutionProvider"])
    rows = case.rows.reset_index(drop=True).head(200)  # a matrix is as wide as a dictionary
    labels, p = session.run(None, onnx_inputs(session, rows, case.terms))
    np.testing.assert_allclose(p, case.expected[: len(rows)], rtol=0, atol=1e-9)
    assert list(labels) == list(np.array(case.classes)[p.argmax(axis=1)])


def test_the_table_of_terms_has_every_term_of_a_row_once(case):
    assert not case.terms.duplicated(["row", "column", "term"]).any()
    pairs = {f"{name}.pair" for name in case.rows.columns} if case.text_model == WEIGHTED else set()
    assert set(case.terms["column"]) <= set(case.rows.columns) | pairs


# --- what is refused ---


def refused(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode != 0
    return done.stderr


def test_formats_without_a_place_for_terms_refuse_them(program, tmp_path):
    case = Case("eight", "multinomial", program, tmp_path)
    sentence = refused(program, "export", case.model, "--to", "pmml", *case.question)
    assert "what the terms of 'text' say cannot be exported to PMML; SQL, ONNX, C and JSON take texts" in sentence
    sentence = refused(program, "export", case.model, "--to", "sqlite", *case.question)
    assert "the terms of texts find their rows by a key, and there is none" in sentence


def test_texts_that_are_combined_otherwise_are_refused(program, tmp_path):
    train, _, target = odd_texts()
    train.to_csv(tmp_path / "t.csv", index=False)
    run(program, "fit", tmp_path / "t.csv", "--target", target, "-o", tmp_path / "m.tally", "--family", "subject=text")
    sentence = refused(program, "export", tmp_path / "m.tally", "--to", "json", "--combine", "fisher")
    assert "unless their terms are summed up cannot be exported" in sentence
    for options in ([], ["--rule", "weighted"]):
        sentence = refused(program, "export", tmp_path / "m.tally", "--to", "pmml", *options)
        assert "the rule weighted, in PMML, cannot be exported; ask the rule naive" in sentence


def test_tables_of_terms_need_a_model_of_texts(program, tmp_path):
    run(program, "fit", DATA / "iris.csv", "--target", "species", "-o", tmp_path / "iris.tally")
    assert "no column of texts" in refused(program, "tokens", tmp_path / "iris.tally", DATA / "iris.csv", "--table")
    assert "--table needs a model" in refused(program, "tokens", DATA / "iris.csv", "--table")
