# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's checks of estimators: ours pass all that its own classes pass."""

from collections import Counter

import pytest
from sklearn import naive_bayes as theirs
from sklearn.utils.estimator_checks import check_estimator

import tally

NAMES = ["BernoulliNB", "CategoricalNB", "ComplementNB", "GaussianNB", "MultinomialNB"]

# NaN is missing here and not refused: the tag allow_nan says so, and the check is not asked.
NOT_ASKED = {"check_estimators_nan_inf"}


def outcomes(estimator) -> dict[str, Counter]:
    """The checks by their status; some are run several times."""
    results = check_estimator(estimator, on_fail=None, on_skip=None)
    found = {status: Counter() for status in ("passed", "failed", "skipped", "xfail")}
    for result in results:
        if result["check_name"] not in NOT_ASKED:
            found[result["status"]][result["check_name"]] += 1
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_all_checks_that_theirs_pass(name):
    ours, expected = outcomes(getattr(tally, name)()), outcomes(getattr(theirs, name)())
    assert expected["passed"] <= ours["passed"] and expected["passed"].total() > 40
    assert ours["failed"] <= expected["failed"]
