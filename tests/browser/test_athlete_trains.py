"""The athlete's day on a phone: reads, checks in, logs set by set, corrects, finishes, is answered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve, Visit
from tests.browser.visits import PATIENCE_S, PHONE, eventually, log_in

pytestmark = pytest.mark.browser

PATIENCE_MS = PATIENCE_S * 1000
SQUAT = "Back squat (high bar)"


def read_today(page: Page) -> None:
    """The prescription, its reason, what bounds it, and what to do when it hurts."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Lower A")
    squat = page.locator(".rx > li").filter(has=page.get_by_role("heading", name=SQUAT))
    expect(squat.locator(".dose")).to_have_text(re.compile(r"^\d × 4–6 +[\d.]+kg$"))
    expect(squat.locator(".support")).to_contain_text(re.compile(r"aim for \d, rest 3:00, RPE"))
    expect(squat.locator(".why")).to_contain_text("Left knee bounds plan")
    expect(squat.locator(".branch")).to_contain_text("Stop")
    gate = page.get_by_role("region", name="Left knee, open since")
    expect(gate).to_contain_text("do not rise until 3 in a row")
    expect(page.get_by_role("link", name="Why, and all evidence")).to_be_visible()


def check_in(page: Page) -> None:
    """Nothing is chosen beforehand; what is said is read back, and the dose is judged again."""
    form = page.get_by_role("form", name="How are you?")
    nothing_chosen(page)
    form.get_by_role("group", name="Readiness").get_by_role("radio", name="4").check()
    form.get_by_role("group", name="Left knee right now").get_by_role(
        "radio", name="6", exact=True
    ).check()
    form.get_by_label("Slept").fill("7:10")
    form.get_by_role("button", name="Save check-in").click()
    expect(page.get_by_role("form", name="How are you?")).to_contain_text("said today")
    eventually(page, lambda: page.get_by_text(re.compile(r"^Version \d: ")).count() == 1)
    expect(page.locator(".head .note")).to_contain_text("knee")


def nothing_chosen(page: Page) -> None:
    """No RPE, no pain, no readiness before the athlete says it."""
    expect(page.locator("main input:checked")).to_have_count(0)


def log_sets(page: Page) -> int:
    """All sets; the second with an RPE and one rep more, the first corrected. Gives how many."""
    page.get_by_role("button", name="Start", exact=True).click()
    saved, entry = page.locator("tr.done"), page.locator("#entry")
    wanted = work_sets(page)
    nothing_chosen(page)
    done(page)
    expect(saved).to_have_count(1)
    nothing_chosen(page)
    aimed = int(entry.locator("#reps").input_value())
    entry.locator("#reps").fill(str(aimed + 1))
    entry.get_by_role("radio", name="7", exact=True).check()
    done(page)
    expect(saved).to_have_count(2)
    expect(saved.nth(1)).to_contain_text(re.compile(rf"{aimed + 1}\s*7"))
    page.get_by_role("link", name=f"Correct set 1 of {SQUAT}").click()
    entry.locator("#reps").fill(str(aimed - 1))
    entry.get_by_role("button", name="Save the correction").click()
    expect(page.locator("s.was")).to_contain_text(f"× {aimed}")
    for number in range(3, wanted + 1):
        done(page)
        expect(saved).to_have_count(number)
    expect(page.locator("#entry")).to_have_count(0)
    return wanted


def work_sets(page: Page) -> int:
    """How many work sets the session has."""
    told = page.get_by_text(re.compile(r"\d+ of \d+ work sets")).inner_text()
    return int(told.split()[2])


def done(page: Page) -> None:
    """One tap on Done, as prescribed."""
    page.locator("#entry").get_by_role("button", name="Done", exact=True).click()


def finish(page: Page, wanted: int) -> None:
    """Effort and pain of the whole, never chosen beforehand."""
    page.get_by_role("link", name="Finish session").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Finish Lower A")
    expect(page.locator("header.head")).to_contain_text(f"{wanted} of {wanted} work sets")
    nothing_chosen(page)
    page.get_by_role("group", name="Session effort").get_by_role("radio", name="7").check()
    page.get_by_role("group", name="Left knee").get_by_role("radio", name="2").check()
    page.get_by_role("button", name="Save and close").click()
    expect(page.get_by_role("heading", name="Planned, prescribed, done")).to_be_visible()


def next_is_prescribed(page: Page) -> None:
    """What the coach made of it, and the session that follows."""
    analysis = page.locator("#analysis")
    expect(analysis).to_contain_text("Back squat")
    expect(analysis.get_by_role("link", name="Evidence, alternatives, lineage")).to_be_visible()
    eventually(page, lambda: "Next: Upper B" in analysis.inner_text())


def test_an_athlete_trains_and_is_answered(serve: Serve, visit: Visit) -> None:
    page = visit(**PHONE)
    log_in(page, serve("knee"), "lifter")
    read_today(page)
    check_in(page)
    wanted = log_sets(page)
    finish(page, wanted)
    expect(page.locator("#analysis")).to_contain_text(
        "What the coach made of it", timeout=PATIENCE_MS
    )
    next_is_prescribed(page)


def test_an_athlete_trains_without_javascript(serve: Serve, visit: Visit) -> None:
    page = visit(**PHONE, java_script_enabled=False)
    log_in(page, serve("knee"), "lifter")
    read_today(page)
    check_in(page)
    wanted = log_sets(page)
    finish(page, wanted)
    eventually(page, lambda: page.get_by_text("What the coach made of it").count() == 1)
    next_is_prescribed(page)
