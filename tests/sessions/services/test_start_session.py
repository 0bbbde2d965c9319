"""Starting a session freezes the prescription that was seen."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from decisions import clock
from decisions.domain.errors import InvalidFacts, NotAllowedNow, OutsideMandate
from decisions.domain.mandates import MANDATES
from decisions.models import Stream
from decisions.selectors.known import history
from decisions.services.guard import Target
from sessions.domain.records import COMPLETED
from sessions.services.prescriptions import issue
from tests.sessions import doing, making
from tests.sessions.making import KEY


def facts_of(stream: Stream, key: str = KEY) -> making.Facts:
    found = doing.state_of_session(stream, key).facts
    assert found is not None
    return found


def test_it_carries_the_version_in_force_and_its_position(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    assert doing.start(stream).outcome == "applied"
    facts = facts_of(stream)
    assert (facts["status"], facts["prescription_version"]) == ("started", 1)
    assert facts["prescription_position"] == doing.state_of_prescription(stream).position
    assert (facts["title"], facts["sport"], facts["started_at"]) == (
        "Lower A", "strength", "2026-11-26T18:02:00Z",
    )  # fmt: skip


def test_it_carries_the_version_that_the_client_showed(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    first = doing.state_of_prescription(stream).position
    doing.prescribe(stream, "p2", title="Lower A, lighter")
    doing.start(stream, shown_version=1)
    assert (facts_of(stream)["prescription_version"], facts_of(stream)["prescription_position"]) == (
        1, first,
    )  # fmt: skip


def test_it_refuses_a_version_that_was_never_issued(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    with pytest.raises(InvalidFacts) as caught:
        doing.start(stream, shown_version=3)
    assert caught.value.field == "shown_version"


def test_a_double_click_starts_once(stream: Stream) -> None:
    begun = datetime(2026, 11, 26, 18, 2, tzinfo=UTC)
    with clock.at(begun):
        doing.prescribe(stream)
        first = doing.start(stream)
    with clock.at(begun + timedelta(seconds=2)):
        second = doing.start(stream)
    assert second.repeated
    assert second.identity == first.identity
    assert facts_of(stream)["started_at"] == "2026-11-26T18:02:00Z"
    assert len(history(stream, COMPLETED, KEY)) == 1


def test_a_session_without_a_plan_is_first_class(stream: Stream, evening: datetime) -> None:
    key = "2026-11-26:5d0c1c0e"
    doing.start(stream, key, title="Park run", sport="run")
    assert (facts_of(stream, key)["prescription_version"], facts_of(stream, key)["sport"]) == (
        None,
        "run",
    )


def test_a_session_without_a_plan_needs_a_title(stream: Stream, evening: datetime) -> None:
    with pytest.raises(InvalidFacts) as caught:
        doing.start(stream, "2026-11-26:5d0c1c0e", sport="run")
    assert caught.value.field == "title"


@pytest.mark.parametrize(
    ("zone", "instant", "day"),
    [
        ("Pacific/Tongatapu", datetime(2026, 11, 26, 10, 30, tzinfo=UTC), "2026-11-26"),
        ("Pacific/Tongatapu", datetime(2026, 11, 26, 11, 30, tzinfo=UTC), "2026-11-27"),
        ("Pacific/Honolulu", datetime(2026, 11, 27, 9, 30, tzinfo=UTC), "2026-11-26"),
        ("Pacific/Honolulu", datetime(2026, 11, 27, 10, 30, tzinfo=UTC), "2026-11-27"),
    ],
)
def test_around_midnight_the_date_is_the_athletes(
    stream: Stream, zone: str, instant: datetime, day: str
) -> None:
    key = f"{day}:5d0c1c0e"
    with clock.at(instant):
        doing.start(stream, key, zone=zone, title="Run", sport="run")
    assert facts_of(stream, key)["date"] == day
    assert history(stream, COMPLETED, key)[0].local_date == date.fromisoformat(day)


def test_a_session_that_is_entered_later_has_no_time_of_day(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    day = date(2026, 11, 26)
    with clock.at(evening + timedelta(days=3)):
        doing.start(stream, day=day, entry_mode="typed_later")
    facts = facts_of(stream)
    assert (facts["date"], facts["started_at"], facts["entry_mode"]) == (
        "2026-11-26",
        None,
        "typed_later",
    )
    assert facts["prescription_version"] == 1


def test_a_version_issued_after_the_day_was_not_in_force_on_it(
    stream: Stream, evening: datetime
) -> None:
    with clock.at(evening + timedelta(days=2)):
        doing.prescribe(stream)
        doing.start(stream, day=date(2026, 11, 26), entry_mode="typed_later", title="Lower A",
                    sport="strength")  # fmt: skip
    assert facts_of(stream)["prescription_version"] is None


def test_no_version_is_issued_once_it_has_started(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    with pytest.raises(NotAllowedNow, match="started"):
        doing.prescribe(stream, "p2")


def prepared(stream: Stream) -> Target:
    facts = {k: v for k, v in making.prescription().items() if k not in ("version", "session_key")}
    return issue(stream=stream, session_key=KEY, facts=facts, zone="UTC")


def test_a_start_between_drafting_and_writing_makes_the_issue_stale(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    target = prepared(stream)
    doing.start(stream)
    assert doing.put(stream, target, "p2").outcome == "stale"
    after = doing.state_of_prescription(stream)
    assert after.facts is not None
    assert after.facts["version"] == 1


def test_a_rival_issue_in_between_makes_the_other_stale(stream: Stream, evening: datetime) -> None:
    target = prepared(stream)
    doing.prescribe(stream, "rival", title="Lower A, lighter")
    assert doing.put(stream, target, "p1").outcome == "stale"


def test_versions_are_counted_and_the_old_one_stays(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.prescribe(
        stream, "p2", title="Lower A, lighter", changed="knee 4 this morning: one set less"
    )
    found = [version.facts for version in history(stream, "training_sessions.prescription", KEY)]
    assert [(f["version"], f["title"]) for f in found if f] == [
        (1, "Lower A"),
        (2, "Lower A, lighter"),
    ]


def test_a_retracted_start_frees_the_prescription_again(stream: Stream, evening: datetime) -> None:
    from sessions.services import corrections

    doing.prescribe(stream)
    doing.start(stream)
    corrections.retract_session(
        stream=stream, session_key=KEY, reviewed=doing.state_of_session(stream).fingerprint,
        reason="wrong day", occasion="undo", actor="user:1",
    )  # fmt: skip
    assert doing.prescribe(stream, "p2").outcome == "applied"
    assert doing.start(stream).outcome == "applied"
    assert facts_of(stream)["prescription_version"] == 2
    assert doing.start(stream).repeated


@pytest.mark.parametrize(
    "name", ["session_analysis", "next_prescription", "strategic_review", "chat", "coach"]
)
def test_only_people_and_sources_record_what_was_done(
    stream: Stream, evening: datetime, name: str
) -> None:
    with pytest.raises(OutsideMandate):
        doing.start(stream, "2026-11-26:x", title="Run", sport="run", mandate=MANDATES[name])


def test_it_refuses_a_zone_that_is_none(stream: Stream, evening: datetime) -> None:
    with pytest.raises(InvalidFacts) as caught:
        doing.start(stream, zone="Europe/Nowhere", title="Run", sport="run")
    assert caught.value.field == "zone"
