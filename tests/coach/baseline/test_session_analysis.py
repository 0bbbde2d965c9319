from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from coach.baseline import draft
from coach.domain.draft import Draft
from coach.rules import RULES, withheld
from decisions.domain.gate import judge
from tests.coach.domain.packets import SQUAT, Story, key, strength

TODAY = date(2026, 11, 19)
BEFORE = date(2026, 11, 12)


def story(
    *, sets: list[tuple[int | None, int | None, int | None]] | None = None, gate: bool = False
) -> Story:
    """A squat session today, and one a week ago, as prescribed."""
    made = Story(TODAY)
    made.plan()
    made.day(
        "lower-a", [strength(), strength("rdl", "romanian_deadlift", load_g=90_000, low=8, high=8)]
    )
    made.progression(SQUAT)
    if gate:
        made.gate(on=BEFORE)
    for day in (BEFORE, TODAY):
        dose = made.prescription(key(day), [{**strength(), "reps": 5}])
        made.completed(key(day), prescription=dose, srpe_x10=60)
        done = sets if day == TODAY and sets else [(105_000, 5, 80)] * 3
        made.sets(key(day), SQUAT, done)
    return made


def judged(made: Story) -> Draft:
    situation = made.situation("session_analysis", key(TODAY))
    drafted = draft(situation)
    ruling = judge(drafted, situation, situation.change_policy, RULES["session_analysis"])
    assert not ruling.refused, ruling.as_facts()
    assert ruling.outcome == drafted.outcome, ruling.as_facts()
    assert withheld(drafted, situation) == ()
    return drafted


def test_a_session_as_meant_changes_nothing_and_says_what_was_done() -> None:
    made = judged(story())
    assert made.outcome == "NO_CHANGE"
    assert any("3 × 5 at 105 kg, RPE 8." in reason.text for reason in made.reasons)
    assert made.next_look is not None


def test_one_poor_session_is_watched_and_nothing_more() -> None:
    made = judged(story(sets=[(105_000, 5, 95), (105_000, 3, 100), (105_000, 3, 100)]))
    assert made.outcome == "MONITOR_ONLY"
    assert (made.gates, made.constraints) == ((), ())
    assert any("missed once" in reason.text for reason in made.reasons)
    assert made.monitor != ()


def test_missing_effort_is_watched_and_asked_for() -> None:
    made = judged(story(sets=[(105_000, 5, None)] * 3))
    assert made.outcome == "MONITOR_ONLY"
    assert any(u.text.startswith("RPE of 3 of 3") for u in made.unknown)


def test_a_session_of_flagged_sets_says_nothing() -> None:
    made = judged(story(sets=[(231_000, 5, 80)] * 3))
    assert made.outcome == "BLOCKED_UNKNOWN"
    assert not any("231" in reason.text for reason in made.reasons)


@pytest.mark.parametrize("value", [3, 5])
def test_amber_pain_opens_a_gate_and_narrows(value: int) -> None:
    made = story()
    made.pain(TODAY, value)
    drafted = judged(made)
    assert drafted.outcome == "TACTICAL_ADJUST"
    (gate,) = drafted.gates
    assert (gate.region, gate.criterion.count) == ("left_knee", 3)
    assert SQUAT in gate.guards
    assert "romanian_deadlift" not in gate.guards
    caps = {bound.field: bound.value for bound in drafted.constraints}
    assert caps == {"rpe_x10": 70, "load_g": 92_500}
    assert {b.expires_on for b in drafted.constraints} == {(TODAY + timedelta(days=6)).isoformat()}


def test_red_pain_rules_the_exercise_out_and_refers() -> None:
    made = story()
    made.pain(TODAY, 7)
    drafted = judged(made)
    (bound,) = drafted.constraints
    assert (bound.field, bound.value, bound.exercise) == ("session", 0, SQUAT)
    assert any("health professional" in reason.text for reason in drafted.reasons)


def test_green_pain_opens_nothing() -> None:
    made = story()
    made.pain(TODAY, 2)
    drafted = judged(made)
    assert (drafted.outcome, drafted.gates) == ("NO_CHANGE", ())


def test_pain_in_a_region_that_was_not_loaded_opens_nothing() -> None:
    made = story()
    made.pain(TODAY, 6, region="left_wrist")
    assert judged(made).gates == ()


def test_a_region_that_is_watched_already_gets_no_second_gate() -> None:
    made = story(gate=True)
    made.pain(TODAY, 4)
    drafted = judged(made)
    assert drafted.gates == ()
    assert drafted.outcome == "TACTICAL_ADJUST"


def test_pain_under_a_bound_of_its_own_goes_to_the_review() -> None:
    made = story(gate=True)
    made.constraint("load_g", 95_000, owner="session_analysis", starts=BEFORE, days=7)
    made.pain(TODAY, 4)
    drafted = judged(made)
    assert drafted.outcome == "ESCALATE_TO_STRATEGIC"
    assert drafted.constraints == ()
    assert drafted.escalate is not None
    assert "limited before" in drafted.escalate.because


def test_analysing_the_same_session_again_sets_no_second_bound() -> None:
    made = story(gate=True)
    made.constraint("load_g", 95_000, owner="session_analysis", starts=TODAY)
    made.constraint("rpe_x10", 70, owner="session_analysis", starts=TODAY)
    made.pain(TODAY, 4)
    drafted = judged(made)
    assert drafted.constraints == ()
    assert drafted.outcome == "NO_CHANGE"


def test_red_flag_words_open_a_gate_over_everything() -> None:
    made = story()
    made.daily(TODAY, "symptoms", text="I nearly fainted after the last set")
    drafted = judged(made)
    assert drafted.outcome == "BLOCKED_UNKNOWN"
    (gate,) = drafted.gates
    assert gate.guards == ("all_training",)
    assert gate.criterion.kind == "human"
    assert "doctor" in drafted.summary


def test_red_flag_words_that_are_gated_open_no_second_gate() -> None:
    made = story()
    made.daily(TODAY, "symptoms", text="I nearly fainted after the last set")
    made.gate("Medical clearance", guards=["all_training"], region=None, human=True)
    drafted = judged(made)
    assert (drafted.outcome, drafted.gates) == ("BLOCKED_UNKNOWN", ())


def test_a_run_without_a_plan_is_analysed_too() -> None:
    made = Story(TODAY)
    made.completed(
        f"{TODAY}:client-1", sport="run", distance_m=8_000, duration_s=2_700, srpe_x10=50
    )
    situation = made.situation("session_analysis", f"{TODAY}:client-1")
    drafted = draft(situation)
    assert drafted.outcome == "NO_CHANGE"
    assert any("8 km, 45 min, session RPE 5" in reason.text for reason in drafted.reasons)
    assert withheld(drafted, situation) == ()


def test_pain_on_a_run_guards_the_modality_and_its_sport() -> None:
    made = Story(TODAY)
    made.completed(f"{TODAY}:client-1", sport="run", distance_m=8_000, duration_s=2_700)
    made.pain(TODAY, 4, region="left_knee")
    drafted = draft(made.situation("session_analysis", f"{TODAY}:client-1"))
    (gate,) = drafted.gates
    assert {"run", "run_road"} <= set(gate.guards)


def test_an_erased_item_is_passed_over() -> None:
    made = story()
    item = made.pain(TODAY, 4)
    made.items[-1] = type(item)(**{**{f: getattr(item, f) for f in item.__slots__}, "facts": {}})
    assert judged(made).outcome == "NO_CHANGE"


def test_a_skipped_session_says_that_nothing_was_trained() -> None:
    made = Story(TODAY)
    made.completed(key(TODAY), status="skipped")
    drafted = draft(made.situation("session_analysis", key(TODAY)))
    assert (drafted.outcome, drafted.summary) == (
        "NO_CHANGE",
        "Nothing was trained, so nothing follows.",
    )


def test_a_session_that_nobody_had_planned_is_not_said_to_be_as_meant() -> None:
    made = Story(TODAY)
    made.completed(f"{TODAY}:client-1", entry_mode="imported")
    made.sets(f"{TODAY}:client-1", SQUAT, [(80_000, 5, None)] * 3, entry_mode="imported")
    situation = made.situation("session_analysis", f"{TODAY}:client-1")
    drafted = draft(situation)
    assert drafted.summary == "Done beside the plan: it counts, and nothing is changed."
    assert any("3 × 5 at 80 kg" in reason.text for reason in drafted.reasons)
    assert not any("meant" in one.why for one in drafted.considered)
    assert withheld(drafted, situation) == ()


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ({"duration_s": 3_600, "distance_m": 2_000}, "Recorded without sets: 2 km, 60 min."),
        ({"duration_s": 3_600}, "Recorded without sets: 60 min."),
        ({}, "Recorded without sets: time and distance are not known."),
    ],
)
def test_an_import_without_sets_is_never_said_to_be_no_training(
    size: dict[str, Any], said: str
) -> None:
    made = Story(TODAY)
    made.completed(f"{TODAY}:client-1", entry_mode="imported", **size)
    situation = made.situation("session_analysis", f"{TODAY}:client-1")
    drafted = draft(situation)
    assert drafted.outcome == "NO_CHANGE"
    assert drafted.summary.startswith("Trained, but no exercise is recorded")
    assert [reason.text for reason in drafted.reasons] == [said]
    assert withheld(drafted, situation) == ()
