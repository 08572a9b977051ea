# SPDX-License-Identifier: Apache-2.0
"""Rows without a class."""

import numpy as np
import pytest

import tally


def clouds(rows, seed):
    random = np.random.default_rng(seed)
    second = random.random(rows) < 0.5
    return random.normal(size=(rows, 24)) + 0.5 * second[:, None], np.where(second, "b", "a").astype(object)


def test_they_help_where_rows_lie_in_clouds():
    X, y = clouds(460, 1)
    test, truth = clouds(2000, 99)
    robbed = y.copy()
    robbed[60:] = None
    few = tally.NaiveBayes().fit(X[:60], y[:60])
    skipped = tally.NaiveBayes().fit(X, robbed)
    used = tally.NaiveBayes(unlabelled="use").fit(X, robbed)
    assert skipped.unlabelled_weight_ == 0
    assert 0 < used.unlabelled_weight_ <= 1
    np.testing.assert_array_equal(skipped.predict_proba(test), few.predict_proba(test))
    np.testing.assert_array_equal(used.class_count_, few.class_count_)  # the counts are facts
    assert (used.predict(test) == truth).mean() > (few.predict(test) == truth).mean()
    assert used.explain(dict(zip(used.families_, test[0]))) is not None


def test_they_stay_in_the_file(tmp_path):
    X, y = clouds(460, 1)
    y[60:] = None
    model = tally.NaiveBayes(unlabelled="use").fit(X, y)
    assert model.unlabelled_weight_ > 0
    model.save(tmp_path / "m.tally")
    loaded = tally.NaiveBayes.load(tmp_path / "m.tally")
    assert loaded.unlabelled_weight_ == model.unlabelled_weight_
    np.testing.assert_array_equal(loaded.predict_proba(X), model.predict_proba(X))


def test_nothing_is_used_where_all_rows_have_a_class():
    X, y = clouds(100, 4)
    assert tally.NaiveBayes(unlabelled="use").fit(X, y).unlabelled_weight_ == 0


def test_other_words_are_refused():
    X, y = clouds(10, 5)
    with pytest.raises(ValueError, match="unlabelled must be"):
        tally.NaiveBayes(unlabelled="perhaps").fit(X, y)
