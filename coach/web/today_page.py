"""Today as one value: the prescription and its reason, what bounds it, what is asked, the week.

Pure: built from known facts and a date. It decides nothing; the order on the page is the order
of the decision: the answer, the number that decides, the evidence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from coach.web import bounds, checkin_page, doses, links, record, wording
from coach.web import week as weeks
from coach.web.told import told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coach.web.answers import Answer
    from coach.web.decided import Decided, Look
    from coach.web.taste import Taste
    from coach.web.told import Reader
    from decisions.selectors.known import Known
    from plans.domain.schedule import Planned

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SessionView:
    """One session of the day.

    Attributes:
        state: preparing (no prescription yet), ready, or the status of its record.
        judged: when its dose was decided, and when it was looked at again.
    """

    key: str
    title: str
    state: str
    facts: str
    reason: tuple[links.Segment, ...]
    changed: str
    kept: tuple[str, ...]
    outcome: str
    decision: str
    version: int
    items: tuple[doses.ItemView, ...]
    branches: tuple[Facts, ...]
    evidence: tuple[tuple[str, int], ...]
    sport: str
    judged: str = ""

    @property
    def done(self) -> bool:
        """Whether it was recorded to its end."""
        return self.state in ("completed", "partial", "skipped")


@dataclass(frozen=True, slots=True)
class Review:
    """The newest decision of a kind, for the line "Last review"."""

    when: str
    outcome: str
    summary: str
    next_look: str
    href: str


@dataclass(frozen=True, slots=True)
class TodayPage:
    """Everything that Today shows."""

    on: date
    place: str
    empty: str
    sessions: tuple[SessionView, ...]
    gates: tuple[bounds.GateView, ...]
    constraints: tuple[bounds.BoundView, ...]
    checkin: checkin_page.CheckIn
    question: checkin_page.Question | None
    week: weeks.Week
    next_session: str


def build(
    facts: record.Record,
    *,
    on: date,
    planned: Sequence[Planned],
    upcoming: Sequence[Planned],
    cited: Mapping[int, Known],
    looks: Mapping[str, Sequence[Look]],
    taste: Taste,
    zone: str,
) -> TodayPage:
    """Today for one athlete.

    Args:
        facts: plan, bounds, prescriptions, records, observations and injuries around the date.
        on: the athlete's date.
        planned: planned sessions of the week and the days before today.
        upcoming: the next planned sessions after today.
        cited: events that today's prescriptions cite, by position.
        looks: decisions about today's sessions, oldest first, by session key.
        taste: units and names.
        zone: the athlete's.
    """
    completed = facts.facts(record.COMPLETED)
    gates = bounds.gates(facts.facts(record.GATE), on=on, name=taste.name)
    first = weeks.first_day(on, taste.week_start)
    of_week = [s for s in planned if 0 <= (s.date - first).days < 7]
    in_week = {
        key: done
        for key, done in completed.items()
        if 0 <= (date.fromisoformat(done["date"]) - first).days < 7
    }
    sessions = tuple(
        replace(session, judged=_judged(looks.get(session.key, ()), session.decision, zone))
        for session in _sessions(facts, on, planned, cited, taste)
    )
    return TodayPage(
        on=on,
        place=_place(facts, on, planned),
        empty=_empty(facts, sessions),
        sessions=sessions,
        gates=gates,
        constraints=bounds.constraints(
            facts.facts(record.CONSTRAINT), on=on, reader=taste, name=taste.name
        ),
        checkin=checkin_page.check_in(
            facts.facts(record.DAILY), on=on, gates=gates, injuries=facts.facts(record.INJURY)
        ),
        question=checkin_page.silence(planned, completed, today=on),
        week=weeks.week(first, on, of_week, in_week),
        next_session=_next(upcoming),
    )


def review(
    found: Decided | None,
    zone: str,
    *,
    query: str = "",
    reader: Reader | None = None,
    on: date | None = None,
    answer: Answer | None = None,
) -> Review | None:
    """The line about the newest review; None when there was none.

    Args:
        found: the decision.
        zone: the athlete's.
        query: what links must carry.
        reader: whose units its sentence is told in; metric without one.
        on: the athlete's date: a look that lies before it is not announced.
        answer: what its question came to; it replaces the question.
    """
    if found is None or found.facts is None:
        return None
    facts = found.facts
    summary, look = str(facts["summary"]), facts.get("next_look")
    if answer is not None:
        summary = answer.says
    return Review(
        when=wording.moment(found.recorded_at, zone).partition(",")[0],
        outcome=str(facts["outcome"]) if answer is None else answer.state,
        summary=told(summary, reader) if reader is not None else wording.plain(summary),
        next_look=wording.day(look) if look and (on is None or look >= on.isoformat()) else "",
        href=links.decision(found.key, query),
    )


def _judged(looks: Sequence[Look], address: str, zone: str) -> str:
    """When the dose in force was decided, and when it was last looked at since."""
    own = next((look for look in looks if links.decision(look.key) == address), None)
    if own is None:
        return ""
    decided, again = (
        wording.moment(look.recorded_at, zone).partition(",")[0] for look in (own, looks[-1])
    )
    if looks[-1] == own or decided == again:
        return f"Decided {decided}."
    return f"Decided {decided}, looked at again {again}: it stands."


def _sessions(
    facts: record.Record,
    on: date,
    planned: Sequence[Planned],
    cited: Mapping[int, Known],
    taste: Taste,
) -> tuple[SessionView, ...]:
    made: dict[str, SessionView] = {}
    completed = facts.facts(record.COMPLETED)
    gates = facts.facts(record.GATE)
    for _, given in facts.pairs(record.PRESCRIPTION):
        if given["date"] == on.isoformat():
            status = completed.get(given["session_key"], {}).get("status", "ready")
            made[given["session_key"]] = _session(given, status, cited, gates, taste)
    for session in planned:
        if session.date == on and session.session_key not in made:
            status = completed.get(session.session_key, {}).get("status", "preparing")
            made[session.session_key] = _bare(
                session.session_key, str(session.day["title"]), status, str(session.day["sport"])
            )
    for key, done in completed.items():
        if done["date"] == on.isoformat() and key not in made:
            made[key] = _bare(key, done["title"], done["status"], done["sport"])
    return tuple(sorted(made.values(), key=lambda s: (s.done, s.key)))


def _session(
    given: Facts,
    status: str,
    cited: Mapping[int, Known],
    gates: Mapping[str, Facts],
    taste: Taste,
) -> SessionView:
    rows = [cited[position] for position in given.get("cites") or [] if position in cited]
    items = doses.items_of(
        given,
        units=taste.units,
        distance_unit=taste.distance_unit,
        name=taste.name,
        cited=cited,
        gates=gates,
    )
    return SessionView(
        key=given["session_key"],
        title=given["title"],
        state=status,
        facts=_counted(items, given.get("minutes")),
        reason=links.prose(_reason(given), rows, reader=taste),
        changed=told(given.get("changed") or "", taste),
        kept=tuple(told(kept, taste) for kept in given.get("kept") or ()),
        outcome=given["outcome"],
        decision=links.decision(given["decision"]),
        version=given["version"],
        items=tuple(_moved_on(view, cited, gates) for view in items),
        branches=doses.loose_branches(given, taste.units),
        evidence=doses.evidence_counts(rows),
        sport=given["sport"],
    )


def _moved_on(
    view: doses.ItemView, cited: Mapping[int, Known], gates: Mapping[str, Facts]
) -> doses.ItemView:
    """An item whose reason names how far a gate had got, with how far it has got since."""
    now: list[str] = []
    hrefs = {piece.href for piece in view.why if piece.href}
    for item in cited.values():
        gate = gates.get(item.key)
        then = (item.facts or {}).get("progress")
        if item.surface != record.GATE or gate is None or links.row(item) not in hrefs:
            continue
        if gate["state"] == "open" and gate["progress"] != then:
            now.append(f" Now {gate['progress']['met']} of {gate['progress']['of']}.")
    return replace(view, why=(*view.why, *(links.Segment(text) for text in now)))


def _bare(key: str, title: str, status: str, sport: str) -> SessionView:
    return SessionView(key, title, status, "", (), "", (), "", "", 0, (), (), (), sport)


def _reason(given: Facts) -> str:
    """The reason of a session; nothing where it only says that the plan stands."""
    reason = str(given["reason"] or "")
    return "" if reason.strip(". ").lower() == "as planned" else reason


def _counted(items: Sequence[doses.ItemView], minutes: int | None) -> str:
    lifts = sum(item.strength for item in items)
    parts = [wording.plural(lifts, "exercise")] if lifts else []
    if minutes:
        parts.append(f"about {wording.duration(60 * minutes)}")
    return wording.capital(", ".join(parts))


def _place(facts: record.Record, on: date, planned: Sequence[Planned]) -> str:
    """Where today lies in the plan: "Build, week 3 of 7"."""
    blocks = facts.facts(record.BLOCK)
    today = [session for session in planned if session.date == on]
    for key, block in blocks.items():
        days = (on - date.fromisoformat(block["starts_on"])).days
        holds = today[0].block_key == key if today else 0 <= days < 7 * block["weeks"]
        if holds:
            return f"{block['name']}, week {days // 7 + 1} of {block['weeks']}"
    return ""


def _empty(facts: record.Record, sessions: Sequence[SessionView]) -> str:
    """Why there is nothing to train: nothing known, no plan, or a rest day; empty otherwise."""
    if sessions:
        return ""
    if any(plan["status"] == "active" for plan in facts.facts(record.PLAN).values()):
        return "rest"
    known = facts.of(record.COMPLETED) or facts.of(record.PLAN)
    return "no_plan" if known else "nothing"


def _next(upcoming: Sequence[Planned]) -> str:
    return f"{wording.day(upcoming[0].date)}, {upcoming[0].day['title']}" if upcoming else ""
