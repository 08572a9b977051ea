# SPDX-License-Identifier: Apache-2.0
"""`tally milter` as a mail server meets it: miltertest hands messages over."""

import contextlib
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import threading
import time

import pytest
from conftest import BOX, TALLY, tally

HERE = pathlib.Path(__file__).resolve().parent
pytestmark = pytest.mark.skipif(
    shutil.which("miltertest") is None or not (pathlib.Path(TALLY).resolve().parent / "libtally_milter.so").exists(),
    reason="there is no miltertest, or no libmilter",
)
SPAM, HAM = BOX / "spam" / "2.eml", BOX / "ham" / "2.eml"


@pytest.fixture
def milter(model, tmp_path):
    """Starts milters that end with the test."""
    started = []

    def start(*words, path=None, where=None):
        where = where or f"unix:{tmp_path / 'milter.sock'}"
        process = subprocess.Popen(
            [TALLY, "milter", path or model, "--socket", where, *map(str, words)], stderr=subprocess.PIPE, text=True
        )
        started.append(process)
        told = process.stderr.readline()
        assert told == f"mail is judged at {where}\n", told + process.stderr.read()
        process.where = where
        return process

    yield start
    for process in started:
        with contextlib.suppress(Exception):
            process.kill()
            process.wait()
            process.stderr.close()


def quoted(text):
    return '"' + "".join(f"\\{byte:03d}" for byte in text.encode("utf-8", "surrogateescape")) + '"'


def as_lua(raw, more=(), deleted=()):
    """A message in the pieces that a mail server sends."""
    text = raw.decode("utf-8", "surrogateescape")
    head, _, body = text.partition("\n\n")
    headers = [*more, *(line.split(":", 1) for line in re.sub(r"\n(?=[ \t])", "\0", head).split("\n"))]
    body = body.replace("\n", "\r\n")
    pieces = [body[i : i + 97] for i in range(0, len(body), 97)]
    return "{ headers = { %s }, body = { %s }, deleted = { %s } }" % (
        ", ".join("{ %s, %s }" % (quoted(name), quoted(value.strip().replace("\0", "\n"))) for name, value in headers),
        ", ".join(map(quoted, pieces)),
        ", ".join(map(quoted, deleted)),
    )


def command(where, messages, folder, header="X-Tally", **more):
    path = folder / f"messages{threading.get_ident()}.lua"
    path.write_text("return { " + ", ".join(messages) + " }\n")
    words = [f"-D{name}={value}" for name, value in {"socket": where, "list": path, "name": header, **more}.items()]
    return ["miltertest", "-s", str(HERE / "message.lua"), *words]


def hand_over(process, messages, folder, **more):
    """What became of each message: a dictionary."""
    done = subprocess.run(command(process.where, messages, folder, **more), capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    out = {}
    for line in done.stdout.splitlines():
        number, what, value = line.split(" ", 2)
        out.setdefault(int(number), {})[what] = value
    assert len(out) == len(messages), done.stdout
    return [out[number] for number in sorted(out)]


def sentence(process, raw):
    """The last answer to a message, as a server gets it: miltertest does not show the text of a reply."""
    head, _, body = raw.partition(b"\n\n")
    with socket.socket(socket.AF_UNIX) as one:
        one.settimeout(30)
        one.connect(process.where.removeprefix("unix:"))

        def ask(kind, data=b""):
            one.sendall(struct.pack("!I", len(data) + 1) + kind + data)
            (size,) = struct.unpack("!I", one.recv(4, socket.MSG_WAITALL))
            return one.recv(size, socket.MSG_WAITALL)

        assert ask(b"O", struct.pack("!III", 6, 0x3F, 0x1FFFFF))[:1] == b"O"
        ask(b"M", b"<a@example.org>\0")
        for line in re.sub(rb"\n(?=[ \t])", b"\r", head).split(b"\n"):
            name, value = line.split(b":", 1)
            ask(b"L", name + b"\0" + value.strip() + b"\0")
        ask(b"N")
        ask(b"B", body.replace(b"\n", b"\r\n"))
        return ask(b"E").rstrip(b"\0").decode()


def filtered(model, raw, *words):
    """The value of the header that `tally filter` writes."""
    text = tally("filter", "-e", *words, model, data=raw).decode("utf-8", "surrogateescape")
    return re.search(r"^X-Tally: (.*)$", text, re.M)[1]


def test_the_verdict_is_that_of_filter(milter, model, tmp_path):
    raws = [path.read_bytes() for path in (*sorted(BOX.glob("*/*.eml")), BOX / "new.eml")]
    raws.append("Subject: =?utf-8?b?w7w=?=\n folded\nX-Thing: ü\n\nGrün 100% free\n\n.\n".encode())
    raws.append(b"Subject: nothing\n\n\n")
    raws.append(b"Subject: qwerty\n\nzxcvb\n")
    answers = hand_over(milter(), [as_lua(raw) for raw in raws], tmp_path)
    assert [one["reply"] for one in answers] == ["accept"] * len(raws)
    assert [one["header"] for one in answers] == [filtered(model, raw) for raw in raws]
    assert {"spam", "ham", "unsure"} == {one["header"].split(",")[0] for one in answers}


def test_questions_and_headers_are_options(milter, model, tmp_path):
    words = ("--combine", "mean", "--spam-cutoff", "0.9", "--header-format", "{class} {p}")
    for path in (SPAM, HAM):
        raw = path.read_bytes()
        process = milter(*words, "--header", "X-Spam-Tally", where=f"unix:{tmp_path / path.parent.name}")
        (answer,) = hand_over(process, [as_lua(raw)], tmp_path, header="X-Spam-Tally")
        assert answer["header"] == filtered(model, raw, *words)


def test_a_forged_header_goes(milter, model, tmp_path):
    raw = SPAM.read_bytes()
    forged = [("X-Tally", "ham, p=0.000000"), ("x-tally", "ham"), ("To", "a\rX-Tally: ham")]
    (answer,) = hand_over(milter(), [as_lua(raw, forged, ["X-Tally", "x-tally", "Subject"])], tmp_path)
    assert answer["header"].startswith("spam, ")
    assert answer["deleted"] == "Subject false"
    (answer,) = hand_over(milter(where=f"unix:{tmp_path / 'two'}"), [as_lua(raw, forged, ["x-tally"])], tmp_path)
    assert answer["deleted"] == "x-tally true"


def test_spam_is_rejected_or_kept_back(milter, tmp_path):
    messages = [as_lua(SPAM.read_bytes()), as_lua(HAM.read_bytes())]
    process = milter("--reject", "--log")
    spam, ham = hand_over(process, messages, tmp_path)
    assert sentence(process, SPAM.read_bytes()) == "y550 5.7.1 This message was taken for spam"
    assert spam["reply"] == "reply" and spam["header"] == "nil"
    assert ham["reply"] == "accept" and ham["header"].startswith("ham, ")
    process = milter("--quarantine", "--log", where=f"unix:{tmp_path / 'two'}")
    spam, ham = hand_over(process, messages, tmp_path)
    assert spam["quarantined"] == "true" and spam["header"].startswith("spam, ")
    assert ham["quarantined"] == "false"
    assert process.stderr.readline().startswith("Q1: quarantined: spam, p=")
    assert process.stderr.readline().startswith("Q2: marked: ham, p=")


@pytest.mark.parametrize("what", ["accept", "tempfail"])
def test_a_broken_model_loses_no_mail(milter, model, tmp_path, what):
    process = milter("--on-error", what, "--reject")
    messages = [as_lua(SPAM.read_bytes(), [("X-Tally", "ham")], ["X-Tally"])]
    whole = model.read_bytes()
    model.write_bytes(b"no model")
    (answer,) = hand_over(process, messages, tmp_path)
    assert answer["header"] == "nil"
    assert answer["reply"] == ("accept" if what == "accept" else "reply")
    assert what == "accept" or sentence(process, SPAM.read_bytes()) == "y451 4.7.1 The filter is out of order"
    # What a sender wrote is not taken for a verdict.
    assert what == "tempfail" or answer["deleted"] == "X-Tally true"
    told = process.stderr.readline()
    assert told.startswith(f"tally: Q1: {model}: not a Tally model") and "the message was" in told
    # It is taken up again as soon as it is whole.
    model.write_bytes(whole)
    assert sentence(process, SPAM.read_bytes()).startswith("y550 ")


def test_a_changed_model_is_taken_over_between_two_messages(milter, model, tmp_path):
    process = milter()
    raw = (BOX / "new.eml").read_bytes()
    for klass in ("ham", "spam"):
        tally("learn", model, "--class", klass, BOX / "new.eml")
        (answer,) = hand_over(process, [as_lua(raw)], tmp_path)
        assert answer["header"] == filtered(model, raw)
        assert answer["header"].startswith(klass)


def test_a_large_message_is_judged_by_its_beginning(milter, model, tmp_path):
    raw = SPAM.read_bytes()
    words = raw + b"lunch on saturday at the greenhouse with ruth\n" * 40
    process = milter("--max-message", 1024)
    (answer,) = hand_over(process, [as_lua(words)], tmp_path)
    head = re.sub(rb"(?m)^([^ \t:]+):[ \t]*", rb"\1: ", words.split(b"\n\n", 1)[0])
    assert answer["header"] == filtered(model, (head + b"\n\n" + words.split(b"\n\n", 1)[1])[:1024])


def test_many_at_once(milter, model, tmp_path):
    process = milter()
    raws = [path.read_bytes() for path in sorted(BOX.glob("*/*.eml"))]
    want = [filtered(model, raw) for raw in raws]
    wrong = []

    def ask():
        for _ in range(2):
            answers = hand_over(process, [as_lua(raw) for raw in raws], tmp_path)
            wrong.extend(one for one, value in zip(answers, want) if one["header"] != value)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not wrong


def test_sigterm_answers_what_is_under_way(milter, tmp_path):
    process = milter()
    go = tmp_path / "go"
    words = command(process.where, [as_lua(SPAM.read_bytes())], tmp_path, pause=go)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout.readline() == "paused\n"
        process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        assert process.poll() is None
        go.write_text("")
        assert "1 header spam, " in client.stdout.read()
        assert client.wait(20) == 0
    assert process.wait(20) == 0
    assert not (tmp_path / "milter.sock").exists()


def test_a_port_of_this_machine(milter, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = milter(where=f"inet:{port}@127.0.0.1")
    assert hand_over(process, [as_lua(SPAM.read_bytes())], tmp_path)[0]["header"].startswith("spam")
    # Clients of miltertest and of libmilter agree; a second one finds the port taken.
    done = subprocess.run(
        [TALLY, "milter", process.args[2], "--socket", process.where], capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 73 and "cannot listen: Address already in use" in done.stderr
