"""What is recorded has happened: the athlete's own today decides, whatever door it comes through."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from decisions import clock
from decisions.domain.errors import InvalidFacts
from decisions.models import Stream
from decisions.selectors.known import head, now
from sessions.domain.records import COMPLETED
from sessions.services import actuals, corrections, injuries, late, observations, skipping
from sessions.services.observations import DailyEntry
from tests.sessions import doing
from tests.sessions.making import KEY

TOMORROW = date(2026, 11, 27)
SOON = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)
EDGE = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
FREE: dict[str, Any] = {"title": "Run", "sport": "run"}


def start(stream: Stream, **how: Any) -> Any:
    day = how.get("day") or TOMORROW
    return doing.start(stream, f"{day.isoformat()}:phone", **{**FREE, **how})


def observe(stream: Stream, **how: Any) -> Any:
    entry = DailyEntry(kind="sleep_s", value=27_000)
    return observations.record(stream=stream, entries=[entry], occasion="o", **{**doing.WHO, **how})


def record(stream: Stream, **how: Any) -> Any:
    key = f"{how['day'].isoformat()}:phone"
    return late.record(stream=stream, session_key=key, occasion="o", **{**doing.WHO, **FREE, **how})


def hurt(stream: Stream, day: date) -> Any:
    return injuries.open_episode(
        stream=stream, region="knee", side="left", title="ache", opened_on=day, **doing.WHO
    )


TODAY = date(2026, 11, 26)
ACTS: dict[str, tuple[Callable[[Stream], Any], str]] = {
    "a session of tomorrow": (lambda s: start(s, day=TOMORROW), "date"),
    "a session that starts soon": (lambda s: start(s, day=TODAY, at=SOON), "started_at"),
    "a session of the year 9999": (lambda s: start(s, day=TODAY, at=EDGE), "started_at"),
    "a session of the year 1": (lambda s: start(s, day=date.min), "session_key"),
    "an observation of tomorrow": (lambda s: observe(s, day=TOMORROW), "date"),
    "an observation made soon": (lambda s: observe(s, day=TODAY, at=SOON), "at"),
    "an observation of the year 1": (lambda s: observe(s, day=date.min), "date"),
    "a whole session of tomorrow": (lambda s: record(s, day=TOMORROW), "date"),
    "a whole session that ends soon": (lambda s: record(s, day=TODAY, ended_at=SOON), "ended_at"),
    "an injury of tomorrow": (lambda s: hurt(s, TOMORROW), "opened_on"),
    "an injury of the year 1": (lambda s: hurt(s, date.min), "opened_on"),
}


@pytest.mark.parametrize("act", ACTS)
def test_it_refuses_and_writes_nothing(stream: Stream, evening: datetime, act: str) -> None:
    do, field = ACTS[act]
    with pytest.raises(InvalidFacts) as caught:
        do(stream)
    assert (caught.value.field, head(stream)) == (field, 0)


@pytest.mark.parametrize(
    ("zone", "day"), [("Pacific/Kiritimati", TOMORROW), ("Pacific/Honolulu", TODAY)]
)
def test_the_athletes_own_zone_says_what_today_is(
    stream: Stream, evening: datetime, zone: str, day: date
) -> None:
    observe(stream, day=day, zone=zone)
    with pytest.raises(InvalidFacts, match="date: lies in the future"):
        observe(stream, day=day + timedelta(days=1), zone=zone)


def test_it_refuses_sets_that_are_done_soon(stream: Stream, evening: datetime) -> None:
    start(stream, day=TODAY)
    before = head(stream)
    with pytest.raises(InvalidFacts, match="at: lies in the future"):
        actuals.log_set(
            stream=stream, session_key=f"{TODAY}:phone", entry=doing.entry(), at=SOON, **doing.WHO
        )
    assert head(stream) == before


def test_it_refuses_a_correction_into_the_future(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    with pytest.raises(InvalidFacts, match="date: lies in the future"):
        corrections.correct(
            stream=stream,
            surface=COMPLETED,
            key=KEY,
            changes={"date": "2026-11-28"},
            reviewed=doing.state_of_session(stream).fingerprint,
            reason="moved",
            occasion="c",
            actor="user:1",
        )


def test_a_session_may_be_given_up_before_its_day(stream: Stream, evening: datetime) -> None:
    with clock.at(datetime(2026, 11, 20, 8, tzinfo=UTC)):
        doing.prescribe(stream)
        skipping.skip(stream=stream, session_key=KEY, why="travel", **doing.WHO)
        facts = now(stream, COMPLETED, KEY).facts or {}
    assert (facts["status"], facts["date"]) == ("skipped", "2026-11-26")
