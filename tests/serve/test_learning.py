# SPDX-License-Identifier: Apache-2.0
"""learn and forget: what the command line does, on disk before they are answered, and once for each key."""

import concurrent.futures
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import pytest
from conftest import DATA, tally

LEARN, FORGET = "/v1/models/iris/learn", "/v1/models/iris/forget"
ROWS = [
    {"sepal_length": 5.1, "sepal_width": 3.5, "petal_length": 1.4, "petal_width": 0.2, "species": "setosa"},
    {"sepal_length": 6.1, "sepal_width": 2.5, "petal_length": 4.4, "petal_width": 1.2, "species": "versicolor"},
]


@pytest.fixture
def model(models, tmp_path):
    path = tmp_path / "iris.tally"
    shutil.copy(models / "iris.tally", path)
    return path


@pytest.fixture
def mail(models, tmp_path):
    path = tmp_path / "mail.tally"
    shutil.copy(models / "mail.tally", path)
    return path


def image(path, folder):
    """The canonical bytes of a model, as it is on disk now."""
    copy = folder / "copy.tally"
    copy.unlink(missing_ok=True)
    tally("copy", path, copy)
    return copy.read_bytes()


def total(path):
    import json

    return json.loads(tally("show", path, "--json"))["rows"]


@pytest.mark.parametrize("count", ["naive", "weighted"])
def test_learning_is_what_the_program_does(serve, count, tmp_path):
    model = tmp_path / "iris.tally"
    tally("fit", DATA / "iris.csv", "--target", "species", "--count", count, "-o", model)
    other = tmp_path / "other.tally"
    shutil.copy(model, other)
    before = image(model, tmp_path)
    server = serve(model, "--allow-learning")
    text = (DATA / "iris.csv").read_bytes()
    for verb in ("learn", "forget"):
        status, _, answer = server.post(f"/v1/models/iris/{verb}", text, type="text/csv")
        assert status == 200 and answer == {"learned" if verb == "learn" else "forgotten": 150, "skipped": 0}
        tally(verb, other, DATA / "iris.csv")
        assert image(model, tmp_path) == image(other, tmp_path)
        assert server.get("/v1/models/iris")[2]["rows"] == total(model)
    # A rule that was worked out anew when the rows had doubled stays so.
    assert count == "weighted" or image(model, tmp_path) == before
    tally("check", model)


def test_rows_without_a_class_are_skipped(serve, model):
    server = serve(model, "--allow-learning")
    rows = [ROWS[0], {k: v for k, v in ROWS[1].items() if k != "species"}]
    assert server.post(LEARN, rows)[2] == {"learned": 1, "skipped": 1}
    assert total(model) == 151


def test_what_cannot_be_is_refused_and_changes_nothing(serve, model, tmp_path):
    server = serve(model, "--allow-learning")
    before = image(model, tmp_path)
    strange = {**ROWS[0], "petal_length": 1e6}
    for path, body, status in (
        (FORGET, [strange], 422),
        (LEARN, [ROWS[0], {"petal_length": "long"}], 400),
        (LEARN, "x", 400),
        (LEARN + "?class=x", ROWS, 400),
        (LEARN + "?lambda=1", ROWS, 400),
    ):
        assert server.post(path, body)[0] == status
        assert image(model, tmp_path) == before
    for key in ("", "x" * 256, "\xe9"):
        assert server.post(LEARN, ROWS, headers={"Idempotency-Key": key})[0] == 400
    assert image(model, tmp_path) == before


def test_a_key_is_learned_once(serve, model, tmp_path):
    server = serve(model, "--allow-learning")
    first = server.post(LEARN, ROWS, headers={"Idempotency-Key": "a"})
    assert first[0] == 200 and "idempotent-replayed" not in first[1]
    after = image(model, tmp_path)
    again = server.post(LEARN, ROWS, headers={"Idempotency-Key": "a"})
    assert again[0] == 200 and again[1]["idempotent-replayed"] == "true" and again[2] == first[2]
    assert image(model, tmp_path) == after and total(model) == 152
    # Another request under the same key is a mistake.
    assert server.post(LEARN, ROWS[:1], headers={"Idempotency-Key": "a"})[0] == 422
    assert server.post(FORGET, ROWS, headers={"Idempotency-Key": "a"})[0] == 422
    # Killed and started again, it still knows.
    server.end(signal.SIGKILL)
    server = serve(model, "--allow-learning")
    assert server.post(LEARN, ROWS, headers={"Idempotency-Key": "a"})[1]["idempotent-replayed"] == "true"
    assert total(model) == 152
    # The program takes such a file as any other; compacting forgets the keys.
    tally("check", model)
    tally("learn", model, DATA / "iris.csv")
    assert server.post(LEARN, ROWS, headers={"Idempotency-Key": "a"})[1]["idempotent-replayed"] == "true"
    tally("compact", model)
    assert tally("check", model)
    assert server.post(LEARN, ROWS, headers={"Idempotency-Key": "a"})[2]["learned"] == 2


def test_the_same_key_at_the_same_time_is_learned_once(serve, model):
    server = serve(model, "--allow-learning", "--threads", 4)

    def learn(_):
        return server.post(LEARN, ROWS, headers={"Idempotency-Key": "b"})[0]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert set(pool.map(learn, range(16))) == {200}
    assert total(model) == 152


def test_what_is_acknowledged_is_served(serve, model):
    server = serve(model, "--allow-learning")
    for i in range(5):
        assert server.post(LEARN, ROWS)[0] == 200
        assert server.get("/v1/models/iris")[2]["rows"] == 152 + 2 * i


def test_mail_is_learned_once_moved_and_forgotten(serve, mail, tmp_path):
    server = serve(mail, "--allow-learning")
    before = image(mail, tmp_path)
    message = (DATA / "box" / "new.eml").read_bytes()

    def post(path, **headers):
        return server.post("/v1/models/mail/" + path, message, type="message/rfc822", headers=headers)

    assert post("learn")[0] == 400  # which class?
    assert post("learn?class=spma")[0] == 400  # mistyped
    first = post("learn?class=spam", **{"Idempotency-Key": "m1"})
    assert first[2] == {"learned": 1, "known": 0, "moved": 0}
    assert post("learn?class=spam", **{"Idempotency-Key": "m1"})[2] == first[2]
    assert post("learn?class=spam")[2] == {"learned": 0, "known": 1, "moved": 0}
    assert post("learn?class=ham")[2] == {"learned": 0, "known": 0, "moved": 1}
    # The key answers as it did, and moves nothing back.
    assert post("learn?class=spam", **{"Idempotency-Key": "m1"})[2] == first[2]
    assert post("forget?class=spam")[0] == 422
    assert post("forget", **{"Idempotency-Key": "m2"})[2] == {"forgotten": 1}
    assert post("forget", **{"Idempotency-Key": "m2"})[2] == {"forgotten": 1}
    assert post("forget")[0] == 422
    assert image(mail, tmp_path) == before
    tally("check", mail)


def test_mail_that_is_learned_is_what_the_program_learns(serve, mail, tmp_path):
    other = tmp_path / "other.tally"
    shutil.copy(mail, other)
    server = serve(mail, "--allow-learning")
    for message in sorted((DATA / "mail").glob("*.eml")):
        server.post("/v1/models/mail/learn?class=ham", message.read_bytes(), type="message/rfc822")
        tally("learn", other, "--class", "ham", message)
    assert image(mail, tmp_path) == image(other, tmp_path)


def test_a_model_that_may_not_be_written(serve, model):
    with tempfile.TemporaryDirectory() as folder:  # which anybody may enter, as root's server has to be somebody else's
        os.chmod(folder, 0o755)
        kept = pathlib.Path(folder) / model.name
        shutil.copy(model, kept)
        kept.chmod(0o444)
        nobody = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups") if os.geteuid() == 0 else ()
        server = serve(kept, "--allow-learning", "--port", "0", prefix=nobody)
        assert server.post(LEARN, ROWS)[0] == 503
        server.end()


def test_soak():
    """Ten seconds of what `make soak` does for ten minutes."""
    script = pathlib.Path(__file__).with_name("soak")
    done = subprocess.run([sys.executable, script, "--seconds", "10", "--seed", "1"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
