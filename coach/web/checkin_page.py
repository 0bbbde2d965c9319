"""What Today asks: readiness, sleep, pain of what is open, and at most one question about the past.

Nothing is filled in: what was not said is not known. What was said today stands as said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from coach.web import wording
from sessions.domain import keys, regions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coach.web.bounds import GateView
    from plans.domain.schedule import Planned

Facts = dict[str, Any]

PAIN_SCALE = tuple(range(11))
FIVE = tuple(range(1, 6))
LOOK_BACK_DAYS = 6
LATE = "late"
"""Start of the form fields that answer for yesterday morning."""


@dataclass(frozen=True, slots=True)
class PainAsk:
    """One region to report, with the moment that the answer is about.

    Attributes:
        said: what was said so far, None when nothing was.
        late: whether it is about yesterday morning, which nobody answered yesterday.
    """

    region: str
    moment: str
    label: str
    said: int | None
    late: bool = False

    @property
    def field(self) -> str:
        """Name of the form field."""
        if self.late:
            return f"{LATE}.{self.region}"
        return f"pain.{self.region}.{self.moment}"


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The check-in of one day: what was said, what is asked."""

    readiness: int | None
    sleep: str
    pains: tuple[PainAsk, ...]
    late: tuple[PainAsk, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether anything was said today."""
        return self.readiness is not None or bool(self.sleep)


@dataclass(frozen=True, slots=True)
class Question:
    """A planned session of the last days of which nothing is known."""

    session_key: str
    title: str
    when: str


def check_in(
    daily: Mapping[str, Facts],
    *,
    on: date,
    gates: Sequence[GateView],
    injuries: Mapping[str, Facts],
) -> CheckIn:
    """What was said and what is asked on a date.

    Args:
        daily: facts of daily observations of that date and the day before by key.
        gates: open gates.
        injuries: facts of injuries by key.
    """
    readiness = daily.get(keys.daily(on, "readiness", None, None))
    sleep = daily.get(keys.daily(on, "sleep_s", None, None))
    asked: list[PainAsk] = []
    for gate in gates:
        if gate.region:
            _ask(asked, daily, on, gate.region, gate.morning_of)
    for facts in injuries.values():
        if facts["status"] == "open":
            _ask(asked, daily, on, regions.sided(facts["region"], facts["side"]), "")
    return CheckIn(
        readiness=readiness["value"] if readiness else None,
        sleep=wording.duration(sleep["value"]) if sleep else "",
        pains=tuple(asked),
        late=_missed(daily, on, gates),
    )


def retyped(asked: CheckIn, post: Mapping[str, str]) -> CheckIn:
    """The check-in with what was chosen in a form that was refused, so that nothing is said twice."""

    def chosen(name: str, said: int | None) -> int | None:
        text = post.get(name, "")
        return int(text) if text.isascii() and text.isdigit() else said

    return replace(
        asked,
        readiness=chosen("readiness", asked.readiness),
        pains=tuple(replace(ask, said=chosen(ask.field, ask.said)) for ask in asked.pains),
        late=tuple(replace(ask, said=chosen(ask.field, ask.said)) for ask in asked.late),
    )


def silence(
    planned: Sequence[Planned], recorded: Mapping[str, Facts], *, today: date
) -> Question | None:
    """The newest planned session of the last days that nobody has said anything about."""
    for session in sorted(planned, key=lambda s: s.date, reverse=True):
        late = timedelta(0) < today - session.date <= timedelta(days=LOOK_BACK_DAYS)
        if late and session.session_key not in recorded:
            return Question(
                session.session_key, str(session.day["title"]), wording.day(session.date)
            )
    return None


def _missed(daily: Mapping[str, Facts], on: date, gates: Sequence[GateView]) -> tuple[PainAsk, ...]:
    """Regions whose gate waits for yesterday morning, of which nothing was said yet."""
    yesterday = on - timedelta(days=1)
    asked: list[PainAsk] = []
    for gate in gates:
        key = keys.daily(yesterday, "pain", gate.region, "next_morning")
        known = key in daily or any(regions.same(gate.region, other.region) for other in asked)
        if gate.region and gate.missed_morning_of and not known:
            where = wording.capital(wording.region(gate.region))
            told = f"{where} yesterday morning, {wording.day(yesterday)}, after {gate.missed_morning_of}"
            asked.append(PainAsk(gate.region, "next_morning", told, None, late=True))
    return tuple(asked)


def _ask(
    asked: list[PainAsk], daily: Mapping[str, Facts], on: date, region: str, morning_of: str
) -> None:
    if any(regions.same(region, other.region) for other in asked):
        return
    moment = "next_morning" if morning_of else "now"
    where = wording.region(region)
    label = f"{where} this morning, after {morning_of}" if morning_of else f"{where} right now"
    said = daily.get(keys.daily(on, "pain", region, moment))
    asked.append(PainAsk(region, moment, wording.capital(label), said["value"] if said else None))
