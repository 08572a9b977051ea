# SPDX-License-Identifier: Apache-2.0
"""A server that is really started, and ways to ask it."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import urllib.parse

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "tests" / "data"
TALLY = os.environ.get("TALLY", str(ROOT / "build" / "tally"))


def tally(*words, data=None, code=0):
    """What the program prints."""
    done = subprocess.run([TALLY, *map(str, words)], input=data, capture_output=True)
    assert done.returncode == code, done.stderr.decode()
    return done.stdout


class Server:
    """`tally serve`, until it is told to end."""

    def __init__(self, *words, stderr=None, prefix=(), **more):
        self.process = subprocess.Popen(
            [*prefix, TALLY, "serve", *map(str, words)], stderr=subprocess.PIPE, text=True, **more
        )
        self.told = []
        while True:
            line = self.process.stderr.readline()
            assert line, "".join(self.told)
            self.told.append(line)
            if found := re.search(r"served at (\S+)", line):
                self.address = found[1].rstrip(",")
                break
        if found := re.match(r"http://(.*):(\d+)$", self.address):
            self.host, self.port = found[1].strip("[]"), int(found[2])

    def connect(self, timeout=60):
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def ask(self, method, path, body=None, headers=None, connection=None):
        """Status, headers and body; JSON is read."""
        own = connection or self.connect()
        own.request(method, path, body, headers or {})
        answer = own.getresponse()
        data = answer.read()
        if connection is None:
            own.close()
        if answer.headers.get("content-type", "").startswith("application/json") and data:
            data = json.loads(data)
        return answer.status, answer.headers, data

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body, query=None, type="application/json", headers=None, connection=None):
        if not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        if query:
            path += "?" + urllib.parse.urlencode(query)
        return self.ask("POST", path, body, {"Content-Type": type, **(headers or {})}, connection)

    def raw(self, data, timeout=10, shut=False):
        """All that comes back for these bytes."""
        with socket.create_connection((self.host, self.port), timeout) as one:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                for part in data if isinstance(data, list) else [data]:
                    one.sendall(part)
                if shut:
                    one.shutdown(socket.SHUT_WR)
            out = b""
            with contextlib.suppress(ConnectionResetError, TimeoutError):
                while piece := one.recv(65536):
                    out += piece
            return out

    def end(self, signal_number=signal.SIGTERM, timeout=60):
        if self.process.poll() is None:
            self.process.send_signal(signal_number)
        code = self.process.wait(timeout)
        self.process.stderr.close()
        return code


@pytest.fixture
def serve():
    """Starts servers that end with the test."""
    servers = []

    def start(*words, **more):
        if not {"--port", "--unix"} & set(map(str, words)) and "prefix" not in more:
            words = (*words, "--port", "0")
        servers.append(Server(*words, **more))
        return servers[-1]

    yield start
    for server in servers:
        with contextlib.suppress(Exception):
            server.end(signal.SIGKILL)


@pytest.fixture(scope="session")
def models(tmp_path_factory):
    """A folder of models: numbers, categories, texts, mail."""
    folder = tmp_path_factory.mktemp("models")
    tally("fit", DATA / "iris.csv", "--target", "species", "-o", folder / "iris.tally")
    tally("fit", DATA / "play_tennis.csv", "--target", "play", "-o", folder / "tennis.tally")
    tally("fit", DATA / "eight_mail_texts.csv", "--target", "class", "-o", folder / "texts.tally")
    box = DATA / "box"
    tally("fit", "mail", "--class", f"ham={box / 'ham'}", "--class", f"spam={box / 'spam'}", "-o", folder / "mail.tally")
    return folder
