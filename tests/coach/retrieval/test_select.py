"""What a workflow should see: must-haves by kind, the rest by nearness, nothing that was erased."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Any

import pytest

from coach.retrieval.select import Aim, select
from decisions.domain.authority import Rank

TODAY = date(2026, 3, 16)
SUBJECT = "2026-03-16:base/01/a"
AIM = Aim("next_prescription", SUBJECT, TODAY, "base/01/a", frozenset({"squat"}), "strength")
REVIEW = Aim("strategic_review", "week 2026-03-16", TODAY, None, frozenset(), None)
_positions = count(1)


@dataclass(frozen=True, slots=True)
class Thing:
    """An item as selection sees it."""

    surface: str
    key: str
    facts: dict[str, Any] | None
    position: int
    fact_type: str = "observation"


def thing(surface: str, key: str, *, fact_type: str = "observation", **facts: Any) -> Thing:
    return Thing(surface, key, facts, next(_positions), fact_type)


def ago(days: int) -> str:
    return (TODAY - timedelta(days=days)).isoformat()


def gate(key: str, state: str = "open", closed_on: str | None = None) -> Thing:
    return thing("plans.gate", key, state=state, closed_on=closed_on)


def constraint(key: str, expires_on: str, status: str = "active") -> Thing:
    return thing("plans.constraint", key, status=status, expires_on=expires_on)


def daily(day: str, kind: str) -> Thing:
    return thing("training_sessions.daily", f"{day}/{kind}", date=day, kind=kind, session_key=None)


def work(session_key: str, exercise: str = "squat", kind: str = "work") -> list[Thing]:
    return [
        thing(
            "training_sessions.set",
            f"{session_key}#{kind}",
            session_key=session_key,
            exercise=exercise,
            kind=kind,
        ),
        thing(
            "training_sessions.completed", session_key, session_key=session_key, sport="strength"
        ),
    ]


def decision(workflow: str, subject: str, outcome: str = "NO_CHANGE") -> Thing:
    key = f"{workflow} {subject} {next(_positions)}"
    return thing("decisions.decision", key, workflow=workflow, subject=subject, outcome=outcome)


def chosen(items: list[Thing], decisions: list[Thing] = [], aim: Aim = AIM) -> dict[str, bool]:  # noqa: B006
    return {c.item.key: c.must for c in select(aim, items, decisions)}


def test_open_gates_must_be_seen_fresh_closures_may_and_old_ones_are_history() -> None:
    found = chosen([gate("open"), gate("fresh", "closed", ago(3)), gate("old", "closed", ago(40))])
    assert found == {"open": True, "fresh": False}


def test_bounds_in_force_must_be_seen_lifted_ones_never() -> None:
    found = chosen(
        [
            constraint("active", ago(-3)),
            constraint("last-day", ago(0)),
            constraint("ran-out", ago(2)),
            constraint("lifted", ago(-3), "lifted"),
            constraint("long-gone", ago(30)),
        ]
    )
    assert found == {"active": True, "last-day": True, "ran-out": False}


def test_open_injuries_must_be_seen_whatever_they_are_about() -> None:
    items = [
        thing("training_sessions.injury", "knee", status="open"),
        thing("training_sessions.injury", "elbow", status="closed"),
    ]
    assert chosen(items) == {"knee": True}


def test_recent_pain_must_be_seen_sleep_only_may() -> None:
    found = chosen([daily(ago(10), "pain"), daily(ago(3), "sleep_s"), daily(ago(20), "pain")])
    assert found == {f"{ago(10)}/pain": True, f"{ago(3)}/sleep_s": False}


def test_everything_about_the_subject_itself_must_be_seen() -> None:
    items = work(SUBJECT, exercise="row")
    assert chosen(items) == {items[0].key: True, items[1].key: True}


def test_the_two_newest_sessions_alike_must_be_seen_and_older_ones_shrink() -> None:
    keys = [f"{ago(days)}:base/01/b" for days in (7, 14, 21)]
    items = [one for key in keys for one in work(key)]
    found = {c.item.key: (c.must, c.brief) for c in select(AIM, items, [])}
    assert found[keys[0]] == (True, False)
    assert found[keys[1]] == (True, False)
    assert found[keys[2]] == (False, True)


def test_every_session_of_the_aims_own_day_must_be_seen_for_a_rule_counts_them() -> None:
    keys = [f"{ago(days)}:base/01/a" for days in (7, 14, 21, 28)]
    items = [one for key in keys for one in work(key)]
    found = {c.item.key: (c.must, c.brief) for c in select(AIM, items, [])}
    assert [found[key] for key in keys] == [(True, False), (True, False), *[(True, True)] * 2]


def test_sessions_with_other_exercises_are_no_exposures() -> None:
    assert chosen(work(f"{ago(7)}:base/01/c", exercise="row")) == {}


def test_warm_ups_of_far_sessions_are_left_out() -> None:
    keys = [f"{ago(days)}:base/01/a" for days in (7, 14, 21)]
    items = [one for key in keys for one in (*work(key), *work(key, kind="warmup"))]
    found = chosen(items)
    assert f"{keys[0]}#warmup" in found
    assert f"{keys[2]}#warmup" not in found


def test_the_newest_decision_per_subject_is_seen_no_change_included() -> None:
    done = f"{ago(7)}:base/01/a"
    old, new = (
        decision("session_analysis", done, "MONITOR_ONLY"),
        decision("session_analysis", done),
    )
    other = decision("session_analysis", f"{ago(7)}:base/01/c")
    found = chosen(work(done), [other, new, old])
    assert found[new.key] is True
    assert old.key not in found
    assert other.key not in found


def test_only_the_newest_review_is_seen() -> None:
    reviews = [decision("strategic_review", f"week {n}") for n in range(3)]
    found = chosen([], reviews)
    assert found == {reviews[0].key: True}


def test_a_review_must_see_escalations_and_proposals_that_wait_or_were_not_taken() -> None:
    escalated = decision("session_analysis", "s1", "ESCALATE_TO_STRATEGIC")
    plain = decision("session_analysis", "s2")
    waiting = thing("decisions.proposal", "P-0002", state="OPEN")
    rejected = thing("decisions.proposal", "P-0001", state="REJECTED")
    applied = thing("decisions.proposal", "P-0003", state="APPLIED")
    found = chosen([rejected, waiting, applied], [escalated, plain], REVIEW)
    assert found == {
        escalated.key: True,
        plain.key: False,
        "P-0002": True,
        "P-0001": True,
        "P-0003": False,
    }


def test_a_request_must_be_seen_for_two_weeks() -> None:
    items = [
        thing("decisions.request", "new", on=ago(3)),
        thing("decisions.request", "old", on=ago(20)),
    ]
    assert chosen(items) == {"new": True}


def test_a_retired_plan_is_not_shown() -> None:
    items = [
        thing("plans.plan", "base", status="active"),
        thing("plans.plan", "gone", status="retired"),
        thing("plans.block", "base/01", starts_on=ago(7), weeks=4),
        thing("plans.block", "gone/01", starts_on=ago(7), weeks=4),
    ]
    assert chosen(items) == {"base": True, "base/01": True}


def test_a_current_correction_of_evidence_reads_first() -> None:
    corrected = thing(
        "training_sessions.daily",
        "k",
        fact_type="correction",
        date=ago(1),
        kind="pain",
        session_key=None,
    )
    (found,) = select(AIM, [corrected], [])
    assert found.rank is Rank.CORRECTION


@pytest.mark.parametrize("aim", [AIM, REVIEW], ids=lambda aim: aim.workflow)
def test_what_was_erased_is_no_candidate(aim: Aim) -> None:
    surfaces = [
        "training_sessions.daily",
        "training_sessions.set",
        "training_sessions.completed",
        "training_sessions.injury",
        "plans.gate",
        "plans.constraint",
        "plans.plan",
        "decisions.request",
        "decisions.proposal",
    ]
    items = [Thing(s, f"{ago(1)}/{s}", None, next(_positions)) for s in surfaces]
    erased = Thing("decisions.decision", "d", None, next(_positions))
    assert select(aim, items, [erased]) == []


def test_an_item_that_two_slices_ask_for_is_there_once_and_as_a_must() -> None:
    pain = thing(
        "training_sessions.daily",
        f"{ago(0)}/pain",
        date=ago(20),
        kind="pain",
        session_key=SUBJECT,
    )
    candidates = select(AIM, [pain], [])
    assert [(c.item.key, c.must) for c in candidates] == [(pain.key, True)]
