"""The loop's showcase at the level of the coach: a good session, gates unresolved, nothing changes."""

from __future__ import annotations

from datetime import date

import pytest

from coach.baseline import draft
from coach.domain.draft import StrengthDose
from coach.rules import RULES, withheld
from decisions.domain.gate import judge
from tests.coach.domain.packets import SQUAT, Story, key, showcase, strength

TRAINED = date(2026, 11, 19)


def analysis() -> Story:
    story = showcase(with_decision=False)
    story.today = TRAINED
    story.items = [i for i in story.items if (i.local_date or "") <= TRAINED.isoformat()]
    return story


def test_a_good_session_behind_an_open_gate_changes_nothing() -> None:
    situation = analysis().situation("session_analysis", key(TRAINED))
    made = draft(situation)
    ruling = judge(made, situation, situation.change_policy, RULES["session_analysis"])
    assert (made.outcome, ruling.outcome) == ("NO_CHANGE", "NO_CHANGE")
    assert made.gates == ()
    assert made.constraints == ()
    told = " ".join(reason.text for reason in made.reasons)
    assert "105 kg" in told
    assert "107.5 kg waits; nothing is cancelled and nothing is made up later" in told
    assert "says nothing about readiness" in told
    assert any("morning of 2026-11-20 is not due yet" in u.text for u in made.unknown)
    assert made.next_look == "2026-11-20"


def test_the_next_prescription_keeps_the_dose_and_cites_that_decision() -> None:
    situation = showcase().situation()
    made = draft(situation)
    ruling = judge(made, situation, situation.change_policy, RULES["next_prescription"])
    assert (made.outcome, ruling.outcome, ruling.refused) == ("NO_CHANGE", "NO_CHANGE", False)
    assert made.session is not None
    (squat,) = made.session.items
    assert isinstance(squat, StrengthDose)
    assert (squat.sets, squat.reps, squat.load_g, squat.rest_s) == (3, 5, 105_000, 180)
    assert any("D1" in reason.cites for reason in made.reasons)
    assert "D1" in squat.cites
    assert "Decision 412" in made.reasons[0].text
    assert any("rest 3 min kept" in line for line in made.carried)
    assert any("107.5 kg" in line and "nothing is made up later" in line for line in made.carried)
    assert "No volume is added." in made.carried


def test_it_carries_the_conservative_branches() -> None:
    made = draft(showcase().situation())
    assert made.session is not None
    (branch,) = made.session.branches
    assert branch.item == "squat"
    assert "left knee 3 or more" in branch.signal
    assert "92.5 kg" in branch.if_present
    assert branch.if_not_measured == branch.if_present
    assert "105 kg" in branch.if_absent
    assert branch.expires == "2026-11-26"


def test_a_twin_without_that_decision_differs_and_is_as_safe() -> None:
    made, twin = (draft(showcase(with_decision=w).situation()) for w in (True, False))
    assert made != twin
    assert twin.carried == ()
    assert not any("D1" in reason.cites for reason in twin.reasons)
    assert made.session is not None
    assert twin.session is not None
    doses = [[(i.sets, i.reps, i.load_g) for i in d.session.items] for d in (made, twin)]  # type: ignore[union-attr]
    assert doses[0] == doses[1] == [(3, 5, 105_000)]
    assert made.session.branches == twin.session.branches


def test_without_the_gate_the_plan_takes_its_own_step() -> None:
    story = showcase()
    story.items = [i for i in story.items if i.surface != "plans.gate"]
    made = draft(story.situation())
    assert made.outcome == "NO_CHANGE"
    assert made.session is not None
    assert made.session.items[0].load_g == 107_500  # type: ignore[union-attr]
    assert made.session.branches == ()


def test_leaving_things_alone_is_always_among_the_alternatives() -> None:
    for made in (
        draft(showcase().situation()),
        draft(analysis().situation("session_analysis", key(TRAINED))),
    ):
        assert "NO_CHANGE" in [option.outcome for option in made.considered]
        refused = [o for o in made.considered if "refused" in o.why]
        assert any("107.5 kg" in option.why for option in refused)


def test_one_threshold_decides_and_says_how_far_it_is() -> None:
    made = draft(showcase().situation())
    (deciding,) = [line for line in made.thresholds if line.decides]
    assert (deciding.value, deciding.limit) == ("1", "3")
    assert "Left knee" in deciding.name


@pytest.mark.parametrize("with_decision", [True, False])
def test_every_number_that_it_says_is_bound(with_decision: bool) -> None:
    situation = showcase(with_decision=with_decision).situation()
    assert withheld(draft(situation), situation) == ()


def test_safety_does_not_rest_on_the_decision_being_right() -> None:
    story = showcase(with_decision=False)
    story.decision(key(TRAINED), outcome="TACTICAL_ADJUST")
    made = draft(story.situation())
    assert made.session is not None
    assert made.session.items[0].load_g == 105_000  # type: ignore[union-attr]


def test_the_newest_decision_about_this_work_is_followed_not_another_one() -> None:
    story = showcase()
    story.sets("2026-11-24:other", "bench_press", [(80_000, 5, 80)])
    story.decision("2026-11-24:other", number=413, key="d-413")
    made = draft(story.situation())
    assert made.reasons[0].cites == ("D1",)


def test_a_gate_over_another_exercise_holds_nothing_here() -> None:
    story = showcase()
    story.items = [i for i in story.items if i.surface != "plans.gate"]
    story.gate(guards=["bench_press"], region="shoulder")
    made = draft(story.situation())
    assert made.session is not None
    assert made.session.items[0].load_g == 107_500  # type: ignore[union-attr]
    assert SQUAT not in str(made.session.branches)
    assert strength()["load_g"] == 105_000
