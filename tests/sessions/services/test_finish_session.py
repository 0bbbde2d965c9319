"""Finishing and skipping a session."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from decisions import clock
from decisions.domain.errors import IdentityConflict, InvalidFacts, NotAllowedNow
from decisions.models import Stream
from decisions.selectors.known import history, now
from sessions.domain.records import COMPLETED, DAILY
from sessions.services import actuals
from tests.sessions import doing
from tests.sessions.making import KEY

PAIN_KEY = "2026-11-26/pain/left_knee/during"


@pytest.fixture
def started(stream: Stream, evening: datetime) -> Stream:
    doing.prescribe(stream)
    doing.start(stream)
    return stream


def facts_of(stream: Stream) -> dict[str, Any]:
    found = doing.state_of_session(stream).facts
    assert found is not None
    return found


def test_it_records_what_was_reported_and_nothing_else(started: Stream, evening: datetime) -> None:
    with clock.at(evening + timedelta(minutes=56)):
        doing.finish(started, reported={"srpe_x10": 70, "note": "good"}, pain={"left_knee": 1})
    facts = facts_of(started)
    assert (facts["status"], facts["srpe_x10"], facts["note"]) == ("completed", 70, "good")
    assert (facts["ended_at"], facts["duration_s"]) == ("2026-11-26T18:58:00Z", 3360)
    assert facts["distance_m"] is None
    pain = now(started, DAILY, PAIN_KEY).facts
    assert pain is not None
    assert (pain["value"], pain["session_key"]) == (1, KEY)


def test_without_a_report_effort_and_pain_are_unknown(started: Stream) -> None:
    doing.finish(started)
    assert facts_of(started)["srpe_x10"] is None
    assert now(started, DAILY, PAIN_KEY).facts is None


def test_a_repeat_minutes_later_changes_nothing(started: Stream, evening: datetime) -> None:
    with clock.at(evening + timedelta(minutes=56)):
        doing.finish(started, reported={"srpe_x10": 70}, pain={"left_knee": 1})
    with clock.at(evening + timedelta(minutes=59)):
        again = doing.finish(started, reported={"srpe_x10": 70}, pain={"left_knee": 1})
    assert again.repeated
    assert facts_of(started)["ended_at"] == "2026-11-26T18:58:00Z"
    assert len(history(started, COMPLETED, KEY)) == 2


def test_finishing_again_with_other_values_is_a_conflict(started: Stream) -> None:
    doing.finish(started, reported={"srpe_x10": 70})
    with pytest.raises(IdentityConflict):
        doing.finish(started, reported={"srpe_x10": 90})
    assert facts_of(started)["srpe_x10"] == 70


def test_it_keeps_the_link_to_the_prescription(started: Stream) -> None:
    position = facts_of(started)["prescription_position"]
    doing.finish(started, status="partial")
    assert (facts_of(started)["status"], facts_of(started)["prescription_position"]) == (
        "partial", position,
    )  # fmt: skip


def test_a_session_typed_later_has_no_made_up_end(stream: Stream, evening: datetime) -> None:
    doing.start(stream, day=evening.date(), entry_mode="typed_later", title="Gym", sport="strength")
    doing.finish(stream)
    assert (facts_of(stream)["ended_at"], facts_of(stream)["duration_s"]) == (None, None)


def test_an_implausible_length_is_flagged_and_kept(started: Stream, evening: datetime) -> None:
    with clock.at(evening + timedelta(hours=20)):
        doing.finish(started)
    assert facts_of(started)["flags"] == ["implausible_duration"]
    assert facts_of(started)["duration_s"] == 20 * 3600


@pytest.mark.parametrize(
    ("how", "field"),
    [
        ({"status": "skipped"}, "status"),
        ({"reported": {"mood": 5}}, "mood"),
        ({"reported": {"status": "completed"}}, "status"),
        ({"reported": {"srpe_x10": 110}}, "srpe_x10"),
        ({"pain": {"left knee!": 2}}, "region"),
        ({"pain": {"knee": 11}}, "value"),
    ],
)
def test_it_refuses_what_cannot_be_reported(
    started: Stream, how: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidFacts) as caught:
        doing.finish(started, **how)
    assert caught.value.field == field
    assert facts_of(started)["status"] == "started"


def test_it_refuses_to_finish_what_was_not_started(stream: Stream, evening: datetime) -> None:
    with pytest.raises(NotAllowedNow):
        doing.finish(stream)


def skip(stream: Stream, **how: Any) -> str:
    return actuals.skip(stream=stream, session_key=KEY, **{**doing.WHO, **how}).outcome


def test_skipping_says_why_and_for_which_day(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream, date="2026-11-27")
    assert skip(stream, why="flight", excuse="travel") == "applied"
    facts = facts_of(stream)
    assert (facts["status"], facts["note"], facts["flags"]) == (
        "skipped",
        "flight",
        ["excused:travel"],
    )
    assert (facts["date"], facts["prescription_version"]) == ("2026-11-27", 1)
    assert facts["started_at"] is None


def test_a_skip_without_a_reason_has_an_unknown_reason(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    skip(stream)
    assert (facts_of(stream)["note"], facts_of(stream)["flags"]) == (None, [])


def test_a_started_session_without_sets_can_be_skipped_and_started_again(started: Stream) -> None:
    assert skip(started, why="gym closed") == "applied"
    assert skip(started, why="gym closed") == "applied"
    assert doing.start(started).outcome == "applied"
    assert facts_of(started)["status"] == "started"
    assert skip(started, why="knee", excuse="injury") == "applied"
    assert [(v.facts or {})["status"] for v in history(started, COMPLETED, KEY)] == [
        "started", "skipped", "started", "skipped",
    ]  # fmt: skip


def test_it_refuses_to_skip_what_was_trained(started: Stream) -> None:
    doing.log(started)
    with pytest.raises(NotAllowedNow, match="finish it as partial"):
        skip(started)
    doing.finish(started)
    with pytest.raises(NotAllowedNow, match="completed"):
        skip(started)


def test_it_refuses_an_excuse_that_is_none(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    with pytest.raises(InvalidFacts) as caught:
        skip(stream, excuse="rain")
    assert caught.value.field == "excuse"
