"""Which parts of the log each workflow reads, before anything is selected: ranges by date.

Keys of evidence begin with a date, so a slice costs what it reads and not the length of the log.
"""

from __future__ import annotations

from datetime import date, timedelta

from decisions.selectors.known import Range

EXPOSURE_DAYS = 84
"""How far back exposures can serve as a baseline (evidence policy)."""

DAILY_DAYS = 28
DECISIONS = 40
"""How many of the newest decisions are looked through for the newest per subject."""

REVIEW_DAYS = 84


def ranges(workflow: str, today: date) -> list[Range]:
    """Ranges that a workflow reads on a date.

    Raises:
        LookupError: the workflow reads nothing that is declared here.
    """
    return [*_ALWAYS, *_BY_WORKFLOW[workflow](today)]


_ALWAYS = (
    Range("plans.plan"),
    Range("plans.block"),
    Range("plans.planned_day"),
    Range("plans.rule"),
    Range("plans.constraint"),
    Range("plans.gate"),
    Range("training_sessions.injury"),
    Range("training_sessions.exercise"),
    Range("decisions.finding"),
    Range("decisions.forecast"),
    Range("decisions.request"),
)


def _evidence(today: date, days: int) -> list[Range]:
    since = (today - timedelta(days=days)).isoformat()
    return [
        Range("training_sessions.completed", since),
        Range("training_sessions.set", since),
        Range("training_sessions.prescription", since),
        Range("training_sessions.daily", (today - timedelta(days=DAILY_DAYS)).isoformat()),
    ]


def _tactical(today: date) -> list[Range]:
    return _evidence(today, EXPOSURE_DAYS)


def _strategic(today: date) -> list[Range]:
    since = (today - timedelta(days=REVIEW_DAYS)).isoformat()
    return [
        Range("training_sessions.completed", since),
        Range("training_sessions.prescription", since),
        Range("training_sessions.daily", (today - timedelta(days=DAILY_DAYS)).isoformat()),
        Range("decisions.proposal"),
    ]


_BY_WORKFLOW = {
    "session_analysis": _tactical,
    "next_prescription": _tactical,
    "strategic_review": _strategic,
}
