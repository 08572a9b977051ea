# SPDX-License-Identifier: Apache-2.0
"""Uses the page of the server as a person would, in a real browser, and holds what it shows against what the program says."""

import csv
import io
import json
import os
import random
import re
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import DATA, tally
from playwright.sync_api import sync_playwright

IRIS = {"sepal_length": "6.1", "sepal_width": "2.8", "petal_length": "4.9", "petal_width": "1.7"}
TOKEN = "a-token-of-sixteen-characters"


def predicted(*words):
    """What the program says of each row: the decision, and the probabilities by class."""
    rows = csv.DictReader(io.StringIO(tally("predict", *words).decode()))
    return [(row["prediction"], {name[2:-1]: float(p) for name, p in row.items() if re.match(r"p\(.*\)$", name, re.S)}) for row in rows]


def given(row):
    return ["--given", ",".join(f"{name}={value}" for name, value in row.items())]


class Page:
    """The server's page, open. Errors in the console and requests elsewhere are noted as wrong."""

    def __init__(self, page, server, path="/"):
        self.page, self.wrong, self.expected = page, [], []
        self.address = f"http://{server.host}:{server.port}"
        page.on("console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda request: None if request.url.startswith(self.address + "/") or request.url.startswith("blob:" + self.address)
                else self.wrong.append(request.url))
        page.goto(self.address + path)

    def settled(self):
        """Until the last question is answered."""
        self.page.wait_for_selector('#main[data-asked="answered"]')
        return self

    def fill(self, row):
        for name, value in row.items():
            self.page.fill(f'input[type="number"][data-column="{name}"]', value)
        return self.settled()

    def posterior(self):
        found = self.page.eval_on_selector_all("#posterior [data-class]", "(all) => all.map((one) => [one.dataset.class, one.dataset.p])")
        return {label: float(p) for label, p in found}

    def decision(self):
        return self.page.get_attribute("#decision", "data-decision")

    def check(self, expected):
        """Against one row of `predicted`."""
        decision, posterior = expected[0] if isinstance(expected, list) else expected
        assert self.posterior() == pytest.approx(posterior, abs=1e-12)
        assert self.decision() == decision

    def counts(self):
        found = self.page.eval_on_selector_all("[data-rows]", "(all) => all.map((one) => [one.dataset.rows, +one.dataset.n])")
        return dict(found)

    def drop(self, name, content, kind):
        """A file from the desktop, let go over the page."""
        self.page.evaluate(
            """([name, bytes, type]) => {
                 const data = new DataTransfer();
                 data.items.add(new File([new Uint8Array(bytes)], name, { type }));
                 for (const event of ['dragover', 'drop']) document.getElementById('drop').dispatchEvent(new DragEvent(event, { dataTransfer: data, bubbles: true, cancelable: true }));
               }""",
            [name, list(content), kind],
        )
        return self.settled()

    def serious(self):
        found = Axe().run(self.page).response["violations"]
        return [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found if one["impact"] in ("serious", "critical")]


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser):
    """Opens the page of a server; at the end nothing may have gone wrong but what the test expects."""
    opened = []

    def make(server, path="/", ready=True, **options):
        context = browser.new_context(**{"viewport": {"width": 1200, "height": 900}, "locale": "en-US", **options})
        page = Page(context.new_page(), server, path)
        opened.append((context, page))
        return page.settled() if ready else page

    yield make
    for context, page in opened:
        wrong = [one for one in page.wrong if not any(re.search(expected, one) for expected in page.expected)]
        context.close()
        assert wrong == []


@pytest.fixture
def own(models, tmp_path):
    """Models that a test may change."""
    for path in models.glob("*.tally"):
        shutil.copy(path, tmp_path)
    return tmp_path


def test_answers_as_the_program_does(models, serve, visit, tmp_path):
    model = models / "iris.tally"
    page = visit(serve(models), "/?model=iris")
    (tmp_path / "nothing.csv").write_text(",".join(IRIS) + "\n,,,\n")
    page.check(predicted(model, tmp_path / "nothing.csv"))
    page.fill(IRIS)
    page.check(predicted(model, *given(IRIS)))
    assert page.page.inner_text("#derivation").strip() == tally("explain", model, *given(IRIS)).decode().strip()
    # λ, by its number and by its handle.
    page.page.fill("#lambda", "0.25")
    page.settled().check(predicted(model, *given(IRIS), "--lambda", "0.25"))
    page.page.focus("#lambda-slider")
    page.page.keyboard.press("End")
    page.settled().check(predicted(model, *given(IRIS), "--lambda", "100"))
    assert "λ = 100" in page.page.inner_text("#derivation")
    page.page.click("#usual")
    # The prior.
    page.page.select_option("#prior", "uniform")
    page.settled().check(predicted(model, *given(IRIS), "--prior", "uniform"))
    page.page.select_option("#prior", "given")
    page.page.focus('[data-share="virginica"]')
    page.page.keyboard.press("Home")
    page.settled().check(predicted(model, *given(IRIS), "--prior", "setosa=0.5,versicolor=0.5,virginica=0"))
    page.page.click("#usual")
    page.settled().check(predicted(model, *given(IRIS)))
    # What errors cost.
    page.page.fill('[data-cost="versicolor where it is virginica"]', "0.001")
    (tmp_path / "loss.csv").write_text(",setosa,versicolor,virginica\nsetosa,0,1,1\nversicolor,1,0,0.001\nvirginica,1,1,0\n")
    expected = predicted(model, *given(IRIS), "--loss", tmp_path / "loss.csv")
    page.settled().check(expected)
    assert expected[0][0] == "versicolor" != predicted(model, *given(IRIS))[0][0]
    page.page.fill("#reject", "0")
    assert page.settled().decision() == "reject"


def test_the_form_shows_the_counts(models, serve, visit):
    page = visit(serve(models), "/?model=tennis")
    rows = list(csv.DictReader((DATA / "play_tennis.csv").open()))
    sunny = sum(row["outlook"] == "sunny" for row in rows)
    chip = page.page.locator("label.chip", has=page.page.locator('input[data-column="outlook"][data-value="sunny"]'))
    assert chip.inner_text().split() == ["sunny", str(sunny)]
    # By the keyboard alone.
    page.page.focus('input[data-column="outlook"]:checked')
    page.page.keyboard.press("ArrowRight")
    chosen = page.page.get_attribute('input[data-column="outlook"]:checked', "data-value")
    page.settled().check(predicted(models / "tennis.tally", "--given", f"outlook={chosen}"))
    # A value that no row had.
    page.page.locator("fieldset", has_text="outlook").locator("label.chip", has_text="another").click()
    page.page.fill('[data-other="outlook"]', "fog")
    page.settled().check(predicted(models / "tennis.tally", "--given", "outlook=fog"))
    assert "fog" in page.page.inner_text("#notes")


def test_rows_of_a_file_are_decided_and_loaded(models, serve, visit):
    page = visit(serve(models), "/?model=iris")
    content = (DATA / "iris.csv").read_bytes()
    expected = predicted(models / "iris.tally", DATA / "iris.csv")
    page.drop("iris.csv", content, "text/csv")
    page.page.wait_for_selector('[data-load="149"]')
    shown = page.page.eval_on_selector_all("#rows tbody tr", "(all) => all.map((one) => one.children[1].textContent)")
    assert shown == [decision for decision, _ in expected]
    for row in (3, 77):
        page.page.click(f'[data-load="{row}"]')
        page.settled().check(expected[row])
    # What cannot be read is told, with its place.
    page.expected = ["422"]
    page.drop("bad.csv", content.replace(b"5.1,3.5", b"tall,3.5", 1), "text/csv")
    page.page.wait_for_function("() => document.getElementById('problem').textContent.includes('tall')")
    assert "line 2" in page.page.inner_text("#problem")


def test_learns_and_forgets_before_ones_eyes(own, serve, visit):
    model = own / "iris.tally"
    server = serve(own, "--allow-learning")
    page = visit(server, "/?model=iris").fill(IRIS)
    before = page.posterior()
    assert page.counts() == {"setosa": 50, "versicolor": 50, "virginica": 50}
    page.page.select_option("#learn-class", label="versicolor")
    for n in (51, 52):
        page.page.click("#learn")
        page.page.wait_for_selector(f'[data-rows="versicolor"][data-n="{n}"]')
    page.settled().check(predicted(model, *given(IRIS)))
    assert page.posterior() != before and "+1" in page.page.inner_text('[data-rows="versicolor"]')
    assert page.page.inner_text("#rows-counted") == "152" and "1 learned" in page.page.inner_text("#learned")
    for n in (51, 50):
        page.page.click("#forget")
        page.page.wait_for_selector(f'[data-rows="versicolor"][data-n="{n}"]')
    assert page.settled().posterior() == before
    # What was never learned cannot be forgotten.
    page.expected = ["422"]
    page.page.fill('input[type="number"][data-column="petal_width"]', "900")
    page.settled()
    page.page.click("#forget")
    page.page.wait_for_selector("#problem p")
    assert page.counts()["versicolor"] == 50
    # Who may not learn is told so.
    assert "--allow-learning" in visit(serve(own), "/?model=iris").page.inner_text("#learning")


def test_judges_a_message_and_learns_it(own, serve, visit):
    model = own / "mail.tally"
    page = visit(serve(own, "--allow-learning"), "/?model=mail")
    message = DATA / "box" / "new.eml"
    page.drop("new.eml", message.read_bytes(), "message/rfc822")
    page.check(predicted(model, message))
    assert page.page.inner_text("#derivation").strip() == tally("explain", model, message).decode().strip()
    page.page.wait_for_selector(".verdict [data-learn]:enabled")
    judged = json.loads(tally("explain", model, message, "--json"))["verdict"]["class"]
    assert judged in page.page.inner_text(".verdict") and "P(spam)" in page.page.inner_text(".verdict")
    # Wrong: it is learned, moved to the other class, and forgotten.
    before = page.counts()
    page.page.click('.verdict [data-learn="spam"]')
    page.page.wait_for_selector(f'[data-rows="spam"][data-n="{before["spam"] + 1:.0f}"]')
    page.settled().check(predicted(model, message))
    page.page.click('.verdict [data-learn="ham"]')
    page.page.wait_for_selector(f'[data-rows="ham"][data-n="{before["ham"] + 1:.0f}"]')
    assert page.counts() == {**before, "ham": before["ham"] + 1}
    page.page.click("#forget")
    page.page.wait_for_selector(f'[data-rows="ham"][data-n="{before["ham"]:.0f}"]')
    assert page.counts() == before
    # Another message, pasted.
    page.page.fill("#paste", (DATA / "box" / "spam" / "1.eml").read_text())
    page.settled()
    assert page.decision() == predicted(model, DATA / "box" / "spam" / "1.eml")[0][0]


def test_the_last_verdicts_are_kept_where_that_is_asked_for(own, serve, visit):
    server = serve(own, "--allow-learning", "--history", "2")
    for name in ("ham/1.eml", "spam/1.eml", "spam/2.eml"):
        server.post("/v1/models/mail/filter", (DATA / "box" / name).read_bytes(), type="message/rfc822")
    page = visit(server, "/?model=mail")
    page.page.wait_for_selector(".verdict")
    kept = server.get("/v1/models/mail/history")[2]
    assert kept["keeps"] == 2 and page.page.locator(".verdict").count() == len(kept["verdicts"]) == 2
    status, headers, body = server.get("/v1/models/mail/history/" + kept["verdicts"][0]["id"])
    assert status == 200 and body == (DATA / "box" / "spam/2.eml").read_bytes() and "attachment" in headers["content-disposition"]
    page.page.locator(".verdict [data-why]").first.click()
    page.page.wait_for_function("() => document.querySelectorAll('#posterior [data-class]').length === 2")
    page.settled().check(predicted(own / "mail.tally", DATA / "box" / "spam/2.eml"))
    before = page.counts()
    page.page.locator('.verdict [data-learn="ham"]').first.click()  # known as spam: it is moved
    page.page.wait_for_selector(f'[data-rows="ham"][data-n="{before["ham"] + 1:.0f}"]')
    assert page.counts() == {"ham": before["ham"] + 1, "spam": before["spam"] - 1}
    # What comes in meanwhile is shown without a click.
    server.post("/v1/models/mail/filter", (DATA / "box" / "ham/2.eml").read_bytes(), type="message/rfc822")
    latest = server.get("/v1/models/mail/history")[2]["verdicts"][0]["subject"]
    page.page.wait_for_function("(subject) => document.querySelector('.verdict [data-why]').dataset.why === subject", arg=latest)
    page.page.click("#forget-history")
    page.page.wait_for_selector(".verdict", state="detached")
    assert server.get("/v1/models/mail/history")[2]["verdicts"] == []


def test_the_nomogram_and_the_report_are_those_of_the_program(models, serve, visit):
    server = serve(models)
    page = visit(server, "/?model=iris").fill(IRIS)
    page.page.click("#nomogram-fold summary")
    page.page.wait_for_selector("#lines .line")
    label = ["setosa", "versicolor", "virginica"]

    def drawn():
        return {one: float(page.page.get_attribute(f"#posterior-{k}", "data-p")) for k, one in enumerate(label)}

    assert drawn() == pytest.approx(page.posterior(), abs=1e-9)
    # A handle of the nomogram moves the form, and another λ its lines.
    page.page.fill('#lines input[type="number"][data-column="petal_length"]', "1.5")
    page.settled().check(predicted(models / "iris.tally", *given({**IRIS, "petal_length": "1.5"})))
    assert drawn() == pytest.approx(page.posterior(), abs=1e-9)
    with page.page.expect_response(lambda answer: "nomogram?lambda=7" in answer.url):
        page.page.fill("#lambda", "7")
    page.settled().check(predicted(models / "iris.tally", *given({**IRIS, "petal_length": "1.5"}), "--lambda", "7"))
    page.page.wait_for_function(f"() => Math.abs(document.getElementById('posterior-0').dataset.p - {page.posterior()['setosa']}) < 1e-9")
    assert drawn() == pytest.approx(page.posterior(), abs=1e-9)
    with page.page.context.expect_page() as opened:
        page.page.click("#report")
    opened.value.wait_for_selector("#features .feature")
    status, headers, body = server.get("/v1/models/iris/report")
    assert status == 200 and body == tally("report", models / "iris.tally", "-o", "-")
    assert re.search(r"script-src 'sha256-[^']+'", headers["content-security-policy"])
    assert re.search('http-equiv="Content-Security-Policy" content="([^"]*)"', body.decode())[1] in headers["content-security-policy"]


def test_every_kind_of_model_is_shown(own, serve, visit):
    tally("fit", DATA / "eight_mail_texts.csv", "--target", "class", "--family", "text=text", "-o", own / "texts.tally")
    page = visit(serve(own))
    for name in ("tennis", "texts", "mail", "iris"):
        page.page.select_option("#model", name)
        page.page.wait_for_function(f"() => document.title === 'Tally: {name}'")
        page.settled()
        assert page.page.inner_text("#problem") == ""
    page.page.select_option("#model", "texts")
    page.page.wait_for_selector('textarea[data-column="text"]')
    page.page.fill('textarea[data-column="text"]', "free money now")
    page.settled().check(predicted(own / "texts.tally", "--given", "text=free money now"))


HOSTILE = ["<script>alert(1)</script>", "\"'><img src=x onerror=alert(1)>", "\u202eright to left\u202c", "a,b=\"c\";d", "是 & 否"]


def test_hostile_labels_are_harmless(tmp_path, serve, visit):
    draw = random.Random(3)
    with open(tmp_path / "rows.csv", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow([*HOSTILE, "<b>class</b>"])
        for i in range(200):
            k = draw.randrange(len(HOSTILE))
            out.writerow([HOSTILE[(k + draw.randrange(2)) % len(HOSTILE)] + ("" if j else str(draw.randrange(9))) for j in range(len(HOSTILE))] + [HOSTILE[k]])
    model = tmp_path / "<i>'\".tally"
    tally("fit", tmp_path / "rows.csv", "--target", "<b>class</b>", "-o", model)
    page = visit(serve(model, "--allow-learning"))
    page.page.click("#common")
    page.settled()
    page.page.select_option("#prior", "given")
    page.settled()
    page.page.fill("[data-cost] >> nth=1", "3")
    page.drop("<u>.csv", (tmp_path / "rows.csv").read_bytes(), "text/csv")
    page.page.wait_for_selector('[data-load="0"]')
    page.page.click("#usual")
    page.page.click('[data-load="7"]')
    page.settled().check(predicted(model, tmp_path / "rows.csv")[7])
    page.page.click("#learn")
    page.page.wait_for_selector(".delta")
    page.page.click("#nomogram-fold summary")
    page.page.wait_for_selector("#lines .line")
    assert page.page.inner_text("#problem") == ""
    assert set(page.counts()) == set(HOSTILE)
    assert page.page.evaluate("document.querySelectorAll('script, img, iframe, b, u').length") == 1
    for label in HOSTILE:
        assert label in page.page.inner_text("#class-counts")


def test_the_token_is_asked_for(models, serve, visit, tmp_path):
    (tmp_path / "tokens").write_text(TOKEN + "\n")
    server = serve(models, "--token-file", tmp_path / "tokens")
    page = visit(server, ready=False)
    page.expected = ["401"]
    page.page.wait_for_selector("#token-form", state="visible")
    page.page.fill("#token", "another-token-of-no-use")
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("#problem p")
    page.page.fill("#token", TOKEN)
    page.page.keyboard.press("Enter")
    page.page.wait_for_selector("#all", state="visible")
    page.settled()
    assert page.posterior() and page.page.inner_text("#problem") == ""
    # A link cannot bring a token: the report is saved.
    with page.page.expect_download() as saved:
        page.page.click("#report")
    assert saved.value.suggested_filename == "iris.html"
    assert page.serious() == []
    # Only the page itself is to be had without.
    assert [server.get(path)[0] for path in ("/", "/page.js", "/page.css", "/icon.svg")] == [200] * 4
    assert [server.get("/v1/models/iris/" + what)[0] for what in ("form", "report", "nomogram", "history")] == [401] * 4


def test_a_server_that_is_gone_is_told(models, serve, visit):
    server = serve(models)
    page = visit(server, "/?model=iris")
    server.end()
    page.expected = ["ERR_CONNECTION"]
    page.page.fill('input[data-column="petal_width"]', "1")
    page.page.wait_for_selector("#problem button")
    assert "does not answer" in page.page.inner_text("#problem")
    serve(models, "--port", str(server.port))
    page.page.click("#problem button")
    page.settled().check(predicted(models / "iris.tally", "--given", "petal_width=1"))
    assert page.page.inner_text("#problem") == ""


@pytest.mark.parametrize("scheme, width", [("light", 320), ("dark", 1200)])
def test_anyone_can_use_it(own, serve, visit, scheme, width):
    page = visit(serve(own, "--allow-learning"), "/?model=iris", color_scheme=scheme, viewport={"width": width, "height": 800}).fill(IRIS)
    page.page.click("#learn")
    page.page.wait_for_selector(".delta")
    page.drop("iris.csv", (DATA / "iris.csv").read_bytes(), "text/csv")
    page.page.wait_for_selector('[data-load="1"]')
    page.page.select_option("#prior", "given")
    page.page.click("#nomogram-fold summary")
    page.page.wait_for_selector("#lines .line")
    page.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    assert page.serious() == []
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    for name in ("mail", "tennis", "texts"):
        page.page.select_option("#model", name)
        page.page.wait_for_function(f"() => document.title === 'Tally: {name}'")
        assert page.settled().serious() == []
        assert page.page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_the_page_may_load_nothing_else(models, serve):
    server = serve(models)
    for path, kind in (("/", "text/html"), ("/page.js", "text/javascript"), ("/page.css", "text/css"), ("/icon.svg", "image/svg+xml")):
        status, headers, body = server.get(path)
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert status == 200 and headers["content-type"].startswith(kind)
        assert policy["default-src"] == "'none'" and policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == "'none'" and "unsafe" not in headers["content-security-policy"]
    page = server.get("/")[2].decode()
    assert re.findall(r"<script[^>]*>[^<]|<style|\son\w+=|style=|https?:", page) == []
    assert server.ask("POST", "/")[0] == 405 and server.get("/page.html")[0] == 404


def test_the_form_as_data(models, serve):
    server = serve(models)
    form = server.get("/v1/models/iris/form")[2]
    columns = {one["name"]: one for one in form["columns"]}
    cells = [float(row["petal_length"]) for row in csv.DictReader((DATA / "iris.csv").open())]
    bars = columns["petal_length"]["histogram"]
    assert form["learning"] is False and form["history"] == 0 and form["rows"] == 150
    assert bars["counted"] and sum(bars["rows"]) == len(cells) and len(bars["edges"]) == len(bars["rows"]) + 1
    # No cell of a histogram that is this fine lies on an edge: the bars are those of the data.
    for low, high, rows in zip(bars["edges"], bars["edges"][1:], bars["rows"]):
        assert abs(rows - sum(low <= x < high for x in cells)) <= sum(abs(x - edge) < 0.02 for x in cells for edge in (low, high))
    form = server.get("/v1/models/tennis/form")[2]
    rows = list(csv.DictReader((DATA / "play_tennis.csv").open()))
    for column in form["columns"]:
        if column["kind"] == "values":
            assert {one["value"].lower(): one["rows"] for one in column["values"]} == {
                value.lower(): sum(row[column["name"]] == value for row in rows) for value in {row[column["name"]] for row in rows}}
    assert server.get("/v1/models/none/form")[0] == 404
    assert server.get("/v1/models/iris/report?prior=estimate")[0] == 400
    assert server.get("/v1/models/iris/nomogram?lambda=much")[0] == 400
    paths = server.get("/openapi.json")[2]["paths"]
    for what in ("form", "nomogram", "report", "history", "history/{id}"):
        assert "get" in paths["/v1/models/{model}/" + what]
