# SPDX-License-Identifier: Apache-2.0
"""A DataFrame into a model that is there, and out of it again."""

from __future__ import annotations

import os

from pyspark.sql import DataFrame

from .. import _engine
from .._table_file import _file_name
from ._pieces import Plan, piece_of


def learn(path: str | os.PathLike[str], df: DataFrame) -> None:
    """The model of a file learns the rows of a DataFrame: they are counted where they lie, and become part of the
    model in one transaction. What it then is, a fit to all rows would have given; ``tally compact`` makes the bytes
    the same, too. Raises tally.DataError, and changes nothing, for rows that do not fit.
    """
    _change(path, df, forgets=False)


def forget(path: str | os.PathLike[str], df: DataFrame) -> None:
    """The model of a file forgets the rows of a DataFrame, as if they had never been there. Raises tally.DataError, and
    changes nothing, if what would be left cannot come from any rows.
    """
    _change(path, df, forgets=True)


def _change(path: str | os.PathLike[str], df: DataFrame, *, forgets: bool) -> None:
    name = _file_name(path)
    plan = _plan_to_change(_engine.Model.load(name), forgets)
    _engine.change_file(name, piece_of(df, plan), forgets, lambda kept: kept)


def _plan_to_change(model: _engine.Model, forgets: bool) -> Plan:
    return Plan(model.schema(), _engine.kept_to_change(model, forgets))
