# SPDX-License-Identifier: Apache-2.0
"""Texts in NaiveBayes: the command line's file, multinomial closed forms, and the laws."""

import io
import json
import subprocess

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics import mutual_info_score
from sklearn.naive_bayes import MultinomialNB

import tally

WORDS = "free money click now prize pills lunch noon meeting minutes table the of for at 会议 价格 免费".split()


def letters(rows=300, seed=0) -> pd.DataFrame:
    """A subject, a body of eight words and more, a number, and holes."""
    rng = np.random.default_rng(seed)
    spam = rng.random(rows) < 0.4
    chances = np.where(spam[:, None], np.linspace(3, 1, len(WORDS)), np.linspace(1, 3, len(WORDS)))
    bodies = [
        " ".join(rng.choice(WORDS, size=rng.integers(9, 20), p=p / p.sum())) for p in chances
    ]
    frame = pd.DataFrame(
        {
            "body": bodies,
            "sender": np.array(["ann", "bob", "eve"])[rng.integers(0, 3, rows)],
            "size": rng.normal(10 + spam, 2).round(2),
            "class": np.where(spam, "spam", "ham"),
        }
    )
    frame.loc[rng.random(rows) < 0.1, "body"] = None
    return frame


def image(model, folder) -> bytes:
    path = folder / "model.tally"
    path.unlink(missing_ok=True)
    model.save(path)
    return path.read_bytes()


def test_sentences_are_taken_as_text_by_every_library(tmp_path):
    frame = letters()
    model = tally.NaiveBayes().fit(frame, "class")
    assert model.families_ == {"body": "text", "sender": "categorical", "size": "gaussian"}
    arrow = pa.Table.from_pandas(frame, preserve_index=False)
    tables = [
        frame.astype({"body": object}),
        frame.astype({"body": "category"}),
        pl.from_pandas(frame),
        pa.Table.from_batches(arrow.to_batches(max_chunksize=31)),
        arrow.set_column(0, "body", arrow["body"].cast(pa.string_view())),
        {name: frame[name].tolist() for name in frame},
    ]
    expected = image(model, tmp_path)
    for table in tables:
        assert image(tally.NaiveBayes(n_jobs=2).fit(table, "class"), tmp_path) == expected


@pytest.mark.parametrize(
    ("options", "families", "words"),
    [
        (None, None, []),
        ({"ngrams": (1, 2), "once": True}, None, ["--ngrams", "1-2", "--once"]),
        ({"tokens": "char", "ngrams": 3, "fold": False}, None, ["--tokens", "char", "--ngrams", "3", "--no-fold"]),
        ({"tokens": "regex:[a-m]+", "longest_token": 5}, None, ["--tokens", "regex:[a-m]+", "--longest-token", "5"]),
        ({"html": True}, None, ["--html"]),
        ({"han_pairs": True, "max_terms": 12}, None, ["--han-pairs", "--max-terms", "12"]),
        (None, {"body": "complement"}, ["--family", "body=complement"]),
        (None, {"sender": "text:bernoulli"}, ["--family", "sender=text:bernoulli"]),
        (None, {"body": "categorical"}, ["--family", "body=categorical"]),
    ],
)  # fmt: skip
def test_the_command_line_writes_the_same_file(tmp_path, program, options, families, words):
    frame = letters()
    frame.to_csv(tmp_path / "letters.csv", index=False)
    run = lambda *w: subprocess.run([program, *w], check=True, capture_output=True, text=True).stdout
    theirs = tmp_path / "cli.tally"
    run("fit", str(tmp_path / "letters.csv"), "--target", "class", "-o", str(theirs), *words)
    ours = tally.NaiveBayes(text=options, families=families).fit(frame, "class")
    assert image(ours, tmp_path) == theirs.read_bytes()
    loaded = tally.NaiveBayes.load(theirs)
    answers = run("predict", str(theirs), str(tmp_path / "letters.csv")).splitlines()[1:]
    assert [line.split(",")[0] for line in answers] == loaded.predict(frame).tolist()
    posterior = [[float(p) for p in line.split(",")[1:3]] for line in answers]
    assert posterior == loaded.predict_proba(frame).tolist()


def test_terms_are_ranked_as_on_the_command_line(tmp_path, program):
    frame = letters().drop(columns=["sender", "size"])
    model = tally.NaiveBayes().fit(frame, "class")
    model.save(tmp_path / "m.tally")
    ranking = model.rank()
    told = subprocess.run([program, "rank", tmp_path / "m.tally", "--json"], check=True, capture_output=True, text=True).stdout
    assert ranking == json.loads(told)
    first = ranking["classes"][1]["terms"][0]
    has_text = frame["body"].notna()
    has_term = frame["body"].fillna("").str.split().map(lambda words: first["term"] in words)
    spam = frame["class"] == "spam"
    assert first["rows"] == {"ham": (has_term & ~spam).sum(), "spam": (has_term & spam).sum()}
    table = [[(has_text & (spam == k) & (has_term == x)).sum() for k in (False, True)] for x in (False, True)]
    assert first["information"] == pytest.approx(mutual_info_score(None, None, contingency=np.array(table)))


def test_of_html_what_it_shows_is_counted(tmp_path):
    rows = {"page": ["<p>fr<b>ee</b> pills<script>x</script>", "<p>lunch &amp; notes"], "y": ["spam", "ham"]}
    plain = {"page": ["free pills", "lunch & notes"], "y": ["spam", "ham"]}
    families = {"page": "text"}
    model = tally.NaiveBayes(families=families, text={"html": True}).fit(rows, "y")
    assert model.predict({"page": ["<i>free</i>", "<!-- free --> lunch"]}).tolist() == ["spam", "ham"]
    asked = {"page": ["free", "lunch"]}
    of_plain = tally.NaiveBayes(families=families).fit(plain, "y")
    assert model.predict_proba(asked).tolist() == of_plain.predict_proba(asked).tolist()
    model.save(tmp_path / "m.tally")
    loaded = tally.NaiveBayes.load(tmp_path / "m.tally")
    assert loaded.predict({"page": ["<p title=lunch>free"]}).tolist() == ["spam"]
    assert loaded.get_params()["text"] == {"html": True}


def test_learning_and_forgetting_as_the_command_line_does(tmp_path, program):
    frame = letters()
    run = lambda *w: subprocess.run([program, *w], check=True, capture_output=True, text=True).stdout
    frame[:200].to_csv(tmp_path / "first.csv", index=False)
    frame[200:].to_csv(tmp_path / "rest.csv", index=False)
    path = tmp_path / "cli.tally"
    for sample in ("0", "40"):
        path.unlink(missing_ok=True)
        run("fit", str(tmp_path / "first.csv"), "--target", "class", "-o", str(path), "--sample", sample)
        before = tally.NaiveBayes.load(path)
        run("learn", str(path), str(tmp_path / "rest.csv"))
        learned = tally.NaiveBayes.load(path)
        mine = before.learn(frame[200:])
        assert image(mine, tmp_path) == image(learned, tmp_path)
        run("forget", str(path), str(tmp_path / "rest.csv"))
        assert image(mine.forget(frame[200:]), tmp_path) == image(tally.NaiveBayes.load(path), tmp_path)


def test_a_model_of_mail_is_kept_as_it_is(tmp_path, program):
    for kind, text in (("ham", "lunch at noon"), ("spam", "free money")):
        (tmp_path / kind).mkdir()
        (tmp_path / kind / "1.eml").write_text(f"Subject: {kind}\n\n{text}\n")
    path = tmp_path / "mail.tally"
    words = ["fit", "mail", "--class", f"ham={tmp_path}/ham", "--class", f"spam={tmp_path}/spam", "-o", str(path)]
    subprocess.run([program, *words], check=True, capture_output=True)
    mail = tally.NaiveBayes.load(path)
    assert image(mail, tmp_path) == path.read_bytes()
    assert mail.counts("body").loc["free", "spam"] == 1
    with pytest.raises(ValueError, match="tally predict"):
        mail.predict({"body": ["free money"]})


def test_terms_are_multinomial():
    frame = letters().dropna()
    text = tally.NaiveBayes(prior="empirical", text={"tokens": "whitespace"}).fit(frame[["body", "class"]], "class")
    counter = CountVectorizer(token_pattern=r"\S+")
    reference = MultinomialNB().fit(counter.fit_transform(frame["body"]), frame["class"])
    np.testing.assert_allclose(
        text.predict_log_proba(frame), reference.predict_log_proba(counter.transform(frame["body"])), atol=1e-10
    )
    counts = text.counts("body")
    assert counts.loc["free", "spam"] == reference.feature_count_[1, counter.vocabulary_["free"]]
    # A term that no row has is passed over; a missing text leaves its factor out.
    priors = np.log(frame["class"].value_counts(normalize=True).sort_index().to_numpy())
    unknown = text.predict_log_proba({"body": ["unheardof", None]})
    np.testing.assert_allclose(unknown, [priors, priors])


def test_laws_of_counting(tmp_path):
    frame = letters()
    whole = tally.NaiveBayes(count="naive").fit(frame, "class")
    first, second = (tally.NaiveBayes(count="naive").fit(part, "class") for part in (frame[:170], frame[170:]))
    assert image(first + second, tmp_path) == image(whole, tmp_path)
    assert image(whole - second, tmp_path) == image(first, tmp_path)
    assert image(first.learn(frame[170:]), tmp_path) == image(whole, tmp_path)
    assert image(first.forget(frame[170:]), tmp_path) == image(whole - second, tmp_path)


def test_cross_validation_explanations_and_samples():
    frame = letters(40).reset_index(drop=True)
    left_out = tally.NaiveBayes().cv(frame, "class", loo=True)
    right = 0
    for row in range(40):
        rest = tally.NaiveBayes(families={"body": "text"}).fit(frame.drop(row), "class")
        right += rest.predict(frame[row : row + 1])[0] == frame["class"][row]
    assert left_out["accuracy"] == right / 40
    model = tally.NaiveBayes().fit(frame, "class")
    assert model.assess(frame)["accuracy"] == (model.predict(frame) == frame["class"]).mean()
    why = model.explain({"body": "free prize for lunch", "sender": "eve"})
    one = {"body": ["free prize for lunch"], "sender": ["eve"], "size": [None]}
    assert list(why.posterior.values()) == model.predict_proba(one)[0].tolist()
    assert "free" in str(why)
    drawn = model.sample(20, seed=3)
    assert set(drawn.columns) == set(frame.columns)
    tally.NaiveBayes(families={"body": "text"}).fit(drawn, "class")


def test_what_is_no_text_is_refused():
    frame = letters()
    with pytest.raises(ValueError, match="'size' holds numbers and cannot be text"):
        tally.NaiveBayes(families={"size": "text"}).fit(frame, "class")
    with pytest.raises(ValueError, match="'sender' is declared complement.*'text:complement'"):
        tally.NaiveBayes(families={"sender": "complement"}).fit(frame, "class")
    with pytest.raises(ValueError, match="no option 'token'"):
        tally.NaiveBayes(text={"token": "word"}).fit(frame, "class")
    with pytest.raises(ValueError, match="expected word, char, whitespace"):
        tally.NaiveBayes(text={"tokens": "letters"}).fit(frame, "class")
    with pytest.raises(ValueError, match="no column is one"):
        tally.NaiveBayes(text={"ngrams": 2}).fit(frame.drop(columns="body"), "class")
    model = tally.NaiveBayes().fit(frame, "class")
    with pytest.raises(ValueError, match="'body' is read as text"):
        model.predict(frame.assign(body=1.0))
    assert model.predict(frame.assign(body=None)).shape == (300,)


def test_a_rule_that_the_command_line_has_learned_acts_here_too(tmp_path, program):
    rng = np.random.default_rng(0)
    words = np.array("free money click prize win lunch noon minutes meeting agenda".split())
    y = rng.integers(0, 2, 120)
    texts = [" ".join(rng.choice(words, 4, p=np.where(np.arange(10) < 5, 1 + 2 * k, 3 - 2 * k) / 20)) for k in y]
    frame = pd.DataFrame({"t": texts, "x": rng.normal(size=120), "y": np.array(["ham", "spam"])[y]})
    frame.to_csv(tmp_path / "rows.csv", index=False)
    run = lambda *told: subprocess.run([program, *told], check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    run("fit", "rows.csv", "--target", "y", "--family", "t=text", "--pairs", "-o", "pairs.tally")
    model = tally.NaiveBayes.load(tmp_path / "pairs.tally")
    for _ in range(2):
        answers = pd.read_csv(io.StringIO(run("predict", "pairs.tally", "rows.csv")))
        assert np.array_equal(answers.iloc[:, 1:3].to_numpy(), model.predict_proba(frame))
        assert model.explain(frame.iloc[0]).posterior["ham"] == model.predict_proba(frame)[0, 0]
        run("learn", "pairs.tally", "rows.csv")
        assert image(model.learn(frame), tmp_path) == image(tally.NaiveBayes.load(tmp_path / "pairs.tally"), tmp_path)
