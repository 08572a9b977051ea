# SPDX-License-Identifier: Apache-2.0
"""The server's answers are the command line's, for every question."""

import csv
import io
import json

import pytest
from conftest import DATA, tally

# Parameters of a request, and what the command line calls them.
QUESTIONS = [
    {},
    {"lambda": "0.5"},
    {"lambda": "auto"},
    {"lambda": "0"},
    {"prior": "uniform"},
    {"prior": "empirical"},
    {"estimate": "ml"},
    {"estimate": "map"},
    {"estimate": "bayes"},
    {"rule": "naive"},
    {"rule": "auto"},
    {"calibrate": ""},
    {"prior": "estimate"},
    {"class-weight": "balanced"},
    {"reject": "0.1"},
    {"log-evidence": "", "rule": "naive"},
    {"log-joint": "", "log_evidence": "true", "risk": "1", "rule": "naive"},
    {"rule": "naive", "variance": "sample", "variance-floor": "0.01"},
    {"rule": "naive", "var-smoothing": "1e-9"},
    {"estimate": "bayes", "prior-kappa": "2", "prior-alpha": "1.5"},
]
IRIS = [
    {"prior": "setosa=0.5,versicolor=0.25,virginica=0.25"},
    {"class-weight": "setosa=3"},
    {"at-most": "versicolor:virginica=0.2"},
    {"rule": "weighted"},
]


def words(question):
    """The same question on the command line."""
    out = []
    for name, value in question.items():
        name = "--" + name.replace("_", "-")
        out += [name] if value in ("", "true", "1") and name in FLAGS else [name, value]
    return out


FLAGS = {"--calibrate", "--log-joint", "--log-evidence", "--risk"}


def told(model, question, table, verb="predict"):
    """What the program answers, or how it refuses."""
    import subprocess

    from conftest import TALLY

    done = subprocess.run(
        [TALLY, verb, model, table, *(["--format", "jsonl"] if verb == "predict" else ["--json"]), *words(question)],
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture(scope="module")
def server(models):
    from conftest import Server

    one = Server(models, "--port", "0")
    yield one
    one.end()


def table(name):
    return (DATA / name).read_bytes()


def records(name, typed=False):
    rows = list(csv.DictReader(io.StringIO(table(name).decode())))
    if typed:
        for row in rows:
            for key, text in row.items():
                try:
                    row[key] = float(text)
                except ValueError:
                    pass
    return rows


CASES = [("iris", "iris.csv", q) for q in QUESTIONS + IRIS] + [("tennis", "play_tennis.csv", q) for q in QUESTIONS] + [
    ("texts", "eight_mail_texts.csv", q)
    for q in [{}, {"lambda": "0.5"}, {"text-model": "complement"}, {"combine": "mean"}, {"stop-words": "free,money"}]
]


@pytest.mark.parametrize("model,file,question", CASES, ids=lambda one: json.dumps(one) if isinstance(one, dict) else one)
def test_predict_is_what_the_program_says(server, models, model, file, question):
    code, out, complaint = told(models / f"{model}.tally", question, DATA / file)
    path = f"/v1/models/{model}/predict"
    bodies = [(table(file), "text/csv"), ({"rows": records(file)}, "application/json"), (records(file, True), "application/json")]
    for body, kind in bodies:
        status, _, answer = server.post(path, body, question, kind)
        if code != 0:
            assert status in (400, 422), answer
            # In words without dashes, and without the name of a file.
            assert answer["error"]["message"].split(":")[0].split(";")[0] in complaint.replace("--", "")
            continue
        assert status == 200, answer
        assert answer["predictions"] == [json.loads(line) for line in out.splitlines()]
        assert answer["model"] == model


def test_predict_as_csv(server, models):
    status, headers, answer = server.post(
        "/v1/models/iris/predict", table("iris.csv"), type="text/csv", headers={"Accept": "text/csv"}
    )
    assert status == 200 and headers["content-type"].startswith("text/csv")
    assert answer == tally("predict", models / "iris.tally", DATA / "iris.csv")


def test_a_loss_matrix_is_a_parameter(server, models, tmp_path):
    matrix = ",setosa,versicolor,virginica\nsetosa,0,1,1\nversicolor,5,0,1\nvirginica,5,3,0\nask,0.4,0.4,0.4\n"
    (tmp_path / "loss.csv").write_text(matrix)
    want = tally("predict", models / "iris.tally", DATA / "iris.csv", "--format", "jsonl", "--risk", "--loss", tmp_path / "loss.csv")
    for text in (matrix, matrix.strip().replace("\n", ";")):
        status, _, answer = server.post("/v1/models/iris/predict", table("iris.csv"), {"loss": text, "risk": ""}, "text/csv")
        assert status == 200, answer
        assert answer["predictions"] == [json.loads(line) for line in want.splitlines()]


@pytest.mark.parametrize("question", [{}, {"lambda": "0.5"}, {"estimate": "bayes"}, {"reject": "0.1"}, {"rule": "naive"}], ids=json.dumps)
@pytest.mark.parametrize("model,file", [("iris", "iris.csv"), ("tennis", "play_tennis.csv"), ("texts", "eight_mail_texts.csv")])
def test_explain_is_what_the_program_says(server, models, model, file, question):
    want = json.loads(tally("explain", models / f"{model}.tally", DATA / file, "--row", 3, "--json", *words(question)))
    path = f"/v1/models/{model}/explain"
    assert server.post(path, table(file), {**question, "row": 3}, "text/csv")[2] == want
    assert server.post(path, records(file)[3], question)[2] == want
    assert server.post(path, [records(file)[3]], question)[2] == want


@pytest.mark.parametrize("question", [{}, {"lambda": "0.5"}, {"prior": "uniform"}, {"class-weight": "balanced"}, {"top": "1"}], ids=json.dumps)
@pytest.mark.parametrize("model,file", [("iris", "iris.csv"), ("tennis", "play_tennis.csv")])
def test_score_is_what_the_program_says(server, models, model, file, question):
    code, out, complaint = told(models / f"{model}.tally", question, DATA / file, "score")
    assert code == 0, complaint
    for body, kind in [(table(file), "text/csv"), (records(file), "application/json")]:
        status, _, answer = server.post(f"/v1/models/{model}/score", body, question, kind)
        assert status == 200 and answer == json.loads(out)
    assert "left_out" in json.loads(out)  # these are the rows of the fit


def test_unseen_values_are_told(server):
    status, _, answer = server.post("/v1/models/tennis/predict", {"outlook": "suny"})
    assert status == 200
    assert "did you mean 'sunny'?" in answer["notes"][0]


@pytest.mark.parametrize("question", [{}, {"spam-cutoff": "0.6", "ham-cutoff": "0.5"}, {"header": "X-Spam-Flag", "header-format": "{class}"}], ids=json.dumps)
def test_filter_is_what_the_program_says(server, models, question):
    for message in sorted((DATA / "box").rglob("*.eml")) + sorted((DATA / "mail").glob("*.eml")):
        body = message.read_bytes()
        want = tally("filter", "-e", models / "mail.tally", *words(question), data=body)
        status, headers, answer = server.post(
            "/v1/models/mail/filter", body, question, "message/rfc822", {"Accept": "message/rfc822"}
        )
        assert status == 200 and headers["content-type"] == "message/rfc822"
        assert answer == want, message
        status, _, verdict = server.post("/v1/models/mail/filter", body, question, "message/rfc822")
        assert status == 200 and verdict["header"].encode() in want.replace(b"\n ", b" ")


def test_mail_is_predicted_and_explained(server, models):
    message = DATA / "box" / "new.eml"
    want = json.loads(tally("predict", models / "mail.tally", message, "--format", "jsonl"))
    del want["file"]
    answer = server.post("/v1/models/mail/predict", message.read_bytes(), type="message/rfc822")[2]
    assert answer["predictions"] == [want]
    want = json.loads(tally("explain", models / "mail.tally", message, "--json"))
    assert server.post("/v1/models/mail/explain", message.read_bytes(), type="message/rfc822")[2] == want
