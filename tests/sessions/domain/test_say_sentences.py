"""Facts as one plain line each, unknowns included."""

from __future__ import annotations

from typing import Any

import pytest

from sessions import catalogue
from sessions.domain import (
    actual_words,
    actuals,
    daily,
    daily_kinds,
    daily_words,
    exercises,
    injuries,
    prescriptions,
    sources,
)
from sessions.domain.wording import TIMES
from tests.sessions import making


def set_line(**changes: Any) -> str:
    facts = actuals.validate_set(making.one_set(**changes))
    return actual_words.set_sentence(facts, lookup=catalogue.exercise).replace(TIMES, "x")


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "26 Nov, back squat (high bar) 105 kg x 5 at RPE 7½"),
        ({"rpe_x10": None}, "26 Nov, back squat (high bar) 105 kg x 5, RPE not given"),
        ({"reps": None}, "26 Nov, back squat (high bar) 105 kg, reps not given at RPE 7½"),
        ({"load_g": None}, "26 Nov, back squat (high bar) load not given x 5 at RPE 7½"),
        ({"load_g": 102_058, "rpe_x10": 83}, "26 Nov, back squat (high bar) 102.06 kg x 5 at RPE 8.3"),
        ({"kind": "warmup", "rpe_x10": None}, "26 Nov, back squat (high bar) warm-up 105 kg x 5"),
        ({"state": "failed", "reps": 3, "rpe_x10": 100},
         "26 Nov, back squat (high bar) 105 kg x 3 failed at RPE 10"),
        ({"state": "skipped", "reps": None, "rpe_x10": None, "why": "no time"},
         "26 Nov, back squat (high bar) skipped: no time"),
        ({"entry_mode": "confirmed_default"},
         "26 Nov, back squat (high bar) 105 kg x 5 at RPE 7½ (confirmed as prescribed)"),
        ({"entry_mode": "bulk_confirmed", "rpe_x10": None},
         "26 Nov, back squat (high bar) 105 kg x 5, RPE not given (confirmed in bulk as prescribed)"),
        ({"entry_mode": "typed_later", "note": "slow"},
         "26 Nov, back squat (high bar) 105 kg x 5 at RPE 7½ (typed later). “slow”"),
        ({"exercise": "pull_up", "load_g": None}, "26 Nov, pull-up x 5 at RPE 7½"),
        ({"exercise": "romanian_deadlift"}, "26 Nov, Romanian deadlift 105 kg x 5 at RPE 7½"),
        ({"exercise": "zercher_squat"}, "26 Nov, zercher squat 105 kg x 5 at RPE 7½"),
    ],
)  # fmt: skip
def test_it_says_a_set(changes: dict[str, Any], line: str) -> None:
    assert set_line(**changes) == line


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "26 Nov, Lower A completed, 56 min, session RPE 7"),
        ({"srpe_x10": None, "duration_s": None},
         "26 Nov, Lower A completed, duration not given, session RPE not given"),
        ({"status": "partial", "note": "knee"},
         "26 Nov, Lower A partial, 56 min, session RPE 7. “knee”"),
        ({"status": "started", "srpe_x10": None}, "26 Nov, Lower A started, not finished"),
        ({"status": "skipped", "note": "travel"}, "26 Nov, Lower A skipped. “travel”"),
        ({"status": "skipped"}, "26 Nov, Lower A skipped, reason not given"),
        ({"title": "Easy run", "sport": "run", "distance_m": 10_200, "duration_s": 3300,
          "avg_hr_bpm": 143, "srpe_x10": None},
         ("26 Nov, Easy run completed, 10.2 km in 55 min, average heart rate 143 bpm, "
         "session RPE not given")),
        ({"distance_m": 10_200, "duration_s": None},
         "26 Nov, Lower A completed, 10.2 km, duration not given, session RPE 7"),
        ({"flags": ["implausible_duration"]},
         "26 Nov, Lower A completed, 56 min, session RPE 7, flagged: implausible duration"),
    ],
)  # fmt: skip
def test_it_says_a_session(changes: dict[str, Any], line: str) -> None:
    facts = actuals.validate_completed(making.session(**changes))
    assert actual_words.completed_sentence(facts) == line


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "26 Nov, left knee 1 during"),
        ({"moment": "next_morning", "date": "2026-11-27", "value": 0},
         "27 Nov, left knee 0 in the morning"),
        ({"moment": "now", "note": "stairs"}, "26 Nov, left knee 1 at rest (“stairs”)"),
        ({"kind": "sleep_s", "value": 27_000}, "26 Nov, slept 7 h 30 min"),
        ({"kind": "wellness", "value": 4}, "26 Nov, wellness 4 of 5"),
        ({"kind": "readiness", "value": 2}, "26 Nov, readiness 2 of 5"),
        ({"kind": "soreness", "value": 2}, "26 Nov, left knee soreness 2 of 5, 5 is none"),
        ({"kind": "bodyweight_g", "value": 88_400}, "26 Nov, bodyweight 88.4 kg"),
        ({"kind": "resting_hr_bpm", "value": 47}, "26 Nov, resting heart rate 47 bpm"),
        ({"kind": "rmssd_ms", "value": 62}, "26 Nov, HRV (rMSSD) 62 ms"),
        ({"kind": "energy_intake_kcal", "value": 2400}, "26 Nov, energy intake 2400 kcal"),
        ({"kind": "symptoms", "value": None, "text": "sore throat"},
         "26 Nov, symptoms: “sore throat”"),
    ],
)  # fmt: skip
def test_it_says_an_observation(changes: dict[str, Any], line: str) -> None:
    assert daily_words.sentence(daily.validate(making.pain(**changes))) == line


def test_every_kind_of_observation_has_a_sentence() -> None:
    for kind in daily_kinds.KINDS.values():
        facts = making.pain(kind=kind.name, value=kind.low, text="words")
        assert daily_words.sentence(daily.validate(facts)).startswith("26 Nov, ")


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "left knee injury, open since 10 Feb: patellar pain, severity 4 of 10"),
        ({"severity": None, "side": None},
         "knee injury, open since 10 Feb: patellar pain, severity not given"),
        ({"side": "both", "update": "better"},
         "knee (both sides) injury, open since 10 Feb: patellar pain, severity 4 of 10. “better”"),
        ({"status": "closed", "closed_on": "2026-05-02"},
         "left knee injury, 10 Feb to 2 May, closed: patellar pain, severity 4 of 10"),
    ],
)  # fmt: skip
def test_it_says_an_injury(changes: dict[str, Any], line: str) -> None:
    assert injuries.sentence(injuries.validate(making.injury(**changes))) == line


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({}, "26 Nov, Lower A (version 1): Squat 3 x 5 at 105 kg, RPE 7, rest 3 min"),
        ({"items": [making.item(load_g=None, rpe_x10=None, rest_s=None)]},
         "26 Nov, Lower A (version 1): Squat 3 x 5"),
        ({"title": "Easy run", "items": [making.easy_run()]},
         "26 Nov, Easy run (version 1): run road 45 min, RPE 4 (easy 45 min)"),
        ({"items": []}, "26 Nov, Lower A (version 1): no training"),
    ],
)  # fmt: skip
def test_it_says_a_prescription(changes: dict[str, Any], line: str) -> None:
    facts = prescriptions.validate(making.prescription(**changes))
    said = prescriptions.sentence(facts, name=lambda _: "Squat")
    assert said.replace(TIMES, "x") == line


def test_it_says_an_exercise_and_a_file() -> None:
    assert exercises.sentence(exercises.validate(making.exercise())) == (
        "exercise “Zercher squat”, steps of 2.5 kg, loads knee and hip"
    )
    assert exercises.sentence(exercises.validate(making.exercise(region=[]))).endswith(
        "regions not given"
    )
    assert sources.sentence(sources.validate(making.source())) == (
        "FIT activity “tuesday.fit”, 1 session"
    )
