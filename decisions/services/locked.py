"""Under the lock: the stream's head, and item, key and newest event of every target."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection

from decisions.domain.canonical import NULL
from decisions.domain.fingerprints import ABSENT, digest
from decisions.models.dialect import stamp_of
from decisions.models.statements import CHUNK, Rows, Statement, inserting, run
from decisions.triggers import watch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from decisions.services.prepare import Prepared

Name = tuple[str, str]
"""Surface and key."""

Found = dict[Name, tuple[Any, ...]]
"""Per name (item, secret, generation, fingerprint, facts)."""

_NEWEST = (
    "JOIN decisions_secret s ON s.item_id = i.id AND s.generation = "
    "(SELECT max(generation) FROM decisions_secret WHERE item_id = i.id) "
    "LEFT JOIN decisions_event e ON e.item_id = i.id AND e.position = "
    "(SELECT max(position) FROM decisions_event WHERE item_id = i.id)"
)
_LATERAL = (
    "CROSS JOIN LATERAL (SELECT secret, generation FROM decisions_secret "
    "WHERE item_id = i.id ORDER BY generation DESC LIMIT 1) s "
    "LEFT JOIN LATERAL (SELECT fingerprint, facts FROM decisions_event "
    "WHERE item_id = i.id ORDER BY position DESC LIMIT 1) e ON true"
)
"""The same for PostgreSQL, which plans it faster."""


@dataclass(slots=True)
class Head:
    """The newest event of a stream: the only source of position, hash and time."""

    name: str
    position: int
    hash: str
    recorded_at: str


@dataclass(slots=True)
class Taken:
    """What was found under the lock.

    Attributes:
        head: of the stream.
        decided: whether the decision has been answered already.
        triggers: state of the triggers, for `watch.require`.
        found: what stands at every target that exists.
    """

    head: Head
    decided: bool
    triggers: int | None
    found: Found


@dataclass(slots=True)
class Place:
    """Where a target will be written.

    Attributes:
        prepared: the target.
        item: id of its item.
        secret: key of its digests.
        generation: of the key.
        fresh: the key is not stored yet.
        found: fingerprint of the newest event, ABSENT for none.
        found_facts: its canonical text; None where there is none.
        fingerprint: of what is intended.
    """

    prepared: Prepared
    item: int
    secret: bytes
    generation: int
    fresh: bool
    found: str
    found_facts: str | None
    fingerprint: str

    @property
    def has_row(self) -> bool:
        """Whether its governed row should be there now."""
        return self.found_facts is not None and self.found_facts != NULL


def lock(stream: int) -> Head:
    """Lock the stream and read its head from the log.

    Raises:
        LookupError: there is no such stream.
    """
    return _head(stream, run([_lock(stream), _reading_head(stream, "")])[1])


def take(stream: int, identity: UUID, prepared: Sequence[Prepared]) -> Taken:
    """Lock the stream and read all that a write has to know, in one message.

    Raises:
        LookupError: there is no such stream.
    """
    names = [p.name for p in prepared]
    _, head, *looked = run(
        [_lock(stream), _reading_head(stream, identity.hex), *_looking(stream, names)]
    )
    found = _by_name(looked)
    return Taken(_head(stream, head), head[0][4] is not None, head[0][5], found)


def place(prepared: Prepared, row: tuple[Any, ...] | None, item: int | None) -> Place:
    """Where a target goes: the row that `take` found, or an item that was just made."""
    if row is None:
        assert item is not None, "an item that was not found was made"
        row = (item, secrets.token_hex(32), 1, None, None)
    found_item, secret, generation, _, facts = row
    key = bytes.fromhex(secret)
    return Place(
        prepared=prepared,
        item=found_item,
        secret=key,
        generation=generation,
        fresh=item is not None,
        found=_fingerprint(row),
        found_facts=facts,
        fingerprint=digest(key, prepared.text),
    )


def keeping(places: Sequence[Place]) -> list[Statement]:
    """Statements that store the keys of new items."""
    rows = [(p.item, p.generation, p.secret.hex()) for p in places if p.fresh]
    return inserting("decisions_secret", ("item_id", "generation", "secret"), rows)


def moved(stream: int, parents: Sequence[tuple[str, str, str]]) -> list[Name]:
    """Parents that are not in the state that the writer saw."""
    if not parents:
        return []
    found = _by_name(run(_looking(stream, [(surface, key) for surface, key, _ in parents])))
    return [
        (surface, key)
        for surface, key, reviewed in parents
        if _fingerprint(found.get((surface, key))) != reviewed
    ]


def decided(identity: UUID) -> bool:
    """Whether a decision of that name has been recorded."""
    return bool(run([("SELECT id FROM decisions_decision WHERE identity = %s", [identity.hex])])[0])


def receipts(identity: UUID) -> dict[Name, tuple[Any, ...]]:
    """Answers of a decision: (surface, key) to (outcome, event, position, found, intended)."""
    sql = (
        "SELECT i.surface, i.key, r.outcome, r.event_id, e.position, r.found, r.intended "
        "FROM decisions_decision d JOIN decisions_receipt r ON r.decision_id = d.id "
        "JOIN decisions_item i ON i.id = r.item_id "
        "LEFT JOIN decisions_event e ON e.id = r.event_id WHERE d.identity = %s"
    )
    return {(row[0], row[1]): row[2:] for row in run([(sql, [identity.hex])])[0]}


def intended(stream: int, prepared: Sequence[Prepared]) -> dict[Name, str]:
    """Fingerprint that each target asks for; empty where its item does not exist."""
    names = [p.name for p in prepared]
    found = _by_name(run(_looking(stream, names)))
    return {
        name: digest(bytes.fromhex(found[name][1]), p.text) if name in found else ""
        for name, p in zip(names, prepared, strict=True)
    }


def changed(stream: int, surface: str, key: str) -> tuple[str, Any]:
    """Who wrote the newest event of an item, and when."""
    sql = (
        "SELECT d.actor, e.recorded_at FROM decisions_event e "
        "JOIN decisions_decision d ON d.id = e.decision_id "
        "JOIN decisions_item i ON i.id = e.item_id "
        "WHERE i.stream_id = %s AND i.surface = %s AND i.key = %s "
        "ORDER BY e.position DESC LIMIT 1"
    )
    rows = run([(sql, [stream, surface, key])])[0]
    return (rows[0][0], rows[0][1]) if rows else ("", None)


def _lock(stream: int) -> Statement:
    """The update is real on purpose.

    Under PostgreSQL's REPEATABLE READ a rival then fails loudly instead of reading an old snapshot.
    SQLite's transactions begin IMMEDIATE.
    """
    return ("UPDATE decisions_stream SET head = head WHERE id = %s", [stream])


def _reading_head(stream: int, identity: str) -> Statement:
    newest = (
        "LEFT JOIN LATERAL (SELECT position, hash, recorded_at FROM decisions_event "
        "WHERE stream_id = s.id ORDER BY position DESC LIMIT 1) e ON true"
        if connection.vendor == "postgresql"
        else "LEFT JOIN decisions_event e ON e.stream_id = s.id AND e.position = "
        "(SELECT max(position) FROM decisions_event WHERE stream_id = s.id)"
    )
    sql = (
        "SELECT s.name, e.position, e.hash, e.recorded_at, "
        "(SELECT d.id FROM decisions_decision d WHERE d.identity = %s), "
        f"({watch.STATE[connection.vendor]}) FROM decisions_stream s {newest} WHERE s.id = %s"
    )
    return (sql, [identity or None, stream])


def _head(stream: int, rows: Rows) -> Head:
    if not rows:
        raise LookupError(f"there is no stream {stream}")
    name, position, last, recorded_at = rows[0][:4]
    if position is None:
        return Head(name, 0, "", "")
    return Head(name, position, last, stamp_of(recorded_at))


def _looking(stream: int, names: Sequence[Name]) -> list[Statement]:
    joins = _LATERAL if connection.vendor == "postgresql" else _NEWEST
    found: list[Statement] = []
    for surface in sorted({surface for surface, _ in names}):
        keys = [key for name, key in names if name == surface]
        for start in range(0, len(keys), CHUNK):
            chunk = keys[start : start + CHUNK]
            sql = (
                "SELECT i.surface, i.key, i.id, s.secret, s.generation, e.fingerprint, "
                f"e.facts FROM decisions_item i {joins} "
                "WHERE i.stream_id = %s AND i.surface = %s "
                f"AND i.key IN ({', '.join(['%s'] * len(chunk))})"
            )
            found.append((sql, [stream, surface, *chunk]))
    return found


def _fingerprint(row: tuple[Any, ...] | None) -> str:
    return ABSENT if row is None or row[3] is None else str(row[3])


def _by_name(looked: Sequence[Rows]) -> Found:
    return {(row[0], row[1]): row[2:] for rows in looked for row in rows}
