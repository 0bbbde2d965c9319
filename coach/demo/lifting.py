"""A lifter's training day: the prescription is followed as far as the true body allows, and reported."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from coach.demo import body, chance
from decisions import clock
from sessions.domain import actuals as words
from sessions.selectors import prescriptions
from sessions.services import actuals, late
from sessions.services.entries import SetEntry

if TYPE_CHECKING:
    from decisions.models import Athlete

MINUTES = 56


@dataclass(frozen=True, slots=True)
class Manner:
    """How a day differs from an ordinary one.

    Attributes:
        pain: region to 0-10 during the session.
        no_rpe: nothing is said about effort.
        harder: tenths of RPE that everything feels harder.
        typed_later_days: typed in as a whole this many days afterwards.
        note: words about the session.
        bulk: only confirmed as prescribed.
    """

    pain: dict[str, int] | None = None
    no_rpe: bool = False
    harder: int = 0
    typed_later_days: int = 0
    note: str | None = None
    bulk: bool = False


ORDINARY = Manner()


def train(athlete: Athlete, session_key: str, begins: datetime, day: int, manner: Manner) -> bool:
    """Do the prescribed session; False when there is no prescription to follow.

    Args:
        begins: when, aware.
        day: days since the demo began.
    """
    version = prescriptions.newest(athlete.stream, session_key)
    if version is None or not version.facts or not version.facts["items"]:
        return False
    if manner.typed_later_days:
        _later(athlete, session_key, version.facts, begins, day, manner)
        return True
    actor = f"user:{athlete.user_id}"
    stream, zone = athlete.stream, athlete.zone
    with clock.at(begins):
        actuals.start(
            stream=stream,
            session_key=session_key,
            actor=actor,
            zone=zone,
            at=begins,
            shown_version=version.facts["version"],
        )
    ends = begins + timedelta(minutes=MINUTES)
    with clock.at(ends):
        if manner.bulk:
            late.log_remaining_as_prescribed(
                stream=stream, session_key=session_key, actor=actor, zone=zone
            )
        else:
            actuals.log_sets(
                stream=stream,
                session_key=session_key,
                sets=_sets(version.facts, day, manner, words.EDITED),
                occasion="demo",
                actor=actor,
                zone=zone,
                at=ends,
            )
        actuals.finish(
            stream=stream,
            session_key=session_key,
            actor=actor,
            zone=zone,
            ended_at=ends,
            reported=_reported(day, session_key, manner),
            pain=manner.pain,
        )
    return True


def _later(
    athlete: Athlete,
    session_key: str,
    prescribed: dict[str, Any],
    begins: datetime,
    day: int,
    manner: Manner,
) -> None:
    """The whole session in one go, some days afterwards."""
    with clock.at(begins + timedelta(days=manner.typed_later_days, hours=3)):
        late.record(
            stream=athlete.stream,
            session_key=session_key,
            day=begins.date(),
            zone=athlete.zone,
            actor=f"user:{athlete.user_id}",
            occasion="demo",
            sets=_sets(prescribed, day, manner, words.LATER),
            shown_version=prescribed["version"],
            reported=_reported(day, session_key, manner),
            pain=manner.pain,
        )


def _sets(prescribed: dict[str, Any], day: int, manner: Manner, entry_mode: str) -> list[SetEntry]:
    found: list[SetEntry] = []
    for item in prescribed["items"]:
        if item.get("load_g"):
            found.append(_warm_up(item, len(found), entry_mode))
        for number in range(1, (item["sets"] or 0) + 1):
            found.append(_work(item, number, len(found), day, manner, entry_mode))
    return found


def _warm_up(item: dict[str, Any], order: int, entry_mode: str) -> SetEntry:
    load = item["load_g"] * 6 // 10 // 2_500 * 2_500
    return SetEntry(
        client_id=f"{item['id']}-w",
        exercise=item["exercise"],
        order=order + 1,
        load_g=load,
        reps=5,
        kind="warmup",
        planned_item=item["id"],
        entry_mode=entry_mode,
        entered=f"{load / 1000:g} kg",
    )


def _work(
    item: dict[str, Any], number: int, order: int, day: int, manner: Manner, entry_mode: str
) -> SetEntry:
    load, exercise = item["load_g"], item["exercise"]
    possible = body.reps_possible(exercise, load, day, number)
    low = item["reps_low"] or item["reps"]
    reps = body.reps_done(possible, low, item["reps_high"] or low, item["rpe_x10"] or 80)
    felt = max(50, min(100, body.rpe_x10(possible, reps) + manner.harder))
    says = not manner.no_rpe and (number == item["sets"] or chance.share("says", day, order) < 0.7)
    return SetEntry(
        client_id=f"{item['id']}-{number}",
        exercise=exercise,
        order=order + 1,
        load_g=load,
        reps=reps,
        rpe_x10=felt if says else None,
        planned_item=item["id"],
        entry_mode=entry_mode,
        entered=f"{load / 1000:g} kg",
    )


def _reported(day: int, session_key: str, manner: Manner) -> dict[str, Any]:
    reported: dict[str, Any] = {"note": manner.note} if manner.note else {}
    if not manner.no_rpe and not manner.bulk:
        reported["srpe_x10"] = 60 + 10 * int(3 * chance.share("srpe", session_key, day))
    return reported
