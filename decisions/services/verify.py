"""Verifies the log: positions, chain, keyed digests, links to receipts, and an outside anchor.

Reads the log, what hangs on it and the history of the rows. One flipped byte in any column of any event
is found.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.db import OperationalError, connection

from decisions.domain.fingerprints import ABSENT
from decisions.models.dialect import as_text, hex_of, stamp_of
from decisions.services import histories, links

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.backends.utils import CursorWrapper

    from decisions.models import Stream

COLUMNS = (
    "e.position, i.surface, i.key, e.identity, d.identity, e.generation, e.recorded_at, "
    "e.occurred_at, e.local_date, e.zone, e.fact_type, e.evidence, e.fingerprint, e.before, "
    "e.source_digest, e.reasoning_digest, e.confidence, e.model_version, e.supersedes, "
    "e.causation, e.correlation, e.basis, e.previous_hash, e.hash, e.item_id, s.secret, "
    "e.facts, e.source, e.reasoning, r.id, i.stream_id, d.stream_id"
)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not hold.

    Attributes:
        stream: name of the stream.
        position: of the first event concerned, 0 when the stream as a whole is meant.
        what: in plain words.
    """

    stream: str
    position: int
    what: str


def stream_problems(stream: Stream) -> Iterator[Problem]:
    """Problems of one stream, in order of position."""
    redacted, began_at = _redactions(stream), _head(stream)
    position, previous, recorded = 0, "", ""
    last: dict[int, str] = {}
    for row in _rows(stream):
        here = row[0]
        if not isinstance(here, int):
            yield Problem(stream.name, position + 1, "has a position that is not a number")
            continue
        if here != position + 1:
            yield Problem(stream.name, here, f"follows position {position}")
        try:
            yield from (
                Problem(stream.name, here, what)
                for what in _faults(stream, row, previous, recorded, last, redacted)
            )
            recorded = stamp_of(row[6])
        except (TypeError, ValueError, AttributeError) as error:
            yield Problem(stream.name, here, f"holds something that cannot be read: {error}")
        position, previous = here, row[23]
        last[row[24]] = row[12]
    if position < began_at:
        yield Problem(stream.name, position, f"the log ends here, its stream was at {began_at}")
    elif position > (ended_at := _head(stream)):
        yield Problem(stream.name, position, f"the log goes on here, its stream is at {ended_at}")
    for faults in (links.faults, histories.faults):
        yield from (Problem(stream.name, at, what) for at, what in faults(stream))


def head_problems(stream: Stream) -> Iterator[Problem]:
    """What is wrong with the newest event of one stream: cheap, and no substitute for the rest."""
    rows = list(_rows(stream, after=stream.head - 1))
    if not rows and stream.head:
        yield Problem(
            stream.name, stream.head, "is the stream's head, and the log does not have it"
        )
    for row in rows:
        if _link(stream.name, row) != row[23]:
            yield Problem(stream.name, row[0], "its header is not what was hashed")


def heads() -> dict[str, dict[str, Any]]:
    """Position and hash of every stream's newest event: what an anchor file holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.name, e.position, e.hash FROM decisions_stream s JOIN decisions_event e "
            "ON e.stream_id = s.id AND e.position = (SELECT max(position) FROM decisions_event "
            "WHERE stream_id = s.id) ORDER BY s.name"
        )
        return {name: {"position": at, "hash": link} for name, at, link in cursor.fetchall()}


def anchor_problems(anchor: dict[str, dict[str, Any]]) -> Iterator[Problem]:
    """What an anchor knows and the log no longer says: a cut tail, a rewritten past."""
    with connection.cursor() as cursor:
        for name, head in anchor.items():
            cursor.execute(
                "SELECT e.hash FROM decisions_event e "
                "JOIN decisions_stream s ON s.id = e.stream_id "
                "WHERE s.name = %s AND e.position = %s",
                [name, head["position"]],
            )
            row = cursor.fetchone()
            if row is None:
                yield Problem(
                    name, head["position"], "the anchor knows this event, the log does not"
                )
            elif row[0] != head["hash"]:
                yield Problem(name, head["position"], "is not the event that the anchor knows")


def _faults(
    stream: Stream,
    row: tuple[Any, ...],
    previous: str,
    recorded: str,
    last: dict[int, str],
    redacted: dict[int, int],
) -> Iterator[str]:
    yield from _header_faults(stream, row, previous, recorded, last)
    secret, gone = row[25], row[0] <= redacted.get(row[24], 0)
    if secret is None:
        if not gone:
            yield "its key is gone without a redaction"
    else:
        yield from _content_faults(bytes.fromhex(secret), row, gone=gone)


def _header_faults(
    stream: Stream, row: tuple[Any, ...], previous: str, recorded: str, last: dict[int, str]
) -> Iterator[str]:
    if row[22] != previous:
        yield "does not name the hash before it"
    if row[13] != last.get(row[24], ABSENT):
        yield "does not name the state before it"
    if stamp_of(row[6]) < recorded:
        yield "was recorded before its predecessor"
    if _link(stream.name, row) != row[23]:
        yield "its header is not what was hashed"
    if row[29] is None:
        yield "no receipt names it"
    if row[30] != stream.pk or row[31] != stream.pk:
        yield "belongs to another stream"


def _content_faults(key: bytes, row: tuple[Any, ...], *, gone: bool) -> Iterator[str]:
    pairs = ((row[26], row[12], "facts"), (row[27], row[14], "source"))
    for text, digest, name in (*pairs, (row[28], row[15], "reasoning")):
        if text is None:
            if not gone:
                yield f"its {name} are gone without a redaction"
        elif hmac.digest(key, text.encode(), "sha256").hex() != digest:
            yield f"its {name} are not what was recorded"


def _link(stream: str, row: tuple[Any, ...]) -> str:
    (position, surface, key, identity, decision, generation, recorded, occurred, *rest) = row[:22]
    parts = [
        row[22],
        stream,
        str(position),
        surface,
        key,
        hex_of(identity),
        hex_of(decision),
        str(generation),
        stamp_of(recorded),
        stamp_of(occurred),
        *("" if value is None else str(value) for value in rest),
    ]
    return sha256("\x1f".join(parts).encode(errors="surrogatepass")).hexdigest()


def _rows(stream: Stream, after: int = -(2**62)) -> Iterator[tuple[Any, ...]]:
    sql = (
        f"SELECT {as_text(COLUMNS, connection.vendor)} "
        "FROM decisions_event e JOIN decisions_item i ON i.id = e.item_id "
        "JOIN decisions_decision d ON d.id = e.decision_id "
        "LEFT JOIN decisions_secret s ON s.item_id = e.item_id AND s.generation = e.generation "
        "LEFT JOIN decisions_receipt r ON r.decision_id = e.decision_id AND r.item_id = e.item_id "
        "AND r.event_id = e.id "
        "WHERE e.stream_id = %s AND e.position > %s ORDER BY e.position LIMIT 2000"
    )
    with connection.cursor() as cursor:
        while True:
            chunk = _fetch(cursor, sql, [stream.pk, after])
            if not chunk:
                return
            yield from chunk
            after = chunk[-1][0]


def _fetch(cursor: CursorWrapper, sql: str, parameters: list[Any]) -> list[tuple[Any, ...]]:
    try:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())
    except OperationalError:
        if connection.vendor != "sqlite":
            raise
    raw = connection.connection  # bytes that are no text: read them as such, their digest differs
    usual, raw.text_factory = raw.text_factory, lambda b: b.decode("utf-8", "surrogateescape")
    try:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())
    finally:
        raw.text_factory = usual


def _head(stream: Stream) -> int:
    """Where the stream's row says that it is: under the eyes of writers it only grows."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT head FROM decisions_stream WHERE id = %s", [stream.pk])
        return int(cursor.fetchone()[0])


def _redactions(stream: Stream) -> dict[int, int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT item_id, max(position) FROM decisions_event "
            "WHERE stream_id = %s AND fact_type = 'redaction' GROUP BY item_id",
            [stream.pk],
        )
        return dict(cursor.fetchall())
