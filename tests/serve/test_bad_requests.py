# SPDX-License-Identifier: Apache-2.0
"""Requests that nobody should send: each has its status and its sentence, and the server lives on."""

import json
import re

import pytest
from conftest import DATA, Server

PREDICT = "/v1/models/iris/predict"
GOOD = '{"petal_length": 1.4}'


def request(line, *headers, body=b"", host="localhost"):
    """The bytes of a request, as they are told."""
    body = body.encode() if isinstance(body, str) else body
    head = [line, *([f"Host: {host}"] if host is not None else []), *headers]
    return "\r\n".join(head).encode("latin-1") + b"\r\n\r\n" + body


def post(path, body, *headers, type="application/json", host="localhost"):
    body = body.encode() if isinstance(body, str) else body
    kind = [f"Content-Type: {type}"] if type else []
    return request(f"POST {path} HTTP/1.1", *kind, f"Content-Length: {len(body)}", "Connection: close", *headers, body=body, host=host)


def get(path, *headers, host="localhost", version="1.1"):
    return request(f"GET {path} HTTP/{version}", "Connection: close", *headers, host=host)


# name: bytes, status, what the sentence holds
TABLE = {
    # What is not HTTP.
    "no words": (b"\r\n\r\nhello\r\n\r\n", 400, "no HTTP request"),
    "a word": (b"GET\r\n\r\n", 400, "no HTTP request"),
    "TLS": (bytes.fromhex("16030100c8010000c40303") + b"\0" * 200, 400, "no HTTP request"),
    "a bad version": (b"GET /ready HTTP/9.9\r\nHost: localhost\r\n\r\n", 505, "HTTP/1.1"),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "HTTP/1.1"),
    "a space in the target": (request("GET /a b HTTP/1.1"), 505, "HTTP/1.1"),
    "a control character in the target": (b"GET /\x01 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "no HTTP request"),
    "a header without a colon": (b"GET /ready HTTP/1.1\r\nHost localhost\r\n\r\n", 400, "no HTTP request"),
    "a space before the colon": (b"GET /ready HTTP/1.1\r\nHost : localhost\r\n\r\n", 400, "no HTTP request"),
    "a header with a zero byte": (b"GET /ready HTTP/1.1\r\nHost: local\0host\r\n\r\n", 400, "no HTTP request"),
    "a bare line feed": (b"GET /ready HTTP/1.1\nHost: localhost\n\n", 505, "HTTP/1.1"),
    # Two readers that see two ends.
    "length and chunks": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: 4", "Transfer-Encoding: chunked", body="0\r\n\r\n"), 400, ""),
    "chunks and length": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: chunked", "Content-Length: 4", body="0\r\n\r\n"), 400, ""),
    "two lengths": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: 4", "Content-Length: 5", body="{}   "), 400, "no HTTP request"),
    "the same length twice": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: 2", "Content-Length: 2", body="{}"), 400, "several lengths"),
    "a list of lengths": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: 2, 2", body="{}"), 400, "several lengths"),
    "a negative length": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: -1"), 400, "no HTTP request"),
    "a length with a sign": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: +2", body="{}"), 400, "no HTTP request"),
    "a length in words": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: two"), 400, "no HTTP request"),
    "a length beyond all numbers": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: 99999999999999999999"), 400, "no HTTP request"),
    "gzip, then chunks": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: gzip, chunked", body="0\r\n\r\n"), 501, "only Transfer-Encoding"),
    "chunks, then identity": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: chunked, identity", body="0\r\n\r\n"), 501, "only Transfer-Encoding"),
    "identity and a length": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: identity", "Content-Length: 2", body="{}"), 400, "Content-Length and a Transfer-Encoding"),
    "xchunked": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: xchunked", body="0\r\n\r\n"), 501, "only Transfer-Encoding"),
    "chunks twice": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked", body="0\r\n\r\n"), 400, "no HTTP request"),
    "chunks in HTTP/1.0": (request("POST " + PREDICT + " HTTP/1.0", "Transfer-Encoding: chunked", body="0\r\n\r\n"), 400, "HTTP/1.0"),
    "a chunk without a size": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: chunked", body="zz\r\nx\r\n0\r\n\r\n"), 400, "no HTTP request"),
    "a chunk of endless size": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: chunked", body="fffffffffffffffff\r\n"), 400, "no HTTP request"),
    "an unknown expectation": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: 2", "Expect: tea"), 417, "100-continue"),
    # Too much of it.
    "a long target": (get("/" + "a" * 20_000), 431, "longer than"),
    "long headers": (get("/ready", "X: " + "a" * 20_000), 431, "longer than"),
    "many headers": (get("/ready", *[f"X{i}: 1" for i in range(5000)]), 431, "longer than"),
    "a body that is told to be huge": (request("POST " + PREDICT + " HTTP/1.1", "Content-Length: 999999999999"), 413, "longer than"),
    "a huge chunk": (request("POST " + PREDICT + " HTTP/1.1", "Transfer-Encoding: chunked", body="7fffffff\r\n"), 413, "longer than"),
    "many cells": (post(PREDICT, "[" + ",".join(["{}"] * 700_000) + "]"), 413, "cells"),
    "many parameters": (post(PREDICT + "?" + "a=b&" * 65, GOOD), 400, "too many parameters"),
    # From elsewhere.
    "no host": (get("/ready", host=None), 400, "no host"),
    "two hosts": (get("/ready", "Host: localhost"), 400, "several"),
    "an empty host": (get("/ready", host=""), 421, "empty host"),
    "another host": (get("/v1/models", host="evil.example"), 421, "not 'evil.example'"),
    "another host that looks like ours": (get("/v1/models", host="localhost.evil.example"), 421, "is not"),
    "another host in the target": (get("http://evil.example/v1/models"), 421, "evil.example"),
    "a page from elsewhere": (post(PREDICT, GOOD, "Origin: http://evil.example"), 403, "a page of"),
    "a page from nowhere": (post(PREDICT, GOOD, "Origin: null"), 403, "a page of"),
    "a page of another port": (post(PREDICT, GOOD, "Origin: http://localhost:1"), 403, "a page of"),
    "a form from elsewhere": (post(PREDICT, GOOD, "Sec-Fetch-Site: cross-site"), 403, "another origin"),
    # Paths.
    "nothing there": (get("/nothing"), 404, "/openapi.json"),
    "no root": (get("/v1"), 404, "/openapi.json"),
    "no such model": (post("/v1/models/rose/predict", GOOD), 404, "no model 'rose'"),
    "no such verb": (post("/v1/models/iris/guess", GOOD), 404, "/openapi.json"),
    "an empty verb": (post("/v1/models/iris/", GOOD), 404, "/openapi.json"),
    "a path behind the verb": (post(PREDICT + "/x", GOOD), 404, "/openapi.json"),
    "a climbing path": (post("/v1/models/../../etc/passwd/predict", GOOD), 400, "climbs"),
    "a climbing path in disguise": (post("/v1/models/%2e%2e%2fsecret/predict", GOOD), 400, "climbs"),
    "a path with a zero byte": (post("/v1/models/iris%00/predict", GOOD), 400, "control"),
    "a path that is not UTF-8": (post("/v1/models/%ff/predict", GOOD), 400, "UTF-8"),
    "a broken escape": (post("/v1/models/%zz/predict", GOOD), 400, "broken escape"),
    "the file instead of the name": (post("/v1/models/iris.tally/predict", GOOD), 404, "no model 'iris.tally'"),
    "GET where POST is meant": (get(PREDICT), 405, "asked with POST"),
    "DELETE": (request("DELETE /v1/models/iris HTTP/1.1", "Connection: close"), 405, "asked with GET"),
    "a verb of another language": (request("BREW /v1/models/iris HTTP/1.1", "Connection: close"), 405, "asked with GET"),
    "learning that is not allowed": (post("/v1/models/iris/learn", GOOD), 403, "does not learn"),
    # Bodies.
    "no body": (post(PREDICT, ""), 400, "not JSON"),
    "half a body": (post(PREDICT, '{"petal_length": 1'), 400, "not JSON"),
    "two bodies": (post(PREDICT, GOOD + GOOD), 400, "not JSON"),
    "a text": (post(PREDICT, '"x"'), 400, "expected {"),
    "a number": (post(PREDICT, "7"), 400, "expected {"),
    "a list of numbers": (post(PREDICT, "[1, 2]"), 400, "expected {"),
    "rows that are none": (post(PREDICT, '{"rows": 1, "x": 2}'), 400, "no feature 'rows'"),
    "a nested cell": (post(PREDICT, '[{}, {"petal_length": [1]}]'), 400, "row 1: column 'petal_length'"),
    "a deep nest": (post(PREDICT, "[" * 100_000), 400, "expected {"),
    "a field beside rows": (post(PREDICT, '{"rows": [], "x": 2}'), 400, "no field 'x'"),
    "an unknown column": (post(PREDICT, '{"petal_lenght": 1}'), 400, "did you mean 'petal_length'?"),
    "a column twice": (post(PREDICT, '{"petal_length": 1, "petal_length": 2}'), 400, "there twice"),
    "a word for a number": (post(PREDICT, '{"petal_length": "long"}'), 400, "'long' is none"),
    "a truth for a number": (post(PREDICT, '{"petal_length": true}'), 400, "'true' is none"),
    "a number beyond all numbers": (post(PREDICT, '{"petal_length": 1e999}'), 400, "not JSON"),
    "not a number": (post(PREDICT, '{"petal_length": NaN}'), 400, "not JSON"),
    "bytes that are not UTF-8": (post(PREDICT, b'{"petal_length": "\xff"}'), 400, "not JSON"),
    "half a surrogate": (post(PREDICT, '{"petal_length": "\\ud800"}'), 400, "not JSON"),
    "a type that is not read": (post(PREDICT, "<x/>", type="application/xml"), 415, "not understood"),
    "a packed table": (post(PREDICT, b"\x1f\x8b\x08\x00", type="text/csv"), 415, "packed"),
    "a table without a column": (post(PREDICT, "a,b\n1,2\n", type="text/csv"), 422, "petal_length"),
    "a table with a word": (post(PREDICT, "sepal_length,sepal_width,petal_length,petal_width\n1,2,long,4\n", type="text/csv"), 422, "found 'long'"),
    "a ragged table": (post(PREDICT, "sepal_length,sepal_width,petal_length,petal_width\n1,2\n", type="text/csv"), 422, ""),
    "an empty table": (post(PREDICT, "", type="text/csv"), 422, ""),
    "mail for a table": (post("/v1/models/iris/filter", "Subject: x\n\n", type="message/rfc822"), 400, "not mail"),
    # Parameters.
    "an unknown parameter": (post(PREDICT + "?lamda=1", GOOD), 400, "did you mean 'lambda'?"),
    "a parameter twice": (post(PREDICT + "?lambda=1&lambda=2", GOOD), 400, "there twice"),
    "a lambda in words": (post(PREDICT + "?lambda=much", GOOD), 400, "expected a number or auto"),
    "a negative lambda": (post(PREDICT + "?lambda=-1", GOOD), 400, ""),
    "an unknown rule": (post(PREDICT + "?rule=golden", GOOD), 400, "expected naive"),
    "a prior of a class that is none": (post(PREDICT + "?prior=rose=1", GOOD), 400, ""),
    "a loss that is a file": (post(PREDICT + "?loss=/etc/passwd", GOOD), 422, ""),
    "a weight of nothing": (post(PREDICT + "?class-weight=setosa=0", GOOD), 400, ""),
    "a parameter of the program alone": (post(PREDICT + "?output=/tmp/x", GOOD), 400, "no parameter 'output'"),
    "help": (post(PREDICT + "?help", GOOD), 400, "no parameter 'help'"),
    "which of two rows": (post("/v1/models/iris/explain", "[{}, {}]"), 400, "which row?"),
    "a row that is not there": (post("/v1/models/iris/explain?row=7", "[{}, {}]"), 400, "only 2 rows"),
    "no row": (post("/v1/models/iris/explain", "[]"), 400, "no row"),
    "a score without truth": (post("/v1/models/iris/score", GOOD), 422, "no row with a target"),
    # Tensors.
    "no inputs": (post("/v2/models/iris/infer", "{}"), 400, "no field 'inputs'"),
    "a tensor without a shape": (post("/v2/models/iris/infer", '{"inputs": [{"name": "petal_length", "datatype": "FP64", "data": [1]}]}'), 400, "no field 'shape'"),
    "a tensor of another shape": (post("/v2/models/iris/infer", '{"inputs": [{"name": "petal_length", "datatype": "FP64", "shape": [2], "data": [1]}]}'), 400, "says 2 values"),
    "a tensor of an endless shape": (post("/v2/models/iris/infer", '{"inputs": [{"name": "petal_length", "datatype": "FP64", "shape": [99999999999], "data": [1]}]}'), 413, "more rows"),
    "a tensor of an unknown type": (post("/v2/models/iris/infer", '{"inputs": [{"name": "petal_length", "datatype": "FP8", "shape": [1], "data": [1]}]}'), 400, "FP8"),
    "a tensor of no column": (post("/v2/models/iris/infer", '{"inputs": [{"name": "x", "datatype": "FP64", "shape": [1], "data": [1]}]}'), 400, "no feature 'x'"),
    "bytes that are not there": (post("/v2/models/iris/infer", '{"inputs": [{"name": "petal_length", "datatype": "FP64", "shape": [1], "parameters": {"binary_data_size": 8}}]}'), 400, "more than there is"),
    "a header of another length": (post("/v2/models/iris/infer", "{}", "Inference-Header-Content-Length: 99"), 400, "Inference-Header"),
    "a version that is not there": (get("/v2/models/iris/versions/2"), 404, "version 1"),
}
assert len(TABLE) >= 60


@pytest.fixture(scope="module")
def server(models):
    one = Server(models, "--port", "0")
    yield one
    assert one.end() == 0


@pytest.mark.parametrize("name", TABLE)
def test_refused(server, name):
    data, status, sentence = TABLE[name]
    answer = server.raw(data)
    head, _, body = answer.partition(b"\r\n\r\n")
    found = re.match(rb"HTTP/1\.[01] (\d+) ", head)
    assert found, answer[:200]
    assert int(found[1]) == status, body
    # One answer, however much stands in the request.
    length = int(re.search(rb"content-length: (\d+)", head.lower())[1])
    assert len(body) == length, body
    error = json.loads(body)["error"]
    message = error if b" /v2/" in data[:12] else error["message"]
    assert sentence in message
    assert "--" not in message and "/proc" not in body.decode() and str(DATA) not in body.decode()
    # The next one is answered as if nothing had happened.
    assert server.post(PREDICT, GOOD)[0] == 200


def test_a_second_request_is_not_hidden_in_the_first(server):
    hidden = b"GET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for headers in (
        ["Content-Length: 0", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: gzip"],
        ["Transfer-Encoding:\tchunked", "Content-Length: 5"],
        ["Content-Length: 0", "Content-Length: 44"],
    ):
        answer = server.raw(request("POST " + PREDICT + " HTTP/1.1", *headers, body=hidden))
        assert answer.count(b"HTTP/1.1 ") == 1 and b'"models"' not in answer


def test_two_requests_on_one_connection_are_two(server):
    one = request("GET /healthz HTTP/1.1")
    answer = server.raw(one + get("/healthz"))
    assert answer.count(b"HTTP/1.1 200") == 2


def test_no_byte_is_no_request(server):
    assert server.raw(b"", shut=True) == b""
    assert server.raw(b"POST ", shut=True) == b""


def test_memory_stays_within_limits(models):
    """Large bodies of all kinds: the process grows by a bounded amount."""
    server = Server(models, "--port", "0")
    try:
        bodies = [
            ("application/json", b"[" + b"{}," * 2_000_000 + b"{}]"),
            ("application/json", b"[" * 10_000_000),
            ("application/json", b'{"petal_length": "' + b"x" * 10_000_000 + b'"}'),
            ("text/csv", b"sepal_length,sepal_width,petal_length,petal_width\n" + b",,,\n" * 3_000_000),
        ]
        for kind, body in bodies:
            assert server.post(PREDICT, body, type=kind)[0] in (400, 413, 422)
        assert server.post("/v2/models/iris/infer", b'{"inputs":[' + b"[0]," * 3_000_000 + b"[0]]}")[0] == 413
        status = open(f"/proc/{server.process.pid}/status").read()
        assert int(re.search(r"VmHWM:\s+(\d+)", status)[1]) < 600_000, status
    finally:
        server.end()
