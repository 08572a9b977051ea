"""BernoulliNB."""

from numbers import Real

import numpy as np
from sklearn.utils._param_validation import Interval

from . import _engine
from ._discrete import CountClassifier
from ._threads import get_threads


class BernoulliNB(CountClassifier):
    """Naive Bayes for yes and no, in the place of scikit-learn's class of this name.

    Parameters
    ----------
    alpha : float or array-like of shape (n_features,), default=1.0
        The pseudo-count of yes and of no.
    force_alpha : bool, default=True
        Whether an alpha below 1e-10 is kept.
    binarize : float or None, default=0.0
        A number above this is yes; None takes the numbers as they are.
    fit_prior : bool, default=True
        Whether the class prior comes from the counts; else it is uniform.
    class_prior : array-like of shape (n_classes,), default=None
        The class prior, if it is told.
    """

    _parameter_constraints: dict = {
        **CountClassifier._parameter_constraints,
        "binarize": [None, Interval(Real, 0, None, closed="left")],
    }

    def __init__(
        self, *, alpha=1.0, force_alpha=True, binarize=0.0, fit_prior=True, class_prior=None
    ):
        self.alpha = alpha
        self.force_alpha = force_alpha
        self.binarize = binarize
        self.fit_prior = fit_prior
        self.class_prior = class_prior

    def _count(self, table, X, classes, weights):
        table.add(X, classes, weights, self.binarize, True, get_threads())

    def _question(self):
        return (*super()._question(), self.binarize)

    def _rows_with_value(self) -> np.ndarray:
        """The weight of the rows that have a value, by class and feature (or for all features)."""
        rows = self.class_count_[:, np.newaxis]
        if not self._table.has_missing:
            return rows
        missing = np.empty((self._table.classes, self._table.columns))
        self._table.missing(missing)
        return rows - missing

    def _log_of_share(self, counts: np.ndarray) -> np.ndarray:
        alpha = self._smoothing()
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.log(counts + alpha) - np.log(self._rows_with_value() + 2 * alpha)

    def _feature_log_prob(self):
        return self._log_of_share(self.feature_count_)

    def _make_scorer(self):
        absent = self._log_of_share(self._rows_with_value() - self.feature_count_)
        return _engine.LinearScorer(
            np.ascontiguousarray(self.feature_log_prob_.T),
            np.ascontiguousarray(absent.T),
            self.class_log_prior_,
            self.binarize,
        )
