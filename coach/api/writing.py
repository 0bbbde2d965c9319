"""The answer of the API's guarded writes, read back from the log; a repeat is told as one.

A repeat is recognised by the log itself: the key is part of the write's identity, so that the answer
of the first time is given again, also years later.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from ninja import Status

from coach.api.facts import fact
from coach.api.schemas import Written
from coach.api.stale import stale
from decisions.domain.mandates import MANDATES
from decisions.domain.occasions import Written as Answer
from decisions.selectors import known

if TYPE_CHECKING:
    from decisions.models import Athlete

MANDATE = MANDATES["api_token"]


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


def _now(athlete: Athlete, names: Iterable[tuple[str, str]]) -> list[known.Known]:
    stream, found = athlete.stream, []
    for surface, key in names:
        found += known.history(stream, surface, key, newest=True)
    return found
