"""What a run is for: the planned day, the exercises and the question that follow from its subject."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from coach.retrieval.select import Aim
from plans.domain import block_weeks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.selectors.known import Known

QUESTIONS = {
    "session_analysis": "What does this session show, and what follows for the next one?",
    "next_prescription": "What is the exact dose of this session?",
    "strategic_review": "Does anything in the plan need a proposal, or does it stand?",
}


def aim(workflow: str, subject: str, today: date, items: Sequence[Known]) -> Aim:
    """The aim of a run.

    Args:
        subject: a session key, or the name of a week or an escalation for a review.
        items: what the workflow read.
    """
    if workflow == "strategic_review":
        return Aim(workflow, subject, today, None, frozenset(), None)
    day_key = subject.split(":", 1)[1]
    days = {i.key: i.facts or {} for i in items if i.surface == "plans.planned_day"}
    planned = _planned(days.get(day_key), items, subject)
    done = [i for i in items if (i.facts or {}).get("session_key") == subject]
    exercises = {
        i.facts["exercise"] for i in done if i.surface == "training_sessions.set" and i.facts
    }
    sport = next((i.facts["sport"] for i in done if i.facts and "sport" in i.facts), None)
    if planned is not None:
        exercises |= {item["exercise"] for item in planned["items"] if "exercise" in item}
        sport = sport or planned["sport"]
    return Aim(
        workflow,
        subject,
        today,
        day_key if planned is not None else None,
        frozenset(exercises),
        sport,
    )


def missing(aimed: Aim, items: Sequence[Known]) -> list[str]:
    """What was looked for and is not there, in plain words."""
    kinds = {(i.facts or {}).get("kind") for i in items if i.surface == "training_sessions.daily"}
    gaps = [
        ("sleep_s", "no sleep in the last 28 days"),
        ("wellness", "no wellness in the last 28 days"),
        ("bodyweight_g", "no bodyweight in the last 28 days"),
    ]
    found = [words for kind, words in gaps if kind not in kinds]
    if not any(
        i.surface == "plans.plan" and (i.facts or {}).get("status") == "active" for i in items
    ):
        found.append("no active plan")
    if aimed.workflow == "next_prescription" and aimed.day_key is None:
        found.append("the planned day of this session")
    return found


def _planned(
    day: dict[str, Any] | None, items: Sequence[Known], subject: str
) -> dict[str, Any] | None:
    """The planned day as it stands in the week of the subject's date."""
    if day is None:
        return None
    block = next(
        (i.facts for i in items if i.surface == "plans.block" and i.key == day["block"]), None
    )
    if block is None:
        return dict(day)
    week = block_weeks.week_of(block, date.fromisoformat(subject[:10]))
    return block_weeks.effective(dict(day), week) if week is not None else dict(day)
