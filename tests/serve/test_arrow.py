# SPDX-License-Identifier: Apache-2.0
"""Rows and answers as Arrow IPC streams, as pyarrow writes and reads them."""

import csv
import io
import json
import random
import shutil

import pytest
from conftest import DATA, tally

pa = pytest.importorskip("pyarrow")
ARROW = "application/vnd.apache.arrow.stream"
PREDICT = "/v1/models/{}/predict"


def stream(table, **options):
    out = pa.BufferOutputStream()
    rows = options.pop("rows", None)
    with pa.ipc.new_stream(out, table.schema, options=pa.ipc.IpcWriteOptions(**options)) as writer:
        writer.write_table(table, max_chunksize=rows)
    return out.getvalue().to_pybytes()


def records(name, target):
    with open(DATA / name, newline="") as file:
        return [{key: value for key, value in row.items() if key != target} for row in csv.DictReader(file)]


def iris():
    return pa.table({name: [float(row[name]) for row in records("iris.csv", "species")] for name in records("iris.csv", "species")[0]})


@pytest.fixture(scope="module")
def server(models):
    from conftest import Server

    one = Server(models, "--port", "0")
    if one.post(PREDICT.format("iris"), stream(iris()), type=ARROW)[0] == 501:
        pytest.skip("the plug-in for Arrow is not there")
    yield one
    one.end()


def asked(server, model, body, query=None, accept=None, type=ARROW):
    headers = {"Accept": accept} if accept else {}
    return server.post(PREDICT.format(model), body, query, type=type, headers=headers)


@pytest.mark.parametrize("rows", [None, 1, 7])
def test_the_answers_are_those_to_json(server, rows):
    table = iris()
    want = asked(server, "iris", {"rows": table.to_pylist()}, {"lambda": "0.5", "rule": "naive"}, type="application/json")
    have = asked(server, "iris", stream(table, rows=rows), {"lambda": "0.5", "rule": "naive"})
    assert have[0] == want[0] == 200 and have[2] == want[2] and len(have[2]["predictions"]) == 150


def test_categories_texts_and_what_is_missing(server):
    rows = records("play_tennis.csv", "play")
    rows[3]["outlook"] = rows[5]["humidity"] = None
    table = pa.Table.from_pylist(rows)
    want = asked(server, "tennis", rows, type="application/json")[2]
    coded = pa.table({name: table[name].dictionary_encode() for name in table.column_names})
    for one in (table, coded, table.slice(0, 14)):
        assert asked(server, "tennis", stream(one, rows=5))[2]["predictions"] == want["predictions"]
    rows = records("eight_mail_texts.csv", "class")
    want = asked(server, "texts", rows, type="application/json")[2]
    large = pa.Table.from_pylist(rows)
    large = large.cast(pa.schema([pa.field(field.name, pa.large_string()) for field in large.schema]))
    for one in (pa.Table.from_pylist(rows), large):
        assert asked(server, "texts", stream(one))[2] == want


def test_an_answer_in_arrow(server, models, tmp_path):
    table = iris()
    status, headers, body = asked(server, "iris", stream(table, rows=40), accept=ARROW)
    assert status == 200 and headers["content-type"] == ARROW
    have = pa.ipc.open_stream(body).read_all()
    want = asked(server, "iris", stream(table))[2]["predictions"]
    assert have.num_rows == 150
    for name in have.column_names:
        assert have[name].to_pylist() == [row[name] for row in want], name
    # To rows in another form, too; and it is what the program writes.
    assert asked(server, "iris", {"rows": table.to_pylist()}, accept=ARROW, type="application/json")[2] is not None
    (tmp_path / "rows.arrows").write_bytes(stream(table))
    tally("predict", models / "iris.tally", tmp_path / "rows.arrows", "-o", tmp_path / "answers.arrows")
    assert pa.ipc.open_stream((tmp_path / "answers.arrows").read_bytes()).read_all().equals(have)
    empty = asked(server, "iris", stream(table.slice(0, 0)), accept=ARROW)
    assert empty[0] == 200 and pa.ipc.open_stream(empty[2]).read_all().num_rows == 0


def test_what_is_no_stream_is_refused(server):
    whole = stream(iris())
    for body in (b"", b"x", b"PAR1" * 10, b"\xff" * 64, b"\xff\xff\xff\xff\0\0\0\0", whole[:100], whole[:-200], b"a,b\n1,2\n"):
        status, _, answer = asked(server, "iris", body)
        assert status == 400 and "Arrow IPC stream" in answer["error"]["message"], body[:20]
    file = pa.BufferOutputStream()
    with pa.ipc.new_file(file, iris().schema) as writer:
        writer.write_table(iris())
    assert asked(server, "iris", file.getvalue().to_pybytes())[0] == 400


def test_a_small_body_asks_for_no_more_than_its_limits(server):
    assert asked(server, "iris", stream(iris(), compression="zstd"))[0] == 415
    assert asked(server, "iris", stream(iris(), compression="lz4"))[0] == 415
    endless = pa.table({"petal_length": pa.nulls(2**31 - 1)})
    assert asked(server, "iris", stream(endless))[0] == 413
    many = pa.table({"petal_length": pa.nulls(1 << 20), "x": pa.nulls(1 << 20)})
    assert asked(server, "iris", stream(many, rows=1 << 10))[0] == 413
    codes = pa.DictionaryArray.from_arrays(pa.array([0], pa.int8()), pa.nulls(3_000_000))
    assert asked(server, "iris", stream(pa.table({"petal_length": codes})))[0] == 413


def test_damaged_streams_are_told_and_do_no_harm(server):
    chance = random.Random(5)
    rows = pa.Table.from_pylist(records("play_tennis.csv", "play"))
    whole = stream(pa.table({name: rows[name].dictionary_encode() for name in rows.column_names}))
    connection, seen = server.connect(), set()
    for _ in range(400):
        body = bytearray(whole)
        for _ in range(chance.choice([1, 1, 2, 8])):
            body[chance.randrange(len(body))] = chance.choice([0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)])
        status, _, answer = server.post(PREDICT.format("tennis"), bytes(body), type=ARROW, connection=connection)
        assert status in (200, 400, 413, 415, 422), answer
        assert status == 200 or answer["error"]["message"]
        seen.add(status)
    assert {200, 400, 422} <= seen
    assert asked(server, "tennis", whole)[0] == 200


def test_a_column_of_no_use_is_told(server):
    nested = pa.table({"petal_length": [[1.0, 2.0]]})
    status, _, answer = asked(server, "iris", stream(nested))
    assert status == 422 and answer["error"]["place"].get("column") == "petal_length" or "petal_length" in str(answer)
    assert io.BytesIO(stream(nested)).read(4) == b"\xff\xff\xff\xff"


def test_rows_are_learned_forgotten_explained_and_scored(serve, models, tmp_path):
    for name, file, target in (("iris", "iris.csv", "species"), ("tennis", "play_tennis.csv", "play")):
        for folder in ("by_arrow", "by_json"):
            (tmp_path / folder).mkdir(exist_ok=True)
            shutil.copy(models / f"{name}.tally", tmp_path / folder)
        with open(DATA / file, newline="") as rows:
            whole = list(csv.DictReader(rows))
        if name == "iris":
            whole = [{key: value if key == target else float(value) for key, value in row.items()} for row in whole]
        table, path = pa.Table.from_pylist(whole), f"/v1/models/{name}"
        coded = pa.table({key: table[key].dictionary_encode() if table[key].type == pa.string() else table[key] for key in table.column_names})
        by_arrow, by_json = (serve(tmp_path / folder, "--allow-learning") for folder in ("by_arrow", "by_json"))
        before = by_arrow.get(path)[2]
        for body in (table, coded.slice(3, 7)):
            for verb in ("learn", "score", "forget", "learn"):
                have = by_arrow.post(f"{path}/{verb}", stream(body, rows=5), type=ARROW)
                want = by_json.post(f"{path}/{verb}", body.to_pylist())
                assert have[0] == want[0] == 200 and have[2] == want[2], (verb, have[2])
        assert by_arrow.get(path)[2] == by_json.get(path)[2] != before
        for accept in ("application/json", "text/plain"):
            have = by_arrow.post(f"{path}/explain?row=4", stream(table), type=ARROW, headers={"Accept": accept})
            want = by_json.post(f"{path}/explain?row=4", whole, headers={"Accept": accept})
            assert have[0] == want[0] == 200 and have[2] == want[2]
        for server in (by_arrow, by_json):
            server.end()
        # Who learned what cannot be told from the files.
        tally("compact", tmp_path / "by_arrow" / f"{name}.tally")
        tally("compact", tmp_path / "by_json" / f"{name}.tally")
        assert (tmp_path / "by_arrow" / f"{name}.tally").read_bytes() == (tmp_path / "by_json" / f"{name}.tally").read_bytes()
    without = iris()
    server = serve(tmp_path / "by_arrow", "--allow-learning")
    for verb in ("learn", "score"):
        status, _, answer = server.post(f"/v1/models/iris/{verb}", stream(without), type=ARROW)
        assert status in (400, 422) and "species" in json.dumps(answer), answer
