"""Sets as a person or a file gives them, turned into targets. Fills nothing in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from decisions.services.guard import Target
from sessions.domain import actuals, keys
from sessions.domain.records import SET
from sessions.services import writing

if TYPE_CHECKING:
    from datetime import date, datetime

    from decisions.models import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class SetEntry:
    """One set as it was entered.

    Attributes:
        client_id: made by the client, so that a repeated request is recognised.
        exercise: slug.
        order: inside the session.
        load_g: grams; None when not known.
        reps: None when not known.
        rpe_x10: tenths; None when not given, never filled in.
        kind: "warmup" or "work".
        state: "done", "failed" or "skipped".
        why: needed for a skipped set.
        planned_item: id of the item it belongs to.
        entry_mode: how the numbers came in.
        entered: the load as typed.
        note: words.
    """

    client_id: str
    exercise: str
    order: int
    load_g: int | None = None
    reps: int | None = None
    rpe_x10: int | None = None
    kind: str = "work"
    state: str = "done"
    why: str | None = None
    planned_item: str | None = None
    entry_mode: str = actuals.EDITED
    entered: str | None = None
    note: str | None = None


def base_of(stream: Stream, session_key: str, client_id: str) -> writing.Base:
    """What a set of that client id replaces: nothing, or its last retraction."""
    return writing.before_first(stream, SET, keys.of_set(session_key, client_id))


def target(
    entry: SetEntry,
    base: writing.Base,
    *,
    session_key: str,
    day: date,
    zone: str,
    at: datetime | None = None,
    evidence: str = "user_reported",
) -> Target:
    """The target that files one set over its base."""
    return Target(
        surface=SET,
        key=keys.of_set(session_key, entry.client_id),
        intended={
            "session_key": session_key,
            "date": day.isoformat(),
            "exercise": entry.exercise,
            "planned_item": entry.planned_item,
            "order": entry.order,
            "kind": entry.kind,
            "load_g": entry.load_g,
            "reps": entry.reps,
            "rpe_x10": entry.rpe_x10,
            "state": entry.state,
            "why": entry.why,
            "entry_mode": entry.entry_mode,
            "entered": entry.entered,
            "note": entry.note,
        },
        reviewed=base.fingerprint,
        evidence=evidence,
        occurred_at=at,
        local_date=day,
        zone=zone,
    )
