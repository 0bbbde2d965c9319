"""The acts of the logging page, one small function each: log, fail, skip, correct, take back, pain.

Each calls one service once. The occasion names the act by what was sent, so a double click is the
same act and a different send is another.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from coach.web import naming, typed, wording
from decisions.domain.errors import InvalidFacts, NotAllowedNow
from sessions.domain import keys, numbers
from sessions.domain.records import COMPLETED, SET
from sessions.services import actuals, corrections, late, observations

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from coach.web.loading import Loaded
    from decisions.models import Athlete
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


@dataclass(frozen=True, slots=True)
class Doing:
    """One act: who, on which session, what was sent."""

    athlete: Athlete
    loaded: Loaded
    actor: str
    post: Mapping[str, str]
    complaints: typed.Complaints

    @property
    def common(self) -> dict[str, Any]:
        """What every service is given."""
        return {"stream": self.loaded.stream, "actor": self.actor}

    @property
    def session(self) -> dict[str, Any]:
        """What services about this session are given."""
        return self.common | {"session_key": self.loaded.key, "zone": self.athlete.zone}


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an act.

    Attributes:
        said: for the live region, for example "Set 2 saved".
        client_id: the set that was logged, for Undo and the rest clock.
        next_row: the row to open next; empty for the first that is due.
        lift: where on the page it was.
        leave: name of the page to go to, empty to stay.
        stale: whether nothing was written because the state had moved on.
    """

    said: str
    client_id: str = ""
    next_row: str = ""
    lift: str = ""
    leave: str = ""
    stale: bool = False


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
    _known_exercise(doing, entry)
    actuals.log_set(entry=entry, **doing.session)
    return _logged(entry)


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
                actuals.log_set(entry=entry, **doing.session)
                return _logged(entry)
    raise NotAllowedNow("that row has been saved meanwhile; the next one is open now")


def fix(doing: Doing) -> Done | None:
    """Correct a saved set against the state that was seen."""
    given = typed.numbers_of(doing.post, doing.athlete.units, doing.complaints)
    if doing.complaints.errors:
        return None
    client_id, reviewed = doing.post.get("client_id", ""), doing.post.get("reviewed", "")
    words = doing.post.get("why", "").strip()
    written = corrections.correct(
        surface=SET,
        key=keys.of_set(doing.loaded.key, client_id),
        changes={
            "load_g": given.load_g,
            "reps": given.reps,
            "rpe_x10": given.rpe_x10,
            "entered": doing.post.get("load", "").strip()[:40] or None,
            "note": words or None,
        },
        reviewed=reviewed,
        reason=words or "corrected by the athlete",
        occasion=f"fix {typed.digest(given, words)}",
        **doing.common,
    )
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
    late.log_remaining_as_prescribed(occasion=f"bulk {typed.digest(*left)}", **doing.session)
    return Done("The rest is logged as prescribed.")


def pain(doing: Doing) -> Done | None:
    """Report pain in one region during the session."""
    region, said = doing.post.get("region", ""), doing.post.get("pain", "")
    value = numbers.whole(said, field="pain", high=10)
    if value is None:
        raise InvalidFacts("pain", "choose a number from 0 to 10")
    day = date.fromisoformat(doing.loaded.page.date)
    observations.record(
        stream=doing.loaded.stream,
        day=day,
        zone=doing.athlete.zone,
        entries=[
            observations.DailyEntry(
                kind="pain",
                region=region,
                moment="during",
                value=value,
                session_key=doing.loaded.key,
            )
        ],
        occasion=f"pain {typed.digest(region, value, doing.loaded.key, _said(doing, region))}",
        actor=doing.actor,
    )
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
            return Done("", stale=True)
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
    version, item = doing.loaded.prescription, doing.post.get("item", "")
    given = (version.facts or {}) if version is not None else {}
    if doing.post.get("kind") == "warmup":
        return None
    return next((i for i in given.get("items", ()) if i["id"] == item), None)


def _known_exercise(doing: Doing, entry: SetEntry) -> None:
    """An exercise that nobody described becomes one of the athlete's own when it is first logged."""
    naming.slug_of(doing.athlete, entry.exercise, actor=doing.actor, write=True)


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
