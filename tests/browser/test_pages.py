"""Every main page fits, can be read and operated, and asks nobody but its own server for little."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, Response

from tests.browser import looks
from tests.browser.conftest import Visit
from tests.browser.installations import Site
from tests.browser.visits import PHONE, Watch, log_in

pytestmark = pytest.mark.browser

WEIGHT_B = 150_000
"""What the page that is opened every day may weigh, uncompressed."""

BAD = """<!doctype html><meta name=viewport content="width=device-width">
<nav><a href="/" class="btn" style="display:block;height:40px">Home</a></nav>
<h1>One</h1><h3>Three</h3><input name=a><button id=b></button><b id=b></b>
<p style="color:#777;background:#555;width:1400px">hard to read</p>"""


def test_the_pages_of_an_athlete_hold(site: Site, visit: Visit) -> None:
    page = visit(**PHONE)
    log_in(page, "rob")
    decision = site.ask("rob", "/decisions?limit=1")[1]["results"][0]
    today = f"{site.today}:build/01/a"
    paths = [
        "/today/",
        "/plan/",
        "/training/",
        "/training/new/",
        "/training/import/",
        f"/training/{today}/",
        f"/training/{today}/skip/",
        "/injuries/",
        "/settings/",
        "/decisions/",
        f"/decisions/{decision['key']}/",
        f"/lineage/{today}/",
        f"/rows/{decision['position']}/",
        "/known/",
        f"/known/?as_of={decision['recorded_at']}",
    ]
    assert wrong_with(page, paths) == {}


def test_the_pages_of_a_coach_hold(site: Site, visit: Visit) -> None:
    page = visit(**PHONE)
    log_in(page, "anna")
    proposal = "/admin/review/ida/P-0001/"
    paths = [
        "/admin/review/",
        proposal,
        f"{proposal}edit/",
        f"{proposal}ask/",
        f"{proposal}reject/",
        "/admin/review/ida/plan/",
        "/admin/review/ida/plan/rule/build/threshold/edit/",
        "/athletes/",
        "/decisions/?of=ida",
    ]
    assert wrong_with(page, paths) == {}


def test_the_page_of_the_day_is_light(visit: Visit) -> None:
    page = visit(**PHONE)
    log_in(page, "rob", to="/settings/")
    answers: list[Response] = []
    day = page.context.new_page()
    day.on("response", lambda answer: answers.append(answer))
    day.goto("/today/", wait_until="networkidle")
    weights = {answer.url: len(answer.body()) for answer in answers}
    assert {url.rpartition(".")[2] for url in weights} >= {"css", "js"}
    assert sum(weights.values()) <= WEIGHT_B, weights


def test_the_checks_see_what_is_wrong(visit: Visit) -> None:
    page = visit(**PHONE)
    page.set_content(BAD)
    wrong = "\n".join(looks.faults(page))
    for fault in (
        "no label: <input a>",
        "no name: <button b>",
        "heading after h1: <h3 >",
        "not one main",
        "a nav without a name",
        "no language",
        "twice: #b",
        "px wide in 390",
        "40 px: <a",
        "dark: contrast of p. 1.66",
        "light: contrast of p. 1.66",
    ):
        assert fault in wrong, wrong


def test_the_watch_hears_what_goes_wrong(site: Site, chromium: Browser) -> None:
    watch = Watch()
    with chromium.new_context(base_url=site.url) as context:
        watch.over(context)
        page = context.new_page()
        page.goto("/login/")
        page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">')")
        with page.expect_response("**/none.png"):
            page.evaluate("new Image().src = '/static/none.png'")
        with page.expect_event("requestfailed"):
            page.evaluate("new Image().src = 'http://elsewhere.invalid/'")
    wrong = "\n".join(watch.wrong)
    for fault in ("Content Security Policy", "404: ", "asked elsewhere.invalid"):
        assert fault in wrong, wrong


def wrong_with(page: Page, paths: list[str]) -> dict[str, list[str]]:
    """What is wrong with pages, by path; those without a fault are left out."""
    found = {}
    for path in paths:
        answer = page.goto(path)
        assert answer is not None
        assert answer.status == 200, path
        found[path] = looks.faults(page)
    return {path: wrong for path, wrong in found.items() if wrong}
