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
    assert before[0][0]["prediction"] == "false" and before[0][0]["p"]["false"] == pytest.approx(0.9)


def test_duckdb_writes_classes_as_predict_does():
    for labels, written in (([True, False], ["false", "true"]), ([1.0, 2.0], ["1", "2"]), ([0.5, 2.0], ["0.5", "2"])):
        base = duckdb.connect()
        model = tally.NaiveBayes(count="naive").fit({"x": [1.0, 1.5, 7.0, 8.0], "y": [labels[0]] * 2 + [labels[1]] * 2}, "y")
        tally.duckdb.register(base, "ask", model)
        prediction, p = base.sql("SELECT a.prediction, a.p FROM (SELECT ask(1.2) AS a)").fetchall()[0]
        assert sorted(p) == written and prediction == tally.duckdb.label_text(labels[0])


def test_duckdb_says_nothing_where_every_class_is_impossible():
    base = duckdb.connect()
    model = tally.NaiveBayes(count="naive").fit({"x": ["a", "b"], "y": ["u", "v"]}, "y")
    tally.duckdb.register(base, "ask", model, lam=0)
    rows = base.sql("SELECT ask(x) FROM (VALUES ('a'), ('never'), (NULL)) AS t(x)").fetchall()
    assert [row[0]["prediction"] for row in rows] == ["u", None, "u"]
    assert rows[1][0]["p"] == {"u": 0.0, "v": 0.0}


def test_duckdb_takes_timestamps_and_intervals(program, tmp_path):
    case = Case("times", "naive", program, tmp_path)
    base = duckdb.connect()
    columns = tally.duckdb.register(base, "ask", tally.NaiveBayes.load(case.model), rule="naive")
    assert columns == ["at", "took"]
    base.register("t", case.typed().assign(place=range(len(case.rows))))
    moment, duration = 'epoch_ms(0) + to_microseconds(cast(round("at" * 1e6) AS BIGINT))', "to_microseconds(cast(round(took * 1e6) AS BIGINT))"
    answers = base.execute(f"SELECT a.prediction, a.p FROM (SELECT place, ask({moment}, {duration}) AS a FROM t) ORDER BY place").fetchall()
    classes = [name[2:-1] for name in case.answers.columns if name.startswith("p(")]
    case.check([one[0] for one in answers], [[one[1][name] for name in classes] for one in answers])
    assert base.sql("SELECT ask(NULL, INTERVAL 1 DAY) = ask(NULL, INTERVAL 24 HOUR)").fetchall()[0][0]
    with pytest.raises(duckdb.Error, match="'took': an interval of months has no fixed length"):
        base.sql("SELECT ask(NULL, INTERVAL 1 MONTH)").fetchall()
