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
from ._pieces import MAIL, PACKS, Batches, Plan, collected, counted, partition_name, quoted, require_columns, shares_for


def fit_mail(df: DataFrame, path: str | os.PathLike[str], *, message: str = "message", target: str = "class") -> None:
    """Counts messages, each as it was received in a cell of the binary column ``message`` with its class (``ham``,
    ``spam``) in the column ``target``, and writes the model that ``tally fit mail`` makes of them: byte for byte.

    Such a model filters and learns mail on the command line (docs/mail.md). Rows without a message or a class are passed over.
    Raises tally.DataError for a class that mail cannot have, and OSError if the file cannot be written.

    >>> import tally.spark
    >>> messages = [(b"Subject: free money\\n\\nbuy now", "spam"), (b"Subject: minutes\\n\\nof the meeting", "ham")]
    >>> df = spark.createDataFrame([(bytearray(raw), kind) for raw, kind in messages], "raw binary, kind string")
    >>> tally.spark.fit_mail(df, folder / "mail.tally", message="raw", target="kind")
    >>> (folder / "mail.tally").exists()
    True
    """
    name = _file_name(path)
    piece = piece_of_messages(df, Plan(MAIL, _engine.usual_kept(MAIL)), message, target)
    if piece is None:
        raise _engine.DataError("there is no message to count")
    piece.model().save(name, "{}", "")


def piece_of_messages(df: DataFrame, plan: Plan, message: str, target: str) -> _engine.Piece | None:
    """What messages add to a model of mail; None if there is none. Raises tally.UsageError for columns that hold no messages."""
    require_columns(df, [message, target])
    kind = df.schema[message].dataType.simpleString()
    if kind != "binary":
        raise _engine.UsageError(
            f"the column {message!r} holds {kind}, expected messages as they were received, bytes: spark.read.format('binaryFile')"
        )
    columns = [sql.col(quoted(message)).alias("message"), sql.col(quoted(target)).cast("string").alias("class")]
    rows = df.select(*columns).where("message is not null and class is not null")
    packs = rows.mapInArrow(_counting(plan, shares_for(df.sparkSession)), PACKS)
    return collected(packs, plan).get("")


def _counting(plan: Plan, shares: int) -> Callable[[Batches], Batches]:
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
            yield from counted(counter.packs(shares), "", shares)

    return count
