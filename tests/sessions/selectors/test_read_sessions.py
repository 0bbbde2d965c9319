"""Reads of prescriptions, sessions and exposures, as known now and as known then."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from decisions import clock
from decisions.models import Stream
from decisions.selectors.known import head
from sessions.domain import comparability
from sessions.domain.comparability import Verdict
from sessions.selectors import actuals, exposures, prescriptions
from sessions.services import late
from tests.sessions import doing, making
from tests.sessions.making import DAY, KEY


def number(found: Any) -> int | None:
    return found.facts["version"] if found else None


def train(stream: Stream, day: date, sets: int = 3, **changes: Any) -> None:
    late.record(
        stream=stream, session_key=f"{day.isoformat()}:gym", day=day, title="Gym", sport="strength",
        occasion="o", sets=[doing.entry(f"s{n}", **changes) for n in range(1, sets + 1)], **doing.WHO,
    )  # fmt: skip


def test_the_newest_version_is_read_and_older_ones_as_of_then(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    before = head(stream)
    doing.prescribe(stream, "p2", title="Lighter")
    assert number(prescriptions.newest(stream, KEY)) == 2
    assert number(prescriptions.newest(stream, KEY, up_to=before)) == 1
    assert [number(v) for v in prescriptions.versions(stream, KEY)] == [1, 2]
    assert number(prescriptions.shown(stream, KEY, 1)) == 1
    assert prescriptions.shown(stream, KEY, 3) is None


def test_todays_prescription_is_found_by_its_date_even_when_it_moved(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream, date="2026-11-27")
    doing.prescribe(stream, "other", key="2026-11-26:return/01/upper", title="Upper")
    today = prescriptions.of_day(stream, DAY)
    assert [(p.facts or {})["title"] for p in today] == ["Upper"]
    assert len(prescriptions.of_day(stream, DAY + timedelta(days=1))) == 1
    assert len(prescriptions.between(stream, DAY, DAY + timedelta(days=1))) == 2


def test_a_longer_key_is_another_session(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream, key=f"{KEY}-2")
    assert prescriptions.newest(stream, KEY) is None
    doing.start(stream, f"{KEY}-2")
    assert actuals.completed(stream, KEY) is None


def test_the_version_of_a_session_is_the_one_it_was_done_under(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    doing.prescribe(stream, "p2")
    assert number(prescriptions.in_force(stream, KEY)) == 2
    doing.start(stream, shown_version=1)
    assert number(prescriptions.in_force(stream, KEY)) == 1


def test_planned_prescribed_and_done_stand_side_by_side(stream: Stream, evening: datetime) -> None:
    press = making.item(id="press", exercise="bench_press")
    doing.prescribe(stream, items=[making.item(), press])
    doing.start(stream)
    doing.log(stream, "s2", reps=4)
    doing.log(stream, "s1")
    doing.log(stream, "s3", exercise="leg_press", planned_item=None)
    doing.log(stream, "s4", exercise="bench_press", planned_item=None)
    doing.finish(stream, pain={"left_knee": 1})
    detail = actuals.detail(stream, KEY)
    assert number(detail.prescription) == 1
    rows = {row.exercise: row for row in detail.rows}
    squat = rows[making.SQUAT]
    assert squat.planned is not None
    assert squat.prescribed is not None
    assert (squat.planned["load_g"], squat.prescribed["load_g"]) == (107_500, 105_000)
    assert [(s.facts or {})["reps"] for s in squat.done] == [5, 4]
    assert (rows["leg_press"].item, len(rows["leg_press"].done)) == (None, 1)
    assert (rows["bench_press"].item, len(rows["bench_press"].done)) == ("press", 1)
    assert [(f.facts or {})["value"] for f in detail.felt] == [1]


def test_what_was_prescribed_and_not_logged_is_an_empty_row(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    (row,) = actuals.detail(stream, KEY).rows
    assert (row.item, row.done) == ("squat", ())


def test_the_same_exercise_in_two_items_is_told_apart_by_the_item(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream, items=[making.item(), making.item(id="back-off")])
    doing.start(stream)
    doing.log(stream, "s1", planned_item="back-off")
    doing.log(stream, "s2", planned_item=None)
    rows = actuals.detail(stream, KEY).rows
    assert [(row.item, len(row.done)) for row in rows] == [("squat", 0), ("back-off", 1), (None, 1)]


def test_sessions_are_listed_by_the_day_they_were_done_newest_first(
    stream: Stream, evening: datetime
) -> None:
    for back in (9, 2, 5):
        train(stream, DAY - timedelta(days=back))
    found = [(s.facts or {})["date"] for s in actuals.recent(stream, until=DAY, limit=2)]
    assert found == ["2026-11-24", "2026-11-21"]
    assert len(actuals.between(stream, DAY - timedelta(days=5), DAY)) == 2


def test_an_exposure_is_read_as_it_was_known(stream: Stream, evening: datetime) -> None:
    train(stream, DAY)
    before = head(stream)
    with clock.at(evening + timedelta(hours=13)):
        from sessions.services import observations
        from sessions.services.observations import DailyEntry

        morning = DailyEntry(kind="pain", region="knee", moment="next_morning", value=3)
        observations.record(
            stream=stream, day=DAY + timedelta(days=1), entries=[morning], occasion="m", **doing.WHO
        )
    (then,) = exposures.of(stream, first=DAY, last=DAY, up_to=before)
    (today,) = exposures.of(stream, first=DAY, last=DAY)
    assert (then.pain_next_morning, today.pain_next_morning) == (None, 3)
    assert set(then.positions) < set(today.positions)


def test_last_time_is_the_newest_usable_exposure_before(stream: Stream, evening: datetime) -> None:
    train(stream, DAY - timedelta(days=7))
    train(stream, DAY - timedelta(days=3), load_g=600_000)
    found = exposures.last(stream, making.SQUAT, before=DAY)
    assert found is not None
    assert found.day == DAY - timedelta(days=7)
    assert exposures.last(stream, making.SQUAT, before=DAY - timedelta(days=7)) is None
    assert exposures.last(stream, "leg_press", before=DAY) is None


@pytest.mark.parametrize(
    ("declared", "found"), [({}, True), ({"energy_regime": "maintenance"}, True)]
)
def test_the_last_comparable_exposure_comes_with_its_reasons(
    stream: Stream, evening: datetime, declared: dict[str, str], found: bool
) -> None:
    train(stream, DAY - timedelta(days=7))
    train(stream, DAY)
    (like,) = exposures.of(stream, first=DAY, last=DAY)
    answer = exposures.last_comparable(stream, like, declared=declared)
    assert answer is not None
    assert answer[0].day == DAY - timedelta(days=7)
    assert answer[1].verdict is Verdict.COMPARABLE
    assert ("energy_regime" in answer[1].left_out) is not bool(declared)


def test_another_rep_zone_is_partly_comparable_at_best(stream: Stream, evening: datetime) -> None:
    train(stream, DAY - timedelta(days=7), reps=1)
    train(stream, DAY)
    (like,) = exposures.of(stream, first=DAY, last=DAY)
    answer = exposures.last_comparable(stream, like)
    assert answer is not None
    assert [reason.key for reason in answer[1].reasons] == ["effective_reps"]
    assert comparability.conditions(like, None)["session_position"] == 1
