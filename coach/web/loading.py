"""Reads what the logging and finishing pages show of one session of one athlete."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.http import Http404

from coach.web import bounds, checkin_page, past, planning, record, session_page, taste, wording
from decisions import clock
from decisions.domain.errors import InvalidFacts
from decisions.selectors import known
from decisions.selectors.known import Range
from sessions.domain import keys, regions
from sessions.domain.actuals import EDITED
from sessions.selectors import actuals, prescriptions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coach.web.taste import Taste
    from decisions.models import Athlete, Stream
    from decisions.selectors.known import Known
    from plans.domain.schedule import Planned

Facts = dict[str, Any]

AHEAD_DAYS = 28
STILL_LIVE = timedelta(hours=4)
"""How long after its last act a session that was started live is still under way, past midnight too."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """One session with everything around it."""

    stream: Stream
    key: str
    facts: record.Record
    completed: Known | None
    prescription: Known | None
    sets: tuple[Known, ...]
    taste: Taste
    page: session_page.SessionPage
    today: date
    live: bool

    @property
    def late(self) -> bool:
        """Whether it is typed on another day than it was done, and not while it goes on."""
        return self.page.date != self.today.isoformat() and not self.live


def load(athlete: Athlete, session_key: str, asked: session_page.Asked | None = None) -> Loaded:
    """One session of an athlete.

    Raises:
        Http404: there is neither a record, nor a prescription, nor a planned session of that key.
    """
    stream = athlete.stream
    try:
        on = keys.original_date(keys.checked_session(session_key))
    except InvalidFacts as error:
        raise Http404(str(error)) from None
    facts = record.Record(known.known(stream, ranges=_ranges(session_key, on)))
    completed = facts.get(record.COMPLETED, session_key)
    version = prescriptions.in_force(stream, session_key)
    planned = next(
        (p for p in planning.planned(facts, on, on) if p.session_key == session_key), None
    )
    if completed is None and version is None and planned is None:
        raise Http404("no such session")
    sets = tuple(actuals.sets_of(stream, session_key)) if completed is not None else ()
    liking = taste.of(athlete, facts)
    asked = asked or session_page.Asked()
    page = session_page.build(
        key=session_key,
        completed=completed.facts if completed is not None else None,
        prescription=version,
        sets=sets,
        last=past.last_times(
            stream, _exercises(version, planned, sets, asked), before=on, session_key=session_key
        ),
        older=past.older(stream, sets),
        gates=facts.facts(record.GATE),
        cited=_cited(stream, version),
        asked=asked,
        taste=liking,
        zone=athlete.zone,
        planned=planned.day if planned else None,
    )
    return Loaded(
        stream,
        session_key,
        facts,
        completed,
        version,
        sets,
        liking,
        page,
        clock.today(athlete.zone),
        _live(completed, sets),
    )


def gates(loaded: Loaded) -> tuple[bounds.GateView, ...]:
    """Open gates, for the side column."""
    return bounds.gates(loaded.facts.facts(record.GATE), on=loaded.today, name=loaded.taste.name)


def pains(loaded: Loaded) -> tuple[checkin_page.PainAsk, ...]:
    """Open regions to ask about during the session, with the worst that was said so far."""
    where = [gate.region for gate in gates(loaded) if gate.region]
    where += [
        regions.sided(injury["region"], injury["side"])
        for injury in loaded.facts.facts(record.INJURY).values()
        if injury["status"] == "open"
    ]
    asked: list[checkin_page.PainAsk] = []
    for region in where:
        if any(regions.same(region, other.region) for other in asked):
            continue
        key = keys.daily(loaded.page.date, "pain", region, "during")
        said = loaded.facts.get(record.DAILY, key)
        words = region.replace("_", " ")
        asked.append(
            checkin_page.PainAsk(
                region,
                "during",
                f"{wording.capital(words)}, worst during the session",
                said.facts["value"] if said is not None and said.facts else None,
            )
        )
    return tuple(asked)


def _live(completed: Known | None, sets: Sequence[Known]) -> bool:
    """Whether a session that was begun by its button is under way: its last act is hours old at most."""
    begun = completed.facts if completed is not None else None
    if completed is None or begun is None or begun["status"] != "started":
        return False
    if begun["entry_mode"] != EDITED or not begun["started_at"]:
        return False
    last = max(item.recorded_at for item in (completed, *sets))
    return clock.now() - last < STILL_LIVE


def _ranges(session_key: str, on: date) -> list[Range]:
    moved = (on - timedelta(days=21)).isoformat(), (on + timedelta(days=22)).isoformat()
    surfaces = (
        record.PLAN,
        record.BLOCK,
        record.DAY,
        record.RULE,
        record.GATE,
        record.INJURY,
        record.EXERCISE,
    )
    return [
        *(Range(name) for name in surfaces),
        Range(record.COMPLETED, session_key, f"{session_key}!"),
        Range(record.DAILY, *moved),
    ]


def _exercises(
    version: Known | None,
    planned: Planned | None,
    sets: tuple[Known, ...],
    asked: session_page.Asked,
) -> list[str]:
    given: Facts = planned.day if planned is not None else {}
    given = (version.facts or {}) if version is not None else given
    found = [item["exercise"] for item in given.get("items", ()) if "exercise" in item]
    found += [(item.facts or {})["exercise"] for item in sets]
    return list(dict.fromkeys([*found, *([asked.exercise] if asked.exercise else [])]))


def _cited(stream: Stream, version: Known | None) -> dict[int, Known]:
    if version is None or version.facts is None:
        return {}
    positions = {p for item in version.facts["items"] for p in item["cites"]}
    return {item.position: item for item in known.at_positions(stream, positions)}
