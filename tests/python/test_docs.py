# SPDX-License-Identifier: Apache-2.0
"""Every example of docs/python.md runs and says what it says there."""

import doctest
from pathlib import Path

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "python.md"


def test_examples_of_the_documentation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # A fence ends an example as an empty line does.
    text = DOCUMENT.read_text().replace("```", "")
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(text, {}, "python.md", str(DOCUMENT), 0)
    failures, examples = doctest.DocTestRunner(optionflags=options).run(test)
    assert examples > 25 and failures == 0
