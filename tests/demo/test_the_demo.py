"""The demo data holds one of everything, says nothing false, and survives every check of the kernel."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import authenticate

from coach.demo.people import PASSWORD
from coach.models import Work
from coach.retrieval import context
from coach.work import follow
from coach.workflows import aims, escalations
from decisions.domain.outcomes import Outcome
from decisions.models import DecisionRecord, Event, Stream
from decisions.selectors import known, lineage
from decisions.surfaces import PROPOSAL_STATES
from tests.coach.commands.conftest import shell
from tests.demo.conftest import Demo

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("demo")]
SQUAT = "back_squat_high_bar"
COMPLETED = "training_sessions.completed"
PRESCRIPTION = "training_sessions.prescription"


def facts(item: known.Known) -> dict[str, Any]:
    assert item.facts is not None
    return item.facts


def test_every_outcome_occurs(demo: Demo) -> None:
    assert set(DecisionRecord.objects.values_list("outcome", flat=True)) == set(Outcome)


def test_every_proposal_state_occurs(demo: Demo) -> None:
    states = {
        facts(item)["state"]
        for athlete in (demo.lifter, demo.runner)
        for item in demo.items(athlete, "decisions.proposal")
    }
    assert states == set(PROPOSAL_STATES)


def test_an_open_proposal_rests_on_two_tests_and_their_mean(demo: Demo) -> None:
    (proposal,) = [
        facts(item)
        for item in demo.items(demo.runner, "decisions.proposal")
        if facts(item)["state"] == "OPEN"
    ]
    assert proposal["kind"] == "threshold"
    events = known.at_positions(demo.runner.stream, proposal["evidence"])
    paces = [
        1000 * facts(event)["duration_s"] / facts(event)["distance_m"]
        for event in events
        if event.surface == COMPLETED and facts(event)["session_type"] == "threshold_test"
    ]
    assert len(paces) == 2
    (target,) = proposal["targets"]
    assert abs(target["after"]["params"]["value"] - sum(paces) / 2) <= 1
    assert target["before"]["params"]["value"] > target["after"]["params"]["value"]
    assert proposal["expires_on"] >= demo.today.isoformat()


def test_an_injury_has_healed_and_one_is_open_each_with_its_words(demo: Demo) -> None:
    injuries = demo.items(demo.lifter, "training_sessions.injury")
    assert Counter(facts(item)["status"] for item in injuries) == {"open": 1, "closed": 1}
    for item in injuries:
        versions = known.history(demo.lifter.stream, item.surface, item.key)
        assert len({facts(version)["update"] for version in versions}) >= 2


def test_facts_were_corrected_and_taken_back_and_the_log_keeps_both(demo: Demo) -> None:
    for kind in ("correction", "retraction"):
        event = Event.objects.filter(fact_type=kind, item__surface__startswith="training_").first()
        assert event is not None, kind
        assert event.supersedes is not None


def test_a_session_was_typed_days_later(demo: Demo) -> None:
    late = [
        item
        for item in demo.items(demo.lifter, COMPLETED)
        if facts(item)["entry_mode"] == "typed_later"
    ]
    assert late
    for item in late:
        assert item.local_date is not None
        assert item.recorded_at.date() - item.local_date >= timedelta(days=2)


def test_weaker_reports_stand_beside_edited_ones(demo: Demo) -> None:
    sets = demo.items(demo.lifter, "training_sessions.set")
    modes = Counter(facts(item)["entry_mode"] for item in sets)
    assert {"edited", "bulk_confirmed", "typed_later"} <= set(modes)
    bulk = [facts(item) for item in sets if facts(item)["entry_mode"] == "bulk_confirmed"]
    assert all(one["rpe_x10"] is None for one in bulk)


def test_gates_are_open_and_closed_by_computation_and_by_a_person(demo: Demo) -> None:
    gates = demo.items(demo.lifter, "plans.gate")
    assert "open" in {facts(gate)["state"] for gate in gates}
    closed = {gate.evidence for gate in gates if facts(gate)["state"] == "closed"}
    assert closed == {"derived", "user_reported"}


def test_bounds_are_in_force_and_run_out(demo: Demo) -> None:
    bounds = [facts(item) for item in demo.items(demo.lifter, "plans.constraint")]
    ends = [bound["expires_on"] >= demo.today.isoformat() for bound in bounds]
    assert set(ends) == {True, False}
    assert {bound["owner"] for bound in bounds} == {"coach", "session_analysis"}


def test_the_showcase_stands_in_it(demo: Demo) -> None:
    squatted = [
        facts(item)["session_key"]
        for item in demo.items(demo.lifter, "training_sessions.set")
        if facts(item)["exercise"] == SQUAT
    ]
    analysis = lineage.newest_decision(
        demo.lifter.stream, workflow="session_analysis", subject=max(squatted)
    )
    assert analysis is not None
    assert analysis.outcome == "NO_CHANGE"
    (gate,) = [g for g in demo.items(demo.lifter, "plans.gate") if facts(g)["state"] == "open"]
    assert SQUAT in facts(gate)["guards"]

    today = next(
        facts(item)
        for item in demo.items(demo.lifter, PRESCRIPTION)
        if facts(item)["date"] == demo.today.isoformat()
    )
    event = known.now(demo.lifter.stream, "decisions.decision", analysis.key)
    assert event.position in today["cites"]
    squat = next(item for item in today["items"] if item.get("exercise") == SQUAT)
    assert squat["held_by"] == [gate.key]
    assert squat["rest_s"] == squat["planned"]["rest_s"]
    assert squat["sets"] <= squat["planned"]["sets"]
    assert squat["load_g"] < squat["planned"]["load_g"], "the step of the plan waits"
    assert any(branch["item"] == squat["id"] for branch in today["branches"])
    assert today["kept"]


def test_every_decision_can_be_explained(demo: Demo) -> None:
    for record in DecisionRecord.objects.all():
        assert record.summary, record.number
        assert record.reasons, record.number
        assert sum(option["chosen"] for option in record.considered) == 1, record.number
        assert any(option["outcome"] == "NO_CHANGE" for option in record.considered)
        assert record.manifest["included"], record.number
        assert record.manifest["tokens"] <= record.manifest["budget"], record.number


def test_nothing_that_the_built_in_coach_drafted_was_refused(demo: Demo) -> None:
    refused = [
        (record.number, verdict["rule"], verdict["because"])
        for record in DecisionRecord.objects.all()
        for verdict in record.ruling["verdicts"]
        if verdict["verdict"] == "refuses"
    ]
    assert refused == []


def test_all_work_is_done_and_the_log_is_followed_to_its_end(demo: Demo) -> None:
    assert set(Work.objects.values_list("state", flat=True)) == {"done"}
    assert follow.behind() == []


def test_every_week_was_reviewed_once(demo: Demo) -> None:
    for athlete in (demo.lifter, demo.runner):
        subjects = Counter(
            DecisionRecord.objects.filter(
                stream=athlete.stream, subject__startswith="week "
            ).values_list("subject", flat=True)
        )
        assert set(subjects.values()) == {1}
        assert len(subjects) in (26, 27)


def test_every_escalation_was_answered(demo: Demo) -> None:
    escalated = 0
    for athlete in (demo.lifter, demo.runner):
        decided = [e for e in known.events(athlete.stream) if e.surface == "decisions.decision"]
        escalated += sum((e.facts or {})["outcome"] == "ESCALATE_TO_STRATEGIC" for e in decided)
        assert escalations.unanswered(athlete.stream, decided) == frozenset()
    assert escalated


def test_no_prescription_was_issued_after_its_session_began(demo: Demo) -> None:
    begun: dict[str, int] = {}
    for event in known.events(demo.lifter.stream):
        if event.surface == COMPLETED:
            begun.setdefault(event.key, event.position)
        if event.surface == PRESCRIPTION:
            assert event.key not in begun, event.key


def test_what_was_known_then_is_what_each_decision_was_shown(demo: Demo) -> None:
    records = DecisionRecord.objects.order_by("stream", "number")[::37]
    assert len(records) > 20
    for record in records:
        stream, manifest = record.stream, record.manifest
        today = demo.today.fromisoformat(manifest["today"])
        items, decided = context.read(stream, record.workflow, today, record.position)
        aim = aims.aim(record.workflow, record.subject, today, items)
        again = context.assemble(
            aim=aim,
            items=items,
            decided=decided,
            up_to=record.position,
            zone=manifest["zone"],
            question=manifest["question"],
            missing=aims.missing(aim, items),
        )
        assert again.fingerprint == record.context_fingerprint, (stream.name, record.number)


@pytest.mark.parametrize(
    "words",
    [("verify_log",), ("rebuild_state", "--check"), ("replay", "--all")],
    ids=lambda words: " ".join(words),
)
def test_every_check_of_the_kernel_is_clean(demo: Demo, words: tuple[str, ...]) -> None:
    said = shell(*words, "--json")
    assert said.code == 0, said.last
    if words[0] == "replay":
        assert set(said.json["results"]) == {"same"}


def test_the_logins_are_the_four_that_are_printed(demo: Demo) -> None:
    for name in ("lifter", "runner", "coach", "admin"):
        assert authenticate(username=name, password=PASSWORD) is not None
    coach = authenticate(username="coach", password=PASSWORD)
    assert coach is not None
    assert coach.has_perm("decisions.approve_proposal")
    assert {demo.lifter.coach, demo.runner.coach} == {coach}
    assert Stream.objects.filter(name__startswith="athlete:").count() == 2
