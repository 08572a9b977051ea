# SPDX-License-Identifier: Apache-2.0
"""What is noticed about the columns is told as a warning of its own, which can be silenced."""

import datetime
import warnings

import numpy as np
import pandas as pd
import pytest

import tally

SENTENCE = "many words make a sentence, and a sentence has a number {}"
TABLE = {
    "code": [1, 2, 3, 1, 2, 3, 1, 2, 3],
    "size": np.arange(9) + 0.5,
    "day": [datetime.date(2024, 1, 1), datetime.date(2024, 1, 2), None] * 3,
    "empty": [None] * 9,
    "story": [SENTENCE.format(i) for i in range(9)],
    "y": ["p", "q", "p"] * 3,
}


def notes(model, table=TABLE) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(table, "y").predict(table)
    assert all(warning.category is tally.DraftWarning for warning in caught)
    assert all(warning.filename == __file__ for warning in caught)
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize("make", [dict, pd.DataFrame])
def test_notes_are_warnings(make):
    found = notes(tally.NaiveBayes(), make(TABLE))
    assert [note for note in found if "'empty' has no value in any row and is left out" in note]
    assert [note for note in found if "'story' holds free text (12 words on average) and is taken as text" in note]
    assert [note for note in found if "families={'story': 'categorical'}" in note]
    assert [note for note in found if "few values are taken as gaussian: code (leave-one-out" in note]
    assert len(found) == 3 and not any("--" in note or "size" in note or "day" in note for note in found)


def test_what_is_told_needs_no_note():
    told = {"code": "categorical", "story": "text", "empty": "gaussian"}
    assert notes(tally.NaiveBayes(families=told)) == []


def test_notes_can_be_silenced():
    assert notes(tally.NaiveBayes(notes=False)) == []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", tally.DraftWarning)
        tally.NaiveBayes().fit(TABLE, "y")
    with pytest.raises(tally.DraftWarning), warnings.catch_warnings():
        warnings.simplefilter("error")
        tally.NaiveBayes().fit(TABLE, "y")
    assert issubclass(tally.DraftWarning, UserWarning)
    with pytest.raises(ValueError, match="notes must be True or False"):
        tally.NaiveBayes(notes="no").fit(TABLE, "y")


def test_many_columns_have_one_note():
    table = {f"c{i}": [i, 1, 2] * 3 for i in range(12)} | {"y": TABLE["y"]}
    (note,) = notes(tally.NaiveBayes(), table)
    assert note.startswith("whole numbers with few values are taken as categorical: c1, c2; as gaussian: c0, c3, ")
    assert note.endswith(" (leave-one-out says what predicts 'y' better); families={'COLUMN': 'FAMILY'} decides otherwise")


def test_what_is_left_out_and_what_may_be_a_leak_is_told():
    rows = 60
    table = {
        "user id": [7 * i for i in range(rows)],
        "it's": [f"name {i}" for i in range(rows)],
        "flag": [i % 2 for i in range(rows)],
        "size": [0.5 + i % 7 for i in range(rows)],
        "y": [i % 2 for i in range(rows)],
    }
    assert notes(tally.NaiveBayes(), table) == [
        "whole numbers with few values are taken as bernoulli (0 and 1): flag; families={'COLUMN': 'FAMILY'} decides otherwise",
        "left out, since no two rows have the same value: user id, it's; to use one: families={'user id': 'categorical'}",
        "flag alone decides 'y': a leak? If it is known only after 'y', leave it out: drop the column 'flag'",
    ]
    assert notes(tally.NaiveBayes(notes=False), table) == []
    (note,) = notes(tally.NaiveBayes(families={"flag": "bernoulli", "user id": "gaussian"}), table)
    assert "left out" in note and '"it\'s": \'categorical\'' in note


def test_what_full_leaves_uncounted_is_told():
    """Texts are not counted together with others, and more than 128 columns of numbers have no moments."""
    with_text = {"story": [SENTENCE.format(i % 7) for i in range(40)], "y": ["p", "q"] * 20}
    model = tally.NaiveBayes(count="full", families={"story": "text"})
    assert [note for note in notes(model, with_text) if note.startswith("columns are not counted together")]
    generator = np.random.default_rng(1)
    wide = {f"x{i}": generator.normal(size=60) for i in range(130)} | {"y": ["p", "q", "p"] * 20}
    assert [note for note in notes(tally.NaiveBayes(count="full"), wide) if "there are 130 columns of numbers" in note]
    assert not [note for note in notes(tally.NaiveBayes(), wide) if "not counted" in note]
