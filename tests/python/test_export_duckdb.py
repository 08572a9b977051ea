# SPDX-License-Identifier: Apache-2.0
"""Models that are asked inside a database: a function of DuckDB."""

import duckdb
import pytest
import tally
import tally.duckdb
from exported import Case


@pytest.mark.parametrize("table", ["iris", "tennis", "odd", "adult", "mushroom", "sms"])
@pytest.mark.parametrize("rule", ["naive", "weighted"])
def test_duckdb_says_what_predict_says(table, rule, program, tmp_path):
    case = Case(table, rule, program, tmp_path)
    model = tally.NaiveBayes.load(case.model)
    base = duckdb.connect()
    columns = tally.duckdb.register(base, "ask", model, rule=rule)
    rows = case.typed()
    rows.insert(0, "place", range(len(rows)))
    base.register("t", rows)
    names = ", ".join('"' + name.replace('"', '""') + '"' for name in columns)
    answers = base.execute(f"SELECT a.prediction, a.p FROM (SELECT place, ask({names}) AS a FROM t) ORDER BY place").fetchall()
    classes = [name[2:-1] for name in case.answers.columns if name.startswith("p(")]
    case.check([one[0] for one in answers], [[one[1][name] for name in classes] for one in answers])


def test_duckdb_fixes_the_question_and_the_counts():
    table = {"x": [1.0, 2.0, 7.0, 8.0], "c": ["u", "v", "u", "v"], "y": [False, False, True, True]}
    model = tally.NaiveBayes(count="naive").fit(table, "y")
    base = duckdb.connect()
    assert tally.duckdb.register(base, "ask", model, prior=[0.9, 0.1]) == ["c", "x"]
    before = base.sql("SELECT ask(NULL, NULL)").fetchall()
    model.learn({"x": [3.0], "c": ["u"], "y": [True]})
    assert base.sql("SELECT ask(NULL, NULL)").fetchall() == before
    assert before[0][0]["prediction"] == "False" and before[0][0]["p"]["False"] == pytest.approx(0.9)
