"""What every write of the API needs: its idempotency key, the version it was made against, its answer.

A repeat is recognised by the log itself: the key is part of the write's identity, so that the answer
of the first time is given again, also years later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from uuid import NAMESPACE_OID, uuid5

from django.http import HttpRequest, HttpResponse
from ninja import Status

from coach.api.auth import Caller
from coach.api.errors import Problem
from coach.api.facts import fact
from coach.api.schemas import Written
from coach.review.diff import compare
from coach.review.threeway import three_way
from decisions.domain.mandates import MANDATES
from decisions.domain.occasions import Written as Answer
from decisions.selectors import known

if TYPE_CHECKING:
    from decisions.models import Athlete

MANDATE = MANDATES["api_token"]
_KEY = re.compile(r"[\x21-\x7e]{1,128}", re.ASCII)


def idempotency(request: HttpRequest, who: Caller) -> str:
    """The occasion that an Idempotency-Key stands for; the same key of another person is another.

    Raises:
        Problem: 400 when the header is missing or cannot be one.
    """
    given = request.headers.get("Idempotency-Key", "").strip().strip('"')
    if not _KEY.fullmatch(given):
        raise Problem(
            400,
            "idempotency-key",
            "An Idempotency-Key header is needed",
            "1 to 128 visible characters, a new one for each thing that you do",
        )
    return f"api:{uuid5(NAMESPACE_OID, f'{who.token.user_id}:{given}')}"


def reviewed(request: HttpRequest) -> str:
    """The fingerprint in If-Match.

    Raises:
        Problem: 428 when it is missing.
    """
    given = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    if not given or given == "*":
        raise Problem(
            428,
            "if-match",
            "An If-Match header is needed",
            "send the fingerprint of the version that you read",
        )
    return given


def answered(
    response: HttpResponse, athlete: Athlete, *answers: Answer, wanted: dict[str, Any] | None = None
) -> Written:
    """The answer of one or more guarded writes, read back from the log.

    Args:
        response: gets `Applied: already` when nothing new was written.
        athlete: whose log.
        answers: of the guard, in the order of writing.
        wanted: after-state that was asked for, for the three-way answer of a stale write.

    Raises:
        Problem: 412 when a write was stale.
    """
    for answer in answers:
        if answer.outcome == "stale":
            raise stale(athlete, answer, wanted)
    repeated = all(one.repeated or one.outcome == "already_applied" for one in answers)
    if repeated:
        response["Applied"] = "already"
    names = dict.fromkeys((one.surface, one.key) for answer in answers for one in answer.results)
    return Written(
        outcome=answers[-1].outcome,
        repeated=repeated,
        items=[fact(item) for item in _now(athlete, names)],
    )


def status(written: Written) -> Status[Written]:
    """201 for something new, 200 for what had been written before."""
    return Status(200 if written.repeated else 201, written)


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


def _now(athlete: Athlete, names: Iterable[tuple[str, str]]) -> list[known.Known]:
    found = []
    for surface, key in names:
        found += known.history(athlete.stream, surface, key, newest=True)
    return found
