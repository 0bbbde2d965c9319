from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from coach.baseline import draft
from coach.domain.draft import Draft, EnduranceDose, StrengthDose
from coach.rules import RULES, issued_session, withheld
from decisions.domain.gate import judge
from tests.coach.domain.packets import MONDAY, SQUAT, Story, key, run, strength

TODAY = date(2026, 11, 26)
LAST = date(2026, 11, 19)


def lifter(
    *,
    done: list[tuple[int | None, int | None, int | None]] | None = None,
    low: int = 5,
    high: int = 5,
) -> Story:
    """One exercise, one exposure a week ago at the planned load, under a double progression."""
    story = Story(TODAY)
    story.plan()
    item = strength(low=low, high=high)
    story.day("lower-a", [item])
    story.progression(SQUAT)
    dose = story.prescription(key(LAST), [{**item, "reps": low}])
    story.completed(key(LAST), prescription=dose)
    story.sets(key(LAST), SQUAT, done or [(105_000, 5, 80)] * 3)
    return story


def judged(story: Story) -> Draft:
    """The draft, which its own gate lets stand and whose every number is bound."""
    situation = story.situation()
    made = draft(situation)
    ruling = judge(made, situation, situation.change_policy, RULES["next_prescription"])
    assert not ruling.refused, ruling.as_facts()
    assert ruling.outcome == made.outcome, ruling.as_facts()
    assert withheld(made, situation) == ()
    return made


def squat(made: Draft) -> StrengthDose:
    assert made.session is not None
    (item,) = made.session.items
    assert isinstance(item, StrengthDose)
    return item


# --- D12 and D13: the plan's own step, and nothing


def test_it_takes_the_plans_own_step_when_nothing_speaks_against_it() -> None:
    made = judged(lifter())
    assert (made.outcome, squat(made).load_g) == ("NO_CHANGE", 107_500)
    assert made.session is not None
    assert made.session.branches == ()


def test_it_repeats_a_dose_that_was_missed_once() -> None:
    made = judged(lifter(done=[(105_000, 5, 90), (105_000, 4, 100), (105_000, 3, 100)]))
    assert (made.outcome, squat(made).load_g) == ("NO_CHANGE", 105_000)
    assert any("missed once" in reason.text for reason in made.reasons)


def test_it_hands_over_what_was_missed_three_times() -> None:
    story = lifter(done=[(105_000, 3, 100)] * 3)
    story.items = [i for i in story.items if i.surface.startswith("plans.")]
    for week in (3, 2, 1):
        day, load = TODAY - timedelta(days=7 * week), 105_000 if week > 1 else 100_000
        dose = story.prescription(key(day), [{**strength(load_g=load), "reps": 5}])
        story.completed(key(day), prescription=dose)
        story.sets(key(day), SQUAT, [(load, 3, 100)] * 3)
    made = judged(story)
    assert made.outcome == "ESCALATE_TO_STRATEGIC"
    assert made.escalate is not None
    assert "three times" in made.escalate.because
    assert (squat(made).load_g or 0) <= 105_000


def test_it_writes_the_plans_dose_for_somebody_without_history() -> None:
    story = Story(TODAY)
    story.plan()
    story.day("lower-a", [strength()])
    made = judged(story)
    assert (made.outcome, squat(made).load_g) == ("NO_CHANGE", 105_000)


def test_it_says_that_it_does_not_know_a_session_without_a_plan() -> None:
    made = draft(Story(TODAY).situation(subject=f"{TODAY}:client-1"))
    assert (made.outcome, made.session) == ("BLOCKED_UNKNOWN", None)


def test_a_planned_lighter_week_is_not_progressed() -> None:
    story = lifter()
    week = {"week": 4, "skip": False, "items": [strength(sets=2, load_g=90_000, rpe_x10=70)]}
    story.items = [i for i in story.items if i.surface != "plans.planned_day"]
    story.day("lower-a", [strength()], weeks=[week])
    made = judged(story)
    assert (made.outcome, squat(made).load_g, squat(made).sets) == ("NO_CHANGE", 90_000, 2)


# --- D0: missing and flagged


def test_missing_reps_block_the_question_and_keep_the_dose() -> None:
    made = judged(lifter(done=[(105_000, None, None)] * 3))
    assert (made.outcome, squat(made).load_g) == ("BLOCKED_UNKNOWN", 105_000)
    assert any(
        u.text == "Reps of 3 of 3 back squat (high bar) sets on Thu 19 Nov." for u in made.unknown
    )


def test_a_missing_rpe_of_the_last_set_is_asked_for() -> None:
    made = judged(lifter(done=[(105_000, 5, 80), (105_000, 5, 80), (105_000, 5, None)]))
    assert squat(made).load_g == 105_000
    assert any(u.text.startswith("RPE of 1 of 3") for u in made.unknown)


def test_a_missing_rpe_of_one_exercise_does_not_block_the_others() -> None:
    story = lifter(done=[(105_000, 5, 80), (105_000, 5, 80), (105_000, 5, None)])
    story.items = [i for i in story.items if i.surface != "plans.planned_day"]
    bench = strength("bench", "bench_press", load_g=80_000)
    story.day("lower-a", [strength(), bench])
    made = judged(story)
    assert made.outcome == "NO_CHANGE"


def test_a_suspected_unit_counts_for_nothing_and_the_verified_dose_stands() -> None:
    made = judged(lifter(done=[(231_000, 5, 80)] * 3))
    assert (made.outcome, squat(made).load_g) == ("BLOCKED_UNKNOWN", 105_000)
    assert any("flagged" in u.text for u in made.unknown)


# --- D2: wishes


def test_a_wish_for_more_moves_nothing() -> None:
    story = lifter()
    story.gate()
    story.pain(LAST, 1)
    story.request("Knee is fine, let us jump to 130")
    made = judged(story)
    assert (made.outcome, squat(made).load_g) == ("NO_CHANGE", 105_000)
    assert any("wish starts a review" in option.why for option in made.considered)


def test_a_wish_for_less_is_honoured_for_one_session() -> None:
    story = lifter()
    story.request("Please make it lighter today")
    made = judged(story)
    assert made.outcome == "TACTICAL_ADJUST"
    assert (squat(made).load_g, squat(made).sets) == (95_000, 2)


def test_a_wish_that_a_session_has_answered_is_spent() -> None:
    story = lifter()
    story.request("Please make it lighter", on=LAST - timedelta(days=2))
    assert judged(story).outcome == "NO_CHANGE"


def test_a_wish_about_another_session_is_about_that_session() -> None:
    story = lifter()
    story.request("Please make it lighter", about=key(TODAY + timedelta(days=7)))
    assert judged(story).outcome == "NO_CHANGE"


def test_a_wish_not_to_be_spared_is_no_wish_for_less() -> None:
    story = lifter()
    story.request("Please do not make it lighter")
    assert judged(story).outcome == "NO_CHANGE"


def test_a_dose_that_a_person_set_for_this_session_stands() -> None:
    story = lifter()
    story.prescription(key(TODAY), [{**strength(load_g=95_000), "reps": 5}], rank=1)
    made = judged(story)
    assert squat(made).load_g == 95_000
    assert any("set by a person" in reason.text for reason in made.reasons)


# --- D4: pain


@pytest.mark.parametrize(
    ("value", "outcome", "load_g", "sets", "rpe_x10"),
    [
        pytest.param(0, "NO_CHANGE", 107_500, 3, 85, id="none"),
        pytest.param(2, "NO_CHANGE", 107_500, 3, 85, id="green"),
        pytest.param(3, "TACTICAL_ADJUST", 92_500, 2, 70, id="amber-from-3"),
        pytest.param(5, "TACTICAL_ADJUST", 92_500, 2, 70, id="amber-to-5"),
    ],
)
def test_pain_lowers_what_loads_it(
    value: int, outcome: str, load_g: int, sets: int, rpe_x10: int
) -> None:
    story = lifter()
    story.pain(LAST, value)
    made = judged(story)
    assert made.outcome == outcome
    assert (squat(made).load_g, squat(made).sets, squat(made).rpe_x10) == (load_g, sets, rpe_x10)


def test_red_pain_leaves_out_what_loads_it_and_refers() -> None:
    story = lifter()
    story.pain(LAST, 6)
    made = judged(story)
    assert made.outcome == "TACTICAL_ADJUST"
    assert made.session is not None
    assert made.session.items == ()
    assert any("health professional" in reason.text for reason in made.reasons)


def test_pain_elsewhere_leaves_the_exercise_alone() -> None:
    story = lifter()
    story.pain(LAST, 5, region="left_elbow")
    assert judged(story).outcome == "NO_CHANGE"


def with_row(value: int, *, together: bool, moment: str = "during") -> Draft:
    """A painful shoulder from bench pressing; rows load the shoulder too."""
    story = Story(TODAY)
    story.plan()
    bench, row = (
        strength("bench", "bench_press", load_g=80_000),
        strength("row", "barbell_row", load_g=60_000),
    )
    story.day("lower-a", [bench, row])
    story.completed(key(LAST))
    story.sets(key(LAST), "bench_press", [(80_000, 5, 80)] * 3)
    story.sets(
        key(LAST if together else LAST - timedelta(days=2)), "barbell_row", [(60_000, 5, 80)] * 3
    )
    story.pain(LAST, value, region="right_shoulder", moment=moment)
    return judged(story)


@pytest.mark.parametrize(
    ("together", "moment", "loads"),
    [
        pytest.param(False, "during", [70_000, 60_000], id="trained-on-another-day"),
        pytest.param(True, "during", [70_000, 52_500], id="trained-in-the-same-session"),
        pytest.param(False, "now", [70_000, 52_500], id="pain-at-rest"),
    ],
)
def test_amber_bears_on_what_was_trained_when_it_hurt(
    together: bool, moment: str, loads: list[int]
) -> None:
    made = with_row(4, together=together, moment=moment)
    assert made.session is not None
    assert [item.load_g for item in made.session.items] == loads  # type: ignore[union-attr]
    assert [branch.item for branch in made.session.branches] == ["bench", "row"]


def test_red_bears_on_everything_that_loads_the_region() -> None:
    made = with_row(6, together=False)
    assert made.session is not None
    assert made.session.items == ()


def test_sharp_pain_is_red_whatever_its_number() -> None:
    story = lifter()
    story.pain(LAST, 1, note="sharp when I stood up")
    made = judged(story)
    assert made.session is not None
    assert made.session.items == ()


def test_reductions_of_several_rules_do_not_add_up() -> None:
    story = lifter()
    story.pain(LAST, 4)
    story.request("lighter please")
    story.constraint("load_g", 100_000)
    made = judged(story)
    assert (squat(made).load_g, squat(made).sets) == (92_500, 2)


def test_silence_about_a_watched_region_is_amber() -> None:
    story = lifter()
    story.gate()
    made = judged(story)
    assert made.outcome == "TACTICAL_ADJUST"
    assert squat(made).load_g == 92_500
    assert any("not reported" in reason.text for reason in made.reasons)


# --- D5: gates and constraints


def test_a_gate_that_waits_for_a_person_holds_the_dose_with_a_branch() -> None:
    story = lifter()
    story.gate("Physio review", human=True, region=None)
    made = judged(story)
    assert (made.outcome, squat(made).load_g) == ("NO_CHANGE", 105_000)
    assert made.session is not None
    (branch,) = made.session.branches
    assert branch.signal == "RPE 9.5 or more"
    assert branch.if_not_measured == branch.if_present


@pytest.mark.parametrize(
    ("cap", "load_g", "outcome"),
    [
        pytest.param(110_000, 107_500, "NO_CHANGE", id="above-the-dose"),
        pytest.param(107_500, 107_500, "NO_CHANGE", id="at-the-dose"),
        pytest.param(100_000, 100_000, "TACTICAL_ADJUST", id="below-the-dose"),
        pytest.param(60_000, 60_000, "TACTICAL_ADJUST", id="far-below-the-dose"),
    ],
)
def test_a_constraint_clamps(cap: int, load_g: int, outcome: str) -> None:
    story = lifter()
    story.constraint("load_g", cap)
    made = judged(story)
    assert (made.outcome, squat(made).load_g) == (outcome, load_g)


def test_a_constraint_that_ran_out_clamps_nothing() -> None:
    story = lifter()
    story.constraint("load_g", 100_000, starts=TODAY - timedelta(days=7))
    assert squat(judged(story)).load_g == 107_500


def test_a_constraint_can_only_lengthen_the_rest() -> None:
    story = lifter()
    story.constraint("rest_s", 240, operator=">=")
    assert squat(judged(story)).rest_s == 240


def test_a_session_that_is_ruled_out_leaves_the_item_out() -> None:
    story = lifter()
    story.constraint("session", 0, operator="==")
    made = judged(story)
    assert made.session is not None
    assert made.session.items == ()


def test_the_held_dose_is_the_lower_of_prescribed_and_done() -> None:
    story = lifter(done=[(100_000, 5, 70)] * 3)
    story.gate(human=True, region=None)
    assert squat(judged(story)).load_g == 100_000
    story = lifter(done=[(110_000, 5, 70)] * 3)
    story.gate(human=True, region=None)
    assert squat(judged(story)).load_g == 105_000


# --- D1: red flags


@pytest.mark.parametrize("where", ["note", "daily", "injury", "request"])
def test_red_flag_words_suspend_everything(where: str) -> None:
    story = lifter()
    words = "chest pain on the last set"
    if where == "note":
        story.completed("2026-11-25:x", sport="run", note=words)
    elif where == "daily":
        story.daily(TODAY, "symptoms", text=words)
    elif where == "injury":
        story.injury(update=words)
    else:
        story.request(words)
    made = draft(story.situation())
    assert made.outcome == "BLOCKED_UNKNOWN"
    assert made.session is not None
    assert made.session.items == ()
    assert "doctor" in made.summary
    assert not any(word in made.model_dump_json().lower() for word in ("heart attack", "angina"))


def test_only_a_gate_that_a_person_closed_afterwards_answers_red_flag_words() -> None:
    story = lifter()
    story.daily(TODAY - timedelta(days=2), "symptoms", text="chest pain on the stairs")
    story.gate("Medical clearance", guards=["all_training"], region=None, human=True)
    assert draft(story.situation()).outcome == "BLOCKED_UNKNOWN"
    story.gate(
        "Medical clearance", guards=["all_training"], region=None, human=True, state="closed"
    )
    story.items = [i for i in story.items if i.handle != "G1"]
    assert draft(story.situation()).outcome == "NO_CHANGE"
    story.daily(TODAY, "symptoms", text="chest pain again")
    assert draft(story.situation()).outcome == "BLOCKED_UNKNOWN"


# --- endurance


def runner(
    item: dict[str, Any],
    *,
    outings: list[tuple[int, int | None, int | None]],
    session_type: str = "easy",
) -> Story:
    """A run due today; outings as (days ago, metres, seconds)."""
    story = Story(TODAY)
    story.plan(phase="base")
    story.day("lower-a", [item], sport="run", session_type=session_type, minutes=None)
    for ago, metres, seconds in outings:
        day = TODAY - timedelta(days=ago)
        story.completed(
            f"{day}:run{ago}",
            sport="run",
            session_type=session_type,
            distance_m=metres,
            duration_s=seconds,
        )
    return story


def distance(made: Draft) -> int:
    assert made.session is not None
    (item,) = made.session.items
    assert isinstance(item, EnduranceDose)
    return sum((step.distance_m or 0) * step.repeat for step in item.steps)


@pytest.mark.parametrize(
    ("planned", "outcome", "metres"),
    [
        pytest.param(11_000, "NO_CHANGE", 11_000, id="at-110-per-cent"),
        pytest.param(11_100, "TACTICAL_ADJUST", 11_000, id="just-beyond"),
        pytest.param(16_000, "TACTICAL_ADJUST", 11_000, id="far-beyond"),
    ],
)
def test_no_run_is_longer_than_110_per_cent_of_the_longest_of_30_days(
    planned: int, outcome: str, metres: int
) -> None:
    story = runner(
        run(steps=[{"distance_m": planned}]), outings=[(3, 10_000, 3_600), (40, 20_000, 7_200)]
    )
    made = judged(story)
    assert (made.outcome, distance(made)) == (outcome, metres)


def test_without_history_the_plans_run_stands_and_says_so() -> None:
    made = judged(runner(run(steps=[{"distance_m": 12_000}]), outings=[]))
    assert (made.outcome, distance(made)) in {("NO_CHANGE", 12_000), ("BLOCKED_UNKNOWN", 12_000)}
    assert any("No run was recorded yet" in u.text for u in made.unknown)


@pytest.mark.parametrize(
    ("tested", "kind"),
    [
        pytest.param(TODAY - timedelta(days=84), "pace_s_per_km", id="valid-threshold"),
        pytest.param(TODAY - timedelta(days=85), "rpe", id="old-threshold"),
        pytest.param(None, "rpe", id="no-threshold"),
    ],
)
def test_intervals_are_guided_by_effort_without_a_valid_threshold(
    tested: date | None, kind: str
) -> None:
    step = {
        "repeat": 5,
        "distance_m": 1_000,
        "target_kind": "pace_s_per_km",
        "low": 245,
        "high": 250,
    }
    story = runner(
        run(steps=[step], rpe_x10=80), outings=[(3, 9_000, 3_000)], session_type="intervals"
    )
    if tested is not None:
        story.threshold(258, tested_on=tested)
    made = judged(story)
    assert made.session is not None
    (item,) = made.session.items
    assert isinstance(item, EnduranceDose)
    assert item.steps[0].target_kind == kind
    if kind == "rpe":
        assert item.steps[0].high == 70
        assert any("threshold" in u.text for u in made.unknown)
        assert made.session.branches != ()


def test_a_week_that_is_full_leaves_less_room() -> None:
    outings: list[tuple[int, int | None, int | None]] = [
        *((ago, None, 3_600) for ago in (8, 15, 22, 29)),
        (1, None, 3_000),
    ]
    made = judged(runner(run(duration_s=3_600), outings=outings))
    assert made.outcome == "TACTICAL_ADJUST"
    assert made.session is not None
    assert made.session.items[0].duration_s == 1_680  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("planned", "done", "outcome", "seconds"),
    [
        pytest.param(3_000, 1_713, "NO_CHANGE", 2_940, id="half-a-minute-is-no-change"),
        pytest.param(3_000, 1_847, "TACTICAL_ADJUST", 2_820, id="down-to-a-whole-minute"),
    ],
)
def test_a_limit_cuts_to_whole_minutes_and_what_is_cut_is_issued(
    planned: int, done: int, outcome: str, seconds: int
) -> None:
    weeks: list[tuple[int, int | None, int | None]] = [
        (ago, None, 3_600) for ago in (8, 15, 22, 29)
    ]
    story = runner(run(duration_s=planned), outings=[*weeks, (1, None, done)])
    situation = story.situation()
    made = draft(situation)
    ruling = judge(made, situation, situation.change_policy, RULES["next_prescription"])
    assert (made.outcome, ruling.outcome) == (outcome, outcome)
    issued = issued_session(made, ruling, situation)
    assert issued is not None
    assert issued.items[0].duration_s == seconds  # type: ignore[union-attr]
    assert withheld(made, situation) == ()


def test_steps_that_are_cut_are_whole_minutes_too() -> None:
    steps = [
        {"name": "easy", "duration_s": 600},
        {"name": "steady", "duration_s": 2_400},
        {"name": "strides", "repeat": 4, "duration_s": 30},
    ]
    weeks: list[tuple[int, int | None, int | None]] = [
        (ago, None, 3_600) for ago in (8, 15, 22, 29)
    ]
    made = judged(runner(run(steps=steps), outings=[*weeks, (1, None, 2_111)]))
    assert made.session is not None
    (item,) = made.session.items
    assert isinstance(item, EnduranceDose)
    assert all(s.duration_s and (s.repeat > 1 or s.duration_s % 60 == 0) for s in item.steps)


def test_a_painful_region_shortens_a_run() -> None:
    story = runner(run(duration_s=3_600, rpe_x10=60), outings=[(2, 10_000, 3_600)])
    story.pain(TODAY - timedelta(days=2), 4, region="left_ankle")
    made = judged(story)
    assert made.outcome == "TACTICAL_ADJUST"
    assert made.session is not None
    assert made.session.items[0].duration_s == 3_240  # type: ignore[union-attr]


def test_the_start_of_the_block_is_a_monday() -> None:
    assert MONDAY.weekday() == 0
