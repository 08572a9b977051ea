# SPDX-License-Identifier: Apache-2.0
"""What docs/serve.md tells an administrator to write is taken by nginx and by systemd."""

import http.client
import json
import re
import shutil
import socket
import ssl
import subprocess
import time

import pytest
from conftest import ROOT, TALLY, tally

TOKEN = "a-token-of-sixteen-characters"
TEXT = (ROOT / "docs" / "serve.md").read_text("utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.S | re.M)


def test_units_are_understood_by_systemd(tmp_path):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze")
    socket, service = blocks("ini")
    program = tmp_path / "tally"
    program.symlink_to(TALLY)
    (tmp_path / "tally.socket").write_text(socket)
    (tmp_path / "tally.service").write_text(service.replace("/usr/local/bin/tally", str(program)))
    done = subprocess.run(
        [analyze, "verify", tmp_path / "tally.service", tmp_path / "tally.socket"], capture_output=True, text=True
    )
    said = [line for line in done.stderr.splitlines() if "tally" in line]
    assert not said, done.stderr


def test_options_of_the_unit_exist():
    command = re.search(r"ExecStart=\S+ (.*)", blocks("ini")[1])[1]
    help_text = subprocess.run([TALLY, "serve", "--help"], capture_output=True, text=True).stdout
    for option in re.findall(r"--[a-z-]+", command):
        assert option in help_text


@pytest.fixture
def certificate(tmp_path):
    """For tally.example, signed by itself."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl")
    words = [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=tally.example",
             "-addext", "subjectAltName=DNS:tally.example", "-keyout", tmp_path / "tally.key", "-out", tmp_path / "tally.pem"]
    subprocess.run(words, check=True, capture_output=True)
    return tmp_path / "tally.pem", tmp_path / "tally.key"


@pytest.fixture
def nginx(tmp_path, certificate):
    """An nginx of one's own that has read the document, on a free port; it ends with the test."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        pytest.skip("there is no nginx")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    site = blocks("nginx")[0]
    for told, here in (("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("/run/tally/tally.sock", str(tmp_path / "tally.sock")),
                       ("/etc/ssl/tally.example.pem", str(certificate[0])), ("/etc/ssl/tally.example.key", str(certificate[1]))):
        assert told in site
        site = site.replace(told, here)
    places = "".join(f"{name}_temp_path {tmp_path / name}; " for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {tmp_path / 'pid'}; error_log {tmp_path / 'error.log'};\n"
        f"events {{}}\nhttp {{ access_log off; {places}\n{site} }}\n"
    )
    words = [program, "-p", tmp_path, "-e", tmp_path / "error.log", "-c", tmp_path / "nginx.conf"]
    subprocess.run([*words, "-t"], check=True, capture_output=True)
    with subprocess.Popen(words) as process:
        yield port
        process.terminate()


def over_tls(port, certificate, method, path, body=None, headers=None):
    """As a client of https://tally.example."""
    trust = ssl.create_default_context(cafile=certificate)
    for _ in range(100):
        try:
            plain = socket.create_connection(("127.0.0.1", port), 30)
            break
        except ConnectionRefusedError:
            time.sleep(0.05)
    connection = http.client.HTTPConnection("tally.example", timeout=30)
    connection.sock = trust.wrap_socket(plain, server_hostname="tally.example")
    connection.request(method, path, body, {"Host": "tally.example", **(headers or {})})
    answer = connection.getresponse()
    out = answer.status, answer.read()
    connection.close()
    return out


def test_the_unit_behind_nginx_serves(models, nginx, certificate, tmp_path):
    """nginx as the document has it, before a server with the options of the unit that systemd's part has opened the socket for."""
    activate = shutil.which("systemd-socket-activate")
    if activate is None:
        pytest.skip("there is no systemd-socket-activate")
    folder = tmp_path / "models"
    shutil.copytree(models, folder)
    (tmp_path / "tokens").write_text(TOKEN + "\n")
    command = re.search(r"ExecStart=/usr/local/bin/tally (.*)", blocks("ini")[1])[1]
    command = command.replace("/var/lib/tally", str(folder)).replace("%d", str(tmp_path))
    with subprocess.Popen([activate, "-l", tmp_path / "tally.sock", TALLY, *command.split()], stderr=subprocess.DEVNULL) as process:
        while not (tmp_path / "tally.sock").exists():
            time.sleep(0.02)
        try:
            pem = certificate[0]
            row = json.dumps({"petal_length": 1.4})
            known = {"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"}
            path = "/v1/models/iris/predict?rule=naive"
            status, body = over_tls(nginx, pem, "POST", path, row, known)
            assert status == 200
            (told,) = tally("predict", models / "iris.tally", "--given", "petal_length=1.4", "--rule", "naive", "--format", "jsonl").splitlines()
            assert json.loads(body)["predictions"] == [json.loads(told)]
            # The page, and what its script asks.
            assert over_tls(nginx, pem, "GET", "/")[0] == 200
            assert over_tls(nginx, pem, "POST", path, row, {**known, "Origin": "https://tally.example"})[0] == 200
            assert over_tls(nginx, pem, "POST", path, row, {**known, "Origin": "https://evil.example"})[0] == 403
            assert over_tls(nginx, pem, "POST", path, row, {"Content-Type": "application/json"})[0] == 401
            # As large as the server takes it, and no larger.
            assert over_tls(nginx, pem, "POST", path, " " * (15 << 20) + row, known)[0] == 200
            assert over_tls(nginx, pem, "POST", path, " " * (17 << 20) + row, known)[0] == 413
            learned = json.dumps({"petal_length": 1.4, "species": "setosa"})
            assert over_tls(nginx, pem, "POST", "/v1/models/iris/learn", learned, known) == (200, b'{"learned":1,"skipped":0}\n')
        finally:
            process.terminate()
        assert process.wait(30) == 0
