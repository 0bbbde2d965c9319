"""The athlete's day on a phone: reads, logs set by set, finishes, is answered, brings a file."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import looks
from tests.browser.conftest import Visit
from tests.browser.installations import Site
from tests.browser.visits import PHONE, appears, log_in

pytestmark = pytest.mark.browser

SQUAT = "Back squat (high bar)"
STRONG = (
    "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;"
    "Seconds;Notes;Workout Notes;Workout Duration\n"
    '{day} 10:00:00;"Hotel push";"Bench Press (Barbell)";1;80;kg;5;8;;;0;;;40m\n'
)


def test_an_athlete_trains_and_is_answered(site: Site, visit: Visit) -> None:
    page = visit(**PHONE)
    log_in(page, "mia")
    read_today(page)
    train(page)
    expect(page.locator("#analysis")).to_contain_text("What the coach made of it")
    the_next_session_rests_on_it(site, page, "mia")
    bring_a_file(site, page)


def test_an_athlete_trains_without_javascript(site: Site, visit: Visit) -> None:
    page = visit(**PHONE, java_script_enabled=False)
    log_in(page, "noah")
    read_today(page)
    train(page)
    appears(page, page.get_by_role("heading", name="What the coach made of it"))
    the_next_session_rests_on_it(site, page, "noah")


def read_today(page: Page) -> None:
    """The dose, why it is below the plan, what bounds it, and what to do when it hurts."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Lower A")
    squat = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=SQUAT))
    expect(squat).to_contain_text("planned")
    expect(squat).to_contain_text("The knee was 4 of 10")
    expect(squat).to_contain_text("Left knee bounds plan")
    expect(squat).to_contain_text(re.compile("If knee .* or more.*Stop", re.DOTALL))
    gate = page.get_by_role("region", name="Left knee")
    expect(gate).to_contain_text("does not rise until 3 in a row")
    expect(page.get_by_role("link", name="Why, and all evidence")).to_be_visible()
    nothing_is_chosen(page)


def train(page: Page) -> None:
    """Every set, one corrected, pain and effort at the end; nothing is chosen beforehand."""
    page.get_by_role("button", name="Start", exact=True).click()
    correct = page.get_by_role("link", name=re.compile("^Correct set"))
    counted = page.get_by_text(re.compile(r"^0 of \d work sets$"))
    expect(counted).to_be_visible()
    wanted = int(counted.inner_text().split()[2])
    assert looks.faults(page) == []
    log_a_set(page, load="87.5", reps="4", rpe="7")
    expect(correct).to_have_count(1)
    expect(page.get_by_role("row").filter(has=correct)).to_contain_text(
        re.compile(r"87\.5\s*4\s*7")
    )
    for logged in range(2, wanted + 1):
        log_a_set(page)
        expect(correct).to_have_count(logged)
    page.get_by_role("link", name=f"Correct set 1 of {SQUAT}").click()
    panel = page.locator("form").filter(has=page.get_by_role("textbox", name="Reps"))
    panel.get_by_role("textbox", name="Reps").fill("5")
    panel.get_by_role("button", name="Save the correction").click()
    expect(page.get_by_text("87.5 × 4")).to_be_visible()
    say_pain(page)
    finish(page, wanted)


def log_a_set(page: Page, *, load: str = "", reps: str = "", rpe: str = "") -> None:
    """One set in the open panel; what is not given stays as prescribed, an RPE stays unsaid."""
    panel = page.locator("form").filter(has=page.get_by_role("button", name="Done", exact=True))
    expect(panel.get_by_role("textbox", name="Load")).not_to_have_value("")
    nothing_is_chosen(page)
    for name, value in (("Load", load), ("Reps", reps)):
        if value:
            panel.get_by_role("textbox", name=name).fill(value)
    if rpe:
        panel.get_by_role("radio", name=rpe, exact=True).check()
    panel.get_by_role("button", name="Done", exact=True).click()


def say_pain(page: Page) -> None:
    """Pain while training, asked for under the gate; no answer stands before one is given."""
    form = page.locator("form").filter(has=page.get_by_role("button", name="Save pain")).first
    expect(form.locator("input:checked")).to_have_count(0)
    form.get_by_role("radio", name="1", exact=True).check()
    form.get_by_role("button", name="Save pain").click()
    expect(page.get_by_text("So far you said 1.")).to_be_visible()


def finish(page: Page, wanted: int) -> None:
    """Effort of the whole session, and out."""
    page.get_by_role("link", name="Finish session").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Finish Lower A")
    expect(page.locator("main")).to_contain_text(f"{wanted} of {wanted} work sets")
    expect(page.locator("input[name=srpe]:checked")).to_have_count(0)
    assert looks.faults(page) == []
    page.get_by_role("group", name="Session effort").get_by_role(
        "radio", name="7", exact=True
    ).check()
    page.get_by_role("button", name="Save and close").click()
    expect(page.get_by_role("heading", name="Planned, prescribed, done")).to_be_visible()
    assert looks.faults(page) == []


def nothing_is_chosen(page: Page) -> None:
    """No RPE, no pain, no readiness before the athlete says it."""
    expect(page.get_by_role("main").locator("input[type=radio]:checked")).to_have_count(0)


def the_next_session_rests_on_it(site: Site, page: Page, name: str) -> None:
    """The page names the next session; its prescription cites the decision about this one."""
    appears(page, page.locator("#analysis").get_by_text("Next: Lower B"))
    expect(page.get_by_role("link", name="Evidence, alternatives, lineage")).to_be_visible()
    analysis = newest(site, name, "/decisions?workflow=session_analysis")
    prescription = newest(site, name, "/prescriptions")
    assert analysis["values"]["subject"]["value"] == f"{site.today}:build/01/a"
    assert prescription["values"]["title"]["value"] == "Lower B"
    assert analysis["position"] in prescription["values"]["cites"]["value"]


def newest(site: Site, name: str, path: str) -> dict[str, Any]:
    """The newest entry of a list of the API."""
    status, content, _ = site.ask(name, path)
    assert status == 200
    entry: dict[str, Any] = content["results"][0]
    return entry


def bring_a_file(site: Site, page: Page) -> None:
    """A dry run that writes nothing, a yes, and the session in the list with what was in the file."""
    page.goto("/training/import/")
    page.get_by_label("Files").set_input_files(
        {
            "name": "strong.csv",
            "mimeType": "text/csv",
            "buffer": STRONG.format(day=site.today).encode(),
        }
    )
    page.get_by_role("button", name="Show what it would do").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("1 session would be added")
    assert looks.faults(page) == []
    assert "Hotel push" not in str(site.ask("mia", "/sessions")[1])
    page.get_by_role("button", name="Import 1 session").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Imported")
    page.get_by_role("link", name="To the sessions").click()
    page.get_by_role("link", name="Hotel push", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hotel push")
    expect(page.locator("main")).to_contain_text(re.compile(r"80 × 5\s*@8"))
