"""Verifies what hangs on the log: structural events on approvals, receipts on their events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import connection

from decisions import registry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from decisions.models import Stream

_UNAPPROVED = """
SELECT e.position FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id
WHERE e.stream_id = %s AND i.surface IN ({surfaces}) AND NOT EXISTS (
  SELECT 1 FROM decisions_approval a WHERE a.decision_id = e.decision_id AND a.item_id = e.item_id
  AND a.reviewed = e."before" AND a.fingerprint = e.fingerprint AND a.approver LIKE 'user:%%'
  AND (a.intended = e.facts OR a.intended IS NULL OR e.facts IS NULL))
ORDER BY e.position
"""
_HOLLOW = """
SELECT COALESCE(e.position, 0), r.outcome FROM decisions_receipt r
JOIN decisions_decision d ON d.id = r.decision_id
LEFT JOIN decisions_event e ON e.id = r.event_id
WHERE d.stream_id = %s AND ((r.outcome = 'applied') <> (r.event_id IS NOT NULL)
  OR (r.event_id IS NOT NULL AND (e.id IS NULL OR e.decision_id <> r.decision_id
    OR e.item_id <> r.item_id OR e.fingerprint <> r.intended OR e."before" <> r.found)))
ORDER BY 1, r.id
"""
_UNUSED = """
SELECT a.approver FROM decisions_approval a JOIN decisions_decision d ON d.id = a.decision_id
WHERE d.stream_id = %s AND NOT EXISTS (SELECT 1 FROM decisions_event e
  WHERE e.decision_id = a.decision_id AND e.item_id = a.item_id)
ORDER BY a.id
"""
_UNANSWERED = """
SELECT d.actor FROM decisions_decision d WHERE d.stream_id = %s
AND NOT EXISTS (SELECT 1 FROM decisions_receipt r WHERE r.decision_id = d.id) ORDER BY d.id
"""


def faults(stream: Stream) -> Iterator[tuple[int, str]]:
    """(position, what is wrong), position 0 where no event is named."""
    surfaces = registry.structural()
    with connection.cursor() as cursor:
        if surfaces:
            holes = ", ".join(["%s"] * len(surfaces))
            cursor.execute(_UNAPPROVED.format(surfaces=holes), [stream.pk, *surfaces])
            for (position,) in cursor.fetchall():
                yield position, "is structural and no person approved exactly this"
        cursor.execute(_HOLLOW, [stream.pk])
        for position, outcome in cursor.fetchall():
            yield position, f"a receipt says {outcome} and the log does not bear it out"
        cursor.execute(_UNUSED, [stream.pk])
        for (approver,) in cursor.fetchall():
            yield 0, f"an approval of {approver} stands without the event that it was given for"
        cursor.execute(_UNANSWERED, [stream.pk])
        for (actor,) in cursor.fetchall():
            yield 0, f"a decision of {actor} has no receipt"
