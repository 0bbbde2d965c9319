"""Facts are complete or refused, field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts
from sessions.domain import actuals, daily, exercises, injuries, prescriptions, sources
from tests.sessions import making

Facts = dict[str, Any]
KINDS: dict[str, tuple[Callable[[Facts], Facts], Callable[..., Facts], tuple[str, ...]]] = {
    "prescription": (prescriptions.validate, making.prescription, prescriptions.FIELDS),
    "completed": (actuals.validate_completed, making.session, actuals.COMPLETED_FIELDS),
    "set": (actuals.validate_set, making.one_set, actuals.SET_FIELDS),
    "daily": (daily.validate, making.pain, daily.FIELDS),
    "injury": (injuries.validate, making.injury, injuries.FIELDS),
    "exercise": (exercises.validate, making.exercise, exercises.FIELDS),
    "source": (sources.validate, making.source, sources.FIELDS),
}


@pytest.mark.parametrize("kind", KINDS)
def test_it_gives_every_field_exactly_once(kind: str) -> None:
    validate, make, fields = KINDS[kind]
    assert set(validate(make())) == set(fields)


@pytest.mark.parametrize("kind", KINDS)
def test_validating_twice_changes_nothing(kind: str) -> None:
    validate, make, _ = KINDS[kind]
    once = validate(make())
    assert canonical(validate(once)) == canonical(once)


@pytest.mark.parametrize("kind", KINDS)
def test_it_refuses_a_field_that_it_does_not_have(kind: str) -> None:
    validate, make, _ = KINDS[kind]
    with pytest.raises(InvalidFacts) as caught:
        validate({**make(), "mood": "good"})
    assert caught.value.field == "mood"


@pytest.mark.parametrize("kind", KINDS)
def test_what_may_be_unknown_and_is_missing_becomes_null(kind: str) -> None:
    validate, make, _ = KINDS[kind]
    facts = validate(make())
    known = {field: value for field, value in facts.items() if value is not None}
    assert validate(known) == facts


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bad", [1.5, float("nan"), object(), b"x", {"a": 1.5}])
def test_no_field_takes_a_float_or_a_foreign_type(kind: str, bad: object) -> None:
    validate, make, fields = KINDS[kind]
    for field in fields:
        with pytest.raises(InvalidFacts):
            canonical(validate({**make(), field: bad}))


@pytest.mark.parametrize(
    ("kind", "field", "changes"),
    [
        ("set", "reps", {"reps": 0}),
        ("set", "why", {"state": "skipped", "reps": None, "rpe_x10": None}),
        ("set", "state", {"state": "skipped", "why": "time"}),
        ("set", "rpe_x10", {"rpe_x10": 105}),
        ("set", "rpe_x10", {"rpe_x10": 0}),
        ("set", "rpe_x10", {"entry_mode": "bulk_confirmed"}),
        ("set", "entry_mode", {"entry_mode": "guessed"}),
        ("set", "load_g", {"load_g": -1}),
        ("set", "exercise", {"exercise": "Back Squat"}),
        ("set", "order", {"order": None}),
        ("set", "session_key", {"session_key": "lower-a"}),
        ("completed", "ended_at", {"ended_at": "2026-11-26T18:01:59Z"}),
        ("completed", "started_at", {"started_at": "2026-11-26T18:02:00"}),
        ("completed", "status", {"status": "done"}),
        ("completed", "sport", {"sport": "chess"}),
        ("completed", "srpe_x10", {"srpe_x10": 101}),
        ("daily", "value", {"value": 11}),
        ("daily", "value", {"value": None}),
        ("daily", "region", {"region": None}),
        ("daily", "moment", {"moment": None}),
        ("daily", "value", {"kind": "wellness", "value": 0}),
        ("daily", "text", {"kind": "symptoms", "value": None}),
        ("daily", "kind", {"kind": "energy_target_kcal"}),
        ("injury", "closed_on", {"status": "closed"}),
        ("injury", "closed_on", {"closed_on": "2026-03-01"}),
        ("injury", "closed_on", {"status": "closed", "closed_on": "2026-02-09"}),
        ("injury", "severity", {"severity": 11}),
        ("exercise", "slug", {"slug": "Zercher squat"}),
        ("exercise", "increment_g", {"increment_g": 0}),
        ("source", "sha256", {"sha256": "z" * 64}),
        ("source", "sessions", {"sessions": "all"}),
        ("prescription", "version", {"version": 0}),
        ("prescription", "reason", {"reason": ""}),
        ("prescription", "outcome", {"outcome": "MAYBE"}),
        ("prescription", "cites", {"cites": [0]}),
        ("prescription", "items[0].sets", {"items": [making.item(sets=-1)]}),
        ("prescription", "items[0].reps_low", {"items": [making.item(reps_low=9)]}),
        ("prescription", "items[1].exercise", {"items": [making.item(), {"id": "x"}]}),
        ("prescription", "items[0].rpe", {"items": [making.item(rpe=8)]}),
        ("prescription", "items[0].steps[0].repeat",
         {"items": [making.easy_run(steps=[{"name": "easy", "repeat": 0, "target_kind": "open"}])]}),
        ("prescription", "branches[0].stop_rule", {"branches": [making.branch(stop_rule=None)]}),
    ],
)  # fmt: skip
def test_it_names_the_field_it_refuses(kind: str, field: str, changes: Facts) -> None:
    validate, make, _ = KINDS[kind]
    with pytest.raises(InvalidFacts) as caught:
        validate(make(**changes))
    assert caught.value.field == field


def test_an_unknown_rpe_stays_unknown() -> None:
    assert actuals.validate_set(making.one_set(rpe_x10=None))["rpe_x10"] is None


def test_a_failed_set_may_have_no_repetition() -> None:
    assert actuals.validate_set(making.one_set(state="failed", reps=0))["reps"] == 0


def test_a_region_is_filed_under_one_spelling() -> None:
    assert daily.validate(making.pain(region="Left knee"))["region"] == "left_knee"
    assert (
        injuries.validate(making.injury(region="Lower back", side=None))["region"] == "lower_back"
    )


def test_positions_are_kept_in_order_and_once() -> None:
    assert prescriptions.validate(making.prescription(cites=[4, 2, 4]))["cites"] == [2, 4]


@pytest.mark.parametrize("make", ["completed", "set"])
@pytest.mark.parametrize(
    ("key", "day"),
    [
        ("2026-11-26:phone", "2026-11-25"),
        ("2026-11-26:phone", "2025-11-26"),
        ("2026-11-26:return/01/lower-a", "2026-12-18"),
        ("2026-11-26:return/01/lower-a", "2025-11-26"),
    ],
)
def test_a_date_that_is_not_that_of_the_session_key_is_refused(
    make: str, key: str, day: str
) -> None:
    validate, made, _ = KINDS[make]
    with pytest.raises(InvalidFacts) as caught:
        validate(made(session_key=key, date=day))
    assert caught.value.field == "date"


@pytest.mark.parametrize("day", ["2026-11-05", "2026-11-26", "2026-12-17"])
def test_a_planned_session_may_move_by_three_weeks(day: str) -> None:
    assert actuals.validate_set(making.one_set(date=day))["date"] == day
