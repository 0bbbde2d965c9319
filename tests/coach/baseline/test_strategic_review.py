from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from coach.baseline import draft
from coach.domain.draft import Draft
from coach.rules import RULES, withheld
from decisions.domain.gate import judge
from tests.coach.domain.packets import Story, key, run, strength

TODAY = date(2026, 11, 30)
FIRST, SECOND = date(2026, 11, 10), date(2026, 11, 24)
WEEK = "2026-W49"
DAYS = ("upper", "lower", "pull", "push")


def runner(
    *seconds: int,
    days: tuple[date, ...] = (FIRST, SECOND),
    devices: tuple[str | None, ...] = ("w", "w"),
) -> Story:
    """A runner with 30-minute tests over 7 km; `seconds` is the time of each."""
    story = Story(TODAY)
    story.plan(phase="build", starts=date(2026, 10, 5), weeks=12)
    story.day(
        "easy",
        [run(duration_s=2_400)],
        sport="run",
        session_type="easy",
        minutes=40,
        on=date(2026, 10, 4),
    )
    story.threshold(285, tested_on=date(2026, 10, 4))
    for day, time, device in zip(days, seconds, devices, strict=False):
        story.completed(
            f"{day}:test",
            sport="run",
            session_type="threshold_test",
            distance_m=7_000,
            duration_s=time,
            source=device,
            evidence="observed",
        )
    return story


def judged(story: Story, subject: str = WEEK) -> Draft:
    situation = story.situation("strategic_review", subject)
    made = draft(situation)
    ruling = judge(made, situation, situation.change_policy, RULES["strategic_review"])
    assert not ruling.refused, ruling.as_facts()
    assert ruling.outcome == made.outcome, ruling.as_facts()
    assert withheld(made, situation) == ()
    return made


def test_two_agreeing_tests_propose_the_new_threshold() -> None:
    made = judged(runner(1_890, 1_883))
    assert made.outcome == "PROPOSE_STRUCTURAL"
    assert made.proposal is not None
    (target,) = made.proposal.targets
    assert (target.surface, target.key) == ("plans.rule", "p/threshold")
    assert target.after is not None
    assert target.after["params"]["value"] == 270
    assert target.after["params"]["tested_on"] == SECOND.isoformat()
    assert "4:30" in made.proposal.title
    assert made.proposal.why[0].cites != ()
    assert any(option.outcome == "NO_CHANGE" for option in made.proposal.alternatives)


def test_other_tests_propose_another_value() -> None:
    made = judged(runner(1_820, 1_820))
    assert made.proposal is not None
    assert made.proposal.targets[0].after is not None
    assert made.proposal.targets[0].after["params"]["value"] == 260


@pytest.mark.parametrize(
    ("story", "why"),
    [
        pytest.param(runner(1_995, 1_990), "within the typical error", id="inside-noise"),
        pytest.param(runner(1_890, 1_960), "disagree", id="disagree"),
        pytest.param(runner(1_890), "1 usable test", id="only-one"),
        pytest.param(
            runner(1_890, 1_883, days=(SECOND - timedelta(days=6), SECOND)),
            "6 days apart",
            id="too-close",
        ),
        pytest.param(
            runner(1_890, 1_883, devices=("w", "x")), "different devices", id="other-device"
        ),
        pytest.param(runner(1_890, 1_883, devices=(None, None)), "not known", id="unknown-device"),
    ],
)
def test_tests_that_do_not_hold_together_propose_nothing(story: Story, why: str) -> None:
    made = judged(story)
    assert (made.outcome, made.proposal) == ("MONITOR_ONLY", None)
    assert any(why in reason.text for reason in made.reasons)


def test_tests_before_the_value_in_force_are_spent() -> None:
    story = runner(1_890, 1_883)
    story.items = [i for i in story.items if i.surface != "plans.rule"]
    story.threshold(285, tested_on=SECOND)
    assert judged(story).proposal is None


def test_a_test_of_another_sport_says_nothing_about_this_threshold() -> None:
    story = runner(1_890)
    story.completed(
        f"{SECOND}:ride",
        sport="ride",
        session_type="threshold_test",
        distance_m=7_000,
        duration_s=1_883,
        source="w",
    )
    assert judged(story).proposal is None


def test_the_same_change_is_not_proposed_again_after_a_no() -> None:
    story = runner(1_890, 1_883)
    proposed = judged(story).proposal
    assert proposed is not None
    story.proposal(proposed.targets[0].model_dump(), state="REJECTED")
    made = judged(story)
    assert made.proposal is None


def test_nothing_is_added_while_a_proposal_waits() -> None:
    story = runner(1_890, 1_883)
    story.proposal({"surface": "plans.rule", "key": "p/x", "after": None})
    made = judged(story)
    assert (made.outcome, made.proposal) == ("MONITOR_ONLY", None)
    assert "Proposal 7 waits" in made.summary


def missing(*, missed: int, weeks: int = 8, priority: str = "optional") -> Story:
    """Four days and one on Saturday; the Saturday one missed in the newest `missed` weeks."""
    story = Story(TODAY)
    start = TODAY - timedelta(days=7 * weeks)
    story.plan(starts=start, weeks=weeks + 2)
    for number, slug in enumerate(DAYS):
        item = strength("bench", "bench_press")
        story.day(slug, [item], weekday=number, on=start - timedelta(days=1))
    story.day(
        "extra",
        [strength("row", "barbell_row")],
        weekday=5,
        priority=priority,
        on=start - timedelta(days=1),
    )
    for week in range(weeks):
        monday = start + timedelta(days=7 * week)
        for number, slug in enumerate(DAYS):
            story.completed(key(monday + timedelta(days=number), slug))
        saturday = monday + timedelta(days=5)
        status = "skipped" if weeks - week <= missed else "completed"
        story.completed(key(saturday, "extra"), status=status)
    return story


def test_a_day_that_is_missed_most_weeks_is_proposed_to_go() -> None:
    made = judged(missing(missed=6))
    assert made.outcome == "PROPOSE_STRUCTURAL"
    assert made.proposal is not None
    (target,) = made.proposal.targets
    assert (target.surface, target.key, target.after) == ("plans.planned_day", "p/01/extra", None)
    assert "missed in 6 of 7 weeks" in made.proposal.why[0].text


EXTRA: dict[str, Any] = {
    "surface": "plans.planned_day",
    "key": "p/01/extra",
    "before": {},
    "after": None,
}


def answered(story: Story, *, weeks_ago: int, **target: Any) -> None:
    """A proposal about the Saturday session that a person rejected some weeks ago."""
    said = story.proposal({**EXTRA, **target}, state="REJECTED")
    on = TODAY - timedelta(weeks=weeks_ago)
    story.items[-1] = replace(said, recorded_at=f"{on}T12:00:00Z")


def next_block(story: Story) -> None:
    """The plan's second block, with the same days, begins today."""
    (block,) = [i for i in story.items if i.surface == "plans.block"]
    story.items.remove(block)
    first = {**block.facts, "weeks": 8}
    second = {**first, "order": 2, "name": "Next", "starts_on": TODAY.isoformat()}
    early = date(2026, 9, 1)
    story.add("plans.block", "p/01", first, on=early)
    story.add("plans.block", "p/02", second, on=early)
    for day in [i for i in story.items if i.surface == "plans.planned_day"]:
        facts = {**day.facts, "block": "p/02"}
        story.add("plans.planned_day", day.key.replace("/01/", "/02/"), facts, on=early)


@pytest.mark.parametrize("priority", ["optional", "key"])
def test_a_rejected_change_of_a_day_does_not_come_again_in_the_next_block(priority: str) -> None:
    story = missing(missed=7, priority=priority)
    next_block(story)
    made = judged(story)
    assert made.proposal is not None
    (target,) = made.proposal.targets
    assert target.key == "p/02/extra"
    answered(story, weeks_ago=0, after=target.after)
    made = judged(story)
    assert (made.outcome, made.proposal) == ("NO_CHANGE", None)
    assert any("not taken" in reason.text for reason in made.reasons)


@pytest.mark.parametrize(
    ("weeks_ago", "asks"),
    [
        pytest.param(1, False, id="one-week-more"),
        pytest.param(5, False, id="five-weeks-more"),
        pytest.param(7, True, id="a-pattern-of-its-own"),
    ],
)
def test_only_a_whole_pattern_after_the_answer_asks_again(weeks_ago: int, asks: bool) -> None:
    story = missing(missed=8)
    answered(story, weeks_ago=weeks_ago)
    assert (judged(story).proposal is not None) is asks


def test_the_gate_holds_a_model_to_the_answer_too() -> None:
    story = missing(missed=7)
    drafted = judged(story)
    next_block(story)
    answered(story, weeks_ago=1)
    situation = story.situation("strategic_review", WEEK)
    assert drafted.proposal is not None
    moved = drafted.proposal.targets[0].model_copy(update={"key": "p/02/extra"})
    again = drafted.model_copy(
        update={"proposal": drafted.proposal.model_copy(update={"targets": (moved,)})}
    )
    ruling = judge(again, situation, situation.change_policy, RULES["strategic_review"])
    assert ruling.outcome == "MONITOR_ONLY"


def test_a_rejected_threshold_comes_again_only_with_a_later_test() -> None:
    story = runner(1_890, 1_883)
    made = judged(story)
    assert made.proposal is not None
    story.proposal(made.proposal.targets[0].model_dump(mode="json"), state="REJECTED")
    assert judged(story).proposal is None
    story.completed(
        f"{TODAY}:test",
        sport="run",
        session_type="threshold_test",
        distance_m=7_000,
        duration_s=1_885,
        source="w",
        evidence="observed",
    )
    assert judged(story).proposal is not None


def test_a_key_session_that_is_missed_is_proposed_for_another_day() -> None:
    made = judged(missing(missed=6, priority="key"))
    assert made.proposal is not None
    (target,) = made.proposal.targets
    assert target.after is not None
    assert target.after["weekday"] == 4
    assert made.proposal.kind == "weekday"


def test_a_day_that_carries_the_plan_is_moved_rather_than_taken_out() -> None:
    story = missing(missed=6)
    story.items = [i for i in story.items if i.key not in {f"p/01/{slug}" for slug in DAYS[1:]}]
    made = judged(story)
    assert made.proposal is not None
    assert made.proposal.targets[0].after is not None


@pytest.mark.parametrize(
    ("missed", "weeks"),
    [
        pytest.param(4, 8, id="not-most-weeks"),
        pytest.param(6, 6, id="not-enough-weeks"),
        pytest.param(0, 8, id="never"),
    ],
)
def test_fewer_misses_are_no_pattern(missed: int, weeks: int) -> None:
    made = judged(missing(missed=missed, weeks=weeks))
    assert (made.outcome, made.proposal) == ("NO_CHANGE", None)


def test_excused_misses_do_not_count() -> None:
    story = missing(missed=6)
    story.items = [
        type(i)(
            **{
                **{f: getattr(i, f) for f in i.__slots__},
                "facts": {**i.facts, "flags": ["excused:travel"]},
            }
        )
        if i.facts.get("status") == "skipped"
        else i
        for i in story.items
    ]
    assert judged(story).proposal is None


def test_an_escalation_is_answered_by_keeping_the_plan() -> None:
    story = missing(missed=0)
    story.decision("2026-11-26:p/01/upper", outcome="ESCALATE_TO_STRATEGIC", number=31, key="d-31")
    made = judged(story, "decision:d-31")
    assert made.outcome == "MONITOR_ONLY"
    assert any("Decision 31 asked for this review" in reason.text for reason in made.reasons)


def test_an_open_gate_is_watched() -> None:
    story = missing(missed=0)
    story.gate()
    made = judged(story)
    assert made.outcome == "MONITOR_ONLY"


def test_a_wish_alone_is_no_ground_for_another_plan() -> None:
    story = missing(missed=0)
    story.request("Could I train six times a week?")
    made = judged(story)
    assert made.proposal is None
    assert any("wish" in reason.text for reason in made.reasons)


def test_a_quiet_week_is_a_complete_answer_with_a_next_look() -> None:
    made = judged(missing(missed=0))
    assert made.outcome == "NO_CHANGE"
    assert made.next_look == "2026-12-07"
    assert [o.outcome for o in made.considered] == ["NO_CHANGE", "PROPOSE_STRUCTURAL"]


def test_no_session_at_all_proposes_nothing() -> None:
    story = missing(missed=0)
    story.items = [i for i in story.items if i.surface.startswith("plans.")]
    assert judged(story).proposal is None
