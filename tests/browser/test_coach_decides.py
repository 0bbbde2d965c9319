"""The coach's desk: a proposal is read, approved once, found stale after an edit, or rejected with a reason."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.installations import Site
from tests.browser.visits import DESK, log_in

pytestmark = pytest.mark.browser

THRESHOLD = "build/threshold"


def test_a_coach_approves_once_and_the_athlete_finds_it(site: Site, visit: Visit) -> None:
    page = visit(**DESK)
    log_in(page, "anna", to="/admin/")
    page.get_by_role("link", name=re.compile("^Queue")).first.click()
    read_the_proposal(page, "Rob")
    second = page.context.new_page()
    second.goto(page.url)
    for tab in (page, second):
        tab.get_by_role("button", name="Approve and apply").click()
        expect(tab.get_by_role("heading", level=1)).to_have_text("Write exactly this?")
    assert threshold(site, "rob") == 300
    page.get_by_role("button", name="Apply 3 changes now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Applied and read back")
    stored = page.get_by_role("row").filter(has_text="4:40/km")
    expect(stored.get_by_role("img", name="equal")).to_be_visible()
    assert threshold(site, "rob") == 280
    second.get_by_role("button", name="Apply 3 changes now").click()
    expect(second.get_by_role("heading", level=1)).to_contain_text("Already applied")
    assert threshold(site, "rob") == 280
    the_athlete_finds_it(visit())


def test_an_approval_after_an_edit_is_stale_and_names_who_changed_what(
    site: Site, visit: Visit
) -> None:
    page = visit(**DESK)
    log_in(page, "anna", to="/admin/review/")
    read_the_proposal(page, "Rita")
    page.get_by_role("button", name="Approve and apply").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Write exactly this?")
    edit_the_threshold(page.context.new_page())
    page.get_by_role("button", name="Apply 3 changes now").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Nothing was written")
    main = page.get_by_role("main")
    expect(main).to_contain_text("the race was short")
    expect(main).to_contain_text("anna")
    moved = page.get_by_role("row").filter(has_text="4:55")
    expect(moved).to_contain_text("5:00")
    expect(moved).to_contain_text("4:40")
    assert threshold(site, "rita") == 295


def test_a_coach_rejects_with_a_reason(site: Site, visit: Visit) -> None:
    page = visit(**DESK)
    log_in(page, "anna", to="/admin/review/")
    read_the_proposal(page, "Noah")
    page.get_by_role("link", name="Reject").click()
    page.get_by_role("radio", name="Too early").check()
    page.get_by_label("In your own words").fill("one more test in January")
    page.get_by_role("button", name="Reject it").click()
    expect(page.get_by_role("status").filter(has_text="Nothing was written")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Noah, threshold, P-0001")).to_have_count(0)
    page.goto("/admin/review/noah/P-0001/")
    expect(page.get_by_role("main")).to_contain_text("one more test in January")
    assert threshold(site, "noah") == 300


def read_the_proposal(page: Page, who: str) -> None:
    """From the queue to the proposal: what changes, why, the evidence by type, the alternatives."""
    waiting = page.get_by_role("row").filter(has_text=f"{who}, threshold")
    waiting.get_by_role("link", name=re.compile("^New threshold")).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("New threshold")
    value = page.get_by_role("row").filter(has_text=re.compile("^Value"))
    expect(value).to_contain_text(re.compile(r"5:00/km\s*4:40/km"))
    expect(page.get_by_role("region", name="Why")).to_contain_text("Two tests")
    evidence = page.get_by_role("region", name="Evidence", exact=True)
    expect(evidence).to_contain_text(re.compile("observed.*Threshold test", re.DOTALL))
    expect(page.get_by_role("region", name="Alternatives")).to_contain_text("Keep the value")


def edit_the_threshold(page: Page) -> None:
    """The plan is changed by hand, in another tab, while the proposal waits."""
    page.goto(f"/admin/review/rita/plan/rule/{THRESHOLD}/edit/")
    page.get_by_role("textbox", name=re.compile("^Value")).fill("4:55")
    page.get_by_role("textbox", name="Why").fill("the race was short")
    page.get_by_role("button", name="Save this rule").click()
    expect(page.get_by_role("main")).to_contain_text("4:55")


def the_athlete_finds_it(page: Page) -> None:
    """The athlete's own page says what was proposed, and that it was applied."""
    log_in(page, "rob")
    review = page.get_by_role("region", name=re.compile("^Last review"))
    expect(review).to_contain_text("4:40")
    expect(review).to_contain_text("applied")


def threshold(site: Site, name: str) -> int:
    """The threshold pace of the plan in force, s/km."""
    status, plan, _ = site.ask(name, "/plan")
    assert status == 200
    (rule,) = [one for one in plan["rules"] if one["key"] == THRESHOLD]
    return int(rule["values"]["params"]["value"]["value"])
