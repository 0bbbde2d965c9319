"""Observations of days and injuries."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from decisions import clock
from decisions.domain.errors import InvalidFacts, NotAllowedNow, NotFound, OutsideMandate
from decisions.domain.mandates import MANDATES
from decisions.models import Stream
from decisions.selectors.known import Known, history
from decisions.services.guard import Written
from sessions.domain.records import DAILY, INJURY
from sessions.selectors import exercises as exercise_reads
from sessions.selectors import observations as reads
from sessions.services import exercises, injuries, observations
from sessions.services.observations import DailyEntry
from tests.sessions import doing
from tests.sessions.making import DAY

OPENED = date(2026, 2, 10)
KEY = "2026-02-10/left_knee"


def record(stream: Stream, *entries: DailyEntry, occasion: str = "o", **how: Any) -> Written:
    given = {"day": DAY, **doing.WHO, **how}
    return observations.record(stream=stream, entries=entries, occasion=occasion, **given)


def pain(value: int, moment: str = "now") -> DailyEntry:
    return DailyEntry(kind="pain", region="left_knee", moment=moment, value=value)


def test_a_check_in_is_one_decision(stream: Stream, evening: datetime) -> None:
    written = record(stream, DailyEntry(kind="sleep_s", value=27_000), pain(2))
    assert [r.outcome for r in written.results] == ["applied", "applied"]
    assert [o.key for o in reads.of_day(stream, DAY)] == [
        "2026-11-26/pain/left_knee/now", "2026-11-26/sleep_s/-/-",
    ]  # fmt: skip


def test_what_was_not_said_is_not_there(stream: Stream, evening: datetime) -> None:
    record(stream, DailyEntry(kind="wellness", value=4))
    assert reads.between(stream, DAY, DAY, kind="pain") == []


def test_zero_pain_is_a_report(stream: Stream, evening: datetime) -> None:
    record(stream, pain(0))
    assert [(o.facts or {})["value"] for o in reads.of_day(stream, DAY)] == [0]


def test_a_double_click_records_once(stream: Stream, evening: datetime) -> None:
    record(stream, pain(2))
    assert record(stream, pain(2)).repeated
    assert len(history(stream, DAILY, "2026-11-26/pain/left_knee/now")) == 1


def test_saying_it_again_corrects_it_and_keeps_the_old_value(
    stream: Stream, evening: datetime
) -> None:
    record(stream, pain(2))
    record(stream, pain(4), occasion="later")
    old, new = history(stream, DAILY, "2026-11-26/pain/left_knee/now")
    assert [(v.facts or {})["value"] for v in (old, new)] == [2, 4]
    assert (new.fact_type, new.supersedes) == ("correction", old.position)


def test_moments_of_one_day_are_separate_items(stream: Stream, evening: datetime) -> None:
    record(stream, pain(2, "during"), pain(3, "after"), pain(1, "next_morning"))
    assert len(reads.of_day(stream, DAY)) == 3


def test_a_shoulder_note_does_not_touch_the_knee(stream: Stream, evening: datetime) -> None:
    open_knee(stream)
    record(stream, DailyEntry(kind="pain", region="shoulder", moment="now", value=0))
    assert len(reads.open_injuries(stream)) == 1


@pytest.mark.parametrize(
    ("entries", "field"),
    [
        ((), "entries"),
        ((DailyEntry(kind="pain", value=3, moment="now"),), "region"),
        ((DailyEntry(kind="pain", value=3, region="knee"),), "moment"),
        ((DailyEntry(kind="mood", value=3),), "kind"),
        ((pain(2), pain(3)), "targets"),
    ],
)
def test_it_refuses_and_names_the_field(
    stream: Stream, evening: datetime, entries: tuple[DailyEntry, ...], field: str
) -> None:
    with pytest.raises(InvalidFacts) as caught:
        record(stream, *entries)
    assert caught.value.field == field
    assert reads.of_day(stream, DAY) == []


def test_chat_may_record_the_athletes_words(stream: Stream, evening: datetime) -> None:
    assert record(stream, pain(2), mandate=MANDATES["chat"], actor="run:1").outcome == "applied"
    with pytest.raises(OutsideMandate):
        record(stream, pain(2), mandate=MANDATES["session_analysis"], occasion="x")


def test_the_device_of_a_connector_observes(stream: Stream, evening: datetime) -> None:
    record(
        stream, DailyEntry(kind="rmssd_ms", value=62), evidence="observed", actor="token:1",
        mandate=MANDATES["connector"], source={"integration": "watch", "external_id": "9"},
    )  # fmt: skip
    (found,) = reads.of_day(stream, DAY)
    assert found.evidence == "observed"
    assert found.source is not None
    assert found.source["integration"] == "watch"


@pytest.mark.parametrize(("zone", "hour"), [("Pacific/Tongatapu", 11), ("Pacific/Honolulu", 10)])
def test_half_past_midnight_belongs_to_the_new_date(stream: Stream, zone: str, hour: int) -> None:
    with clock.at(datetime(2026, 11, 25, hour, 30, tzinfo=UTC)):
        day = clock.today(zone)
        record(stream, pain(1, "next_morning"), day=day, zone=zone)
    (found,) = reads.of_day(stream, day)
    assert found.local_date == day
    assert day == date(2026, 11, 26 if zone.endswith("Tongatapu") else 25)


def open_knee(stream: Stream, **how: Any) -> Written:
    given = {"region": "knee", "side": "left", "title": "patellar pain", "opened_on": OPENED,
             "severity": 4, **how}  # fmt: skip
    return injuries.open_episode(stream=stream, **doing.WHO, **given)


def knee(stream: Stream) -> Known:
    return next(i for i in reads.injuries(stream) if i.key == KEY)


def update(stream: Stream, words: str, occasion: str = "u", **how: Any) -> Written:
    given = {"reviewed": knee(stream).fingerprint, "on": DAY, **how}
    return injuries.update(
        stream=stream, key=KEY, words=words, occasion=occasion, **doing.WHO, **given
    )


def test_an_update_keeps_what_was_said_before(stream: Stream, evening: datetime) -> None:
    open_knee(stream)
    update(stream, "stairs are fine", severity=2)
    update(stream, "sore after squats", "u2")
    found = [v.facts or {} for v in history(stream, INJURY, KEY)]
    assert [(f["update"], f["severity"]) for f in found] == [
        (None, 4), ("stairs are fine", 2), ("sore after squats", None),
    ]  # fmt: skip


def test_only_an_explicit_act_closes_it(stream: Stream, evening: datetime) -> None:
    open_knee(stream)
    injuries.close(
        stream=stream, key=KEY, reviewed=knee(stream).fingerprint, closed_on=DAY, words="gone",
        **doing.WHO,
    )  # fmt: skip
    assert reads.open_injuries(stream) == []
    facts = knee(stream).facts or {}
    assert (facts["status"], facts["closed_on"], facts["update"]) == (
        "closed",
        "2026-11-26",
        "gone",
    )
    with pytest.raises(NotAllowedNow):
        update(stream, "again")


def test_the_same_spot_months_later_is_another_episode(stream: Stream, evening: datetime) -> None:
    open_knee(stream)
    open_knee(stream, opened_on=DAY)
    assert [i.key for i in reads.open_injuries(stream)] == [KEY, "2026-11-26/left_knee"]


def test_a_stale_update_writes_nothing(stream: Stream, evening: datetime) -> None:
    open_knee(stream)
    seen = knee(stream).fingerprint
    update(stream, "first")
    assert update(stream, "second", "u2", reviewed=seen).outcome == "stale"
    assert (knee(stream).facts or {})["update"] == "first"


def test_it_refuses_an_injury_that_is_not_there(stream: Stream, evening: datetime) -> None:
    with pytest.raises(NotFound):
        injuries.update(stream=stream, key=KEY, words="x", reviewed="absent", on=DAY,
                        occasion="u", **doing.WHO)  # fmt: skip


def test_pain_is_found_by_region_with_and_without_its_side(
    stream: Stream, evening: datetime
) -> None:
    record(stream, pain(2))
    found = {
        region: len(reads.between(stream, DAY, DAY, region=region))
        for region in ("knee", "left_knee", "right_knee", "hip")
    }
    assert found == {"knee": 1, "left_knee": 1, "right_knee": 0, "hip": 0}


def test_an_own_exercise_is_found_beside_the_catalogue(stream: Stream, evening: datetime) -> None:
    add: dict[str, Any] = {"stream": stream, "slug": "zercher_squat", "name": "Zercher squat", "region": ["knee"],
           "actor": "user:1"}  # fmt: skip
    assert exercises.add(**add).outcome == "applied"
    assert exercises.add(**add).repeated
    found = exercise_reads.lookup(stream)("zercher_squat")
    assert found is not None
    assert (found.regions, found.increment_g, found.e1rm_ok) == (("knee",), 2500, False)


def test_it_refuses_a_slug_of_the_catalogue(stream: Stream, evening: datetime) -> None:
    with pytest.raises(InvalidFacts) as caught:
        exercises.add(stream=stream, slug="leg_press", name="Leg press", actor="user:1")
    assert caught.value.field == "slug"
