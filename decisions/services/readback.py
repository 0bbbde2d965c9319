"""Reads back what was written, with fresh SELECTs, before anybody is told "done"."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

from decisions.domain.errors import ReadBackMismatch
from decisions.models.statements import CHUNK
from decisions.services import project

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.models import GovernedRow
    from decisions.models.statements import Rows, Statement
    from decisions.services.append import Appended


Meant = dict["type[GovernedRow]", dict[int, "tuple[Any, ...] | None"]]
"""Per model, item to intended raw row, None where it should be gone."""


def reading(stream: int, appended: Sequence[Appended], rows: Meant) -> list[Statement]:
    """Statements that read what was written, for `check`."""
    if not appended:
        return []
    sql = (
        "SELECT position, id, item_id, hash, facts, fingerprint FROM decisions_event "
        "WHERE stream_id = %s AND position >= %s ORDER BY position"
    )
    found: list[Statement] = [(sql, [stream, appended[0].position])]
    for model, wanted in rows.items():
        found += project.reading_rows(model, list(wanted))
    return found


def check(read: Sequence[Rows], appended: Sequence[Appended], rows: Meant) -> None:
    """Compare log and rows with what was meant.

    Args:
        read: what the statements of `reading` gave.
        appended: the events as written.
        rows: what the rows should be.

    Raises:
        ReadBackMismatch: the caller's transaction must be rolled back.
    """
    if not appended:
        return
    meant = [
        (a.position, a.event, a.place.item, a.hash, a.place.prepared.text, a.place.fingerprint)
        for a in appended
    ]
    if read[0] != meant:
        raise ReadBackMismatch("the log does not hold what was written")
    rest = list(read[1:])
    for model, wanted in rows.items():
        count = ceil(len(wanted) / CHUNK)
        here, rest = rest[:count], rest[count:]
        there = {row[0]: project.normal(model, row) for rows_ in here for row in rows_}
        if {item: there.get(item) for item in wanted} != wanted:
            raise ReadBackMismatch(f"{model._meta.label} does not hold what was written")
