# SPDX-License-Identifier: Apache-2.0
"""smoke.py FOLDER: what an installed wheel has to do where nothing but numpy is. Prints "works"."""

import os
import subprocess
import sys
from importlib.metadata import metadata, version
from pathlib import Path

import numpy as np

import tally

folder = Path(sys.argv[1])
X, y = np.arange(12.0).reshape(6, 2), [0, 0, 1, 1, 2, 2]
model = tally.NaiveBayes().fit(X, y)
assert model.predict(X).tolist() == y
model.save(folder / "m.tally")
assert tally.NaiveBayes.load(folder / "m.tally").classes_.tolist() == [0, 1, 2]
texts = {"text": ["今天天气很好", "会议记录", "สวัสดีชาวโลก"], "y": ["a", "b", "c"]}
chinese = tally.NaiveBayes(families={"text": "text"}, text={"tokens": "word"}).fit(texts, "y")
assert {"天气", "会议", "ชาว"} <= set(chinese.counts("text")), chinese.counts("text")
try:
    tally.GaussianNB
except ImportError as error:
    assert "pip install scikit-learn" in str(error), error
assert tally.__version__ == version("tally-bayes")
licences = metadata("tally-bayes").get_all("License-File")
assert licences == ["LICENSE", "THIRD-PARTY.txt"], licences


def command(*words, **others):
    program = Path(sys.executable).with_name("tally")
    return subprocess.run([program, *words], capture_output=True, text=True, check=False, cwd=folder, **others)


told = command("--version")
assert told.stdout.splitlines()[0] == f"tally {tally.__version__}", told
(folder / "t.csv").write_text("text,y\n今天天气很好,a\n会议记录,b\n")
done = command("fit", "t.csv", "--target", "y", "--family", "text=text", "--tokens", "word", "-o", "t.tally")
assert done.returncode == 0, done.stderr
assert "天气" in tally.NaiveBayes.load(folder / "t.tally").counts("text")
assert command("predict", "t.tally", "t.csv").stdout.splitlines()[1].startswith("a,")
assert command("predict", "absent.tally").returncode not in (0, 1)
# Parquet is pyarrow's: where there is none, the error says what to install.
(folder / "t.parquet").write_bytes(b"PAR1PAR1")
without = command("fit", "t.parquet", "--target", "y", "-o", "p.tally", env={**os.environ, "TALLY_ARROW_PATH": "/nowhere"})
assert without.returncode == 69 and "pip install" in without.stderr, without
print("works")
