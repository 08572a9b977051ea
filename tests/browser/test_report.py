# SPDX-License-Identifier: Apache-2.0
"""Goes through reports as a person would, and holds what they show against what the program says."""

import csv
import json
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
    ranked = {one["name"]: one for one in json.loads(tally("rank", "mixed.tally", "--json", cwd=mixed))["features"]}
    for one in report.facts["features"]["list"]:
        assert one["gain"] == ranked[one["name"]]["gain"]


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
    report.page.evaluate("document.querySelectorAll('#features .feature').forEach((one, place) => { if (place > 20) one.remove(); })")
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
    assert report.facts["good"]["of"] == "left out" and report.facts["nomogram"]["rows"] == []
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


def test_mail_has_a_nomogram_of_its_terms(folder, open_report):
    box = DATA / "box"
    tally("fit", "mail", "--class", f"ham={box}/ham", "--class", f"spam={box}/spam", "-o", "mail.tally", cwd=folder)
    report = open_report(report_of(folder, "mail.html", "mail.tally", "--class", f"ham={box}/ham", "--class", f"spam={box}/spam"))
    assert "the sum of naive Bayes" in report.page.inner_text("#nomogram .note")
    assert 1 < len(report.facts["nomogram"]["features"]) <= 40
    assert report.page.locator("#lines .line").count() == len(report.facts["nomogram"]["features"])
    assert "tally predict" not in report.page.inner_text("#nomogram")  # which answers otherwise
    assert serious(report) == []


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


def serious(report):
    """What axe-core finds where everything is unfolded."""
    report.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = [one for one in Axe().run(report.page).response["violations"] if one["impact"] in ("serious", "critical")]
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
    assert report.page.pdf().startswith(b"%PDF")
    # On paper: bars keep their colour, what can only be moved is left out, nothing is wider than the sheet.
    report.page.emulate_media(media="print")
    report.page.set_viewport_size({"width": 718, "height": 1040})
    style = "(selector) => getComputedStyle(document.querySelector(selector))"
    for coloured in (".bar i", "#confusion td", ".shares span"):
        assert report.page.evaluate(f"({style})('{coloured}').printColorAdjust") == "exact"
    for moved in ('input[type="range"]', "button", "nav"):
        assert report.page.evaluate(f"({style})('{moved}').display") == "none"
    assert report.page.evaluate("document.documentElement.scrollWidth") <= 718


def test_sizes(folder):
    mixed_table(folder / "big.csv", 30000, 7)
    tally("fit", "big.csv", "--target", "class", *FAMILIES, "-o", "big.tally", cwd=folder)
    assert report_of(folder, "big.html", "big.tally", "new.csv" if (folder / "new.csv").exists() else "big.csv").stat().st_size < 2_000_000
    assert facts_of(folder / "big.html")["glance"]["rows"] == 30000
