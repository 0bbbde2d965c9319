"""The acts of the logging page, one small function each: log, fail, skip, correct, take back, pain.

Each calls one service once. The occasion names the act by what was sent, so a double click is the
same act and a different send is another.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction

from coach.web import asking, conflict, naming, typed, wording
from coach.web.doing import Doing, Done
from decisions.domain.errors import InvalidFacts, NotAllowedNow
from decisions.selectors import known
from sessions.domain import keys, numbers
from sessions.domain.records import COMPLETED, SET
from sessions.selectors import actuals as actual_sets
from sessions.services import actuals, corrections, late, observations

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from decisions.services.guard import Written
    from sessions.services.entries import SetEntry

FIELD_OF = {
    "load": "load",
    "load_g": "load",
    "reps": "reps",
    "RPE": "rpe",
    "rpe_x10": "rpe",
    "why": "why",
    "reason": "why",
    "duration": "duration",
    "distance": "distance",
    "pain": "pain",
    "value": "pain",
    "exercise": "exercise",
}
"""Where on the page a complaint about a fact belongs."""


def log(doing: Doing, state: str = "done") -> Done | None:
    """Log the open row as it stands in the inputs."""
    given = typed.numbers_of(doing.post, doing.athlete.units, doing.complaints)
    if doing.complaints.errors and state != "skipped":
        return None
    if state == "done" and given.reps is None:
        raise InvalidFacts("reps", "is empty: type how many, or mark the set as failed or skipped")
    entry = typed.entry(
        doing.post,
        given,
        state=state,
        prescribed=_prescribed(doing),
        late=doing.loaded.late,
    )
    return _save(doing, entry, state)


def fail(doing: Doing) -> Done | None:
    """Log the open row as failed, with the reps that were done."""
    return log(doing, "failed")


def skip(doing: Doing) -> Done | None:
    """Log the open row as skipped, with why."""
    return log(doing, "skipped")


def short(doing: Doing) -> Done | None:
    """Log the open row from one line such as 105x5@8."""
    wanted = doing.post.get("row", "")
    for lift in doing.loaded.page.lifts:
        for row in lift.rows:
            if row.client_id == wanted and not row.saved:
                entry = typed.from_short(
                    row,
                    lift,
                    doing.post.get("short", ""),
                    units=doing.athlete.units,
                    late=doing.loaded.late,
                )
                return _save(doing, entry, "short")
    raise NotAllowedNow("that row has been saved meanwhile; the next one is open now")


def fix(doing: Doing) -> Done | None:
    """Correct a saved set against the state that was seen."""
    given = typed.numbers_of(doing.post, doing.athlete.units, doing.complaints)
    if doing.complaints.errors:
        return None
    client_id, reviewed = doing.post.get("client_id", ""), doing.post.get("reviewed", "")
    words = doing.post.get("why", "").strip()
    key = keys.of_set(doing.loaded.key, client_id)
    seen = next((item.facts for item in doing.loaded.sets if item.key == key), None)
    if seen is not None and asking.asks(
        doing, seen, client_id=client_id, load_g=given.load_g, reps=given.reps, act="fix"
    ):
        return None
    changes: dict[str, Any] = {
        "reps": given.reps,
        "rpe_x10": given.rpe_x10,
        "note": words or None,
    }
    if seen is None or given.load_g != seen["load_g"]:
        entered = doing.post.get("load", "").strip()[:40] or None
        changes |= {"load_g": given.load_g, "entered": entered}
    with transaction.atomic():
        written = corrections.correct(
            surface=SET,
            key=key,
            changes=changes,
            reviewed=reviewed,
            reason=words or "corrected by the athlete",
            occasion=f"fix {typed.digest(given, words)}",
            **doing.common,
        )
        if written.outcome != "stale" and asking.sure(doing, given.load_g, given.reps):
            asking.confirm(doing, client_id)
    return _done(doing, written, "Corrected. The old value stays visible.", client_id)


def take_back(doing: Doing) -> Done | None:
    """Retract a set that never happened."""
    client_id = doing.post.get("client_id", "")
    words = doing.post.get("why", "").strip()
    written = corrections.retract(
        surface=SET,
        key=keys.of_set(doing.loaded.key, client_id),
        reviewed=doing.post.get("reviewed", ""),
        reason=words or "taken back by the athlete",
        occasion="retract",
        **doing.common,
    )
    return _done(doing, written, "Taken back.", "")


def bulk(doing: Doing) -> Done | None:
    """Log every prescribed set that is left as prescribed: the weakest report, never an RPE."""
    left = [row.client_id for lift in doing.loaded.page.lifts for row in lift.rows if not row.saved]
    again = conflict.again(doing.post)
    written = late.log_remaining_as_prescribed(
        occasion=f"bulk {typed.digest(*left)}{again and f' {again}'}", **doing.session
    )
    if written.outcome == "stale":
        side = conflict.Side(
            "The rest of the session",
            wording.plural(len(actual_sets.sets_of(doing.loaded.stream, doing.loaded.key)), "set"),
            "every set that was left, as prescribed",
        )
        return Done("", stale=True, clash=conflict.clash(written, [side]))
    return Done("The rest is logged as prescribed.")


def pain(doing: Doing) -> Done | None:
    """Report pain in one region during the session."""
    region, said = doing.post.get("region", ""), doing.post.get("pain", "")
    value = numbers.whole(said, field="pain", high=10)
    if value is None:
        raise InvalidFacts("pain", "choose a number from 0 to 10")
    stream, day = doing.loaded.stream, date.fromisoformat(doing.loaded.page.date)
    entry = observations.DailyEntry(
        kind="pain", region=region, moment="during", value=value, session_key=doing.loaded.key
    )
    before = _said(doing, region)
    written = observations.record(
        stream=stream,
        day=day,
        zone=doing.athlete.zone,
        entries=[entry],
        occasion=f"pain {typed.digest(region, value, doing.loaded.key, before, conflict.again(doing.post))}",
        actor=doing.actor,
    )
    if written.outcome == "stale":
        side = conflict.Side(
            conflict.daily_name("pain", region, "during"),
            conflict.told_daily(stream, written.results[0].key),
            str(value),
        )
        return Done("", stale=True, clash=conflict.clash(written, [side]))
    return Done(f"{wording.capital(wording.region(region))} {value} saved.")


def effort(doing: Doing) -> Done | None:
    """Keep duration and distance of an endurance session and go on to finish it."""
    distance = partial(numbers.distance_m, units=doing.athlete.distance_unit)
    found = {
        "duration_s": doing.complaints.read(doing.post, "duration", numbers.duration_s),
        "distance_m": doing.complaints.read(doing.post, "distance", distance),
    }
    if doing.complaints.errors:
        return None
    completed = doing.loaded.completed
    changes = {field: value for field, value in found.items() if value is not None}
    if completed is not None and changes:
        written = corrections.correct(
            surface=COMPLETED,
            key=doing.loaded.key,
            changes=changes,
            reviewed=completed.fingerprint,
            reason="typed by the athlete",
            occasion=f"effort {typed.digest(changes)}",
            **doing.common,
        )
        if written.outcome == "stale":
            return Done("", stale=True, clash=conflict.clash(written, _efforts(doing, changes)))
    return Done("Saved.", leave="finish")


HANDLERS: dict[str, Callable[[Doing], Done | None]] = {
    "done": log,
    "failed": fail,
    "skip": skip,
    "short": short,
    "fix": fix,
    "retract": take_back,
    "undo": take_back,
    "bulk": bulk,
    "pain": pain,
    "effort": effort,
}


def _prescribed(doing: Doing) -> Mapping[str, Any] | None:
    return None if doing.post.get("kind") == "warmup" else doing.item(doing.post.get("item", ""))


def _save(doing: Doing, entry: SetEntry, act: str) -> Done | None:
    """Store a set, with the exercise where nobody described it, and the yes where one was given."""
    if entry.state != "skipped" and asking.asks(
        doing,
        asdict(entry),
        client_id=entry.client_id,
        load_g=entry.load_g,
        reps=entry.reps,
        act=act,
    ):
        return None
    with transaction.atomic():
        written = actuals.log_set(entry=entry, **doing.session)
        if written.outcome == "stale":
            return Done("", stale=True)
        naming.describe(
            doing.athlete, entry.exercise, doing.post.get("named", ""), actor=doing.actor
        )
        if asking.sure(doing, entry.load_g, entry.reps):
            asking.confirm(doing, entry.client_id)
    return _logged(entry)


def _efforts(doing: Doing, changes: Mapping[str, int]) -> list[conflict.Side]:
    now = known.now(doing.loaded.stream, COMPLETED, doing.loaded.key).facts or {}
    unit = doing.athlete.distance_unit
    show: dict[str, tuple[str, Callable[[int | None], str]]] = {
        "duration_s": ("Duration", wording.duration),
        "distance_m": ("Distance", partial(wording.distance, unit=unit)),
    }
    return [
        conflict.Side(show[field][0], show[field][1](now.get(field)), show[field][1](value))
        for field, value in changes.items()
    ]


def _logged(entry: SetEntry) -> Done:
    word = {"done": "saved", "failed": "saved as failed", "skipped": "skipped"}[entry.state]
    stem, _, number = entry.client_id.rpartition(".")
    following = "" if entry.planned_item or entry.kind == "warmup" else _following(stem, number)
    return Done(
        f"{'Warm-up' if entry.kind == 'warmup' else f'Set {number}'} {word}.",
        entry.client_id,
        following,
        stem,
    )


def _following(stem: str, number: str) -> str:
    """The next row of an exercise without a prescription: there is no end to count down to."""
    return f"{stem}.{int(number) + 1}" if number.isdigit() else ""


def _done(doing: Doing, written: Written, said: str, client_id: str) -> Done:
    if written.outcome == "stale":
        return Done("", stale=True)
    finished = doing.loaded.page.status in ("completed", "partial")
    stem = client_id.rpartition(".")[0]
    return Done(said, lift=stem, leave="session_detail" if finished else "")


def _said(doing: Doing, region: str) -> object:
    from coach.web import loading

    return next((ask.said for ask in loading.pains(doing.loaded) if ask.region == region), None)
