# SPDX-License-Identifier: Apache-2.0
"""A plug-in of pytest: what is skipped is told, and a file of which everything is skipped ends with 77."""

import pytest

SKIPPED = 77


class ToldSkips:
    def __init__(self):
        self.ran = False
        self.skips = []  # of a test, or of a file: its name and why

    def note(self, report):
        if report.skipped and not hasattr(report, "wasxfail"):
            why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
            self.skips.append((report.nodeid, why.removeprefix("Skipped: ").replace("\n", " ")))
        elif getattr(report, "when", "collect") == "call" or report.failed:
            self.ran = True

    pytest_runtest_logreport = note
    pytest_collectreport = note

    def pytest_sessionfinish(self, session, exitstatus):
        all_is_well = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        if self.skips and not self.ran and all_is_well:
            session.exitstatus = SKIPPED

    def pytest_unconfigure(self):
        if not self.ran:
            for why in dict.fromkeys(why for _, why in self.skips):
                print(f"skipped: {why}")
            return
        for name, why in self.skips:
            print(f"part skipped: {name.rsplit('/', 1)[-1]}: {why}")


def pytest_configure(config):
    config.pluginmanager.register(ToldSkips(), "told_skips_of_this_run")
