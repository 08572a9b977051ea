# SPDX-License-Identifier: Apache-2.0
"""The Open Inference Protocol, by hand and with the client that Triton's people publish."""

import csv
import json
import struct

import pytest
from conftest import DATA, Server, tally

INFER = "/v2/models/iris/infer"


@pytest.fixture(scope="module")
def server(models):
    one = Server(models, "--port", "0")
    yield one
    one.end()


@pytest.fixture(scope="module")
def rows():
    return list(csv.DictReader((DATA / "iris.csv").open()))


@pytest.fixture(scope="module")
def want(models):
    lines = tally("predict", models / "iris.tally", DATA / "iris.csv", "--format", "jsonl").splitlines()
    return [json.loads(line) for line in lines]


COLUMNS = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
CLASSES = ["setosa", "versicolor", "virginica"]


def test_metadata(server):
    assert server.get("/v2")[2]["name"] == "tally"
    assert server.get("/v2/health/live")[2] == {"live": True}
    assert server.get("/v2/health/ready")[2] == {"ready": True}
    assert server.get("/v2/models/iris/ready")[2]["ready"] is True
    for path in ("/v2/models/iris", "/v2/models/iris/versions/1"):
        about = server.get(path)[2]
        assert about["name"] == "iris" and about["versions"] == ["1"]
        assert [one["name"] for one in about["inputs"]] == sorted(COLUMNS)
        assert {one["datatype"] for one in about["inputs"]} == {"FP64"}
        assert about["inputs"][0]["shape"] == [-1]
        assert [one["name"] for one in about["outputs"]] == ["prediction", "probabilities"]
        assert about["outputs"][1]["shape"] == [-1, 3]
        assert about["outputs"][1]["parameters"]["classes"] == CLASSES
    kinds = {one["name"]: one["datatype"] for one in server.get("/v2/models/tennis")[2]["inputs"]}
    assert kinds["outlook"] == "BYTES" and kinds["windy"] == "BOOL"


def test_infer_is_predict(server, rows, want):
    inputs = [
        {"name": name, "datatype": "FP64", "shape": [len(rows)], "data": [float(row[name]) for row in rows]} for name in COLUMNS
    ]
    status, _, answer = server.post(INFER, {"id": "7", "inputs": inputs})
    assert status == 200 and answer["model_name"] == "iris" and answer["id"] == "7"
    prediction, probabilities = answer["outputs"]
    assert prediction["data"] == [one["prediction"] for one in want]
    assert probabilities["shape"] == [150, 3]
    assert probabilities["data"] == [one[f"p({name})"] for one in want for name in CLASSES]


def test_shapes_types_and_outputs(server):
    inputs = [
        {"name": "petal_length", "datatype": "INT64", "shape": [2, 1], "data": [[1], [6]]},
        {"name": "petal_width", "datatype": "FP32", "shape": [2], "data": [0.25, None]},
    ]
    answer = server.post(INFER, {"inputs": inputs, "outputs": [{"name": "prediction"}]})[2]
    assert [one["name"] for one in answer["outputs"]] == ["prediction"]
    assert answer["outputs"][0]["data"] == server_predictions(server, [{"petal_length": 1, "petal_width": 0.25}, {"petal_length": 6}])


def server_predictions(server, rows, query=None):
    return [one["prediction"] for one in server.post("/v1/models/iris/predict", rows, query)[2]["predictions"]]


def test_parameters_are_the_question(server):
    body = {"inputs": [{"name": "petal_length", "datatype": "FP64", "shape": [1], "data": [2.5]}], "parameters": {"reject": 0.0001}}
    assert server.post(INFER, body)[2]["outputs"][0]["data"] == ["reject"]
    body["parameters"] = {"rejct": 0.1}
    assert server.post(INFER, body)[0] == 400


def test_categories_and_truths(server):
    inputs = [
        {"name": "outlook", "datatype": "BYTES", "shape": [2], "data": ["sunny", "overcast"]},
        {"name": "windy", "datatype": "BOOL", "shape": [2], "data": [True, False]},
    ]
    answer = server.post("/v2/models/tennis/infer", {"inputs": inputs})[2]
    rows = [{"outlook": "sunny", "windy": True}, {"outlook": "overcast", "windy": False}]
    predictions = server.post("/v1/models/tennis/predict", rows)[2]["predictions"]
    assert answer["outputs"][0]["data"] == [one["prediction"] for one in predictions]


def test_answers_as_bytes(server):
    body = {"inputs": [{"name": "petal_length", "datatype": "FP64", "shape": [2], "data": [1.4, 5.1]}]}
    want = server.post(INFER, body)[2]["outputs"]
    asked = {
        "all": {"parameters": {"binary_data_output": True}},
        "one": {"outputs": [{"name": "prediction"}, {"name": "probabilities", "parameters": {"binary_data": True}}]},
        "but one": {"parameters": {"binary_data_output": True},
                    "outputs": [{"name": "prediction", "parameters": {"binary_data": False}}, {"name": "probabilities"}]},
    }
    for name, more in asked.items():
        status, headers, answer = server.post(INFER, body | more)
        assert status == 200 and headers["content-type"] == "application/octet-stream"
        length = int(headers["inference-header-content-length"])
        decided, probabilities = json.loads(answer[:length])["outputs"]
        rest = answer[length:]
        if name == "all":
            size = decided["parameters"]["binary_data_size"]
            assert "data" not in decided
            assert rest[:size] == b"".join(struct.pack("<I", len(one)) + one.encode() for one in want[0]["data"])
            rest = rest[size:]
        else:
            assert decided["data"] == want[0]["data"]
        assert probabilities["shape"] == [2, 3] and probabilities["parameters"] == {"binary_data_size": 48} and len(rest) == 48
        assert list(struct.unpack("<6d", rest)) == want[1]["data"]
    for wrong in ({"parameters": {"binary_data_output": 1}}, {"outputs": [{"name": "prediction", "parameters": {"binary_data": "yes"}}]}):
        assert server.post(INFER, body | wrong)[0] == 400


def test_a_client_from_pypi(server, rows, want):
    client_module = pytest.importorskip("tritonclient.http")
    numpy = pytest.importorskip("numpy")
    client = client_module.InferenceServerClient(f"{server.host}:{server.port}")
    assert client.is_server_live() and client.is_server_ready() and client.is_model_ready("iris")
    assert client.get_server_metadata()["name"] == "tally"
    assert client.get_model_metadata("iris")["inputs"][0]["name"] == "petal_length"
    for binary in (True, False):  # behind the JSON text, or in it
        inputs = []
        for name in COLUMNS:
            column = client_module.InferInput(name, [len(rows)], "FP64")
            column.set_data_from_numpy(numpy.array([float(row[name]) for row in rows]), binary_data=binary)
            inputs.append(column)
        answer = client.infer("iris", inputs)
        decided = [one.decode() if isinstance(one, bytes) else one for one in answer.as_numpy("prediction")]
        assert decided == [one["prediction"] for one in want]
        assert answer.as_numpy("probabilities").tolist() == [[one[f"p({name})"] for name in CLASSES] for one in want]
        for output in (True, False):
            wanted = [client_module.InferRequestedOutput(name, binary_data=output) for name in ("probabilities", "prediction")]
            answer = client.infer("iris", inputs, outputs=wanted)
            assert ("parameters" in answer.get_output("probabilities")) == output
            assert answer.as_numpy("probabilities").tolist() == [[one[f"p({name})"] for name in CLASSES] for one in want]
            assert [one.decode() if isinstance(one, bytes) else one for one in answer.as_numpy("prediction")] == decided
    text = client_module.InferInput("outlook", [2], "BYTES")
    text.set_data_from_numpy(numpy.array(["sunny", "overcast"], dtype=object))
    assert len(client.infer("tennis", [text]).as_numpy("prediction")) == 2
    wrong = client_module.InferInput("nothing", [1], "FP64")
    wrong.set_data_from_numpy(numpy.array([1.0]))
    with pytest.raises(Exception, match="no feature"):
        client.infer("iris", [wrong])
    client.close()
