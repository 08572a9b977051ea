# SPDX-License-Identifier: Apache-2.0
"""From start to end: doors, limits, tokens, files that change, and SIGTERM."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import threading
import time

import pytest
from conftest import DATA, TALLY, Server, tally

PREDICT = "/v1/models/iris/predict"
ROW = {"petal_length": 1.4, "petal_width": 0.2}


class SocketFile(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=30)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(30)
        self.sock.connect(self.path)


def test_health_and_models(serve, models):
    server = serve(models)
    assert server.get("/healthz")[2] == {"live": True}
    assert server.get("/ready")[2] == {"ready": True, "models": 4}
    assert server.get("/v1/models")[2] == {"models": ["iris", "mail", "tennis", "texts"]}
    about = server.get("/v1/models/iris")[2]
    assert about["target"] == "species" and about["rows"] == 150 and len(about["columns"]) == 4
    assert {one["class"]: one["rows"] for one in about["classes"]} == {"setosa": 50, "versicolor": 50, "virginica": 50}
    status, headers, body = server.ask("HEAD", "/healthz")
    assert status == 200 and body == b"" and int(headers["content-length"]) > 0
    # What HEAD leaves behind does not disturb the next request.
    connection = server.connect()
    assert server.ask("HEAD", "/healthz", connection=connection)[0] == 200
    assert server.get("/healthz", connection=connection)[2] == {"live": True}


def test_openapi_lists_what_there_is(serve, models):
    spec = serve(models).get("/openapi.json")[2]
    assert spec["openapi"].startswith("3.0")
    names = [one["name"] for one in spec["paths"]["/v1/models/{model}/predict"]["post"]["parameters"]]
    assert {"lambda", "prior", "loss", "rule", "class-weight"} <= set(names)
    assert "/v1/models/{model}/learn" not in spec["paths"]
    assert "/v1/models/{model}/learn" in serve(models, "--allow-learning").get("/openapi.json")[2]["paths"]


def test_metrics_show_drift(serve, models):
    server = serve(models)
    server.post("/v1/models/tennis/predict", [{"outlook": "sunny"}, {"outlook": "fog"}])
    server.post("/v1/models/tennis/predict", "x")
    status, headers, text = server.get("/metrics")
    assert status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = text.decode().splitlines()
    assert 'tally_requests_total{route="predict",status="200"} 1' in lines
    assert 'tally_requests_total{route="predict",status="400"} 1' in lines
    assert 'tally_rows_total{model="tennis",route="predict"} 2' in lines
    assert 'tally_unseen_values_total{model="tennis",column="outlook"} 1' in lines
    assert sum(int(line.split()[-1]) for line in lines if line.startswith("tally_predictions_total")) == 2
    assert "tally_models 4" in lines


def test_the_log_is_a_line_of_json_for_each_request(serve, models):
    server = serve(models, "--log")
    server.post(PREDICT + "?lambda=1", [ROW, ROW])
    server.post(PREDICT, "x")
    lines = [json.loads(server.process.stderr.readline()) for _ in range(2)]
    assert [line["status"] for line in lines] == [200, 400]
    assert lines[0]["rows"] == 2 and lines[0]["model"] == "iris" and lines[0]["route"] == "predict"
    assert lines[0]["target"] == PREDICT + "?lambda=1" and lines[0]["seconds"] < 10
    assert "not JSON" in lines[1]["answer"]


def test_only_this_machine_unless_told_otherwise(serve, models):
    server = serve(models / "iris.tally")
    assert server.host == "127.0.0.1"
    done = subprocess.run(
        [TALLY, "serve", models / "iris.tally", "--listen", "0.0.0.0", "--port", "0", "--allow-learning"], capture_output=True
    )
    assert done.returncode == 64 and b"--token-file is needed" in done.stderr
    everywhere = serve(models / "iris.tally", "--listen", "0.0.0.0")
    assert "warning: whoever reaches" in everywhere.told[0]


def test_ways_to_start_wrong(models, tmp_path):
    def refused(*words, code):
        done = subprocess.run([TALLY, "serve", *map(str, words)], capture_output=True, text=True, timeout=30)
        assert done.returncode == code, done.stderr
        return done.stderr

    iris = models / "iris.tally"
    assert "required" in refused(code=64)
    refused(tmp_path / "none.tally", code=66)
    assert "two models have the name" in refused(iris, iris, code=64)
    assert "address in numbers" in refused(iris, "--listen", "localhost", code=64)
    assert "--port" in refused(iris, "--port", 99999, code=64)
    assert "--unix is instead" in refused(iris, "--port", 1, "--unix", "x", code=64)
    refused(iris, "--token-file", tmp_path / "none", code=66)
    (tmp_path / "tokens").write_text("short\n")
    assert "16 characters" in refused(iris, "--token-file", tmp_path / "tokens", code=64)
    (tmp_path / "taken").write_text("")
    assert "no socket" in refused(iris, "--unix", tmp_path / "taken", code=73)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "in use" in refused(iris, "--port", taken.getsockname()[1], code=73)
    broken = tmp_path / "broken.tally"
    broken.write_bytes(iris.read_bytes()[:5000])
    refused(broken, code=65)


def test_tokens(serve, models, tmp_path):
    (tmp_path / "tokens").write_text("first-token-of-some-length\nsecond-token-of-some-length\n")
    server = serve(models, "--token-file", tmp_path / "tokens")
    assert server.get("/healthz")[0] == 200 and server.get("/ready")[0] == 200 and server.get("/v2/health/live")[0] == 200
    for path in ("/v1/models", "/metrics", "/openapi.json", "/v2", "/nothing"):
        status, headers, answer = server.get(path)
        assert status == 401 and headers["www-authenticate"] == "Bearer", path
    assert server.post(PREDICT, ROW, headers={"Authorization": "Bearer wrong-token-of-some-length"})[0] == 401
    for token in ("first-token-of-some-length", "second-token-of-some-length"):
        assert server.post(PREDICT, ROW, headers={"Authorization": "Bearer " + token})[0] == 200


def test_openapi_says_where_a_token_is_needed(serve, models, tmp_path):
    assert "security" not in serve(models).get("/openapi.json")[2]
    (tmp_path / "tokens").write_text("a-token-of-sixteen-characters\n")
    server = serve(models, "--token-file", tmp_path / "tokens")
    told = server.ask("GET", "/openapi.json", headers={"Authorization": "Bearer a-token-of-sixteen-characters"})[2]
    assert told["security"] == [{"token": []}] and set(told["components"]["securitySchemes"]) == {"token"}
    for path, of_path in told["paths"].items():
        for method, route in of_path.items():
            concrete = path.replace("{model}", "iris").replace("{id}", "1")
            needs = server.ask(method.upper(), concrete)[0] == 401
            assert needs == (route.get("security") != []), (method, path)


def test_a_socket_file(serve, models, tmp_path):
    path = tmp_path / "tally.sock"
    server = serve(models, "--unix", path)
    assert oct(path.stat().st_mode & 0o777) == "0o660"
    assert server.get("/v1/models", connection=SocketFile(path))[0] == 200
    done = subprocess.run([TALLY, "serve", models, "--unix", path], capture_output=True)
    assert done.returncode == 73 and b"somebody else listens" in done.stderr
    server.end(signal.SIGKILL)
    again = serve(models, "--unix", path)  # which was left behind
    assert again.post(PREDICT, ROW, connection=SocketFile(path))[0] == 200
    assert again.end() == 0 and not path.exists()


def test_sockets_of_systemd(serve, models):
    activate = shutil.which("systemd-socket-activate")
    if activate is None:
        pytest.skip("there is no systemd-socket-activate")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([activate, "-l", f"127.0.0.1:{port}", TALLY, "serve", models], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                connection.request("GET", "/v1/models")
                break
            except ConnectionRefusedError:
                time.sleep(0.05)
        assert json.loads(connection.getresponse().read())["models"] == ["iris", "mail", "tennis", "texts"]
    finally:
        process.terminate()
        assert process.wait(30) == 0


def test_names_that_the_server_is_called_by(serve, models):
    server = serve(models, "--host", "tally.example")
    for host, status in (("tally.example", 200), ("Tally.Example:80", 200), ("evil.example", 421)):
        assert server.get("/v1/models", headers={"Host": host})[0] == status


def test_limits_are_settings(serve, models):
    server = serve(models, "--max-body", 1000, "--max-header", 512, "--max-request-cells", 100)
    assert server.post(PREDICT, "x" * 1001)[0] == 413
    assert server.get("/healthz", headers={"X": "y" * 600})[0] == 431
    assert server.post(PREDICT, [ROW] * 25)[0] == 413
    assert server.post(PREDICT, [ROW] * 10)[0] == 200


def test_a_large_body_is_asked_for_first(serve, models):
    """curl sends Expect: 100-continue; what is too large is never sent."""
    server = serve(models)
    head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
    with socket.create_connection((server.host, server.port), 10) as one:
        one.sendall(head % (PREDICT.encode(), 2))
        assert one.recv(4096).startswith(b"HTTP/1.1 100 ")
        one.sendall(b"{}")
        assert one.recv(4096).startswith(b"HTTP/1.1 200 ")
    assert server.raw(head % (PREDICT.encode(), 10**9)).startswith(b"HTTP/1.1 413 ")


def test_slow_senders_are_told_and_idle_ones_let_go(serve, models):
    server = serve(models, "--timeout", 0.5, "--idle-timeout", 0.5)
    begin = time.monotonic()
    assert server.raw(b"POST /v1/models/iris/predict HTTP/1.1\r\nHost: loc").startswith(b"HTTP/1.1 408 ")
    body = b"POST /v1/models/iris/predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"
    assert server.raw(body).startswith(b"HTTP/1.1 408 ")
    assert server.raw(b"") == b""
    assert time.monotonic() - begin < 10


def test_many_idle_and_slow_connections_do_not_stop_it(serve, models):
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(few, min(4096, most)), most))
    # As it is started by a shell or by systemd: no option, and 1,024 files unless it asks for more.
    server = serve(models, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1024, most)))
    head = b"POST /v1/models/iris/predict HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    idle = [socket.create_connection((server.host, server.port)) for _ in range(1000)]
    # Large bodies are declared, or of unknown length; a byte of them comes now and then.
    bodies = [(b"Content-Length: 1000\r\n\r\n", b" "), (b"Content-Length: 16000000\r\n\r\n", b" "), (b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n")]
    slow = [(socket.create_connection((server.host, server.port)), *bodies[2 if i < 100 else i % 2]) for i in range(200)]
    for one, rest, _ in slow:
        one.sendall(head + rest)
    begin = time.monotonic()
    for turn in range(100):
        assert server.post(PREDICT, ROW)[0] == 200
        if turn % 20 == 0:
            for one, _, piece in slow:
                one.sendall(piece)
    assert time.monotonic() - begin < 10
    # Who was slow is answered in the end, and who was idle is still known.
    body = json.dumps(ROW).encode()
    slow[0][0].sendall(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
    assert slow[0][0].recv(4096).startswith(b"HTTP/1.1 200 ")
    idle[999].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert idle[999].recv(4096).startswith(b"HTTP/1.1 200 ")
    for one in idle + [one for one, _, _ in slow]:
        one.close()


def test_where_the_system_allows_few_files_it_takes_fewer_connections(serve, models):
    server = serve(models, "--threads", 1, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200)))
    most = int(re.search(r"warning: .* open 200 files .* at most (\d+) connections", "".join(server.told))[1])
    assert 50 < most < 200
    idle = [socket.create_connection((server.host, server.port)) for _ in range(most)]
    idle[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert idle[0].recv(4096).startswith(b"HTTP/1.1 200 ")
    assert server.raw(b"").startswith(b"HTTP/1.1 503 ")
    for one in idle:
        one.close()


def test_what_takes_long_keeps_nobody_out(serve, models, tmp_path):
    # A λ by evidence for each of many columns takes far longer than a millisecond.
    names = [f"c{i}" for i in range(800)]
    lines = [",".join([*names, "y"])]
    lines += [",".join([*(f"v{(i * 7919 + j * (i % 3 + 1)) % 199}" for j in range(800)), f"k{i % 3}"]) for i in range(600)]
    (tmp_path / "wide.csv").write_text("\n".join(lines) + "\n")
    tally("fit", tmp_path / "wide.csv", "--target", "y", "--count", "naive", "-o", tmp_path / "wide.tally")
    shutil.copy(models / "iris.tally", tmp_path)
    server = serve(tmp_path, "--threads", 1)
    assert server.post(PREDICT, ROW)[0] == 200
    connection, first = server.connect(), 0
    for i in range(8):
        ended = []
        query = {"lambda": "auto", "reject": i / 100}
        long_one = threading.Thread(target=lambda query=query, ended=ended: ended.append(server.post("/v1/models/wide/predict", {"c0": "v1"}, query)[0]))
        long_one.start()
        time.sleep(0.05)  # it has begun
        assert server.post(PREDICT, ROW, connection=connection)[0] == 200
        first += not ended
        long_one.join()
        assert ended == [200]
    assert first >= 6  # on the thread of the connections, it would have been none


def test_reports_are_made_one_at_a_time(serve, models):
    server = serve(models, "--threads", 2)
    answers = []
    ask = lambda: answers.append(server.get("/v1/models/iris/report")[:2])  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(12)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert {status for status, _ in answers} == {200, 503}
    assert all(headers["retry-after"] for status, headers in answers if status == 503)
    assert server.get("/v1/models/iris/report")[0] == 200


def test_large_bodies_leave_room_for_small_ones(serve, models):
    server = serve(models)
    large = b" " * 15_500_000
    head = b"POST /v1/models/iris/predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (len(large) + 1)
    holding = [socket.create_connection((server.host, server.port), 30) for _ in range(20)]
    for one in holding:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # who is refused is not heard to the end
            one.sendall(head + large)
    # 256 MB are held, and no more.
    assert server.post(PREDICT, b" " * 10_000_000 + json.dumps(ROW).encode())[0] == 503
    assert server.post(PREDICT, ROW)[0] == 200
    status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
    assert int(re.search(r"VmHWM:\s+(\d+)", status)[1]) < 450_000, status
    for one in holding:
        one.close()
    for _ in range(100):
        if server.post(PREDICT, b" " * 10_000_000 + json.dumps(ROW).encode())[0] == 200:
            break
        time.sleep(0.05)
    else:
        raise AssertionError("the room is not given back")


def test_large_requests_that_are_answered_take_turns(serve, models):
    """A body at its limit and a table of as many cells as are allowed, several at once: two of them are worked on."""
    record = b'{"sepal_length":6.1,"sepal_width":2.8,"petal_length":4.9,"petal_width":1.7}'
    as_json = b"[" + b",".join([record] * ((16 << 20) // (len(record) + 1) - 1)) + b"]"
    as_csv = b"sepal_length,sepal_width,petal_length,petal_width\n" + b"6.1,2.8,4.9,1.7\n" * ((1 << 21) // 8)
    server = serve(models, "--threads", 2)
    peaks, found = {}, []

    def ask(body, kind):
        status, _, answer = server.post(PREDICT, body, type=kind)
        found.append((status, len(answer["predictions"])))

    for count in (1, 6):
        asking = [threading.Thread(target=ask, args=one) for one in [(as_json, "application/json"), (as_csv, "text/csv")] * (count // 2) or [(as_json, "application/json")]]
        for one in asking:
            one.start()
        for one in asking:
            one.join()
        status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
        peaks[count] = int(re.search(r"VmHWM:\s+(\d+)", status)[1])
    assert {status for status, _ in found} == {200} and {rows for _, rows in found} == {as_json.count(b"{"), (1 << 21) // 8}
    # One takes less than 300 MB; of six, two at a time, with the bodies and the answers of the others.
    assert peaks[1] < 300_000 and peaks[6] < 750_000, peaks


def test_too_many_connections_are_refused(serve, models):
    server = serve(models, "--max-connections", 5)
    open_ones = [socket.create_connection((server.host, server.port)) for _ in range(5)]
    for one in open_ones:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert one.recv(4096).startswith(b"HTTP/1.1 200 ")
    answer = server.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer == b"" or answer.startswith(b"HTTP/1.1 503 ")
    open_ones[0].close()
    for _ in range(100):
        if server.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 200 "):
            break
        time.sleep(0.02)
    else:
        raise AssertionError("nobody is let in again")


def test_sigterm_answers_what_is_under_way(serve, models):
    server = serve(models)
    idle = server.connect()
    assert server.get("/healthz", connection=idle)[0] == 200
    under_way = socket.create_connection((server.host, server.port), 30)
    body = json.dumps(ROW).encode()
    under_way.sendall(b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (PREDICT.encode(), len(body)))
    time.sleep(0.2)
    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.3)
    assert server.process.poll() is None  # it waits
    with pytest.raises(OSError):
        socket.create_connection((server.host, server.port), 1).close()
    under_way.sendall(body)
    answer = b""
    while piece := under_way.recv(4096):
        answer += piece
    assert answer.startswith(b"HTTP/1.1 200 ") and b"connection: close" in answer.lower()
    assert server.process.wait(10) == 0


def test_a_second_signal_ends_at_once(serve, models):
    server = serve(models)
    under_way = socket.create_connection((server.host, server.port), 30)
    under_way.sendall(b"POST /v1/models/iris/predict HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
    time.sleep(0.2)
    server.process.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(5) == 0


def test_sigterm_under_load_drops_nothing(serve, models):
    """Every request that was taken is answered whole; later ones are refused at the door."""
    server = serve(models)
    torn, answered = [], []

    def ask():
        connection = server.connect()
        while True:
            try:
                connection.request("POST", PREDICT, json.dumps(ROW), {"Content-Type": "application/json"})
            except OSError:
                return
            try:
                answer = connection.getresponse()
                body = answer.read()
            except (http.client.RemoteDisconnected, ConnectionResetError):
                return  # nothing of it was answered: the connection had ended before it was read
            except http.client.HTTPException as error:
                torn.append(error)
                return
            (answered if answer.status == 200 and body else torn).append(answer.status)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for one in threads:
        one.start()
    time.sleep(0.5)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(20) == 0
    for one in threads:
        one.join()
    assert not torn and len(answered) > 10


def test_a_changed_file_is_taken_over_between_two_requests(serve, models, tmp_path):
    path = tmp_path / "iris.tally"
    shutil.copy(models / "iris.tally", path)
    server = serve(path)
    half = (DATA / "iris.csv").read_text().splitlines()
    (tmp_path / "half.csv").write_text("\n".join(half[:1] + half[1::2]) + "\n")
    tally("fit", tmp_path / "half.csv", "--target", "species", "-o", tmp_path / "half.tally")
    want = {}
    for name in ("iris", "half"):
        out = tally("predict", tmp_path / f"{name}.tally", "--given", "petal_length=4.9,petal_width=1.6", "--format", "jsonl")
        want[name] = json.loads(out)
    assert want["iris"] != want["half"]
    row = {"petal_length": 4.9, "petal_width": 1.6}
    stop, seen, wrong = threading.Event(), set(), []

    def ask():
        connection = server.connect()
        while not stop.is_set():
            status, _, answer = server.post(PREDICT, row, connection=connection)
            found = [name for name, one in want.items() if status == 200 and answer["predictions"] == [one]]
            seen.update(found)
            if not found:
                wrong.append(answer)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for one in threads:
        one.start()
    shutil.copy(tmp_path / "iris.tally", tmp_path / "first.tally")
    for i in range(6):
        time.sleep(0.15)
        tally("merge", tmp_path / ("half.tally" if i % 2 == 0 else "first.tally"), "-o", path)
    stop.set()
    for one in threads:
        one.join()
    assert not wrong, wrong[:3]
    assert seen == {"iris", "half"}
    assert server.post(PREDICT, row)[2]["predictions"] == [want["iris"]]


def test_what_the_program_learns_is_served(serve, models, tmp_path):
    path = tmp_path / "iris.tally"
    shutil.copy(models / "iris.tally", path)
    server = serve(path)
    for rows in (300, 450):
        tally("learn", path, DATA / "iris.csv")
        assert server.get("/v1/models/iris")[2]["rows"] == rows


FILTER = "/v1/models/mail/filter"


def judged(server, message, connection=None):
    status, _, answer = server.post(FILTER, message, type="message/rfc822", connection=connection)
    assert status == 200, answer
    return answer["p_spam"]


def program_says(path, message):
    # Its code says what the verdict is.
    said = subprocess.run([TALLY, "filter", path, "--header-format", "{p}"], input=message, capture_output=True).stdout.decode()
    return float(re.search(r"^X-Tally: (\S+)", said, re.M)[1])


@pytest.mark.parametrize("threads", [1, 3])
def test_mail_is_judged_by_the_file_as_it_is_now(serve, models, tmp_path, threads):
    """The model stays open between two messages: what another process does to it is seen by the next one."""
    path = tmp_path / "mail.tally"
    shutil.copy(models / "mail.tally", path)
    server = serve(path, "--threads", threads)
    message = (DATA / "box" / "spam" / "1.eml").read_bytes()
    connection, seen = server.connect(), set()

    def same():
        for _ in range(4):
            assert round(judged(server, message, connection), 6) == program_says(path, message)
        seen.add(judged(server, message, connection))

    same()
    for _ in range(3):  # each change at once after an answer
        tally("forget", path, DATA / "box" / "spam" / "1.eml")
        same()
        tally("learn", path, "--class", "ham", DATA / "box" / "spam" / "1.eml")
        same()
        tally("forget", path, DATA / "box" / "spam" / "1.eml")
        tally("learn", path, "--class", "spam", DATA / "box" / "spam" / "1.eml")
        same()
    assert len(seen) == 3
    # The same contents in another mode of the file, which needs it for itself.
    tally("compact", path)
    same()
    tally("fit", "mail", "--class", f"ham={DATA / 'box' / 'spam'}", "--class", f"spam={DATA / 'box' / 'ham'}", "-o", path)
    same()
    other = tmp_path / "other"
    shutil.copy(models / "mail.tally", other)
    os.rename(other, path)
    same()
    assert len(seen) >= 4


def test_mail_under_load_lets_others_have_the_file(serve, models, tmp_path):
    path = tmp_path / "mail.tally"
    shutil.copy(models / "mail.tally", path)
    tally("forget", path, DATA / "box" / "spam" / "1.eml")  # into write-ahead mode
    server = serve(path, "--threads", 2)
    message, stop, wrong = (DATA / "box" / "ham" / "1.eml").read_bytes(), threading.Event(), []

    def ask():
        connection = server.connect()
        while not stop.is_set():
            status, _, answer = server.post(FILTER, message, type="message/rfc822", connection=connection)
            if status != 200:
                wrong.append(answer)

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for one in threads:
        one.start()
    time.sleep(0.5)
    try:
        tally("learn", path, "--class", "spam", DATA / "box" / "spam" / "1.eml")
    finally:
        stop.set()
        for one in threads:
            one.join()
    assert wrong == []
    # And who needs it for itself has it as soon as nobody asks.
    tally("compact", path)
    assert round(judged(server, message), 6) == program_says(path, message)


def test_terms_of_mail_that_no_message_had_are_counted(serve, models):
    server = serve(models)
    message = b"From: a@b.c\nSubject: hello\n\nzyxwvut quuxly zyxwvut\n"
    for route in ("filter", "predict"):
        before = server.get("/metrics")[2].decode()
        assert server.post(f"/v1/models/mail/{route}", message, type="message/rfc822")[0] == 200
        after = server.get("/metrics")[2].decode()
        counts = [int(found[1]) if (found := re.search(r'unseen_values_total\{model="mail",column="body"\} (\d+)', text)) else 0
                  for text in (before, after)]
        assert counts[1] - counts[0] == 2, after


def test_folders_grow_and_shrink(serve, models, tmp_path):
    server = serve(tmp_path)
    assert server.get("/ready")[0] == 503
    shutil.copy(models / "iris.tally", tmp_path / "one.tally")
    (tmp_path / "notes.txt").write_text("no model")
    (tmp_path / ".hidden.tally").write_text("no model")
    time.sleep(0.06)
    assert server.get("/v1/models")[2] == {"models": ["one"]} and server.get("/ready")[0] == 200
    assert server.post("/v1/models/one/predict", ROW)[0] == 200
    (tmp_path / "broken.tally").write_text("no model")
    assert server.post("/v1/models/broken/predict", ROW)[0] in (422, 503)
    (tmp_path / "one.tally").rename(tmp_path / "two.tally")
    assert server.post("/v1/models/one/predict", ROW)[0] == 404
    assert server.post("/v1/models/two/predict", ROW)[0] == 200


def test_a_file_that_becomes_unreadable_is_served_as_it_was(serve, models, tmp_path):
    path = tmp_path / "iris.tally"
    shutil.copy(models / "iris.tally", path)
    server = serve(path)
    before = server.post(PREDICT, ROW)[2]
    path.write_bytes(b"no model any more")
    time.sleep(0.1)
    assert server.post(PREDICT, ROW)[2] == before
    assert "cannot be read" in server.get("/v1/models/iris")[2]["notes"][0]
    os.unlink(path)
    assert server.post(PREDICT, ROW)[2] == before


def test_many_at_once_answer_alike(serve, models):
    server = serve(models, "--threads", 4)
    want = [server.post(PREDICT, ROW, {"lambda": str(i / 7), "rule": "naive"})[2] for i in range(50)]

    def ask(i):
        return server.post(PREDICT, ROW, {"lambda": str(i / 7), "rule": "naive"})[2] == want[i]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, list(range(50)) * 6))
