"""Reads back what was written, with fresh SELECTs, before anybody is told "done"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import connection

from decisions.domain.errors import ReadBackMismatch
from decisions.services import project

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.models import GovernedRow
    from decisions.services.append import Appended


def check(
    stream: int,
    appended: Sequence[Appended],
    rows: dict[type[GovernedRow], dict[int, tuple[Any, ...] | None]],
) -> None:
    """Compare log and rows with what was meant.

    Args:
        stream: id of the stream.
        appended: the events as written.
        rows: per model, item to intended raw row, None where it should be gone.

    Raises:
        ReadBackMismatch: the caller's transaction must be rolled back.
    """
    if not appended:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position, id, item_id, hash, facts, fingerprint FROM decisions_event "
            "WHERE stream_id = %s AND position >= %s ORDER BY position",
            [stream, appended[0].position],
        )
        read = cursor.fetchall()
    meant = [
        (a.position, a.event, a.place.item, a.hash, a.place.prepared.text, a.place.fingerprint)
        for a in appended
    ]
    if [tuple(row) for row in read] != meant:
        raise ReadBackMismatch("the log does not hold what was written")
    for model, wanted in rows.items():
        found = project.read_rows(model, list(wanted))
        if {item: found.get(item) for item in wanted} != wanted:
            raise ReadBackMismatch(f"{model._meta.label} does not hold what was written")
