from __future__ import annotations

from typing import Any

import pytest

from coach.domain.draft import Considered, Reason
from coach.rules import citations
from decisions.domain.outcomes import Outcome
from tests.coach.domain.packets import Story, showcase
from tests.coach.rules.judging import downgrades, holds, own, refuses, ruling


def cited(*handles: str) -> tuple[Reason, ...]:
    return (Reason(text="Because.", cites=handles),)


def test_a_handle_of_the_packet_resolves() -> None:
    situation = showcase().situation()
    assert holds(citations.citations_resolve, own(situation, reasons=cited("E1", "G1")), situation)


@pytest.mark.parametrize("where", ["reasons", "considered", "unknown", "session"])
def test_an_invented_handle_refuses_wherever_it_stands(where: str) -> None:
    situation = showcase().situation()
    made = own(situation)
    assert made.session is not None
    every: dict[str, dict[str, Any]] = {
        "reasons": {"reasons": cited("E99")},
        "considered": {
            "considered": (
                Considered(outcome=Outcome.NO_CHANGE, why="x", cites=("F9",), chosen=True),
            )
        },
        "unknown": {"unknown": (*own(situation).unknown, Reason(text="x", cites=("C7",)))},
        "session": {
            "session": made.session.model_copy(
                update={"items": (made.session.items[0].model_copy(update={"cites": ("R99",)}),)}
            )
        },
    }
    changes = every[where]
    bad = made.model_copy(update=changes)
    assert "not in its context" in refuses(citations.citations_resolve, bad, situation)
    assert ruling(bad, situation).refused


def test_an_erased_item_can_no_longer_be_cited() -> None:
    story = showcase()
    gone = story.items[-2]
    story.items[-2] = type(gone)(**{**{f: getattr(gone, f) for f in gone.__slots__}, "facts": {}})
    situation = story.situation()
    assert refuses(
        citations.citations_resolve, own(situation, reasons=cited(gone.handle)), situation
    )


def weak(evidence: str, surface: str = "training_sessions.daily") -> tuple[Story, str]:
    story = showcase()
    facts = {
        "kind": "wellness",
        "date": "2026-11-25",
        "value": 3,
        "note": None,
        "text": None,
        "region": None,
    }
    item = story.add(
        surface, "x", {**facts, "moment": None, "session_key": None}, evidence=evidence
    )
    return story, item.handle


@pytest.mark.parametrize("evidence", ["observed", "user_reported", "derived", "estimated"])
def test_a_change_may_rest_on_evidence_of_the_log(evidence: str) -> None:
    story, handle = weak(evidence)
    situation = story.situation()
    made = own(situation, outcome=Outcome.TACTICAL_ADJUST, reasons=cited(handle), session=None)
    assert holds(citations.evidence_is_of_the_logs_kind, made, situation)


@pytest.mark.parametrize("evidence", ["hypothesis", "unknown"])
def test_a_change_may_not_rest_on_hypotheses_alone(evidence: str) -> None:
    story, handle = weak(evidence)
    situation = story.situation()
    made = own(situation, outcome=Outcome.TACTICAL_ADJUST, reasons=cited(handle), session=None)
    assert downgrades(citations.evidence_is_of_the_logs_kind, made, situation) == "MONITOR_ONLY"


def test_what_the_system_said_itself_is_no_evidence() -> None:
    situation = showcase().situation()
    made = own(situation, outcome=Outcome.TACTICAL_ADJUST, reasons=cited("D1"), session=None)
    assert downgrades(citations.evidence_is_of_the_logs_kind, made, situation) == "MONITOR_ONLY"


def test_no_change_needs_no_evidence() -> None:
    situation = showcase().situation()
    assert holds(citations.evidence_is_of_the_logs_kind, own(situation, reasons=cited()), situation)


def flagged() -> tuple[Story, str]:
    story = showcase()
    item = story.completed(
        "2026-11-24:x", sport="run", distance_m=9_000, duration_s=1_000, flags=["implausible"]
    )
    return story, item.handle


def test_flagged_data_may_be_asked_about() -> None:
    story, handle = flagged()
    situation = story.situation()
    made = own(situation, unknown=(Reason(text="What was that run?", cites=(handle,)),))
    assert holds(citations.flagged_data_is_unused, made, situation)


def test_nothing_may_rest_on_flagged_data() -> None:
    story, handle = flagged()
    situation = story.situation()
    because = refuses(
        citations.flagged_data_is_unused, own(situation, reasons=cited(handle)), situation
    )
    assert "implausible" in because


def test_an_excuse_is_no_flag() -> None:
    story = showcase()
    item = story.completed("2026-11-24:x", sport="run", status="skipped", flags=["excused:travel"])
    situation = story.situation()
    assert holds(
        citations.flagged_data_is_unused, own(situation, reasons=cited(item.handle)), situation
    )


def test_a_set_with_a_suspected_unit_is_flagged_by_code() -> None:
    story = showcase()
    (bad,) = story.sets("2026-11-24:x", "back_squat_high_bar", [(231_000, 5, 70)])
    situation = story.situation()
    assert refuses(
        citations.flagged_data_is_unused, own(situation, reasons=cited(bad.handle)), situation
    )


@pytest.mark.parametrize(
    ("status", "allowed"),
    [
        ("eligible", True),
        ("hypothesis", False),
        ("suspended", False),
        ("retired", False),
        ("rejected", False),
    ],
)
def test_only_an_eligible_finding_is_acted_on(status: str, allowed: bool) -> None:
    story = showcase()
    item = story.add("decisions.finding", "f", {"status": status, "statement": "x"}, on=story.today)
    situation = story.situation()
    made = own(situation, reasons=cited(item.handle))
    assert holds(citations.findings_are_eligible, made, situation) is allowed


@pytest.mark.parametrize(
    ("eligible", "expires_on", "allowed"),
    [(True, "2026-11-26", True), (True, "2026-11-25", False), (False, "2026-12-31", False)],
)
def test_only_a_current_forecast_is_acted_on(
    eligible: bool, expires_on: str, allowed: bool
) -> None:
    story = showcase()
    facts = {"eligible": eligible, "expires_on": expires_on, "statement": "x"}
    item = story.add("decisions.forecast", "f", facts, on=story.today)
    situation = story.situation()
    made = own(situation, reasons=cited(item.handle))
    assert holds(citations.findings_are_eligible, made, situation) is allowed
