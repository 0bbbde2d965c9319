"""Two answers for whoever runs the site: the process lives, and it can do its work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.utils import DatabaseError
from django.http import JsonResponse

from coach.work import heartbeat, queue
from decisions.triggers import upkeep

if TYPE_CHECKING:
    from django.http import HttpRequest


def live(_: HttpRequest) -> JsonResponse:
    """The process answers; asks nothing of the database."""
    return JsonResponse({"live": True})


def ready(_: HttpRequest) -> JsonResponse:
    """Database, the kernel's triggers and a worker are there; 503 where one is not."""
    try:
        guarded = not upkeep.missing()
        waiting: int | None = queue.waiting()
    except DatabaseError:
        guarded, waiting = False, None
    found = {
        "database": waiting is not None,
        "triggers": guarded,
        "worker": heartbeat.alive(),
        "waiting": waiting,
    }
    whole = found["database"] and found["triggers"] and found["worker"]
    return JsonResponse(found, status=200 if whole else 503)
