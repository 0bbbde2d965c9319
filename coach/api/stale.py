"""A stale write as a 412: what was reviewed, what stands now, what was wanted, and who changed it.

Nothing was written; nothing is merged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.api.problems import Problem
from coach.review.diff import compare
from coach.review.threeway import three_way
from decisions.domain.occasions import Written as Answer
from decisions.selectors import known

if TYPE_CHECKING:
    from decisions.models import Athlete


def stale(athlete: Athlete, answer: Answer, wanted: dict[str, Any] | None) -> Problem:
    """412: what was reviewed, what stands now, what was wanted, and who changed it when."""
    moved = next(one for one in answer.results if one.outcome == "stale")
    versions = known.history(athlete.stream, moved.surface, moved.key)
    now = versions[-1] if versions else None
    return Problem(
        412,
        "stale-write",
        "It changed since you read it",
        "nothing was written; read it again",
        surface=moved.surface,
        key=moved.key,
        current=moved.found,
        now=now.facts if now is not None and not now.retracted else None,
        wanted=wanted,
        changed_by=moved.changed_by.partition(":")[0],
        changed_at=moved.changed_at.isoformat() if moved.changed_at else None,
        retry=False,
    )


def three_states(
    problem: Problem, before: dict[str, Any] | None, after: dict[str, Any] | None
) -> Problem:
    """Add the version that was read, and every path that moved or was wanted, to a 412."""
    now = problem.more.get("now")
    problem.more["reviewed"] = before
    problem.more["wanted"] = after
    problem.more["paths"] = [
        {"path": row.path, "reviewed": row.reviewed, "now": row.now, "wanted": row.wanted}
        for row in three_way(before, now, after)
    ]
    problem.more["moved"] = [change.path for change in compare(before, now)]
    return problem
