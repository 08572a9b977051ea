# SPDX-License-Identifier: Apache-2.0
"""The program has a part of ICU's data inside, the extension asks the system's ICU, which has all: both cut alike."""

import subprocess
import sys
import unicodedata

import numpy as np
import pandas as pd
import pytest

import tally

SENTENCES = [
    "我来到北京清华大学，今天天气很好。", "東京都に住んでいます。カタカナとひらがな", "안녕하세요 세계", "สวัสดีชาวโลกวันนี้อากาศดีมาก",
    "ສະບາຍດີຊາວໂລກມື້ນີ້ອາກາດດີ", "សួស្តីពិភពលោកថ្ងៃនេះអាកាសធាតុល្អ", "မင်္ဂလာပါကမ္ဘာလောကကြီး", "नमस्ते दुनिया", "שלום עולם", "مرحبا بالعالم",
    "Ⅷ ﬁne Straße ΑΣ ſ ㎏ ｆｕｌｌ ½ can't e-mail 3.14 1,000 a.b", "👩‍👩‍👧 🇩🇪 👍🏽 e\u0301a\u0308",
]


def drawn_texts(rows=3000, seed=1):
    """Runs of neighbours from every block of Unicode, so that every script is beside every other."""
    rng = np.random.default_rng(seed)
    known = np.array([c for c in range(0x20, 0x32000) if unicodedata.category(chr(c)) not in ("Cn", "Cs", "Co", "Cc", "Cf")])
    texts = []
    for _ in range(rows):
        runs = [known[start:start + rng.integers(1, 12)] for start in rng.integers(0, len(known), 6)]
        texts.append(" ".join("".join(map(chr, run)) for run in runs))
    return texts


@pytest.mark.parametrize("tokens", ["word", "char", r"regex:\X", r"regex:(?w)\b\p{L}+\b", r"regex:[\p{Emoji}\p{InSC=Nukta}\N{LATIN SMALL LETTER A}]+|\w+"])
def test_the_program_cuts_as_the_whole_of_icu_does(program, tmp_path, tokens):
    texts = SENTENCES + drawn_texts()
    frame = pd.DataFrame({"text": texts, "y": ["a", "b"] * (len(texts) // 2)})
    frame.to_csv(tmp_path / "texts.csv", index=False)
    words = ["fit", "texts.csv", "--target", "y", "--family", "text=text", "--tokens", tokens, "--count", "naive", "-o", "model.tally"]
    done = subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    ours = tally.NaiveBayes(families={"text": "text"}, text={"tokens": tokens}, count="naive").fit(frame, "y")
    theirs = tally.NaiveBayes.load(tmp_path / "model.tally")
    mine, whole = theirs.counts("text"), ours.counts("text")
    pd.testing.assert_frame_equal(mine, whole)
    assert len(whole) > 100


def test_the_extension_asks_an_icu_that_has_all():
    """Else the test above compares a part with itself."""
    engine = next(m.__file__ for name, m in sys.modules.items() if name == "tally._engine")
    linked = subprocess.run(["ldd", engine], capture_output=True, text=True, check=True).stdout
    assert "libicudata" in linked
