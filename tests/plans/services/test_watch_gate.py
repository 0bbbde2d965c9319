from __future__ import annotations

from datetime import date, timedelta

import pytest

from decisions.domain.errors import InvalidFacts, NotAllowedNow, NotFound, OutsideMandate
from decisions.domain.mandates import MANDATES
from decisions.models import Event
from plans.domain.gates import Exposure, PainReading
from plans.models import Gate
from plans.services import operations
from tests.plans import making
from tests.plans.making import MONDAY

SURFACE = "plans.gate"
KEY = "2026-03-02/knee"
COACH, ANALYSIS = MANDATES["coach"], MANDATES["session_analysis"]
GOOD = (1, 1)


def evidence(*days):
    exposures, readings = [], []
    for number, (during, morning) in enumerate(days):
        on = MONDAY + timedelta(days=2 * number)
        exposures.append(Exposure(on, "back_squat_high_bar"))
        readings.append(PainReading(on, "knee", "during", during))
        readings.append(PainReading(on + timedelta(days=1), "knee", "next_morning", morning))
    return exposures, readings


def derive(cast, *days, as_of=date(2026, 3, 8), occasion="e1", basis=()):
    exposures, readings = evidence(*days)
    return operations.record_progress(
        stream=cast.stream,
        key=KEY,
        exposures=exposures,
        readings=readings,
        as_of=as_of,
        occasion=occasion,
        basis=basis,
    )


def close(cast, *, mandate=COACH, actor=None, reason="physio cleared it", occasion="2", **more):
    return operations.close_gate(
        stream=cast.stream,
        mandate=mandate,
        actor=actor or cast.coach,
        key=KEY,
        reviewed=more.get("reviewed") or cast.fingerprint(SURFACE, KEY),
        on=more.get("on", date(2026, 3, 10)),
        reason=reason,
        occasion=occasion,
    )


def reopen(cast, *, mandate=COACH, actor=None, on=date(2026, 3, 12), occasion="3"):
    return operations.reopen_gate(
        stream=cast.stream,
        mandate=mandate,
        actor=actor or cast.coach,
        key=KEY,
        reviewed=cast.fingerprint(SURFACE, KEY),
        on=on,
        reasoning="pain is back",
        occasion=occasion,
    )


def test_session_analysis_opens_a_gate(cast):
    written = operations.open_gate(
        stream=cast.stream,
        mandate=ANALYSIS,
        actor="run:4f0c",
        key=KEY,
        facts=making.gate(),
        reasoning="pain 4 during squats",
        occasion="e1",
        basis=(),
    )

    assert written.outcome == "applied"
    assert (Gate.objects.get().owner, Gate.objects.get().state) == ("session_analysis", "open")


@pytest.mark.parametrize("name", ["athlete", "chat", "next_prescription", "deriver"])
def test_nobody_else_opens_a_gate(cast, name):
    actor = cast.athlete if name == "athlete" else "run:4f0c"

    with pytest.raises(OutsideMandate):
        operations.open_gate(
            stream=cast.stream,
            mandate=MANDATES[name],
            actor=actor,
            key=KEY,
            facts=making.gate(),
            reasoning="x",
            occasion="e1",
        )


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"opened_on": "2026-03-03"}, "key", id="a-key-of-another-date"),
        pytest.param(
            {"state": "closed", "closed_on": "2026-03-03", "closed_because": "x"},
            "state",
            id="opened-closed",
        ),
        pytest.param(
            {
                "progress": {
                    "met": 1,
                    "of": 3,
                    "slots": [{"date": "2026-03-02", "during": 1, "next_morning": 1, "met": True}],
                }
            },
            "state",
            id="with-progress-already",
        ),
    ],
)
def test_a_gate_is_opened_open_and_empty(cast, changes, field):
    with pytest.raises(InvalidFacts) as error:
        cast.open_gate(**changes)
    assert error.value.field == field


def test_progress_is_derived_and_rests_on_its_evidence(cast):
    cast.open_gate()

    derive(cast, GOOD, GOOD, basis=(1,))

    row = Gate.objects.get()
    event = row.event
    assert (row.progress["met"], row.state) == (2, "open")
    assert (event.evidence, event.fact_type, event.basis) == ("derived", "inference", "1")
    assert event.decision.mandate == "deriver"


def test_a_met_criterion_closes_the_gate(cast):
    cast.open_gate()

    derive(cast, GOOD, GOOD, GOOD)

    row = Gate.objects.get()
    assert (row.state, row.closed_on) == ("closed", date(2026, 3, 8))
    assert row.closed_because == "3 of 3 exposures in a row met it"


def test_a_stale_reading_does_not_close_it(cast):
    cast.open_gate()

    derive(cast, GOOD, GOOD, GOOD, as_of=date(2026, 3, 11))

    assert (Gate.objects.get().state, Gate.objects.get().progress["met"]) == ("open", 3)


def test_a_missing_morning_does_not_close_it(cast):
    cast.open_gate()

    derive(cast, GOOD, GOOD, (1, None))

    assert (Gate.objects.get().state, Gate.objects.get().progress["met"]) == ("open", 2)


def test_progress_that_is_the_same_writes_no_event(cast):
    cast.open_gate()
    derive(cast, GOOD)
    before = Event.objects.count()

    assert derive(cast, GOOD, occasion="e2").outcome == "already_applied"
    assert Event.objects.count() == before


def test_corrected_evidence_opens_a_computed_closure_again(cast):
    cast.open_gate()
    derive(cast, GOOD, GOOD, GOOD)

    derive(cast, GOOD, (4, 1), GOOD, as_of=date(2026, 3, 20), occasion="e2")

    row = Gate.objects.get()
    assert (row.state, row.closed_on, row.closed_because) == ("open", None, None)
    assert row.progress["met"] == 1


def test_time_alone_does_not_open_a_closed_gate(cast):
    cast.open_gate()
    derive(cast, GOOD, GOOD, GOOD)

    again = derive(cast, GOOD, GOOD, GOOD, as_of=date(2026, 6, 1), occasion="e2")

    assert again.outcome == "already_applied"
    assert Gate.objects.get().closed_on == date(2026, 3, 8)


def test_pain_after_the_closure_does_not_rewrite_it(cast):
    cast.open_gate()
    derive(cast, GOOD, GOOD, GOOD)

    again = derive(cast, GOOD, GOOD, GOOD, (6, 6), as_of=date(2026, 3, 20), occasion="e2")

    assert again.outcome == "already_applied"
    assert Gate.objects.get().state == "closed"


def test_what_a_person_closed_stays_closed(cast):
    cast.open_gate()
    close(cast)

    again = derive(cast, (5, 5), as_of=date(2026, 3, 20))

    assert again.outcome == "already_applied"
    assert Gate.objects.get().closed_because == "physio cleared it"


def test_a_gate_for_a_person_is_never_closed_by_computation(cast):
    cast.open_gate(**making.human_gate())

    derive(cast, GOOD, GOOD, GOOD)

    assert Gate.objects.get().state == "open"


def test_the_coach_closes_whatever_the_progress_says(cast):
    cast.open_gate()

    assert close(cast).outcome == "applied"
    row = Gate.objects.get()
    assert (row.state, row.closed_on, row.event.evidence) == (
        "closed",
        date(2026, 3, 10),
        "user_reported",
    )


def test_closing_needs_a_reason_and_a_date_after_the_opening(cast):
    cast.open_gate()

    with pytest.raises(InvalidFacts, match="closed_because"):
        close(cast, reason=" ")
    with pytest.raises(InvalidFacts, match="closed_on"):
        close(cast, on=date(2026, 3, 1))


def test_closing_twice_is_closing_once(cast):
    cast.open_gate()
    seen = cast.fingerprint(SURFACE, KEY)

    assert close(cast, reviewed=seen).outcome == "applied"
    assert close(cast, reviewed=seen).repeated
    with pytest.raises(NotAllowedNow, match="closed since 2026-03-10"):
        close(cast, occasion="9")


@pytest.mark.parametrize("name", ["session_analysis", "deriver", "athlete", "chat"])
def test_nobody_but_the_coach_closes_by_hand(cast, name):
    cast.open_gate()
    actor = cast.athlete if name == "athlete" else "run:4f0c"

    with pytest.raises(OutsideMandate):
        close(cast, mandate=MANDATES[name], actor=actor)
    assert Gate.objects.get().state == "open"


def test_it_says_stale_when_progress_came_in_between(cast):
    cast.open_gate()
    seen = cast.fingerprint(SURFACE, KEY)
    derive(cast, GOOD)

    assert close(cast, reviewed=seen).outcome == "stale"
    assert Gate.objects.get().state == "open"


def test_a_reopened_gate_counts_afresh(cast):
    cast.open_gate()
    derive(cast, GOOD, GOOD, GOOD)

    assert reopen(cast, mandate=ANALYSIS, actor="run:4f0c").outcome == "applied"
    derive(cast, GOOD, GOOD, GOOD, as_of=date(2026, 3, 13), occasion="e2")

    row = Gate.objects.get()
    assert (row.state, row.opened_on, row.progress["met"]) == ("open", date(2026, 3, 12), 0)


def test_an_open_gate_cannot_be_reopened(cast):
    cast.open_gate()

    with pytest.raises(NotAllowedNow, match="is open"):
        reopen(cast)


def test_nobody_else_reopens_a_gate(cast):
    cast.open_gate()
    close(cast)

    with pytest.raises(OutsideMandate):
        reopen(cast, mandate=MANDATES["athlete"], actor=cast.athlete)


def test_a_gate_that_is_not_there_is_not_found(cast):
    with pytest.raises(NotFound, match="there is no gate"):
        derive(cast, GOOD)


def test_a_stranger_finds_nothing(cast):
    cast.open_gate()

    with pytest.raises(NotFound):
        close(cast, actor=cast.stranger)
