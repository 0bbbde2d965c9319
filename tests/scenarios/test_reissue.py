"""A prescription is judged again when what it rests on changes, and issued again only when it says something else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from coach.workflows import replay
from decisions import clock
from decisions.selectors import known, lineage
from plans.services import structure
from sessions.services.observations import DailyEntry
from tests.scenarios.conftest import PRESCRIPTION, SQUAT, Story

pytestmark = pytest.mark.django_db
Act = Callable[[Story], object]
AHEAD = 7
"""The session that is prescribed ahead once the two of the first week are done."""


@pytest.fixture
def ahead(story: Story) -> Story:
    """Two sessions are done, the first without an effort of its last set; day 7 is prescribed."""
    story.train(0, rpe=None)
    story.settle(0, 18)
    story.train(3)
    story.settle(3, 18)
    assert len(story.versions(AHEAD)) == 1
    return story


@pytest.fixture
def sore(story: Story) -> Story:
    """The first session hurt: a gate is open, bounds are set, day 3 is prescribed lighter."""
    story.train(0, pain=4)
    story.settle(0, 18)
    assert [gate["state"] for gate in story.gates().values()] == ["open"]
    assert len(story.versions(3)) == 1
    return story


def judged(story: Story, day: int) -> int:
    return sum(d.subject == story.key(day) for d in story.decisions("next_prescription"))


def load(version: dict[str, Any]) -> int:
    (squat,) = version["items"]
    return int(squat["load_g"])


def late_rpe(story: Story) -> None:
    story.correct(story.set_key(0, "s3"), story.at(4, 9), rpe_x10=75)


def corrected_reps(story: Story) -> None:
    late_rpe(story)
    story.settle(4, 9)
    story.correct(story.set_key(0, "s2"), story.at(4, 10), reps=3)


def retraction(story: Story) -> None:
    late_rpe(story)
    story.settle(4, 9)
    story.retract(story.set_key(0, "s3"), story.at(4, 11))


def plan_edit(story: Story) -> None:
    story.edit_day("a", story.at(4, 9), load_g=90_000)


def load_bound(story: Story) -> None:
    story.constrain(story.at(4, 9), "load_g", "<=", 80_000, "g")


def rest_bound(story: Story) -> None:
    story.constrain(story.at(4, 9), "rest_s", ">=", 240, "s")


def sore_morning(story: Story) -> None:
    story.morning(4, 4)


REISSUES: list[tuple[Act, str, str]] = [
    (late_rpe, "3 × 5 at 100 kg, RPE up to 8 → 3 × 5 at 102.5 kg, RPE up to 8", "plus 2.5 kg"),
    (corrected_reps, "3 × 5 at 102.5 kg, RPE up to 8 → 3 × 5 at 100 kg", "not every set reached"),
    (retraction, "3 × 5 at 102.5 kg, RPE up to 8 → 3 × 5 at 100 kg", "has no RPE"),
    (plan_edit, "3 × 5 at 100 kg, RPE up to 8 → 3 × 5 at 90 kg", "The planned day was changed."),
    (load_bound, "3 × 5 at 100 kg, RPE up to 8 → 3 × 5 at 80 kg", "load at most 80 kg"),
    (rest_bound, "rest 3 min → 4 min", "rest at least 4 min"),
    (sore_morning, "→ 2 × 5 at 90 kg, RPE up to 7", "The knee was 4 of 10"),
]


@pytest.mark.parametrize(
    ("act", "what", "why"), REISSUES, ids=[act.__name__ for act, *_ in REISSUES]
)
def test_what_changes_the_dose_issues_a_new_version_that_says_what_and_why_in_one_line(
    ahead: Story, act: Act, what: str, why: str
) -> None:
    act(ahead)
    before, count = ahead.versions(AHEAD), judged(ahead, AHEAD)
    ahead.settle(5, 12)
    after = ahead.versions(AHEAD)
    assert after[:-1] == before, "versions are added, never rewritten"
    newest = after[-1]
    assert newest["version"] == len(before) + 1
    assert newest["changed"].startswith("Back squat (high bar) ")
    assert what in newest["changed"]
    assert why in newest["changed"]
    assert "\n" not in newest["changed"]
    assert judged(ahead, AHEAD) == count + 1


def test_a_late_effort_names_the_correction_among_its_grounds(ahead: Story) -> None:
    late_rpe(ahead)
    ahead.settle(4, 9)
    stream = ahead.athlete.stream
    version = known.now(stream, PRESCRIPTION, ahead.key(AHEAD))
    corrected = ahead.state("training_sessions.set", ahead.set_key(0, "s3"))
    assert corrected.position in lineage.grounds(stream, version.position or 0)


def test_news_that_changes_nothing_is_judged_and_issues_nothing(ahead: Story) -> None:
    before, count = ahead.versions(AHEAD), judged(ahead, AHEAD)
    ahead.say(4, DailyEntry(kind="sleep_s", value=7 * 3600), DailyEntry(kind="wellness", value=4))
    ahead.settle(4, 8)
    assert judged(ahead, AHEAD) == count + 1
    assert ahead.versions(AHEAD) == before


def test_a_closed_gate_frees_what_it_held(sore: Story) -> None:
    (key,) = sore.gates()
    assert sore.versions(3)[0]["items"][0]["held_by"] == [key]
    sore.close_gate(key, sore.at(1, 9))
    sore.settle(1, 9)
    first, second = sore.versions(3)
    assert "no gate holds it any more" in second["changed"]
    assert second["items"][0]["held_by"] == []
    assert load(second) == load(first), "the bounds that were set stay until they run out"


def test_pain_of_the_day_leaves_the_exercise_out_and_says_who_to_see(sore: Story) -> None:
    sore.say(2, DailyEntry(kind="pain", region="knee", moment="now", value=7))
    sore.settle(2, 9)
    newest = sore.versions(3)[-1]
    assert newest["items"] == []
    assert newest["changed"].startswith("Back squat (high bar) left out. The knee was 7 of 10")


def test_a_good_morning_moves_the_gate_and_not_the_dose(sore: Story) -> None:
    (key,) = sore.gates()
    before = sore.versions(3)
    sore.morning(1, 2)
    sore.settle(1, 8)
    (slot,) = sore.gates()[key]["progress"]["slots"]
    assert (slot["during"], slot["next_morning"], slot["met"]) == (4, 2, False)
    assert sore.versions(3) == before


def test_a_wish_for_more_moves_nothing(ahead: Story) -> None:
    before = ahead.versions(AHEAD)
    plan = ahead.state("plans.planned_day", "base/01/a")
    ahead.ask(4, "Knee's fine, let me jump to 130 kg")
    ahead.settle(4, 13)
    assert ahead.versions(AHEAD) == before
    assert ahead.state("plans.planned_day", "base/01/a") == plan


def test_a_session_that_the_plan_moves_is_prescribed_on_its_new_day_and_no_more_on_the_old(
    story: Story,
) -> None:
    story.train(0)
    story.settle(0, 18)
    old = story.key(3)
    story.edit_day("b", story.at(1), weekday=4)
    story.settle(1, 13)
    prescribed = known.known(story.athlete.stream, ranges=[known.Range(PRESCRIPTION, "2026-03-03")])
    assert [item.key for item in prescribed] == ["2026-03-06:base/01/b"]
    taken_back = known.history(story.athlete.stream, PRESCRIPTION, old)[-1]
    assert taken_back.retracted
    assert taken_back.reasoning == "The plan has this session no more."

    story.edit_day("b", story.at(2), weekday=3)
    story.settle(2, 13)
    assert [version["version"] for version in story.versions(3)] == [1, 2]
    prescribed = known.known(story.athlete.stream, ranges=[known.Range(PRESCRIPTION, "2026-03-03")])
    assert [item.key for item in prescribed] == [old]


def test_a_retired_plan_prescribes_nothing_and_what_was_done_stays(ahead: Story) -> None:
    stream = ahead.athlete.stream
    done = known.known(stream, ranges=[known.Range("training_sessions.set")])
    with clock.at(ahead.at(5)):
        structure.retire(
            stream=stream,
            actor=ahead.bob,
            plan_key="base",
            reviewed=ahead.state("plans.plan", "base").fingerprint,
            reason="a season is over",
            occasion="retire",
        )
    ahead.settle(5, 13)
    left = known.known(stream, ranges=[known.Range(PRESCRIPTION)])
    assert [item.key for item in left] == [ahead.key(0), ahead.key(3)]
    after = known.known(stream, ranges=[known.Range("training_sessions.set")])
    assert [item.position for item in after] == [item.position for item in done]


def test_a_begun_session_is_not_taken_back_when_the_plan_moves_it(story: Story) -> None:
    with clock.at(story.at(0, 17)):
        story.start(0)
    story.edit_day("a", story.at(0, 17) + timedelta(minutes=5), weekday=2)
    story.settle(0, 18)
    assert len(story.versions(0)) == 1
    assert story.state(PRESCRIPTION, story.key(0)).facts is not None


def test_what_was_done_keeps_the_version_it_was_done_under(ahead: Story) -> None:
    done = ahead.versions(0)
    plan_edit(ahead)
    load_bound(ahead)
    ahead.settle(4, 12)
    assert ahead.versions(0) == done
    assert {item["exercise"] for version in ahead.versions(AHEAD) for item in version["items"]} == {
        SQUAT
    }


@pytest.fixture
def risen(story: Story) -> Story:
    """Day A has been done twice and has risen by its rule: 105 kg is stated for day 14."""
    for day in (0, 3, 7, 10):
        story.train(day)
        story.settle(day, 18)
    assert load(story.versions(14)[-1]) == 105_000
    return story


@pytest.mark.parametrize(
    ("changes", "stated"),
    [
        pytest.param({"title": "Squat, heavy"}, 105_000, id="another-name"),
        pytest.param({"minutes": 50}, 105_000, id="more-time"),
        pytest.param({"sets": 4}, 105_000, id="another-set"),
        pytest.param({"load_g": 95_000}, 95_000, id="another-load"),
        pytest.param({"load_g": 110_000}, 110_000, id="a-heavier-load"),
    ],
)
def test_an_edit_of_a_day_restates_the_doses_that_it_changes_and_no_other(
    risen: Story, changes: dict[str, Any], stated: int
) -> None:
    risen.edit_day("a", risen.at(11), **changes)
    risen.settle(11, 13)
    newest = risen.versions(14)[-1]
    assert load(newest) == stated
    assert newest["items"][0]["sets"] == changes.get("sets", 3)
    assert {result.result for result in replay.stream(risen.athlete.stream)} == {"same"}


def test_a_load_that_was_changed_and_changed_back_is_stated_anew(risen: Story) -> None:
    risen.edit_day("a", risen.at(11), load_g=110_000)
    risen.edit_day("a", risen.at(11, 14), load_g=100_000)
    risen.settle(11, 15)
    assert load(risen.versions(14)[-1]) == 100_000


def test_two_edits_beside_the_dose_leave_it(risen: Story) -> None:
    risen.edit_day("a", risen.at(11), title="Heavy")
    risen.settle(11, 13)
    risen.edit_day("a", risen.at(11, 14), minutes=55)
    risen.settle(11, 15)
    assert load(risen.versions(14)[-1]) == 105_000
    risen.train(14)
    risen.settle(14, 18)
    assert load(risen.versions(17)[-1]) == 105_000
