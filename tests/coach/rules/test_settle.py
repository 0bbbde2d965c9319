from __future__ import annotations

from datetime import date

from coach.domain.draft import BranchDraft, SessionDraft, StrengthDose
from coach.domain.situation import Situation
from coach.rules import (
    fallback_session,
    issued_constraints,
    issued_gates,
    issued_session,
    measured,
)
from decisions.domain.gate import Ruling
from decisions.domain.magnitude import Magnitude
from decisions.domain.outcomes import Outcome
from tests.coach.baseline.test_session_analysis import story as analysed
from tests.coach.domain.packets import Story, key, showcase
from tests.coach.rules.judging import dosed, own, ruling

TODAY = date(2026, 11, 26)


def squat(session: SessionDraft | None) -> StrengthDose:
    assert session is not None
    (item,) = session.items
    assert isinstance(item, StrengthDose)
    return item


def test_a_draft_that_stands_is_issued_as_drafted() -> None:
    situation = showcase().situation()
    made = own(situation)
    assert issued_session(made, ruling(made, situation), situation) == made.session


def test_a_refused_draft_leaves_the_last_verified_conservative_dose() -> None:
    situation = showcase().situation()
    made = dosed(situation, load_g=107_500)
    found = ruling(made, situation)
    assert found.refused
    issued = issued_session(made, found, situation)
    assert (squat(issued).load_g, squat(issued).sets, squat(issued).reps) == (105_000, 3, 5)
    assert issued is not None
    assert issued.branches != ()
    assert issued == fallback_session(situation)


def test_a_downgraded_draft_does_not_put_its_own_dose_through() -> None:
    story = showcase()
    story.items = [i for i in story.items if i.surface != "plans.gate"]
    situation = story.situation()
    made = dosed(situation, load_g=100_000).model_copy(update={"outcome": Outcome.TACTICAL_ADJUST})
    found = ruling(made, situation)
    assert (found.refused, found.outcome) == (False, Outcome.NO_CHANGE)
    assert squat(issued_session(made, found, situation)).load_g == 105_000


def test_branches_are_the_computed_ones_whatever_a_draft_says() -> None:
    situation = showcase().situation()
    made = own(situation)
    assert made.session is not None
    lie = BranchDraft(
        item="squat",
        signal="feeling good",
        check="mirror",
        if_present="120 kg",
        if_absent="120 kg",
        if_not_measured="120 kg",
        stop_rule="never",
        expires="2026-11-26",
    )
    changed = made.model_copy(
        update={"session": made.session.model_copy(update={"branches": (lie,)})}
    )
    issued = issued_session(changed, ruling(changed, situation), situation)
    assert issued is not None
    assert issued.branches == made.session.branches
    none = made.model_copy(update={"session": made.session.model_copy(update={"branches": ()})})
    carried = issued_session(none, ruling(none, situation), situation)
    assert carried is not None
    assert carried.branches == made.session.branches


def test_sentences_that_may_not_be_shown_are_not_issued() -> None:
    situation = showcase().situation()
    made = own(situation)
    assert made.session is not None
    lie = "Take 222 kg for a ride."
    item = made.session.items[0].model_copy(update={"why": lie})
    session = made.session.model_copy(update={"items": (item,), "reason": lie, "kept": (lie,)})
    changed = made.model_copy(update={"session": session})
    issued = issued_session(changed, ruling(changed, situation), situation)
    assert issued is not None
    assert "222" not in issued.model_dump_json()


def test_the_conservative_dose_never_takes_a_step() -> None:
    story = showcase()
    story.items = [i for i in story.items if i.surface != "plans.gate"]
    situation = story.situation()
    assert squat(own(situation).session).load_g == 107_500
    assert squat(fallback_session(situation)).load_g == 105_000


def test_the_conservative_dose_knows_pain_bounds_and_suspension() -> None:
    story = showcase()
    story.constraint("load_g", 100_000)
    assert squat(fallback_session(story.situation())).load_g == 100_000
    story.pain(date(2026, 11, 21), 4, moment="now")
    assert squat(fallback_session(story.situation())).load_g == 92_500
    story.pain(date(2026, 11, 21), 7, moment="after")
    fallen = fallback_session(story.situation())
    assert fallen is not None
    assert fallen.items == ()
    story.daily(TODAY, "symptoms", text="chest pain")
    stopped = fallback_session(story.situation())
    assert stopped is not None
    assert (stopped.items, stopped.minutes) == ((), 0)
    assert "clearance" in stopped.reason


def test_the_conservative_dose_is_the_plans_for_somebody_without_history() -> None:
    story = showcase()
    story.items = [
        i for i in story.items if i.surface.startswith("plans.") and "gate" not in i.surface
    ]
    assert squat(fallback_session(story.situation())).load_g == 105_000


def test_there_is_none_for_a_session_without_a_plan() -> None:
    assert fallback_session(Story(TODAY).situation(subject=f"{TODAY}:client-1")) is None


def test_a_begun_session_gets_none() -> None:
    story = showcase()
    made = own(story.situation())
    story.completed(key(TODAY), status="started")
    situation = story.situation()
    assert issued_session(made, ruling(made, situation), situation) is None


def test_what_it_issues_passes_the_gate_itself() -> None:
    story = showcase()
    story.constraint("load_g", 90_000)
    story.pain(date(2026, 11, 21), 4, moment="now")
    situation = story.situation()
    fallen = fallback_session(situation)
    assert fallen is not None
    made = own(situation, session=fallen, outcome=Outcome.TACTICAL_ADJUST)
    assert not ruling(made, situation).refused
    assert measured(situation, fallen) <= Magnitude.T2


def hurting() -> Situation:
    made = analysed()
    made.pain(date(2026, 11, 19), 4)
    return made.situation("session_analysis", key(date(2026, 11, 19)))


def test_gates_and_bounds_of_a_draft_that_stands_are_written() -> None:
    situation = hurting()
    made = own(situation)
    found = ruling(made, situation)
    assert issued_gates(made, found, situation) == made.gates
    assert issued_constraints(made, found) == made.constraints


def test_a_downgrade_keeps_the_gate_and_drops_the_bounds() -> None:
    situation = hurting()
    made = own(situation)
    weaker = Ruling(Outcome.MONITOR_ONLY, (), refused=False)
    assert issued_gates(made, weaker, situation) == made.gates
    assert issued_constraints(made, weaker) == ()


def test_a_refusal_writes_nothing() -> None:
    situation = hurting()
    made = own(situation)
    refused = Ruling(Outcome.BLOCKED_UNKNOWN, (), refused=True)
    assert issued_gates(made, refused, situation) == ()
    assert issued_constraints(made, refused) == ()


def test_a_gate_that_stands_already_is_not_opened_again() -> None:
    situation = hurting()
    made = own(situation)
    story = analysed(gate=True)
    story.pain(date(2026, 11, 19), 4)
    watched = story.situation("session_analysis", key(date(2026, 11, 19)))
    assert issued_gates(made, ruling(made, watched), watched) == ()
