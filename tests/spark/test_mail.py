# SPDX-License-Identifier: Apache-2.0
"""Mail in a binary column: the model is that of `tally fit mail`."""

import base64
import random

import pytest
from conftest import WORDS
from conftest import tally as program

import tally as package
import tally.spark


def message(rng: random.Random, i: int) -> bytes:
    """Headers, plain text, HTML, an attachment, other charsets; some are broken."""
    words = " ".join(rng.choices(WORDS, k=rng.randrange(1, 30)))
    head = f"From: <p{i % 13}@example.org>\r\nSubject: {words[:20]}\r\nMessage-ID: <{i}@example.org>\r\n"
    kind = i % 5
    if kind == 0:
        return (head + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + words).encode()
    if kind == 1:
        html = f"<html><body><font color=#ff0000>{words}</font><a href='http://shop.example/buy?id={i}'>x</a></body></html>"
        return (head + "Content-Type: text/html; charset=utf-8\r\n\r\n" + html).encode()
    if kind == 2:
        text = base64.b64encode(words.encode()).decode()
        part = f"--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{text}\r\n--b--\r\n"
        return (head + "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + part).encode()
    if kind == 3:
        return head.encode() + b"Content-Type: text/plain; charset=iso-8859-1\r\n\r\n" + bytes(rng.randrange(256) for _ in range(50))
    return head.encode() + b"\n\n" + words.encode("utf-16")


def test_the_same_model(spark, tmp_path):
    rng = random.Random(61)
    rows = []
    for klass in ("ham", "spam"):
        (tmp_path / klass).mkdir()
    for i in range(120):
        klass, raw = rng.choice(["ham", "spam"]), message(rng, i)
        (tmp_path / klass / f"{i}.eml").write_bytes(raw)
        rows.append((bytearray(raw), klass))
    rows += [(None, "ham"), (bytearray(b"Subject: x\n\ny"), None)]
    program("fit", "mail", "--class", f"ham={tmp_path / 'ham'}", "--class", f"spam={tmp_path / 'spam'}", "-o", tmp_path / "one.tally")
    df = spark.createDataFrame(rows, "raw binary, kind string").repartition(4)
    tally.spark.fit_mail(df, tmp_path / "m.tally", message="raw", target="kind")
    assert (tmp_path / "m.tally").read_bytes() == (tmp_path / "one.tally").read_bytes()
    assert "sound" in program("check", tmp_path / "m.tally")


def test_learn_and_forget(spark, tmp_path):
    """What a model of mail learns, and forgets again, is what the program makes of the same messages."""
    rng = random.Random(62)
    rows = []
    for part in ("first", "rest", "all"):
        for klass in ("ham", "spam"):
            (tmp_path / part / klass).mkdir(parents=True)
    for i in range(90):
        klass, raw = rng.choice(["ham", "spam"]), message(rng, i)
        for part in ("first" if i < 40 else "rest", "all"):
            (tmp_path / part / klass / f"{i}.eml").write_bytes(raw)
        rows.append((bytearray(raw), klass))

    def fitted(part):
        out = tmp_path / f"{part}.tally"
        program("fit", "mail", "--class", f"ham={tmp_path / part / 'ham'}", "--class", f"spam={tmp_path / part / 'spam'}", "-o", out)
        return out.read_bytes()

    model = tmp_path / "m.tally"
    first, rest = (spark.createDataFrame(some, "message binary, class string").repartition(3) for some in (rows[:40], rows[40:]))
    tally.spark.fit_mail(first, model)
    assert model.read_bytes() == fitted("first")
    renamed = rest.withColumnRenamed("message", "raw").withColumnRenamed("class", "kind")
    tally.spark.learn(model, renamed, message="raw", target="kind")
    program("compact", model)
    assert model.read_bytes() == fitted("all")
    tally.spark.forget(model, rest)
    program("compact", model)
    assert model.read_bytes() == (tmp_path / "first.tally").read_bytes()
    with pytest.raises(package.DataError):
        tally.spark.forget(model, rest)


def test_what_is_no_message_is_refused(spark, tmp_path):
    df = spark.createDataFrame([(bytearray(b"Subject: x\n\ny"), "ham")] * 3, "message binary, class string")
    tally.spark.fit_mail(df, tmp_path / "m.tally")
    for ask in (tally.spark.predict, tally.spark.explain, tally.spark.score):
        with pytest.raises(package.UsageError, match="a model of mail answers messages"):
            ask(tmp_path / "m.tally", df)
    texts = df.withColumn("message", df["class"])
    for act in (tally.spark.fit_mail, lambda rows, path: tally.spark.learn(path, rows)):
        with pytest.raises(package.UsageError, match="'message' holds string, expected messages"):
            act(texts, tmp_path / "m.tally")
    with pytest.raises(package.UsageError, match="no column 'message'"):
        tally.spark.forget(tmp_path / "m.tally", df.drop("message"))


def test_a_class_that_mail_cannot_have(spark, tmp_path):
    df = spark.createDataFrame([(bytearray(b"Subject: x\n\ny"), "two\nlines")], "message binary, class string").coalesce(1)
    with pytest.raises(package.DataError, match="partition 0, row 0"):
        tally.spark.fit_mail(df, tmp_path / "m.tally")
    assert not (tmp_path / "m.tally").exists()
