# SPDX-License-Identifier: Apache-2.0
"""Rows without a class."""

import itertools

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


def messages(rows, seed):
    """Texts of two classes: eight words of their own class, two of the other, five of both."""
    random = np.random.default_rng(seed)
    words = np.array(["".join(letters) for letters in itertools.product("bdfgklm", "aeiou", "nprst", "aeiou")])
    y = np.where(random.random(rows) < 0.5, "ham", "spam").astype(object)
    own = {"ham": words[:100], "spam": words[100:200]}
    other = {"ham": own["spam"], "spam": own["ham"]}
    texts = [
        " ".join([*random.choice(own[k], 8), *random.choice(other[k], 2), *random.choice(words[200:300], 5)]) for k in y
    ]
    return np.array(texts, dtype=object)[:, None], y


def test_texts_without_a_class_help(tmp_path):
    X, y = messages(700, 1)
    test, truth = messages(1000, 2)
    robbed = y.copy()
    robbed[40:] = None
    as_texts = {"x0": "text"}
    few = tally.NaiveBayes(families=as_texts).fit(X[:40], y[:40])
    skipped = tally.NaiveBayes(families=as_texts).fit(X, robbed)
    used = tally.NaiveBayes(families=as_texts, unlabelled="use").fit(X, robbed)
    assert skipped.unlabelled_weight_ == 0
    assert 0 < used.unlabelled_weight_ <= 1
    np.testing.assert_array_equal(skipped.predict_proba(test), few.predict_proba(test))
    np.testing.assert_array_equal(used.class_count_, few.class_count_)  # the counts are facts
    assert (used.predict(test) == truth).mean() > (few.predict(test) == truth).mean() + 0.05
    used.save(tmp_path / "m.tally")
    loaded = tally.NaiveBayes.load(tmp_path / "m.tally")
    assert loaded.unlabelled_weight_ == used.unlabelled_weight_
    np.testing.assert_array_equal(loaded.predict_proba(test), used.predict_proba(test))


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
