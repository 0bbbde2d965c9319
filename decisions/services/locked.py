"""Under the lock: the stream's head, and item, secret, newest event and receipt of every target."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection

from decisions.domain.fingerprints import ABSENT, digest
from decisions.models.dialect import insert, stamp_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from decisions.services.prepare import Prepared


@dataclass(slots=True)
class Head:
    """The newest event of a stream: the only source of position, hash and time."""

    name: str
    position: int
    hash: str
    recorded_at: str


@dataclass(slots=True)
class Place:
    """Where a target will be written.

    Attributes:
        prepared: the target.
        item: id of its item.
        secret: key of its digests.
        generation: of the key.
        found: fingerprint of the newest event, ABSENT for none.
        found_position: its position.
        fingerprint: of what is intended.
        exists: whether its row is there now.
    """

    prepared: Prepared
    item: int
    secret: bytes
    generation: int
    found: str
    found_position: int | None
    fingerprint: str
    exists: bool


def lock(stream: int) -> Head:
    """Lock the stream and read its head from the log.

    The update is real on purpose: under PostgreSQL's REPEATABLE READ a rival then fails loudly
    instead of reading an old snapshot. SQLite's transactions begin IMMEDIATE.
    """
    with connection.cursor() as cursor:
        cursor.execute("UPDATE decisions_stream SET head = head WHERE id = %s", [stream])
        if cursor.rowcount != 1:
            raise LookupError(f"there is no stream {stream}")
        cursor.execute(
            "SELECT s.name, e.position, e.hash, e.recorded_at FROM decisions_stream s "
            "LEFT JOIN decisions_event e ON e.stream_id = s.id AND e.position = "
            "(SELECT max(position) FROM decisions_event WHERE stream_id = s.id) WHERE s.id = %s",
            [stream],
        )
        name, position, last, recorded_at = cursor.fetchone()
    if position is None:
        return Head(name, 0, "", "")
    return Head(name, position, last, stamp_of(recorded_at))


def places(stream: int, prepared: Sequence[Prepared]) -> list[Place]:
    """Find (or make) the item of every target and read what stands there now."""
    found = _look(stream, [(p.target.surface, p.target.key) for p in prepared])
    missing = [p for p in prepared if (p.target.surface, p.target.key) not in found]
    if missing:
        found |= _make(stream, missing)
    return [_place(p, found[p.target.surface, p.target.key]) for p in prepared]


def fingerprint_of(stream: int, surface: str, key: str) -> str:
    """The present fingerprint of one item, for parents."""
    row = _look(stream, [(surface, key)]).get((surface, key))
    return ABSENT if row is None or row[3] is None else str(row[3])


def receipts(identity: UUID) -> dict[tuple[str, str], tuple[Any, ...]]:
    """Answers of a decision: (surface, key) to (outcome, event, position, found, intended)."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT i.surface, i.key, r.outcome, r.event_id, e.position, r.found, r.intended "
            "FROM decisions_decision d JOIN decisions_receipt r ON r.decision_id = d.id "
            "JOIN decisions_item i ON i.id = r.item_id "
            "LEFT JOIN decisions_event e ON e.id = r.event_id WHERE d.identity = %s",
            [identity.hex],
        )
        return {(row[0], row[1]): row[2:] for row in cursor.fetchall()}


def _look(stream: int, names: Sequence[tuple[str, str]]) -> dict[tuple[str, str], tuple[Any, ...]]:
    found: dict[tuple[str, str], tuple[Any, ...]] = {}
    surfaces = {surface for surface, _ in names}
    with connection.cursor() as cursor:
        for surface in surfaces:
            keys = [key for name, key in names if name == surface]
            for start in range(0, len(keys), 400):
                chunk = keys[start : start + 400]
                holes = ", ".join(["%s"] * len(chunk))
                cursor.execute(
                    "SELECT i.key, i.id, s.secret, s.generation, e.fingerprint, e.position, "
                    "e.facts FROM decisions_item i JOIN decisions_secret s ON s.item_id = i.id "
                    "AND s.generation = (SELECT max(generation) FROM decisions_secret "
                    "WHERE item_id = i.id) LEFT JOIN decisions_event e ON e.item_id = i.id "
                    "AND e.position = (SELECT max(position) FROM decisions_event "
                    "WHERE item_id = i.id) "
                    f"WHERE i.stream_id = %s AND i.surface = %s AND i.key IN ({holes})",
                    [stream, surface, *chunk],
                )
                for key, *rest in cursor.fetchall():
                    found[surface, key] = tuple(rest)
    return found


def _make(stream: int, missing: Sequence[Prepared]) -> dict[tuple[str, str], tuple[Any, ...]]:
    with connection.cursor() as cursor:
        rows = [(stream, p.target.surface, p.target.key) for p in missing]
        columns = ("stream_id", "surface", "key")
        made = insert(cursor, "decisions_item", columns, rows, returning="surface, key, id")
        keys = {(surface, key): (item, secrets.token_hex(32)) for surface, key, item in made}
        insert(
            cursor,
            "decisions_secret",
            ("item_id", "generation", "secret"),
            [(item, 1, secret) for item, secret in keys.values()],
        )
    return {name: (item, secret, 1, None, None, None) for name, (item, secret) in keys.items()}


def _place(prepared: Prepared, row: tuple[Any, ...]) -> Place:
    item, secret, generation, found, position, facts = row
    key = bytes.fromhex(secret)
    return Place(
        prepared=prepared,
        item=item,
        secret=key,
        generation=generation,
        found=ABSENT if found is None else found,
        found_position=position,
        fingerprint=digest(key, prepared.text),
        exists=facts is not None and facts != "null",
    )


def intended(stream: int, prepared: Sequence[Prepared]) -> dict[tuple[str, str], str]:
    """Fingerprint that each target asks for; empty where its item does not exist."""
    names = [(p.target.surface, p.target.key) for p in prepared]
    found = _look(stream, names)
    return {
        name: digest(bytes.fromhex(found[name][1]), p.text) if name in found else ""
        for name, p in zip(names, prepared, strict=True)
    }


def changed(stream: int, surface: str, key: str) -> tuple[str, Any]:
    """Who wrote the newest event of an item, and when."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT d.actor, e.recorded_at FROM decisions_event e "
            "JOIN decisions_decision d ON d.id = e.decision_id "
            "JOIN decisions_item i ON i.id = e.item_id "
            "WHERE i.stream_id = %s AND i.surface = %s AND i.key = %s "
            "ORDER BY e.position DESC LIMIT 1",
            [stream, surface, key],
        )
        row = cursor.fetchone()
    return (row[0], row[1]) if row else ("", None)
