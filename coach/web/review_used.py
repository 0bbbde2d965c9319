"""A form that came again: answered from what it wrote, and nothing of what was typed now is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.review import plan_list, used
from coach.review.lineage import actor
from coach.review.log import Log
from coach.review.threeway import blocking, moved, three_way

if TYPE_CHECKING:
    from typing import Any

    from django.http import HttpResponse

    from coach.web.review_part import Part


def again(part: Part, *, template: str, same: bool) -> HttpResponse:
    """The page for a form whose occasion was answered before.

    Args:
        part: the form as it came now.
        template: with a fresh form below, or without one where nothing is left to be done.
        same: whether it asks for what it asked for before.
    """
    log = Log(part.athlete)
    wrote = used.written(log, part.surface, part.key, occasion=part.occasion, actor=part.actor)
    told: dict[str, Any] = {
        "same": same,
        "wrote": wrote,
        "diffs": [wrote] if wrote else [],
        "by": actor(log, part.actor),
        "now": log.items.get((part.surface, part.key)),
    }
    if same:
        return part.show("admin/review/used.html", status=200, **told)
    return part.fresh().show(template, status=409, **{**told, "typed_reason": part.typed["reason"]})


def reason_written(part: Part) -> str | None:
    """The reason that was kept under this form's occasion, None when it wrote nothing."""
    wrote = used.written(
        Log(part.athlete), part.surface, part.key, occasion=part.occasion, actor=part.actor
    )
    return wrote.event.reasoning if wrote else None


def stale(part: Part, after: dict[str, Any]) -> HttpResponse:
    """Somebody changed it since it was read: three versions side by side, and a fresh form below."""
    now = Log(part.athlete).get(part.surface, part.key)
    table = three_way(part.read, now.facts, after, part.units)
    return part.fresh().show(
        "admin/review/plan_stale.html",
        status=409,
        structural=part.surface in plan_list.STRUCTURE.values(),
        rows=table,
        moved=moved(table),
        blocking=blocking(table),
        by=actor(part.log, str((now.source or {}).get("actor", ""))),
        now=now,
    )
