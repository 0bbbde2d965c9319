"""Logging sets: like a PUT, nothing filled in, nothing overwritten."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from decisions.domain.errors import IdentityConflict, InvalidFacts, NotAllowedNow
from decisions.models import Event, Stream
from decisions.selectors.known import history
from sessions.domain.records import SET
from sessions.selectors import actuals as reads
from sessions.services import actuals, corrections
from tests.sessions import doing
from tests.sessions.making import KEY


@pytest.fixture
def started(stream: Stream, evening: datetime) -> Stream:
    doing.prescribe(stream)
    doing.start(stream)
    return stream


def test_it_records_what_was_said(started: Stream) -> None:
    written = doing.log(started, entered="105 kg")
    assert written.outcome == "applied"
    facts = doing.state_of_set(started).facts
    assert facts is not None
    assert (facts["load_g"], facts["reps"], facts["rpe_x10"], facts["entered"]) == (
        105_000, 5, 75, "105 kg",
    )  # fmt: skip
    assert (facts["date"], facts["entry_mode"]) == ("2026-11-26", "edited")


def test_repeating_it_writes_nothing_more(started: Stream) -> None:
    first, again = doing.log(started), doing.log(started)
    assert (again.outcome, again.repeated) == ("applied", True)
    assert again.results[0].position == first.results[0].position
    assert len(history(started, SET, f"{KEY}#s1")) == 1


def test_the_same_id_with_other_numbers_is_a_conflict_and_not_an_overwrite(started: Stream) -> None:
    doing.log(started)
    with pytest.raises(IdentityConflict):
        doing.log(started, reps=6)
    facts = doing.state_of_set(started).facts
    assert facts is not None
    assert facts["reps"] == 5


def test_a_late_repeat_does_not_undo_a_correction(started: Stream) -> None:
    doing.log(started)
    doing.correct(started, "s1", "c1", reps=4)
    assert doing.log(started).repeated
    facts = doing.state_of_set(started).facts
    assert facts is not None
    assert facts["reps"] == 4


def test_an_undone_set_can_be_logged_again_under_its_id(started: Stream) -> None:
    doing.log(started)
    corrections.retract(
        stream=started, surface=SET, key=f"{KEY}#s1", reason="undo", occasion="undo",
        reviewed=doing.state_of_set(started).fingerprint, actor="user:1",
    )  # fmt: skip
    assert reads.sets_of(started, KEY) == []
    assert doing.log(started, reps=6).outcome == "applied"
    assert doing.log(started, reps=6).repeated


@pytest.mark.parametrize("field", ["load_g", "reps", "rpe_x10"])
def test_what_was_not_said_stays_unknown(started: Stream, field: str) -> None:
    said: dict[str, Any] = {field: None}
    doing.log(started, **said)
    facts = doing.state_of_set(started).facts
    assert facts is not None
    assert facts[field] is None


def test_a_confirmed_set_says_that_nobody_edited_it(started: Stream) -> None:
    doing.log(started, entry_mode="confirmed_default", rpe_x10=None)
    facts = doing.state_of_set(started).facts
    assert facts is not None
    assert (facts["entry_mode"], facts["rpe_x10"]) == ("confirmed_default", None)


def test_all_sets_of_one_act_are_written_or_none(started: Stream) -> None:
    events = Event.objects.count()
    bad = doing.entry("s2", reps=0)
    with pytest.raises(InvalidFacts):
        actuals.log_sets(
            stream=started,
            session_key=KEY,
            sets=[doing.entry("s1"), bad],
            occasion="a",
            **doing.WHO,
        )
    assert Event.objects.count() == events


def test_it_refuses_a_session_that_was_never_started(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    with pytest.raises(NotAllowedNow, match="has not been started"):
        doing.log(stream)


def test_it_refuses_a_session_that_was_skipped(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    actuals.skip(stream=stream, session_key=KEY, why="travel", **doing.WHO)
    with pytest.raises(NotAllowedNow, match="was skipped"):
        doing.log(stream)


def test_a_set_may_be_added_after_the_end(started: Stream) -> None:
    doing.log(started)
    doing.finish(started)
    assert doing.log(started, "s2").outcome == "applied"


def test_units_are_data_and_not_display(started: Stream) -> None:
    from sessions.domain import numbers

    pounds = numbers.load_g("225 lb", units="kg")
    doing.log(started, load_g=pounds, entered="225 lb")
    facts = doing.state_of_set(started).facts
    assert facts is not None
    assert facts["load_g"] == 102_058
    assert numbers.entry_text(facts["load_g"], unit="lb") == "225"


def test_a_set_asks_the_log_no_more_than_it_has_to(stream: Stream, evening: datetime) -> None:
    doing.start(stream, "2026-11-26:phone", title="Legs", sport="strength")
    with CaptureQueriesContext(connection) as asked:
        doing.log(stream, key="2026-11-26:phone")
    said = [query["sql"] for query in asked.captured_queries]
    locked = next(place for place, sql in enumerate(said) if "UPDATE decisions_stream" in sql)
    before = [sql for sql in said[:locked] if sql.startswith("SELECT")]
    assert len(before) == 3, "the session, what the set replaces, and whether it was answered"
