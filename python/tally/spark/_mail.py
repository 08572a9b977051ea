# SPDX-License-Identifier: Apache-2.0
"""Messages in a column, into a model of mail."""

from __future__ import annotations

import os
from collections.abc import Callable

import pyarrow
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from .. import _engine
from .._table_file import _file_name
from ._pieces import AT_A_TIME, MAIL, ROWS, Batches, Plan, batches_of, collected, partition_name, quoted, require_columns


def fit_mail(df: DataFrame, path: str | os.PathLike[str], *, message: str = "message", target: str = "class") -> None:
    """Counts messages, each as it was received in a cell of the binary column ``message`` with its class (``ham``,
    ``spam``) in the column ``target``, and writes the model that ``tally fit mail`` makes of them: byte for byte.

    Such a model filters and learns mail on the command line (docs/mail.md). Rows without a message or a class are passed over.
    Raises tally.DataError for a class that mail cannot have, and OSError if the file cannot be written.
    """
    require_columns(df, [message, target])
    name = _file_name(path)
    plan = Plan(MAIL, _engine.usual_kept(MAIL))
    columns = [sql.col(quoted(message)).alias("message"), sql.col(quoted(target)).cast("string").alias("class")]
    rows = df.select(*columns).where("message is not null and class is not null")
    pieces = collected(rows.mapInArrow(_counting(plan), ROWS), plan)
    if not pieces:
        raise _engine.DataError("there is no message to count")
    pieces[""].model().save(name, "{}", "")


def _counting(plan: Plan) -> Callable[[Batches], Batches]:
    def count(batches: Batches) -> Batches:
        counter = _engine.MailCounter(plan.kept)
        row = 0
        for batch in batches:
            messages = batch.column(0).cast(pyarrow.large_binary())
            for message, klass in zip(messages, batch.column(1).to_pylist()):
                try:
                    counter.add(message.as_py(), klass)
                except _engine.Error as error:
                    raise type(error)(f"{partition_name()}, row {row}, class {klass!r}: {error}") from None
                row += 1
        if row > 0:
            yield from batches_of(counter.finish().rows(AT_A_TIME), "")

    return count
