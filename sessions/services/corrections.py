"""Corrects and retracts what was recorded. The old value stays in the log; nothing is overwritten.

A correction is made against the state that was seen: if it has moved on since, the answer is stale
and nothing is written.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from decisions.domain.errors import InvalidFacts, NotFound
from decisions.selectors.known import Known, history
from decisions.services.guard import Target, Written
from sessions.domain import actuals, correctable, keys, plausibility
from sessions.domain.records import COMPLETED
from sessions.selectors import actuals as reads
from sessions.services import writing
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decisions.domain.mandates import Mandate
    from decisions.domain.surface import Facts
    from decisions.models import Stream


def correct(
    *,
    stream: Stream,
    surface: str,
    key: str,
    changes: Mapping[str, Any],
    reviewed: str,
    reason: str,
    occasion: str,
    actor: str,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Correct some fields of one item; the others stay as they were reviewed.

    Args:
        stream: the athlete's log.
        surface: one of `correctable.FIELDS`.
        key: of the item.
        changes: field to its right value; None says that it is not known.
        reviewed: fingerprint of the state that the person saw.
        reason: in words.
        occasion: the client's id of this act.
        actor: who.
        mandate: under which it is written.

    Returns:
        `stale` when the item has changed since; nothing was written then.

    Raises:
        InvalidFacts: a field that is not corrected, a bad value, or no reason.
        NotFound: there is no such item, or never was that state.
    """
    _require_correctable(surface)
    for field in changes:
        _require_field(surface, field)
    seen = _seen(stream, surface, key, reviewed)
    target = _target(seen, reviewed, "correction", reason, {**_edited(seen), **changes})
    return _write([target], stream, key, occasion, reviewed, actor, mandate)


def retract(
    *,
    stream: Stream,
    surface: str,
    key: str,
    reviewed: str,
    reason: str,
    occasion: str,
    actor: str,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Take one item back: it no longer holds, and the log still says that it was said.

    Raises:
        InvalidFacts: a surface that is not corrected here, or no reason.
        NotFound: there is no such item, or never was that state.
    """
    _require_correctable(surface)
    seen = _seen(stream, surface, key, reviewed)
    target = _target(seen, reviewed, "retraction", reason, None)
    return _write([target], stream, key, occasion, reviewed, actor, mandate)


def retract_session(
    *,
    stream: Stream,
    session_key: str,
    reviewed: str,
    reason: str,
    occasion: str,
    actor: str,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Take a session back together with all of its sets. Observations of that day stay."""
    seen = _seen(stream, COMPLETED, session_key, reviewed)
    sets = reads.sets_of(stream, session_key)
    targets = [_target(seen, reviewed, "retraction", reason, None)]
    targets += [_target(s, s.fingerprint, "retraction", reason, None) for s in sets]
    return _write(targets, stream, session_key, occasion, reviewed, actor, mandate)


def confirm_set(
    *,
    stream: Stream,
    session_key: str,
    client_id: str,
    reviewed: str,
    reason: str,
    occasion: str,
    actor: str,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Say that a set is right although it looked wrong: its unit and jump are no longer suspected.

    Args:
        stream: the athlete's log.
        session_key: of the session.
        client_id: of the set.
        reviewed: fingerprint of the session that the person saw.
        reason: in words.
        occasion: the client's id of this act.
        actor: who.
        mandate: under which it is written.
    """
    keys.of_set(session_key, client_id)
    seen = _seen(stream, COMPLETED, session_key, reviewed)
    flags = {*(seen.facts or {})["flags"], plausibility.checked_flag(client_id)}
    after = {**_edited(seen), "flags": sorted(flags)}
    target = _target(seen, reviewed, "correction", reason, after)
    return _write([target], stream, session_key, occasion, reviewed, actor, mandate)


def _require_correctable(surface: str) -> None:
    if surface not in correctable.FIELDS:
        raise InvalidFacts("surface", f"{surface} is not corrected here")


def _require_field(surface: str, field: str) -> None:
    if field in correctable.IDENTIFYING[surface]:
        raise InvalidFacts(field, "identifies the item: retract it and record it anew")
    if field not in correctable.FIELDS[surface]:
        raise InvalidFacts(field, "is not a field that can be corrected")


def _seen(stream: Stream, surface: str, key: str, reviewed: str) -> Known:
    seen = writing.reviewed_version(history(stream, surface, key), reviewed)
    if seen is None:
        raise NotFound(f"there is no {surface} {key} in that state")
    return seen


def _edited(seen: Known) -> Facts:
    """Numbers that somebody has now looked at are no longer merely confirmed."""
    facts: Facts = dict(seen.facts or {})
    if facts.get("entry_mode") in actuals.UNEDITED:
        return {**facts, "entry_mode": actuals.EDITED}
    return facts


def _target(
    seen: Known, reviewed: str, fact_type: str, reason: str, intended: Facts | None
) -> Target:
    if not reason.strip():
        raise InvalidFacts("reason", "is missing")
    return Target(
        surface=seen.surface,
        key=seen.key,
        intended=intended,
        reviewed=reviewed,
        fact_type=fact_type,
        occurred_at=seen.occurred_at,
        local_date=_day(seen, intended),
        zone=seen.zone,
        reasoning=reason,
        supersedes=seen.position,
    )


def _day(seen: Known, intended: Facts | None) -> date | None:
    if intended is not None and "date" in intended:
        return date.fromisoformat(str(intended["date"]))
    return seen.local_date


def _write(
    targets: list[Target],
    stream: Stream,
    subject: str,
    occasion: str,
    reviewed: str,
    actor: str,
    mandate: Mandate,
) -> Written:
    return writing.write(
        targets,
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=subject,
        occasion=occasion,
        reviewed=reviewed,
    )
