# SPDX-License-Identifier: Apache-2.0
"""Naive Bayes whose model is the counts: exact, mergeable, able to forget.

A model keeps what was seen in each class, and how often. It stores no estimate: λ, the prior and the loss belong to
a question and need no new fit. ``NaiveBayes`` takes a table as it is: a dict, pandas, Polars, Arrow or numpy, with
numbers, categories, texts and missing cells.

>>> import tally
>>> days = {"sky": ["sun", "sun", "rain", "rain", "rain"], "play": ["yes", "yes", "no", "no", "yes"]}
>>> model = tally.NaiveBayes().fit(days, "play")
>>> model.predict_proba({"sky": "rain"}).round(4).tolist()  # of no and yes
[[0.5844, 0.4156]]
>>> model.predict_proba({"sky": "rain"}, lam=0, prior="uniform").round(4).tolist()
[[0.75, 0.25]]
>>> model.decide({"sky": "rain"}, loss={"yes": {"yes": 0, "no": 1}, "no": {"yes": 5, "no": 0}}).item()
'yes'

Counts add up, so rows are learned and forgotten exactly, and models are merged with ``+``:

>>> more = {"sky": ["sun"], "play": ["no"]}
>>> (model.learn(more).forget(more) + model).class_count_.tolist()
[4.0, 6.0]

``save`` and ``NaiveBayes.load`` use the file of the command line: ``tally show days.tally`` prints its counts.

``GaussianNB``, ``BernoulliNB``, ``MultinomialNB``, ``ComplementNB`` and ``CategoricalNB`` replace scikit-learn's
classes of the same names; ``from_sklearn`` and ``to_sklearn`` convert fitted models. ``tally.spark`` fits and predicts
on Apache Spark, and ``tally.duckdb`` makes a model a function of DuckDB. Importing this package loads neither
scikit-learn nor pandas.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ._engine import DataError, Error, UsageError, __version__
from ._threads import get_threads, set_threads
from ._warnings import DraftWarning

if TYPE_CHECKING:
    from ._bernoulli import BernoulliNB
    from ._categorical import CategoricalNB
    from ._complement import ComplementNB
    from ._exchange import from_sklearn, to_sklearn
    from ._gaussian import GaussianNB
    from ._multinomial import MultinomialNB
    from ._naive_bayes import NaiveBayes

_MODULES = {
    "BernoulliNB": "_bernoulli",
    "CategoricalNB": "_categorical",
    "ComplementNB": "_complement",
    "GaussianNB": "_gaussian",
    "MultinomialNB": "_multinomial",
    "NaiveBayes": "_naive_bayes",
    "from_sklearn": "_exchange",
    "to_sklearn": "_exchange",
}

__all__ = [
    "BernoulliNB",
    "CategoricalNB",
    "ComplementNB",
    "DataError",
    "DraftWarning",
    "Error",
    "GaussianNB",
    "MultinomialNB",
    "NaiveBayes",
    "UsageError",
    "__version__",
    "from_sklearn",
    "get_threads",
    "set_threads",
    "to_sklearn",
]


if not TYPE_CHECKING:  # there the classes are imported, and no other name is known

    def __getattr__(name: str) -> object:
        """Loads a class or function when it is first asked for.

        Raises AttributeError for any other name, ImportError for what stands on scikit-learn where there is no scikit-learn.
        """
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        try:
            value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        except ModuleNotFoundError as error:
            if error.name not in ("scipy", "sklearn"):
                raise
            raise ImportError(f"tally.{name} stands on scikit-learn: pip install scikit-learn") from error
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
