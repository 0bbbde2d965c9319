"""Sessions typed later as a whole, and sets confirmed in bulk."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from decisions import clock
from decisions.domain.errors import IdentityConflict, InvalidFacts, NotAllowedNow
from decisions.models import Event, Stream
from decisions.services.guard import Written
from sessions.selectors import actuals as reads
from sessions.selectors import exposures
from sessions.services import late
from tests.sessions import doing, making
from tests.sessions.making import DAY, KEY


def record(stream: Stream, key: str = KEY, **how: Any) -> Written:
    given = {
        "day": DAY,
        "occasion": "typed",
        "sets": [
            doing.entry("s1", entry_mode="typed_later"),
            doing.entry("s2", entry_mode="typed_later"),
        ],
        **how,
    }
    return late.record(stream=stream, session_key=key, **doing.WHO, **given)


def bulk(stream: Stream, **how: Any) -> Written:
    return late.log_remaining_as_prescribed(stream=stream, session_key=KEY, **doing.WHO, **how)


def numbers(stream: Stream) -> list[tuple[Any, ...]]:
    found = [s.facts or {} for s in reads.sets_of(stream, KEY)]
    return [(f["load_g"], f["reps"], f["rpe_x10"], f["entry_mode"]) for f in found]


def test_it_files_the_session_its_sets_and_pain_in_one_decision(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    with clock.at(evening + timedelta(days=4)):
        written = record(stream, reported={"srpe_x10": 80}, pain={"left_knee": 2})
    assert [r.surface for r in written.results] == [
        "training_sessions.completed", "training_sessions.set", "training_sessions.set",
        "training_sessions.daily",
    ]  # fmt: skip
    facts = doing.state_of_session(stream).facts
    assert facts is not None
    assert (facts["date"], facts["entry_mode"], facts["prescription_version"]) == (
        "2026-11-26", "typed_later", 1,
    )  # fmt: skip
    (found,) = exposures.of(stream, first=DAY, last=DAY)
    assert (found.pain_during, found.adherence_pct) == (2, 66)


def test_typing_it_twice_changes_nothing(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    record(stream)
    events = Event.objects.count()
    assert record(stream).repeated
    assert Event.objects.count() == events


def test_other_numbers_under_the_same_act_are_a_conflict(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    record(stream)
    with pytest.raises(IdentityConflict):
        record(stream, reported={"srpe_x10": 80})


def test_it_does_not_overwrite_a_session_that_is_there(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    doing.log(stream)
    assert record(stream, occasion="again").outcome == "stale"
    assert len(reads.sets_of(stream, KEY)) == 1


def test_one_bad_set_keeps_the_whole_session_out(stream: Stream, evening: datetime) -> None:
    with pytest.raises(InvalidFacts):
        record(stream, title="Gym", sport="strength", sets=[doing.entry(state="skipped")])
    assert doing.state_of_session(stream).facts is None


@pytest.mark.parametrize(
    ("zone", "hour", "day"),
    [("Pacific/Tongatapu", 10, "2026-11-26"), ("Pacific/Honolulu", 9, "2026-11-25")],
)
def test_the_date_is_the_one_that_was_said(stream: Stream, zone: str, hour: int, day: str) -> None:
    began = datetime(2026, 11, 26, hour, 30, tzinfo=UTC)
    key = f"{day}:run"
    with clock.at(began + timedelta(days=1)):
        late.record(
            stream=stream, session_key=key, day=date.fromisoformat(day), zone=zone, actor="user:1",
            occasion="o", title="Run", sport="run", started_at=began,
        )  # fmt: skip
    (found,) = reads.between(stream, date.fromisoformat(day), date.fromisoformat(day))
    assert found.local_date == date.fromisoformat(day)
    assert found.occurred_at == began


def test_bulk_confirmation_repeats_the_dose_and_never_an_rpe(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    doing.log(stream, load_g=100_000)
    assert bulk(stream).outcome == "applied"
    assert numbers(stream) == [
        (100_000, 5, 75, "edited"),
        (105_000, 5, None, "bulk_confirmed"),
        (105_000, 5, None, "bulk_confirmed"),
    ]
    (found,) = exposures.of(stream, first=DAY, last=DAY)
    assert (found.confirmed, found.rpe_comparable) == (True, False)


def test_confirming_twice_adds_nothing(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    bulk(stream)
    assert bulk(stream).repeated
    assert len(numbers(stream)) == 3
    with pytest.raises(NotAllowedNow, match="is logged"):
        bulk(stream, occasion="another")


def test_it_confirms_the_version_that_was_shown(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.prescribe(stream, "p2", items=[making.item(sets=5, load_g=110_000)])
    doing.start(stream, shown_version=1)
    bulk(stream)
    assert numbers(stream) == [(105_000, 5, None, "bulk_confirmed")] * 3


def test_there_is_nothing_to_confirm_without_a_prescription(
    stream: Stream, evening: datetime
) -> None:
    doing.start(stream, title="Gym", sport="strength")
    with pytest.raises(NotAllowedNow, match="no prescription"):
        bulk(stream)
