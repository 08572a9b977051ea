# SPDX-License-Identifier: Apache-2.0
"""JSON that `tally export` writes, read by a program that knows nothing else: the formulas of docs/export.md."""

import csv
import json
import math

import numpy as np
import pandas as pd
import pytest
from exported import Case, case, run  # noqa: F401


def times(x, log_p):
    """What is impossible says nothing of a count that is 0."""
    return x * float(log_p) if x > 0 else 0.0


def rising(a, x):
    """The logarithm of a (a + 1) … (a + x − 1)."""
    return sum(math.log(a + i) for i in range(int(x)))


def said(line, row, classes):
    cells = [row[name] for name in line.get("columns", [line.get("column")])]
    missing = [cell is None or cell is pd.NA or cell != cell for cell in cells]
    if line["kind"] == "counts":
        return [sum(times(0 if gone else x, says[k]) for x, gone, says in zip(cells, missing, line["says"])) for k in range(classes)]
    if line["kind"] == "polya":
        counts = [0 if gone else x for x, gone in zip(cells, missing)]
        return [sum(rising(a[k], x) for a, x in zip(line["a"], counts)) - rising(line["sum"][k], sum(counts)) for k in range(classes)]
    if missing[0]:
        return [0.0] * classes
    x = cells[0]
    if line["kind"] == "values":
        return [float(one) for one in (line["says"][line["values"].index(x)] if x in line["values"] else line["unseen"])]
    if line["kind"] == "bins":
        return [float(one) for one in line["says"][sum(x - line["origin"] > cut for cut in line["cuts"])]]
    if line["kind"] == "normal":
        return [-math.log(s) - ((x - m) / s) ** 2 / 2 for m, s in zip(line["mean"], line["deviation"])]
    if line["kind"] == "rate":
        e = row[line["exposure"]] if "exposure" in line else 1
        return [0.0 if e is None or e != e else times(x, math.log(rate) if rate else "-inf") - rate * e for rate in line["rate"]]
    if line["kind"] == "spread":
        e = row[line["exposure"]] if "exposure" in line else 1
        if e is None or e != e:
            return [0.0] * classes
        laws = zip(line["a"], line["b"], line["rate"])
        return [
            times(x, math.log(rate) if rate else "-inf") - rate if a == 0 else rising(a, x) - a * math.log1p(e / b) - x * math.log(b + e)
            for a, b, rate in laws
        ]
    assert line["kind"] == "student"
    laws = zip(line["degrees"], line["location"], line["scale"], line["constant"])
    return [c - (v + 1) / 2 * math.log1p(((x - m) / s) ** 2 / v) for v, m, s, c in laws]


def missing(cell):
    return cell is None or cell is pd.NA or cell != cell


class Together:
    """What columns say together (the rule full): parents, their mixture, triples, clouds."""

    def __init__(self, of):
        self.of, self.columns = of, of["columns"]
        self.log_shares = np.array(of["log_shares"])
        self.margins = {}
        self.tables = {tuple(table["columns"]): self.cells(table) for kind in ("singles", "pairs", "triples") for table in of[kind]}

    @staticmethod
    def cells(table):
        return {tuple(cell): np.array(rows) for cell, rows in zip(table["cells"], table["rows"])}

    def rows(self, columns, codes):
        """n of each class in a table; None for a column that may have any value."""
        cells, none = self.tables[columns], np.zeros(len(self.log_shares))
        if None not in codes:
            return cells.get(codes, none)
        if (columns, codes) not in self.margins:
            found = [n for cell, n in cells.items() if all(b is None or a == b for a, b in zip(cell, codes))]
            self.margins[columns, codes] = sum(found, none)
        return self.margins[columns, codes]

    def code(self, column, row):
        """None is missing, −1 never seen."""
        x = row[column["name"]]
        if missing(x):
            return None
        if column["kind"] == "labels":
            return column["labels"].index(x) if x in column["labels"] else -1
        if column["kind"] == "truths":
            return int(x > column["above"]) if "above" in column else int(x)
        return sum(x > cut for cut in column["cuts"])

    def value(self, i, b, given=None):
        """log P(b | class), or with column i's value given."""
        v = self.columns[i]["values"]
        if given is None:
            return np.log((self.rows((i,), (b,)) + 1 / v) / (self.rows((i,), (None,)) + 1))
        j, a = given
        pair = (i, j) if i < j else (j, i)
        both, first = ((b, a), (None, a)) if i < j else ((a, b), (a, None))
        return np.log((self.rows(pair, both) + 1 / v) / (self.rows(pair, first) + 1))

    def triple(self, columns, codes):
        def n(*known):
            return self.rows(columns, tuple(code if i in known else None for i, code in enumerate(codes)))

        a, b, c, every = n(0), n(1), n(2), n()
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = a * b * c / every**2
            for one, other, both in ((a, b, n(0, 1)), (a, c, n(0, 2)), (b, c, n(1, 2))):
                expected = expected * (both + 1) / (one * other / every + 1)
            least = np.minimum.reduce([a, b, c, expected])
            said = np.log((n(0, 1, 2) + 1) / (least + 1))
        return np.where((a == 0) | (b == 0) | (c == 0), 0.0, said)

    def clouds(self, row):
        of = self.of["clouds"]
        d, z = len(of["columns"]), []
        for column in of["columns"]:
            x = row[column["name"]]
            scaled = 0.0 if missing(x) else (x - column["mean"]) / column["spread"]
            inside = abs(scaled) < of["most"]
            z.append(np.rint(scaled / of["unit"]) * of["unit"] if inside else math.copysign(of["most"], scaled))
        lower = np.tril_indices(d)
        scatters, means = [], []
        for n, sums, products in zip(of["rows"], of["sums"], of["products"]):
            scatter = np.zeros((d, d))
            scatter[lower] = products
            scatter = scatter + np.tril(scatter, -1).T
            mean = np.array(sums) / n
            scatters.append(scatter - n * np.outer(mean, mean))
            means.append(mean)
        shared = sum(scatters) / of["freedom"] + 0.02 * np.eye(d)
        strength = max(5, d)
        linear, quadratic = [], []
        for n, scatter, mean, share in zip(of["rows"], scatters, means, self.log_shares):
            away = np.array(z) - mean
            linear.append(share - 0.5 * away @ np.linalg.solve(shared, away) * n / (n + 1))
            own, nu, s = scatter + strength * shared, strength + n + 1, 1 + 1 / n
            distance = away @ np.linalg.solve(own, away)
            quadratic.append(
                share + math.lgamma((nu + d) / 2) - math.lgamma(nu / 2) - d / 2 * math.log(math.pi * s)
                - np.linalg.slogdet(own)[1] / 2 - (nu + d) / 2 * math.log1p(distance / s)
            )
        return of["linear"] * np.array(linear) + of["quadratic"] * np.array(quadratic)

    def says(self, row):
        codes = [self.code(column, row) for column in self.columns]
        there = [i for i, code in enumerate(codes) if code is not None]
        alone = self.log_shares + sum(self.value(i, codes[i]) for i in there)
        parents, usable = [], []
        for i, column in enumerate(self.columns):
            if codes[i] is None or not self.rows((i,), (codes[i],)).sum() > 0:
                parents.append(alone)
                continue
            total = self.rows((i,), (None,)).sum()
            root = np.log((self.rows((i,), (codes[i],)) + 1 / (len(alone) * column["values"])) / (total + 1))
            parents.append(root + sum(self.value(j, codes[j], (i, codes[i])) for j in there if j != i))
            usable.append(parents[-1])
        mixture = np.logaddexp.reduce(usable) if usable else alone
        z = self.of["mixture"] * mixture + sum(w * said for w, said in zip(self.of["parents"], parents))
        for table in self.of["triples"]:
            own = tuple(codes[i] for i in table["columns"])
            if None not in own:
                z = z + table["weight"] * self.triple(tuple(table["columns"]), own)
        return z + (self.clouds(row) if "clouds" in self.of else 0)


def posterior(sheet, row, together=None):
    z, classes = [float(one) for one in sheet["start"]], len(sheet["classes"])
    for line in sheet["lines"]:
        heard = said(line, row, classes)
        if "most_against" in sheet:
            heard = [max(one, max(heard) - sheet["most_against"]) if max(heard) > -math.inf else 0.0 for one in heard]
        z = [before + line["weight"] * one for before, one in zip(z, heard)]
    if together is not None:
        z = [before + one for before, one in zip(z, together.says(row))]
    if max(z) == -math.inf:
        return [0.0] * classes
    shares = [math.exp(one - max(z)) for one in z]
    p = [one / sum(shares) for one in shares]
    if "rows" in sheet:
        p = [(one + share / sheet["rows"]) / (1 + 1 / sheet["rows"]) for one, share in zip(p, sheet["shares"])]
    return p


def test_json(case):
    sheet = json.loads(case.export("json"))
    rows = case.typed().astype(object)
    found = [posterior(sheet, dict(zip(rows.columns, row))) for row in rows.values.tolist()]
    names = [str(one).lower() if isinstance(one, bool) else str(one) for one in sheet["classes"]]
    case.check([names[int(np.argmax(p))] if max(p) else "" for p in found], found)


FULL = ["iris", "tennis", "odd", "adult", "mushroom"]


@pytest.mark.parametrize("table", FULL)
def test_full(table, program, tmp_path):
    """The rule full, worked out from the file alone."""
    case = Case(table, "full", program, tmp_path, ["--count", "full"])
    sheet = json.loads(case.export("json"))
    assert sheet["rule"] == "full"
    together = Together(sheet["together"])
    rows = case.typed().astype(object).head(300)
    found = [posterior(sheet, dict(zip(rows.columns, row)), together) for row in rows.values.tolist()]
    np.testing.assert_allclose(found, case.expected[:300], rtol=0, atol=1e-9)


def test_checks_say_what_predict_says(case):
    """The rows that stand in the file, asked again."""
    sheet = json.loads(case.export("json"))
    assert len(sheet["checks"]) == 4
    for check in sheet["checks"]:
        rows = pd.DataFrame([{**dict.fromkeys(case.rows.columns, ""), **check["row"]}])
        rows.to_csv(case.folder / "one.csv", index=False)
        answer = run(case.program, "predict", case.model, case.folder / "one.csv", *case.question).splitlines()[1]
        p = next(csv.reader([answer]))[1:]
        assert [float(one or 0) for one in p] == pytest.approx(check["posterior"], abs=1e-12)
