"""What the coach knew at a moment, against what is known now. Read only; judges nothing again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.shortcuts import render

from coach.review import known_twice, sayings, then_now, timeline
from coach.review.briefs import briefs
from coach.review.decisions import SURFACE as DECISION
from coach.review.decisions import decision
from coach.review.lineage import actor
from coach.review.log import Log
from coach.review.words import Units
from coach.web import links
from coach.web.explain_frame import Looking, explains
from decisions import clock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest, HttpResponse

    from coach.review.decisions import Decision
    from coach.review.known_twice import Pair
    from coach.review.log import Address
    from decisions.selectors.known import Known

SHOWN = 40
SAME = 16
AFTER = 6
RECENT = timedelta(days=7)
UNTOLD = frozenset({DECISION, "decisions.proposal", "training_sessions.source"})
_WORDS = {
    "corrected": "corrected by {who}",
    "changed": "changed by {who}",
    "retracted": "retracted by {who}",
    "erased": "erased at the person's wish",
    "after": "after this moment",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One fact then and now."""

    fact: str
    happened: date | None
    then: str
    now: str
    struck: bool
    between: str
    at: datetime | None
    changes: tuple[str, ...]
    differs: bool
    later: bool
    href: str


@explains
def as_of(request: HttpRequest, look: Looking) -> HttpResponse:
    """Known then and known now; without a moment, the page that asks for one."""
    if look.at is None:
        return render(request, "coach/explain/as_of_ask.html", _ask(look))
    now = Log(look.athlete)
    then = look.log
    later = now.between(then.up_to)
    newest = {(one.surface, one.key): one for one in later}
    units = Units(look.athlete.units, look.athlete.distance_unit)
    moment = look.at.astimezone(ZoneInfo(look.athlete.zone)).date()
    told = [one for one in then.items.values() if one.surface not in UNTOLD]
    known = [one for one in now.items.values() if one.surface not in UNTOLD]
    pairs = then_now.pairs(told, known, newest, moment=moment, units=units)
    differing = [one for one in pairs if one.differs]
    near = [one for one in pairs if not one.differs and _near(one, moment)]
    same = [one for one in near if one.later is None][-SAME:]
    after = [one for one in near if one.later is not None]
    shown = [*differing[:SHOWN], *same, *after[:AFTER]]
    decided, exact = _decided(then, request.GET.get("decision", ""), look.at)
    context = {
        **look.context,
        "lines": tuple(_line(now, one, newest, look) for one in shown),
        "differing": len(differing),
        "hidden": max(len(differing) - SHOWN, 0),
        "compared": len(pairs),
        "after": max(len(after) - AFTER, 0),
        "decision": decided,
        "exact": exact,
        "line": _timeline(then, later, look.at),
        "previous": _neighbour(look, then, back=True),
        "next": _neighbour(look, then, back=False),
    }
    return render(request, "coach/explain/as_of.html", context)


def _ask(look: Looking) -> dict[str, object]:
    items = look.log.between(max(look.log.up_to - 200, 0))
    recent = [one for one in reversed(items) if one.surface == DECISION and one.facts is not None]
    return {
        **look.context,
        "example": clock.now().replace(microsecond=0).isoformat(),
        "recent": tuple(
            (sayings.sentence(one), one.recorded_at, look.query_at(one.recorded_at))
            for one in recent[:12]
        ),
    }


def _near(pair: Pair, moment: date) -> bool:
    if pair.happened is None:
        return pair.later is None
    return moment - RECENT <= pair.happened <= moment + RECENT


def _line(now: Log, pair: Pair, newest: Mapping[Address, Known], look: Looking) -> Line:
    last = newest.get((pair.surface, pair.key))
    known: Known | None = now.items.get((pair.surface, pair.key))
    then = look.log.items.get((pair.surface, pair.key))
    later = pair.later
    shown = known or then
    return Line(
        fact=sayings.label(pair.surface).capitalize(),
        happened=pair.happened,
        then=_says(then, later),
        now=sayings.sentence(known) if known else (sayings.sentence(then) if then else ""),
        struck=later is not None and later.kind == "retracted",
        between=_between(now, pair, last),
        at=last.recorded_at if last is not None and later is not None else None,
        changes=later.changes[:3] if later is not None else (),
        differs=pair.differs,
        later=later is not None and later.kind == "after",
        href=links.row(shown, look.query_at(None)) if shown else "",
    )


def _says(then: Known | None, later: known_twice.Later | None) -> str:
    if then is not None:
        return sayings.sentence(then)
    return "not happened yet" if later is not None and later.kind == "after" else ""


def _between(now: Log, pair: Pair, last: Known | None) -> str:
    if pair.later is None:
        return "no change"
    if pair.later.kind == "late":
        days = pair.later.days
        return f"became known {days} day{'' if days == 1 else 's'} later" if days else "known later"
    who = actor(now, str(((last.source if last else None) or {}).get("actor", "")))
    told = _WORDS[pair.later.kind].format(who=who)
    return f"{told}: {last.reasoning}" if last is not None and last.reasoning else told


def _decided(then: Log, wanted: str, at: datetime) -> tuple[Decision | None, bool]:
    """The decision asked for, else the newest by then; and whether it was decided at the moment."""
    if (DECISION, wanted) in then.items:
        return decision(then, wanted), True
    found = briefs(then)
    if not found:
        return None, False
    return decision(then, found[0].key), found[0].recorded_at == at


def _timeline(then: Log, later: Sequence[Known], moment: datetime) -> timeline.Timeline:
    start, _ = timeline.window(moment, clock.now())
    before = then.between(max(then.up_to - 400, 0))
    events = [one for one in (*before, *later) if one.recorded_at >= start]
    return timeline.timeline(
        (timeline.Moment(one.recorded_at, _kind(one)) for one in events), moment, clock.now()
    )


def _kind(item: Known) -> str:
    if item.surface == DECISION:
        return "decision"
    return "late" if sayings.days_late(item) > 0 or item.fact_type == "correction" else "on_time"


def _neighbour(look: Looking, then: Log, *, back: bool) -> str:
    """The address of the event before or after, empty at the ends. Equal times are one event."""
    now = Log(look.athlete)
    if back:
        events = then.between(max(then.up_to - 60, 0))
        here = events[-1].recorded_at if events else None
        found = [one.recorded_at for one in events if here is not None and one.recorded_at < here]
        return look.query_at(found[-1]) if found else ""
    events = now.between(then.up_to, then.up_to + 1)
    return look.query_at(events[0].recorded_at) if events else ""
