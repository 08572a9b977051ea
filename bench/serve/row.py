# SPDX-License-Identifier: Apache-2.0
"""A single row of iris as JSON, over kept connections: Tally, scikit-learn behind FastAPI and uvicorn, MLServer."""

import csv
import json
import pathlib
import subprocess
import sys

import joblib
import servers
from sklearn.naive_bayes import GaussianNB

HERE = pathlib.Path(__file__).resolve().parent
ROW = {"sepal_length": 6.1, "sepal_width": 2.8, "petal_length": 4.9, "petal_width": 1.7}
RECORD = json.dumps(ROW)
# The Open Inference Protocol: Tally has a tensor for each column, MLServer's scikit-learn one of them all.
TENSORS = json.dumps({
    "inputs": [{"name": name, "datatype": "FP64", "shape": [1], "data": [value]} for name, value in ROW.items()],
    "parameters": {name: value for name, value in (pair.split("=") for pair in servers.QUESTION.split("&"))},
})
TENSOR = json.dumps({"inputs": [{"name": "rows", "datatype": "FP64", "shape": [1, 4], "data": [*ROW.values()]}],
                     "outputs": [{"name": "predict_proba"}]})


def of_record(answer):
    return [p for name, p in json.loads(answer)["predictions"][0].items() if name.startswith("p(")]


def of_tensors(answer):
    return next(one["data"] for one in json.loads(answer)["outputs"] if one["name"] in ("probabilities", "predict_proba"))


# name: address, what is sent, the probabilities in what comes back
CONTENDERS = {
    "tally": (f"http://127.0.0.1:18080/v1/models/iris/predict?{servers.QUESTION}", RECORD, of_record),
    "fastapi": ("http://127.0.0.1:18081/predict", RECORD, lambda answer: [*json.loads(answer)["p"].values()]),
    "tally, v2": ("http://127.0.0.1:18080/v2/models/iris/infer", TENSORS, of_tensors),
    "mlserver, v2": ("http://127.0.0.1:18082/v2/models/iris/infer", TENSOR, of_tensors),
}


def mlserver(folder):
    """MLServer with its runtime for scikit-learn, in one process, without its second port for metrics and without access log."""
    place = folder / "iris"
    place.mkdir(exist_ok=True)
    rows = list(csv.DictReader(servers.IRIS.open()))
    table = [[float(row[name]) for name in ROW] for row in rows]
    joblib.dump(GaussianNB().fit(table, [row["species"] for row in rows]), place / "iris.joblib")
    settings = {"debug": False, "parallel_workers": 0, "host": "127.0.0.1", "http_port": 18082, "grpc_port": 18083, "metrics_endpoint": None}
    model = {"name": "iris", "implementation": "mlserver_sklearn.SKLearnModel", "parameters": {"uri": "./iris.joblib"}}
    (place / "settings.json").write_text(json.dumps(settings))
    (place / "model-settings.json").write_text(json.dumps(model))
    return servers.server([pathlib.Path(sys.executable).with_name("mlserver"), "start", place], folder / "mlserver.log",
                          servers.answers("http://127.0.0.1:18082/v2/models/iris/ready"))


def main():
    tally, folder, seconds, passes = servers.arguments()
    model = folder / "iris.tally"
    subprocess.run([tally, "fit", servers.IRIS, "--target", "species", "-o", model], check=True, capture_output=True)
    fastapi = [pathlib.Path(sys.executable).with_name("uvicorn"), "--app-dir", HERE, "--port", 18081, "--log-level", "warning",
               "--no-access-log", "fastapi_app:app"]
    with (servers.serve_tally(tally, folder, model, 18080) as ours,
          servers.server(fastapi, folder / "fastapi.log", servers.answers("http://127.0.0.1:18081/openapi.json"), DATA=str(servers.IRIS)) as theirs,
          mlserver(folder) as others):
        processes = {"tally": ours, "fastapi": theirs, "tally, v2": ours, "mlserver, v2": others}
        said = {name: read(servers.post(url, body.encode())) for name, (url, body, read) in CONTENDERS.items()}
        worst = max(abs(p - q) for other in said.values() for p, q in zip(said["tally"], other, strict=True))
        assert worst < 1e-9, said
        print(f"row: the probabilities differ by {worst:.1e}", flush=True)
        figures = {}
        for connections in (1, 32):
            found = {name: [] for name in CONTENDERS}
            for _ in range(passes):
                for name, (url, body, _) in CONTENDERS.items():
                    found[name].append(servers.wrk(processes[name], url, servers.script_for(folder / "post.lua", body), connections, seconds))
            for name in CONTENDERS:
                figures[name, connections] = rate, p50, p99, per_cpu = servers.medians(found[name])
                print(f"row: {name:12}  {connections:2} connections {rate:9,.0f} requests/s, {per_cpu:9,.0f} in a second of its CPU, "
                      f"p50 {p50 * 1e3:7.3f} ms, p99 {p99 * 1e3:7.3f} ms", flush=True)
            for one, other in (("tally", "fastapi"), ("tally, v2", "mlserver, v2"), ("tally", "mlserver, v2")):
                by_clock, by_cpu = servers.medians([(a[0] / b[0], a[3] / b[3]) for a, b in zip(found[one], found[other])])
                aim = servers.goal("at least 20 ×", by_clock >= 20) if connections > 1 and one == "tally" else ""
                print(f"row: {one} ÷ {other}, {connections} connections: {by_clock:.1f} ×, by CPU {by_cpu:.1f} ×{aim}", flush=True)
        # Half of that, by pauses between the requests of each connection.
        pause, half = 4, figures["tally", 32][0] / 2
        connections = max(1, round(half * (pause + 0.3) / 1000))
        url, body, _ = CONTENDERS["tally"]
        script = servers.script_for(folder / "half.lua", body, pause)
        rate, p50, p99, _ = servers.medians([servers.wrk(ours, url, script, connections, seconds) for _ in range(passes)])
        print(f"row: tally at {rate / half / 2:.0%} of its most: {connections} connections {rate:9,.0f} requests/s, "
              f"p50 {p50 * 1e3:.3f} ms, p99 {p99 * 1e3:.3f} ms"
              + servers.goal("p99 below 2 ms", p99 < 2e-3))


main()
