"""What Today asks: readiness, sleep, pain of what is open, and at most one question about the past.

Nothing is filled in: what was not said is not known. What was said today stands as said.
"""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class PainAsk:
    """One region to report, with the moment that the answer is about."""

    region: str
    moment: str
    label: str
    said: int | None

    @property
    def field(self) -> str:
        """Name of the form field."""
        return f"pain.{self.region}.{self.moment}"


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The check-in of one day: what was said, what is asked."""

    readiness: int | None
    sleep: str
    pains: tuple[PainAsk, ...]

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
        daily: facts of daily observations of that date by key.
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
