from __future__ import annotations

import pytest

from plans.domain import (
    constraints,
    gates,
    item_words,
    structure,
    target_words,
    words,
)
from tests.plans import making


def test_a_plan_in_words():
    assert structure.plan_sentence(making.plan()) == (
        "Plan Return to squat, from 2026-03-02: Squat 140 kg without pain"
    )
    assert "(retired)" in structure.plan_sentence(making.plan(status="retired"))


def test_a_block_in_words():
    assert structure.block_sentence(making.block(weeks=1)) == (
        "Block 1, First steps (return, 1 week from 2026-03-02)"
    )
    assert structure.block_sentence(making.block(goal="pain free")).endswith(
        "4 weeks from 2026-03-02): pain free"
    )


def test_a_day_in_words_tells_the_dose_of_each_item():
    said = structure.day_sentence(making.day())

    assert said == (
        "Monday, Squat day (key): back squat high bar 3 \u00d7 5\u20138 at 100 kg, RPE 8, rest 3 min"
    )


def test_a_day_without_items_tells_its_minutes():
    said = structure.day_sentence(making.day(items=[], minutes=45, title="Easy run"))

    assert said == "Monday, Easy run (key): 45 min"


def test_unknown_parts_of_a_dose_are_left_out():
    bare = making.lift(load_g=None, rpe_x10=None, rest_s=None, reps_high=5)

    assert item_words.sentence(bare) == "back squat high bar 3 \u00d7 5"


def test_a_run_in_words():
    steps = [
        making.step(name="warm-up", duration_s=900, target_kind="open", low=None, high=None),
        making.step(
            name="interval",
            repeat=5,
            duration_s=None,
            distance_m=1000,
            target_kind="pace_s_per_km",
            low=240,
            high=250,
        ),
    ]

    said = item_words.sentence(making.run(steps=steps, rpe_x10=80))

    assert said == ("run road warm-up 15 min, interval 5 \u00d7 1 km 4:00\u20134:10 min/km, RPE 8")


@pytest.mark.parametrize(
    ("kind", "low", "high", "said"),
    [
        ("open", None, None, ""),
        ("rpe", 30, 40, "RPE 3\u20134"),
        ("rpe", 35, 35, "RPE 3.5"),
        ("power_w", 200, None, "at least 200 W"),
        ("hr_bpm", None, 150, "at most 150 bpm"),
        ("pace_s_per_km", 270, 305, "4:30\u20135:05 min/km"),
    ],
)
def test_targets_in_words(kind, low, high, said):
    assert target_words.target_text(kind, low, high) == said


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (words.kilograms(102_500), "102.5 kg"),
        (words.kilograms(0), "0 kg"),
        (words.kilograms(1_250), "1.25 kg"),
        (words.tenths(85), "8.5"),
        (words.tenths(100), "10"),
        (words.tenths(-5), "-0.5"),
        (words.duration(90), "90 s"),
        (words.duration(60), "1 min"),
        (words.duration(180), "3 min"),
        (words.duration(200), "3 min 20 s"),
        (words.kilometres(400), "400 m"),
        (words.kilometres(5000), "5 km"),
        (words.kilometres(21_097), "21.097 km"),
        (words.listed([]), ""),
        (words.listed(["a"]), "a"),
        (words.listed(["a", "b", "c"]), "a, b and c"),
    ],
)
def test_numbers_in_words(said, expected):
    assert said == expected


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (making.constraint(), "load at most 115 kg"),
        (
            making.constraint(field="rest_s", operator=">=", value=180, unit="s"),
            "rest at least 3 min",
        ),
        (making.constraint(field="rpe_x10", value=70, unit="rpe_x10"), "RPE at most 7"),
        (making.constraint(field="sets", operator="==", value=2, unit="sets"), "sets exactly 2"),
        (making.constraint(field="distance_m", value=5000, unit="m"), "distance at most 5 km"),
        (making.constraint(field="session", value=0, unit="sessions"), "no session"),
    ],
)
def test_bounds_in_words(facts, said):
    assert constraints.bound_text(facts) == said
    assert said in constraints.sentence(facts)


def test_an_open_gate_in_words_tells_what_clears_it():
    facts = making.gate(progress={"met": 1, "of": 3, "slots": []})

    assert gates.sentence(facts) == (
        "Knee pain is open for back squat high bar, 1 of 3: clears after 3 exposures in a row with "
        "knee pain at most 2 during and at most 2 next morning"
    )


def test_a_closed_gate_in_words_tells_why():
    facts = making.gate(state="closed", closed_on="2026-03-20", closed_because="physio said so")

    assert gates.sentence(facts).endswith("closed on 2026-03-20: physio said so")
