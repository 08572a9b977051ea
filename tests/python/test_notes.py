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
    assert [note for note in found if "'story' holds sentences and is taken as text" in note]
    assert [note for note in found if "'code' (3): whole numbers" in note and "families={'code': 'categorical'}" in note]
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
    assert note.startswith("columns 'c0' (3), ") and " and 7 more: " in note
