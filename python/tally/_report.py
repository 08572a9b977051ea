# SPDX-License-Identifier: Apache-2.0
"""A model to look at."""

from __future__ import annotations

import contextlib
import html
import json
import os
from typing import Any

_FACTS = '<script type="application/json" id="facts">'


class Report(str):
    """A page of HTML that loads nothing from anywhere: a text like any other, that can be saved and shows
    itself in a notebook.
    """

    __slots__ = ()

    @property
    def data(self) -> dict[str, Any]:
        """All that the page knows, as the command line's ``--json`` gives it."""
        start = self.index(_FACTS) + len(_FACTS)
        found: dict[str, Any] = json.loads(self[start : self.index("</script>", start)])
        return found

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file, which appears under its name when it is whole."""
        where = os.path.realpath(path)
        unfinished = f"{where}.{os.getpid()}.unfinished"
        try:
            with open(unfinished, "x", encoding="utf-8", newline="") as file:
                file.write(self)
            os.replace(unfinished, where)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(unfinished)
            raise

    def __repr__(self) -> str:
        target = self.data["glance"]["target"]
        return f"<Report about {target!r}, {len(self.encode()) // 1024} kB: save('report.html') keeps it>"

    def _repr_html_(self) -> str:
        """The page within a frame of its own, which can do nothing outside it."""
        return (
            f'<iframe title="Report" sandbox="allow-scripts" style="width:100%;height:40rem;border:1px solid #bbb" '
            f'srcdoc="{html.escape(self)}"></iframe>'
        )
