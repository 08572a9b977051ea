# SPDX-License-Identifier: Apache-2.0
"""Fitted classes of scikit-learn become Tally's, and back.

What four of scikit-learn's classes keep are counts by class. Rows that have just these counts are counted: a class's rows are laid
out in a line as long as its weight, each column cuts the line where its value changes, and each piece of the line is a row whose
weight is its length. So whole numbers of rows are counted exactly. GaussianNB keeps means and variances, rounded, with a part of the
largest variance added: no counts, so it goes one way only.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn import naive_bayes as theirs

from ._bernoulli import BernoulliNB
from ._categorical import CategoricalNB
from ._complement import ComplementNB
from ._gaussian import GaussianNB
from ._multinomial import MultinomialNB
from ._types import Numbers

_OURS: dict[type, type] = {
    theirs.BernoulliNB: BernoulliNB,
    theirs.CategoricalNB: CategoricalNB,
    theirs.ComplementNB: ComplementNB,
    theirs.MultinomialNB: MultinomialNB,
}
_THEIRS: dict[type, type] = {GaussianNB: theirs.GaussianNB, **{own: other for other, own in _OURS.items()}}

Rows = tuple[Numbers, Numbers]  # a matrix, and a weight for each of its rows


def from_sklearn(estimator: Any) -> Any:
    """The Tally class of the same name with the counts of a fitted one of scikit-learn, which can learn, forget and merge.

    Whole numbers of rows are taken over exactly. Raises TypeError for anything but ``BernoulliNB``, ``CategoricalNB``,
    ``ComplementNB`` and ``MultinomialNB``, sklearn.exceptions.NotFittedError for one that is not fitted.

    Examples
    --------
    >>> import tally
    >>> from sklearn.naive_bayes import MultinomialNB
    >>> model = tally.from_sklearn(MultinomialNB().fit([[2, 0], [0, 3]], ["ham", "spam"]))
    >>> model.forget([[0, 1]], ["spam"]).feature_count_.tolist()
    [[2.0, 0.0], [0.0, 2.0]]
    """
    from sklearn.utils.validation import check_is_fitted

    own = _OURS.get(type(estimator))
    if isinstance(estimator, theirs.GaussianNB):
        raise TypeError("GaussianNB of scikit-learn keeps rounded means and variances and no counts: fit tally.GaussianNB")
    if own is None:
        raise TypeError(f"expected a naive Bayes class of scikit-learn, not {type(estimator).__name__}")
    check_is_fitted(estimator)
    model = own(**estimator.get_params())
    rows_of = _ROWS[type(estimator)]
    started = False
    for k, weight in enumerate(estimator.class_count_):
        rows, weights = rows_of(estimator, k, float(weight))
        kept = weights > 0
        if kept.any() or not started:
            labels = np.repeat(estimator.classes_[k : k + 1], kept.sum() or 1)
            # A class that nobody was of is declared all the same, by a row that counts for nothing.
            some = (rows[kept], weights[kept]) if kept.any() else (rows[:1], np.zeros(1))
            classes = None if started else estimator.classes_
            model.partial_fit(some[0], labels, classes=classes, sample_weight=some[1])
            started = True
    if hasattr(estimator, "feature_names_in_"):
        model.feature_names_in_ = estimator.feature_names_in_
    return model


def to_sklearn(model: Any) -> Any:
    """The class of scikit-learn of the same name with the counts of a fitted Tally one.

    Raises TypeError for anything but Tally's five drop-in classes, sklearn.exceptions.NotFittedError for one that is not fitted.

    Examples
    --------
    >>> import tally
    >>> model = tally.GaussianNB().fit([[1.0], [3.0], [6.0], [8.0]], [0, 0, 1, 1])
    >>> tally.to_sklearn(model).predict([[2.0], [7.0]]).tolist()
    [0, 1]
    """
    from sklearn.utils.validation import check_is_fitted

    other = _THEIRS.get(type(model))
    if other is None:
        raise TypeError(f"expected a drop-in class of tally, not {type(model).__name__}")
    check_is_fitted(model)
    out = other(**model.get_params())
    names = ["classes_", "class_count_", "n_features_in_"]
    if other is theirs.GaussianNB:
        names += ["theta_", "var_", "epsilon_", "class_prior_"]
    elif other is theirs.CategoricalNB:
        names += ["category_count_", "n_categories_"]
    else:
        names += ["feature_count_"]
    for name in names:
        value = getattr(model, name)
        setattr(out, name, [np.array(one) for one in value] if isinstance(value, list) else np.array(value) if np.ndim(value) else value)
    if hasattr(model, "feature_names_in_"):
        out.feature_names_in_ = model.feature_names_in_
    if other is theirs.GaussianNB:
        return out
    if other is theirs.ComplementNB:
        out.feature_all_ = out.feature_count_.sum(axis=0)
    out._update_feature_log_prob(out._check_alpha())
    out._update_class_log_prior(class_prior=out.class_prior)
    return out


def _of_counts(estimator: Any, k: int, weight: float) -> Rows:
    """One row has all terms, the rest of the class none."""
    counts = estimator.feature_count_[k : k + 1]
    if weight >= 1:
        return np.vstack([counts, np.zeros_like(counts)]), np.array([1.0, weight - 1])
    return counts / (weight or 1.0), np.array([weight])


def _of_truths(estimator: Any, k: int, weight: float) -> Rows:
    counts = estimator.feature_count_[k]
    ends = np.unique(np.concatenate([counts, [weight]]))
    ends = ends[ends > 0]
    yes, no = (1.0, 0.0) if estimator.binarize is None else (estimator.binarize + 1.0, estimator.binarize)
    rows = np.where(counts[None, :] >= ends[:, None], yes, no)
    return _or_nothing(rows, np.diff(ends, prepend=0.0), len(counts))


def _of_categories(estimator: Any, k: int, weight: float) -> Rows:
    ends_of = [np.cumsum(counts[k]) for counts in estimator.category_count_]
    ends = np.unique(np.concatenate([*ends_of, [weight]]))
    ends = ends[ends > 0]
    rows = np.stack([np.minimum(np.searchsorted(own, ends), len(own) - 1) for own in ends_of], axis=1)
    return _or_nothing(rows, np.diff(ends, prepend=0.0), len(ends_of))


def _or_nothing(rows: Any, weights: Numbers, columns: int) -> Rows:
    return (rows, weights) if len(rows) else (np.zeros((1, columns), dtype=rows.dtype), np.zeros(1))


_ROWS = {
    theirs.BernoulliNB: _of_truths,
    theirs.CategoricalNB: _of_categories,
    theirs.ComplementNB: _of_counts,
    theirs.MultinomialNB: _of_counts,
}
