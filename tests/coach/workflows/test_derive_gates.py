"""Gates follow the evidence: they count, close, and open again when what closed them is corrected."""

from __future__ import annotations

import pytest
from django.conf import settings

from decisions.selectors import known
from sessions.services.observations import DailyEntry
from tests.scenarios.conftest import Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(story: Story) -> str:
    """A session that hurt has opened a gate; gives its key."""
    story.train(0, pain=4)
    story.settle(0, 18)
    story.morning(1, 3)
    story.settle(1, 8)
    (key,) = story.gates()
    return key


@pytest.fixture
def closed(story: Story, opened: str) -> str:
    """Three sessions in a row without pain have closed it again; gives its key."""
    for day in (3, 7, 10):
        story.train(day, pain=1)
        story.settle(day, 18)
        story.morning(day + 1, 1)
        story.settle(day + 1, 8)
    gate = story.gates()[opened]
    assert (gate["state"], gate["closed_on"]) == ("closed", "2026-03-13")
    return opened


def test_one_session_with_its_morning_is_one_of_three(story: Story, opened: str) -> None:
    story.train(3, pain=1)
    story.settle(3, 18)
    waiting = story.gates()[opened]["progress"]
    assert (waiting["met"], waiting["slots"][-1]["met"]) == (0, None), "the morning is unknown"
    story.morning(4, 1)
    story.settle(4, 8)
    assert story.gates()[opened]["progress"]["met"] == 1


def test_a_session_that_hurts_again_starts_the_count_anew(story: Story, opened: str) -> None:
    for day, pain in ((3, 1), (7, 3)):
        story.train(day, pain=pain)
        story.settle(day, 18)
        story.morning(day + 1, 1)
        story.settle(day + 1, 8)
    progress = story.gates()[opened]["progress"]
    assert [slot["met"] for slot in progress["slots"]] == [False, True, False]
    assert progress["met"] == 0


def test_pain_of_one_side_counts_against_a_gate_that_names_none(story: Story, opened: str) -> None:
    story.train(3, pain=1)
    story.say(3, DailyEntry(kind="pain", region="left_knee", moment="during", value=5), hour=18)
    story.settle(3, 19)
    assert story.gates()[opened]["progress"]["slots"][-1]["met"] is False


def test_correcting_the_evidence_reopens_a_gate_that_was_computed(
    story: Story, closed: str
) -> None:
    key = "2026-03-09/pain/knee/during"
    story.correct(key, story.at(12), surface="training_sessions.daily", value=5)
    story.settle(12, 13)
    gate = story.gates()[closed]
    assert gate["state"] == "open"
    assert [slot["met"] for slot in gate["progress"]["slots"]] == [False, True, False, True]


def test_retracting_the_evidence_reopens_it_too(story: Story, closed: str) -> None:
    story.retract(
        "2026-03-13/pain/knee/next_morning", story.at(12), surface="training_sessions.daily"
    )
    story.settle(12, 13)
    assert story.gates()[closed]["state"] == "open"


def test_pain_after_the_closure_is_no_matter_of_the_closed_gate(story: Story, closed: str) -> None:
    story.morning(12, 6)
    story.settle(12, 8)
    assert story.gates()[closed]["state"] == "closed"


def test_a_gate_that_a_person_closed_stays_closed_whatever_is_corrected(
    story: Story, opened: str
) -> None:
    story.close_gate(opened, story.at(2, 9))
    story.correct(
        "2026-03-02/pain/knee/during", story.at(2, 10), surface="training_sessions.daily", value=8
    )
    story.settle(2, 11)
    assert story.gates()[opened]["state"] == "closed"


@pytest.mark.parametrize("later", [20, 130, 400])
def test_an_old_closure_stands_however_long_ago_it_was(
    story: Story, closed: str, later: int
) -> None:
    before = story.gates()[closed]
    story.say(later, DailyEntry(kind="sleep_s", value=7 * 3600))
    story.settle(later, 8)
    assert story.gates()[closed] == before


def test_a_correction_reaches_an_old_closure(story: Story, closed: str) -> None:
    key = "2026-03-09/pain/knee/during"
    story.correct(key, story.at(200), surface="training_sessions.daily", value=5)
    story.settle(200, 13)
    assert story.gates()[closed]["state"] == "open"


def test_news_without_bearing_on_a_gate_writes_no_version_of_it(story: Story, opened: str) -> None:
    before = known.history(story.athlete.stream, "plans.gate", opened)
    story.say(2, DailyEntry(kind="sleep_s", value=7 * 3600))
    story.settle(2, 8)
    after = known.history(story.athlete.stream, "plans.gate", opened)
    assert [v.position for v in after] == [v.position for v in before]


def test_a_morning_that_nobody_answered_starts_the_row_again_and_the_page_says_so(
    story: Story, opened: str
) -> None:
    for day in (3, 7):
        story.train(day, pain=1)
        story.settle(day, 18)
        if day == 3:
            story.morning(4, 1)
    assert story.gates()[opened]["progress"]["met"] == 1, "nothing is lost while the answer is due"
    story.train(10, pain=1)
    story.settle(10, 18)
    assert story.gates()[opened]["progress"]["met"] == 0
    story.morning(8, 1)
    story.settle(10, 19)
    assert story.gates()[opened]["progress"]["met"] == 2, "a late answer mends the row"
    page = (settings.BASE_DIR / "templates/coach/finish.html").read_text(encoding="utf-8")
    assert "counts for nothing, and the next one starts the row again" in page
