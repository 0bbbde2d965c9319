"""The administrator: reads the record, changes nothing in it, issues a token, asks whether all is well."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.installations import Site
from tests.browser.visits import DESK, log_in

pytestmark = pytest.mark.browser


def test_an_administrator_reads_the_log_and_issues_a_token(site: Site, visit: Visit) -> None:
    page = visit(**DESK)
    log_in(page, "root")
    expect(page).to_have_url(re.compile("/admin/$"))
    read_the_log(page)
    use_a_new_token(site, page)
    page.goto("/health/ready/")
    found = json.loads(page.inner_text("body"))
    assert {name for name in ("database", "triggers", "worker") if found[name] is not True} == set()


def read_the_log(page: Page) -> None:
    """Events can be read one by one; nothing offers to add, change or delete one."""
    page.get_by_role("link", name="Events", exact=True).first.click()
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name=re.compile("^Add"))).to_have_count(0)
    main.get_by_role("table").get_by_role("rowheader").first.get_by_role("link").click()
    expect(main).to_contain_text("Hash")
    expect(main.locator("input:not([type=hidden]), textarea, select")).to_have_count(0)
    expect(main.get_by_role("button", name=re.compile("Save|Delete"))).to_have_count(0)
    expect(main.get_by_role("link", name="Delete")).to_have_count(0)


def use_a_new_token(site: Site, page: Page) -> None:
    """A token is shown once, works at once, within its scopes."""
    page.goto("/admin/coach/apitoken/add/")
    page.get_by_label("User").select_option(label="ida")
    page.get_by_label("Label").fill("watch")
    page.get_by_label("sessions:read").check()
    page.get_by_role("button", name="Save", exact=True).click()
    said = page.get_by_text("Copy it now, it is not shown again").inner_text()
    found = re.search(r"lgt_\S+", said)
    assert found is not None
    issued = replace(site, tokens={"ida": found[0]})
    assert issued.ask("ida", "/today")[0] == 200
    assert issued.ask("ida", "/plan")[0] == 403
    page.reload()
    expect(page.get_by_text(found[0])).to_have_count(0)
