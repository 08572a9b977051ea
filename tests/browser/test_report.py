# SPDX-License-Identifier: Apache-2.0
"""Goes through reports as a person would, and holds what they show against what the program says."""

import csv
import json
import math
import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import DATA, facts_of, predicted, tally

CLASSES = ["ham", "lamb", "spam"]


def mixed_table(path, rows, seed, weights=False):
    """Every kind of column, with missing cells, heavy tails and values that one row alone has."""
    draw = random.Random(seed)
    names = ["colour", "flag", "height", "tail", "events", "visits", "above", "cut", "red", "green", "class"]
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(names + (["weight"] if weights else []))
        for i in range(rows):
            k = draw.randrange(3)
            cell = lambda value, one_in=9: "" if draw.randrange(one_in) == 0 else value
            out.writerow([
                cell("own%d" % i if draw.randrange(8) == 0 else "c%d" % ((draw.randrange(3) + k) % 3)),
                cell("true" if draw.randrange(2 + k) == 0 else "false"),
                cell(round(170 + 5 * k + draw.gauss(0, 6), 1)),
                cell(round(k + draw.gauss(0, 1) / max(0.05, draw.random()), 3)),
                draw.randrange(3 + 2 * k),
                draw.randrange(40) if draw.randrange(5) == 0 else draw.randrange(3),
                cell(draw.randrange(5) - 2),
                cell(round(draw.gauss(k, 1), 2)),
                draw.randrange(4), draw.randrange(2 + k), CLASSES[k],
            ] + ([draw.choice([0.5, 1, 2])] if weights else []))
    return names


FAMILIES = ["--binarize", "0.5"]
for family in ["events=poisson", "visits=negative-binomial", "tail=gaussian", "above=bernoulli", "red=multinomial:basket",
               "green=multinomial:basket", "cut=binned:-0.5,0.5,1.5", "flag=bernoulli"]:
    FAMILIES += ["--family", family]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("report")


@pytest.fixture(scope="module")
def mixed(folder):
    """A model of every kind of column, and rows that it has not counted."""
    mixed_table(folder / "train.csv", 400, 1)
    mixed_table(folder / "new.csv", 150, 2)
    tally("fit", "train.csv", "--target", "class", *FAMILIES, "-o", "mixed.tally", cwd=folder)
    return folder


def report_of(folder, name, *words):
    path = folder / name
    tally("report", *words, "-o", name, cwd=folder)
    return path


def assert_close(one, other):
    assert one.keys() == other.keys()
    for label in one:
        assert one[label] == pytest.approx(other[label], abs=1e-9), (one, other)


@pytest.mark.parametrize("rule", ["naive", "weighted"])
def test_a_loaded_row_is_answered_as_predict_does(mixed, open_report, rule):
    report = open_report(report_of(mixed, rule + ".html", "mixed.tally", "new.csv", "--rule", rule))
    expected = predicted("mixed.tally", "new.csv", "--rule", rule, cwd=mixed)
    assert report.facts["nomogram"]["rule"] == rule
    for row in range(0, 150, 7):
        report.set("#row", row)
        assert_close(report.posterior(), expected[row])


@pytest.mark.parametrize("question", [["--lambda", "0"], ["--estimate", "bayes"], ["--calibrate"], ["--prior", "uniform", "--rule", "weighted"]])
def test_other_questions_are_answered_as_predict_does(mixed, open_report, question):
    report = open_report(report_of(mixed, "other.html", "mixed.tally", "new.csv", *question))
    rows = csv.DictReader(tally("predict", "mixed.tally", "new.csv", *question, cwd=mixed).splitlines())
    for row, expected in enumerate(rows):
        if row % 11 or not expected["p(ham)"]:
            continue
        report.set("#row", row)
        assert_close(report.posterior(), {label: float(expected[f"p({label})"]) for label in CLASSES})


@pytest.mark.parametrize("rule", ["naive", "weighted"])
def test_moving_a_handle_moves_the_posterior(mixed, open_report, rule):
    report = open_report(report_of(mixed, "handle.html", "mixed.tally", "new.csv", "--rule", rule))
    report.page.click("#clear")
    report.set('[data-handle="height"]', 181.5)
    assert_close(report.posterior(), predicted("mixed.tally", "--given", "height=181.5", "--rule", rule, cwd=mixed)[0])
    values = next(one["values"] for one in report.facts["nomogram"]["columns"] if one["name"] == "colour")
    report.set('select[data-column="colour"]', values.index("c1"))
    given = ["--given", "height=181.5,colour=c1", "--rule", rule]
    assert_close(report.posterior(), predicted("mixed.tally", *given, cwd=mixed)[0])
    # By the keyboard alone.
    report.page.focus('select[data-column="colour"]')
    report.page.keyboard.press("ArrowDown")
    chosen = values[int(report.page.input_value('select[data-column="colour"]'))]
    given = ["--given", f"height=181.5,colour={chosen}", "--rule", rule]
    assert_close(report.posterior(), predicted("mixed.tally", *given, cwd=mixed)[0])


def test_a_pointer_drags_a_handle(mixed, open_report):
    report = open_report(report_of(mixed, "drag.html", "mixed.tally", "new.csv", "--rule", "naive"))
    report.page.click("#clear")
    line = report.page.locator(".line", has=report.page.locator('select[data-column="colour"]'))
    line.scroll_into_view_if_needed()
    box = line.locator("svg").bounding_box()
    report.page.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    report.page.mouse.down()
    report.page.mouse.move(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
    report.page.mouse.up()
    values = next(one["values"] for one in report.facts["nomogram"]["columns"] if one["name"] == "colour")
    chosen = values[int(report.page.input_value('select[data-column="colour"]'))]
    assert_close(report.posterior(), predicted("mixed.tally", "--given", f"colour={chosen}", "--rule", "naive", cwd=mixed)[0])


@pytest.mark.parametrize("rule", ["naive", "weighted"])
def test_the_cost_slider_decides_as_score_does(mixed, open_report, rule):
    report = open_report(report_of(mixed, "cost.html", "mixed.tally", "new.csv", "--rule", rule))
    plain = json.loads(tally("score", "mixed.tally", "new.csv", "--rule", rule, "--json", cwd=mixed))
    assert report.facts["good"]["score"] == {name: plain[name] for name in report.facts["good"]["score"]}
    assert report.confusion() == [list(row.values()) for row in plain["confusion"].values()]
    for klass, ratio in [(0, 5), (2, 0.25), (1, 12)]:
        costs = [[(ratio if k == klass else 1) * (k != d) for k in range(3)] for d in range(3)]
        lines = [",".join(["", *CLASSES])] + [",".join([CLASSES[d], *map(str, costs[d])]) for d in range(3)]
        (mixed / "loss.csv").write_text("\n".join(lines) + "\n")
        expected = json.loads(tally("score", "mixed.tally", "new.csv", "--rule", rule, "--loss", "loss.csv", "--json", cwd=mixed))
        report.set("#klass", klass)
        report.set("#ratio", ratio)
        assert report.confusion() == [list(row.values()) for row in expected["confusion"].values()]
        risk = float(report.page.get_attribute("#figures", "data-risk"))
        assert risk == pytest.approx(expected["realised_risk"], abs=1e-12)
    report.page.click("#reset")
    assert report.confusion() == [list(row.values()) for row in plain["confusion"].values()]


def test_the_slider_of_costs_itself(mixed, open_report):
    report = open_report(report_of(mixed, "slider.html", "mixed.tally", "new.csv", "--rule", "naive"))
    report.set("#klass", 2)
    report.set("#cost", 1)  # ten times as much
    assert float(report.page.input_value("#ratio")) == 10
    costs = [[(10 if k == 2 else 1) * (k != d) for k in range(3)] for d in range(3)]
    lines = [",".join(["", *CLASSES])] + [",".join([CLASSES[d], *map(str, costs[d])]) for d in range(3)]
    (mixed / "ten.csv").write_text("\n".join(lines) + "\n")
    expected = json.loads(tally("score", "mixed.tally", "new.csv", "--rule", "naive", "--loss", "ten.csv", "--json", cwd=mixed))
    assert report.confusion() == [list(row.values()) for row in expected["confusion"].values()]
    # By the keyboard, too: to the least, a hundredth.
    report.page.focus("#cost")
    report.page.keyboard.press("Home")
    assert float(report.page.input_value("#ratio")) == 0.01
    assert sum(row[2] for row in report.confusion()) < sum(row[2] for row in [list(row.values()) for row in expected["confusion"].values()])


def test_a_handle_moves_decision_and_risk(mixed, open_report):
    costs = [["", *CLASSES], ["ham", 0, 1, 20], ["lamb", 2, 0, 1], ["spam", 1, 3, 0]]
    (mixed / "uneven.csv").write_text("\n".join(",".join(map(str, row)) for row in costs) + "\n")
    question = ["--rule", "naive", "--loss", "uneven.csv"]
    report = open_report(report_of(mixed, "uneven.html", "mixed.tally", "new.csv", *question))
    report.page.click("#clear")
    decisions = set()
    column = next(one for one in report.facts["nomogram"]["columns"] if one["name"] == "height")
    for part in (0, 0.3, 0.5, 0.7, 1):
        height = round(column["low"] + part * (column["high"] - column["low"]), 1)
        report.set('[data-handle="height"]', height)
        (row,) = csv.DictReader(tally("predict", "mixed.tally", "--given", f"height={height}", *question, cwd=mixed).splitlines())
        assert report.page.get_attribute("#verdict", "data-decision") == row["prediction"]
        p = [float(row[f"p({label})"]) for label in CLASSES]
        least = min(sum(cost * one for cost, one in zip(line[1:], p)) for line in costs[1:])
        assert float(report.page.get_attribute("#verdict", "data-risk")) == pytest.approx(least, abs=1e-9)
        decisions.add(row["prediction"])
    assert len(decisions) > 1


def test_points_are_of_a_class_against_another(mixed, open_report):
    report = open_report(report_of(mixed, "against.html", "mixed.tally", "new.csv", "--rule", "naive"))
    for row, one, other in ((3, 0, 2), (3, 2, 0), (11, 1, 2)):
        report.set("#row", row)
        report.set("#for-class", one)
        report.set("#against", other)
        points = [text.replace("−", "-") for text in report.page.locator("#lines .points").all_inner_texts()]
        added = sum(float(text) for text in points if text != "missing")
        p, start = list(report.posterior().values()), report.facts["nomogram"]["start"]
        assert added + start[one] - start[other] == pytest.approx(math.log(p[one] / p[other]), abs=0.05)
    # A class is not held against itself.
    report.set("#against", 1)
    assert report.page.input_value("#against") == "-1"


def test_the_first_thousand_rows_can_be_loaded(mixed, open_report):
    mixed_table(mixed / "many.csv", 1100, 9)
    report = open_report(report_of(mixed, "many.html", "mixed.tally", "many.csv", "--rule", "naive"))
    assert len(report.facts["nomogram"]["rows"]) == 1000 and report.page.get_attribute("#row", "max") == "999"
    expected = predicted("mixed.tally", "many.csv", "--rule", "naive", cwd=mixed)
    report.set("#row", 999)
    assert_close(report.posterior(), expected[999])
    report.set("#row", 1000)  # which is not there: the answer stays
    assert_close(report.posterior(), expected[999])


def test_of_more_rows_than_the_page_holds_all_count(folder, open_report):
    draw = random.Random(6)
    with open(folder / "long_rows.csv", "w", encoding="utf-8") as file:
        file.write("x,y\n")
        for _ in range(70_000):
            k = draw.randrange(2)
            file.write(f"{draw.randrange(4) + k},{'no yes'.split()[k]}\n")
    tally("fit", "long_rows.csv", "--target", "y", "--count", "naive", "-o", "long_rows.tally", cwd=folder)
    lines = (folder / "long_rows.csv").read_text().splitlines(keepends=True)
    (folder / "others.csv").write_text("".join(lines[:69_001]))
    report = open_report(report_of(folder, "long_rows.html", "long_rows.tally", "others.csv"))
    expected = json.loads(tally("score", "long_rows.tally", "others.csv", "--json", cwd=folder))
    as_asked = [list(row.values()) for row in expected["confusion"].values()]
    assert report.facts["good"]["rows"]["every"] == 2 and report.confusion() == as_asked
    assert float(report.page.get_attribute("#figures", "data-risk")) == pytest.approx(expected["realised_risk"], abs=1e-12)
    assert "one of every 2 rows" in report.page.inner_text("#good .note") and "one of every" not in report.page.inner_text("#confusion caption")
    report.set("#ratio", 3)
    assert "one of every 2 rows" in report.page.inner_text("#confusion caption")
    assert sum(map(sum, report.confusion())) == 34_500
    report.page.click("#reset")
    assert report.confusion() == as_asked


@pytest.mark.parametrize("rule", ["naive", "weighted"])
def test_the_prior_slider_decides_as_another_prior_does(mixed, open_report, rule):
    report = open_report(report_of(mixed, "prior.html", "mixed.tally", "new.csv", "--rule", rule))
    report.set("#klass", 2)
    report.set("#prior", 0.6)
    before = report.facts["good"]["prior"]
    others = [0.4 * before[k] / (before[0] + before[1]) for k in range(2)]
    prior = ",".join(f"{label}={p!r}" for label, p in zip(CLASSES, [*others, 1 - sum(others)]))
    expected = json.loads(tally("score", "mixed.tally", "new.csv", "--rule", rule, "--prior", prior, "--json", cwd=mixed))
    assert report.confusion() == [list(row.values()) for row in expected["confusion"].values()]


def test_rows_of_the_fit_are_left_out(mixed, open_report):
    report = open_report(report_of(mixed, "own.html", "mixed.tally", "train.csv"))
    expected = json.loads(tally("cv", "train.csv", "--target", "class", *FAMILIES, "--loo", "--json", cwd=mixed))
    assert report.facts["good"]["of"] == "left out"
    assert report.facts["good"]["score"] == expected
    ranked = {one["name"]: one for one in json.loads(tally("rank", "mixed.tally", "train.csv", "--json", cwd=mixed))["features"]}
    for one in report.facts["features"]["list"]:
        assert one["gain"] == ranked[one["name"]]["gain"]


def test_gains_on_other_rows_are_those_of_rank(mixed, open_report):
    report = open_report(report_of(mixed, "gains.html", "mixed.tally", "new.csv"))
    ranked = {one["name"]: one for one in json.loads(tally("rank", "mixed.tally", "new.csv", "--json", cwd=mixed))["features"]}
    assert {one["name"]: one["gain"] for one in report.facts["features"]["list"]} == {name: one["gain"] for name, one in ranked.items()}
    assert report.facts["features"]["ranking"]["rows_are"] == "new"
    assert "150 rows that are new" in report.page.inner_text("#features")


def test_a_table_beside_a_text_tells_what_its_columns_know(folder, open_report):
    text_table(folder / "texts.csv", 300, 1)
    tally("fit", "texts.csv", "--target", "class", "--family", "text=text", "-o", "texts.tally", cwd=folder)
    tally("fit", "texts.csv", "--target", "class", "--ignore", "text", "-o", "without.tally", cwd=folder)
    found = {one["name"]: one for one in json.loads(tally("report", "texts.tally", "--json", cwd=folder))["features"]["list"]}
    for one in json.loads(tally("rank", "without.tally", "--json", cwd=folder))["features"]:
        assert one["information"] > 0 and found[one["name"]]["information"] == pytest.approx(one["information"], abs=1e-12)


def test_counts_behind_the_bars_are_a_table(mixed, open_report):
    report = open_report(report_of(mixed, "bars.html", "mixed.tally"))
    column = [(row["height"], row["class"]) for row in csv.DictReader(open(mixed / "train.csv"))]
    box = report.page.locator(".feature", has=report.page.locator("h3", has_text="height"))
    box.evaluate("one => { for (const fold of [one, ...one.querySelectorAll('details')]) fold.open = true; }")
    assert "Rows behind the bars" in box.inner_text() and "Parameters" in box.inner_text()
    table = box.locator("table").first
    assert table.locator("thead th").all_inner_texts()[1:] == CLASSES
    rows = table.locator("tbody tr").all()
    sums = [0, 0, 0]
    for row in rows:
        for k, cell in enumerate(row.locator("td").all_inner_texts()):
            sums[k] += float(cell)
    assert sums == [sum(1 for cell, klass in column if cell and klass == label) for label in CLASSES]
    # Those of the first bar, counted again.
    first = rows[0].locator("th").inner_text()
    low, high = (float(one.replace("−", "-")) for one in first.split(" … "))
    inside = [klass for cell, klass in column if cell and low <= float(cell) < high]
    assert [float(cell) for cell in rows[0].locator("td").all_inner_texts()] == [inside.count(label) for label in CLASSES]


def test_without_data_no_row_is_in_the_page(mixed, open_report):
    report = open_report(report_of(mixed, "sample.html", "mixed.tally"))
    assert report.facts["nomogram"]["rows"] == [] and report.facts["good"]["errors"] == []


def test_weights_count(folder, open_report):
    mixed_table(folder / "w.csv", 300, 3, weights=True)
    mixed_table(folder / "w2.csv", 100, 4, weights=True)
    tally("fit", "w.csv", "--target", "class", "--weight", "weight", "-o", "w.tally", cwd=folder)
    report = open_report(report_of(folder, "w.html", "w.tally", "w2.csv"))
    expected = json.loads(tally("score", "w.tally", "w2.csv", "--json", cwd=folder))
    assert report.confusion() == [list(row.values()) for row in expected["confusion"].values()]


HOSTILE = ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "\u202eright to left\u202c", "</script>", "{{facts}}", "是 & 否"]


def hostile_table(path, rows=600, features=200, values=10000, classes=26):
    draw = random.Random(5)
    names = [HOSTILE[i % len(HOSTILE)] + str(i) for i in range(features)]
    labels = [HOSTILE[i % len(HOSTILE)] + chr(97 + i) for i in range(classes)]
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["many", *names, "class"])
        for i in range(values if values > rows else rows):
            k = draw.randrange(classes)
            cells = [HOSTILE[(k + j + draw.randrange(3)) % len(HOSTILE)] if i < rows else "" for j in range(features)]
            out.writerow([f"{HOSTILE[i % len(HOSTILE)]} {i}", *cells, labels[k]])
    return names, labels


def test_hostile_labels_are_harmless_and_readable(folder, open_report):
    names, labels = hostile_table(folder / "hostile.csv")
    tally("fit", "hostile.csv", "--target", "class", "--family", "many=categorical", "--max-categories", "20000", "--count", "naive",
          "-o", "hostile.tally", cwd=folder)
    rows = (folder / "hostile.csv").read_text("utf-8").splitlines(keepends=True)
    (folder / "part.csv").write_text("".join(rows[:300]), "utf-8")
    path = report_of(folder, "hostile.html", "hostile.tally", "part.csv", "--max-categories", "20000")
    report = open_report(path)
    assert report.page.evaluate("document.querySelectorAll('script, img, iframe').length") == 2
    shown = report.page.inner_text("#features")
    for name in (names[0], names[1], names[5]):
        assert name in shown
    expected = predicted("hostile.tally", "part.csv", "--max-categories", "20000", cwd=folder)
    report.set("#row", 17)
    assert_close(report.posterior(), expected[17])
    assert path.stat().st_size < 6_000_000
    undrawn = [one for one in report.facts["features"]["list"] if one.get("undrawn")]
    assert undrawn and f"no picture of the {len(undrawn)} features that tell least" in shown
    assert not any("picture" in one for one in undrawn)
    # All features, as the page is opened; of the first twenty what is folded, and the colours, which take minutes.
    assert serious(report, unfold=False, options={"rules": {"color-contrast": {"enabled": False}}}) == []
    report.page.evaluate("document.querySelectorAll('#features .feature').forEach((one, place) => { if (place > 20) one.remove(); })")
    assert serious(report) == []


def test_labels_from_right_to_left_stay_apart(folder, open_report):
    """What stands around them is not turned, in sentences and in titles."""
    labels = ["שלום", "سلام"]
    with open(folder / "rtl.csv", "w", encoding="utf-8") as file:
        file.write("צבע,גובה,класс\n")
        for i in range(60):
            file.write(f"{['אדום', 'ירוק (כהה)', 'red'][i % 3]},{i % 7 + i % 2},{labels[i % 2]}\n")
    tally("fit", "rtl.csv", "--target", "класс", "-o", "rtl.tally", cwd=folder)
    report = open_report(report_of(folder, "rtl.html", "rtl.tally", "rtl.csv"))
    report.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    loose = report.page.evaluate("""() => {
        const turned = /[\u0590-\u08ff]/, apart = /\u2068[^\u2068\u2069]*\u2069/g, found = [];
        const check = (text, where) => {
            // A label that stands alone turns nothing.
            if (/[a-z]{2}|[:0-9]/.test(text) && turned.test(text.replace(apart, ''))) found.push(where + ': ' + text);
        };
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
            const at = texts.currentNode, box = at.parentElement;
            if (box.closest('bdi, script, option, pre') || box.localName === 'text' && box.closest('svg')) continue;
            check(at.data, box.localName);
        }
        for (const one of document.querySelectorAll('[title], [aria-label]')) {
            for (const name of ['title', 'aria-label']) {
                const text = one.getAttribute(name);
                if (text) check(text, one.localName + ' ' + name);
            }
        }
        return found;
    }""")
    assert loose == []
    # On the screen: the numbers of a row stand to the right of its label, in the order of the columns.
    edges = report.page.evaluate("[...document.querySelector('#confusion tbody tr').children].map((one) => one.getBoundingClientRect().left)")
    assert edges == sorted(edges)
    assert serious(report) == []


def test_chinese_labels(folder, open_report):
    source = DATA / "watermelon3.csv"
    tally("fit", source, "--target", "好瓜", "--ignore", "编号", "-o", "melon.tally", cwd=folder)
    report = open_report(report_of(folder, "melon.html", "melon.tally", source))
    assert "好瓜" in report.page.inner_text("h1") and "纹理" in report.page.inner_text("#features")
    assert "exactly what tally predict says" in report.page.inner_text("#nomogram")
    assert serious(report) == []
    report.set("#row", 3)
    assert_close(report.posterior(), predicted("melon.tally", source, cwd=folder)[3])


def test_texts_have_terms(folder, open_report):
    source = DATA / "eight_mail_texts.csv"
    tally("fit", source, "--target", "class", "--family", "text=text", "-o", "text.tally", cwd=folder)
    report = open_report(report_of(folder, "text.html", "text.tally", source))
    assert report.facts["features"]["list"][0]["top_terms"]
    assert report.facts["good"]["of"] == "left out" and len(report.facts["nomogram"]["rows"]) == 8
    assert serious(report) == []


@pytest.mark.parametrize("model", ["multinomial", "bernoulli", "boolean"])
def test_the_nomogram_of_a_text_answers_as_predict_does(folder, open_report, model):
    source = DATA / "eight_mail_texts.csv"
    tally("fit", source, "--target", "class", "--family", "text=text:" + model, "-o", "text.tally", cwd=folder)
    report = open_report(report_of(folder, "text.html", "text.tally", "--rule", "naive"))
    columns = [one["name"].removeprefix("text: ") for one in report.facts["nomogram"]["columns"]]
    often = 1 if model != "multinomial" else 3
    first, second = columns[0], columns[-1]
    report.set(f'[data-handle="text: {first}"]', often)
    report.set(f'[data-handle="text: {second}"]', 1)
    given = "text=" + " ".join([first] * often + [second])
    assert_close(report.posterior(), predicted("text.tally", "--given", given, "--rule", "naive", cwd=folder)[0])


def text_table(path, rows, seed, classes=2, more="", terms=60):
    """Texts of words that lean to a class, a category and a number beside them, with cells that are missing; `more` is in
    no other table."""
    draw = random.Random(seed)
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(["text", "colour", "size", "class"])
        for _ in range(rows):
            k = draw.randrange(classes)
            words = ["w%d" % (min(draw.randrange(terms), draw.randrange(terms)) * classes + (k if draw.randrange(3) else 0)) for _ in range(draw.randrange(50))]
            words += [more] * draw.randrange(3) if more else []
            out.writerow(["" if draw.randrange(12) == 0 else " ".join(words), draw.choice(["", "red", "c%d" % k]),
                          "" if draw.randrange(9) == 0 else round(k + draw.gauss(0, 1), 2), "k%d" % k])


TEXT_QUESTIONS = {
    "naive": ["--rule", "naive"],
    "bernoulli": ["--rule", "naive", "--text-model", "bernoulli"],
    "complement": ["--rule", "naive", "--text-model", "complement"],
    "certain": ["--rule", "naive", "--text-model", "bernoulli", "--lambda", "0"],
    "bayes": ["--rule", "naive", "--estimate", "bayes"],
    "mean": ["--rule", "naive", "--combine", "mean"],
    "learned": ["--rule", "naive", "--combine", "learned"],
    "weighted": ["--rule", "weighted"],
}


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("how", TEXT_QUESTIONS)
def test_a_loaded_text_is_answered_as_predict_does(folder, open_report, how, classes):
    text_table(folder / "texts.csv", 300, 1, classes)
    text_table(folder / "other_texts.csv", 90, 2, classes, more="never seen")
    tally("fit", "texts.csv", "--target", "class", "--family", "text=text", "--pairs", "-o", "texts.tally", cwd=folder)
    question = TEXT_QUESTIONS[how]
    report = open_report(report_of(folder, "texts.html", "texts.tally", "other_texts.csv", *question))
    rows = list(csv.DictReader(tally("predict", "texts.tally", "other_texts.csv", *question, cwd=folder).splitlines()))
    assert len(report.facts["nomogram"]["rows"]) == 90 and not report.facts["nomogram"]["note"]
    impossible = 0
    for row in range(0, 90, 2):
        report.set("#row", row)
        if rows[row]["p(k0)"]:
            assert_close(report.posterior(), {f"k{k}": float(rows[row][f"p(k{k})"]) for k in range(classes)})
        else:
            impossible += 1
            assert "Impossible" in report.page.inner_text("#verdict")
    assert impossible < 40


@pytest.mark.parametrize("how", ["naive", "bernoulli", "bayes", "mean", "weighted"])
def test_the_terms_of_a_loaded_text_can_be_taken_away(folder, open_report, how):
    text_table(folder / "texts.csv", 300, 1)
    tally("fit", "texts.csv", "--target", "class", "--family", "text=text", "--ngrams", "1-1", "-o", "words.tally", cwd=folder)
    rows = [row for row in csv.DictReader(open(folder / "texts.csv")) if len(set(row["text"].split())) > 25]
    with open(folder / "long.csv", "w", newline="") as file:
        out = csv.DictWriter(file, rows[0].keys())
        out.writeheader()
        out.writerows(rows)
    question = TEXT_QUESTIONS[how]
    report = open_report(report_of(folder, "words.html", "words.tally", "long.csv", *question))

    def given(words, row):
        cells = {"text": " ".join(words), "colour": row["colour"], "size": row["size"]}
        return predicted("words.tally", *[word for name, cell in cells.items() if cell for word in ("--given", f"{name}={cell}")], *question, cwd=folder)[0]

    for number in (0, 5):
        report.set("#row", number)
        words = rows[number]["text"].split()
        own = report.page.eval_on_selector_all("#own-terms [data-handle]", "all => all.map((one) => one.dataset.handle)")
        assert len(own) == 12 and "other term" in report.page.inner_text("#own-terms")
        for taken in own[:3]:
            assert taken.startswith("text: ")
            words = [word for word in words if word != taken[len("text: "):]]
            report.set(f'[data-handle="{taken}"]', 0)
            assert_close(report.posterior(), given(words, rows[number]))
        if how != "naive" and how != "mean":
            continue
        # Without the terms that have no line of their own.
        for button in report.page.locator("#lines button").all():
            button.click()
        lines = set(report.page.eval_on_selector_all("[data-handle^='text: ']", "all => all.map((one) => one.dataset.handle.slice(6))"))
        report.page.uncheck("#other-terms")
        assert_close(report.posterior(), given([word for word in words if word in lines], rows[number]))


def test_mail_has_a_nomogram_of_its_terms(folder, open_report):
    box = DATA / "box"
    tally("fit", "mail", "--class", f"ham={box}/ham", "--class", f"spam={box}/spam", "-o", "mail.tally", cwd=folder)
    report = open_report(report_of(folder, "mail.html", "mail.tally", "--class", f"ham={box}/ham", "--class", f"spam={box}/spam"))
    nomogram = report.facts["nomogram"]
    assert nomogram["texts"]["rule"] == "learned" and not nomogram["note"]
    assert 1 < nomogram["texts"]["shown"] <= 40
    assert report.page.locator("#lines .line").count() == nomogram["texts"]["shown"]
    messages = sorted((box / "ham").iterdir()) + sorted((box / "spam").iterdir())
    answers = predicted("mail.tally", *messages, cwd=folder)
    assert len(answers) == len(nomogram["rows"]) > 3
    for row, expected in enumerate(answers):
        report.set("#row", row)
        assert_close(report.posterior(), expected)
    assert serious(report) == []


def test_many_mails_are_answered_by_the_strongest_terms(folder, open_report):
    """Where the 15 of largest |d| are only some of the terms, and several are as large."""
    draw = random.Random(8)
    for kind in ("ham", "spam"):
        (folder / "many" / kind).mkdir(parents=True, exist_ok=True)
        for i in range(40):
            words = " ".join("x%d%s" % (draw.randrange(200), kind if draw.randrange(2) else "") for _ in range(draw.randrange(150)))
            (folder / "many" / kind / f"{i:02}").write_text(f"From: {kind}{i % 7}@example.org\nSubject: {words[:30]}\n\n{words}\n")
    named = [word for kind in ("ham", "spam") for word in ("--class", f"{kind}=many/{kind}")]
    tally("fit", "mail", *named, "-o", "many.tally", cwd=folder)
    report = open_report(report_of(folder, "many.html", "many.tally", *named))
    messages = [path for kind in ("ham", "spam") for path in sorted((folder / "many" / kind).iterdir())]
    answers = predicted("many.tally", *messages, cwd=folder)
    assert max(row["more"] for row in report.facts["nomogram"]["texts"]["rows"]) > 100
    for row in range(0, 80, 3):
        report.set("#row", row)
        assert_close(report.posterior(), answers[row])
    # By Fisher's method there are no lines: the page says what it shows in its place.
    report = open_report(report_of(folder, "fisher.html", "many.tally", *named, "--combine", "fisher"))
    assert "Fisher" in report.page.inner_text("#nomogram .note") and "tally predict" not in report.page.inner_text("#nomogram")
    report.set("#row", 7)
    assert_close(report.posterior(), predicted("many.tally", messages[7], "--combine", "sum", cwd=folder)[0])


def test_where_full_answers_the_page_says_so(folder, open_report):
    draw = random.Random(3)
    with open(folder / "xor.csv", "w", encoding="utf-8") as file:
        file.write("a,b,when,events,hours,light\n")
        for i in range(400):
            a, b = draw.randrange(2), draw.randrange(2)
            light = a != b if draw.randrange(20) else a == b
            file.write(f"u{a},v{b},2024-01-{1 + i % 28:02d},{draw.randrange(9)},{1 + draw.randrange(4)},{'on' if light else 'off'}\n")
    tally("fit", "xor.csv", "--target", "light", "--count", "full", "--family", "events=poisson:hours", "-o", "xor.tally", cwd=folder)
    report = open_report(report_of(folder, "xor.html", "xor.tally", "xor.csv", "--rule", "full"))
    assert "the rule full" in report.page.inner_text("#nomogram .note")
    assert report.facts["nomogram"]["rule"] == "weighted" and report.facts["good"]["score"]["accuracy"] > 0.9
    # A time, and a count with its exposure.
    for rule in ("naive", "weighted"):
        report = open_report(report_of(folder, "xor.html", "xor.tally", "xor.csv", "--rule", rule))
        report.set("#row", 5)
        assert_close(report.posterior(), predicted("xor.tally", "xor.csv", "--rule", rule, cwd=folder)[5])
        if rule == "weighted":  # which does not hear what tells nothing
            continue
        report.set('input[type="number"][data-column="hours"]', 3)
        cells = dict(zip(*[line.split(",") for line in (folder / "xor.csv").read_text().splitlines()[::6][:2]]))
        given = ",".join(f"{name}={cell}" for name, cell in {**cells, "hours": "3"}.items() if name != "light")
        assert_close(report.posterior(), predicted("xor.tally", "--given", given, "--rule", rule, cwd=folder)[0])


def test_one_class_and_a_single_row(folder, open_report):
    (folder / "one.csv").write_text("x,y,class\n1,a,only\n2,b,only\n")
    tally("fit", "one.csv", "--target", "class", "-o", "one.tally", cwd=folder)
    open_report(report_of(folder, "one.html", "one.tally", "one.csv"))
    (folder / "single.csv").write_text("x,y,class\n1,a,only\n")
    open_report(report_of(folder, "single.html", "one.tally", "single.csv"))


def serious(report, unfold=True, options=None):
    """What axe-core finds where everything is unfolded, or as it is."""
    if unfold:
        report.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = [one for one in Axe().run(report.page, **({"options": options} if options else {})).response["violations"] if one["impact"] in ("serious", "critical")]
    return [(one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_of_accessibility(mixed, open_report, scheme):
    report = open_report(report_of(mixed, "axe.html", "mixed.tally", "new.csv"), color_scheme=scheme)
    assert serious(report) == []


def test_two_models_are_compared_as_compare_does(mixed, open_report):
    tally("fit", "train.csv", "--target", "class", "--only", "height,tail,colour", "-o", "few.tally", cwd=mixed)
    report = open_report(report_of(mixed, "both.html", "mixed.tally", "few.tally", "new.csv"))
    expected = json.loads(tally("compare", "mixed.tally", "few.tally", "new.csv", "--json", cwd=mixed))
    found = report.facts["compared"]
    assert found["comparison"] == {name: value for name, value in expected.items() if not name.startswith("rule_")}
    assert found["b"]["rule"] == expected["rule_b"]
    rows = report.page.locator("#compared table").nth(1).locator("tbody td").all_inner_texts()
    assert [int(n) for n in rows] == [expected["table"][name] for name in ("both_right", "only_a_right", "only_b_right", "both_wrong")]
    assert serious(report) == []


def test_it_prints(mixed, open_report):
    report = open_report(report_of(mixed, "print.html", "mixed.tally", "new.csv"))
    report.page.evaluate("""() => {
        const folded = () => document.querySelectorAll('details:not([open])').length;
        window.folds = [folded()];
        for (const event of ['beforeprint', 'afterprint']) addEventListener(event, () => window.folds.push(folded()));
    }""")
    assert report.page.pdf().startswith(b"%PDF")
    before, on_paper, after = report.page.evaluate("window.folds")
    assert before > 10 and on_paper == 0 and after == before
    # On paper: bars keep their colour, what can only be moved is left out, nothing is wider than the sheet.
    report.page.emulate_media(media="print")
    report.page.set_viewport_size({"width": 718, "height": 1040})
    style = "(selector) => getComputedStyle(document.querySelector(selector))"
    for coloured in (".bar i", "#confusion td", ".shares span"):
        assert report.page.evaluate(f"({style})('{coloured}').printColorAdjust") == "exact"
    for moved in ('input[type="range"]', "button", "nav"):
        assert report.page.evaluate(f"({style})('{moved}').display") == "none"
    assert report.page.evaluate("document.documentElement.scrollWidth") <= 718


def test_the_script_is_small(mixed):
    page = report_of(mixed, "script.html", "mixed.tally").read_text("utf-8")
    script = page[page.rindex("<script>") + len("<script>") : page.rindex("</script>")]
    assert 20_000 < len(script.encode()) < 40 * 1024


def test_sizes(folder):
    mixed_table(folder / "big.csv", 30000, 7)
    tally("fit", "big.csv", "--target", "class", *FAMILIES, "-o", "big.tally", cwd=folder)
    assert report_of(folder, "big.html", "big.tally", "new.csv" if (folder / "new.csv").exists() else "big.csv").stat().st_size < 2_000_000
    assert facts_of(folder / "big.html")["glance"]["rows"] == 30000
