# SPDX-License-Identifier: Apache-2.0
"""A browser that fails a test on any error in the console, and on any request."""

import csv
import io
import json
import os
import pathlib
import re
import subprocess

import pytest
from playwright.sync_api import sync_playwright

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def tally(*words, cwd=None):
    """What the program prints."""
    done = subprocess.run([os.environ["TALLY"], *map(str, words)], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def predicted(*words, cwd=None):
    """The probabilities by class of every row."""
    rows = csv.DictReader(io.StringIO(tally("predict", *words, cwd=cwd)))
    return [{name[2:-1]: float(p) for name, p in row.items() if re.match(r"p\(.*\)$", name, re.S)} for row in rows]


def facts_of(path):
    """The document within a page."""
    text = pathlib.Path(path).read_text("utf-8")
    return json.loads(re.search(r'id="facts">(.*?)</script>', text, re.S).group(1))


class Report:
    """A page that was opened from disk."""

    def __init__(self, page, path):
        self.page, self.path, self.wrong = page, pathlib.Path(path), []
        address = self.path.resolve().as_uri()
        page.on("console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda request: self.wrong.append(request.url) if request.url != address else None)
        page.goto(address)
        page.wait_for_selector("#features .feature, #features table")
        self.facts = facts_of(path)
        self.classes = [one["label"] for one in self.facts["glance"]["classes"]]

    def set(self, selector, value):
        """As a person who moves a slider, chooses an option or types a number."""
        self.page.eval_on_selector(
            selector,
            "(node, value) => { node.value = value; node.dispatchEvent(new Event('input', {bubbles: true})); }",
            str(value),
        )

    def posterior(self):
        return {
            label: float(self.page.get_attribute(f"#posterior-{k}", "data-p"))
            for k, label in enumerate(self.classes)
        }

    def confusion(self):
        return [
            [float(cell.get_attribute("data-n")) for cell in row.query_selector_all("td")]
            for row in self.page.query_selector_all("#confusion tbody tr")
        ]


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_report(browser):
    opened = []

    def make(path, **options):
        context = browser.new_context(viewport={"width": 1200, "height": 900}, **options)
        opened.append((context, Report(context.new_page(), path)))
        return opened[-1][1]

    yield make
    for context, report in opened:
        assert report.wrong == []
        context.close()
