"""How values read on pages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from coach.web import wording
from decisions import clock


@pytest.mark.parametrize(
    ("grams", "units", "told"),
    [
        pytest.param(105_000, "kg", "105\u00a0kg", id="whole"),
        pytest.param(107_500, "kg", "107.5\u00a0kg", id="half"),
        pytest.param(105_000, "lb", "231.5\u00a0lb", id="pounds"),
        pytest.param(0, "kg", "bodyweight", id="nothing-added"),
        pytest.param(None, "kg", "–", id="unknown-is-not-zero"),
    ],
)
def test_loads(grams: int | None, units: str, told: str) -> None:
    assert wording.load(grams, units) == told


@pytest.mark.parametrize(("tenths", "told"), [(80, "8"), (85, "8½"), (83, "8.3"), (None, "–")])
def test_rpe(tenths: int | None, told: str) -> None:
    assert wording.rpe(tenths) == told


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (45, "45\u00a0s"),
        (0, "0\u00a0s"),
        (150, "2\u00a0min\u00a030\u00a0s"),
        (3360, "56\u00a0min"),
        (3900, "1\u00a0h\u00a05\u00a0min"),
        pytest.param(5550, "1\u00a0h\u00a033\u00a0min", id="half-a-minute-counts-up"),
        (None, "–"),
    ],
)
def test_durations(seconds: int | None, told: str) -> None:
    assert wording.duration(seconds) == told


@pytest.mark.parametrize(
    ("grams", "told"),
    [
        (105_000, "20 + 2 × (25 + 15 + 2.5)"),
        (20_000, "empty bar, 20"),
        pytest.param(101_000, None, id="plates-do-not-add-up"),
        pytest.param(15_000, None, id="lighter-than-the-bar"),
    ],
)
def test_plates(grams: int, told: str | None) -> None:
    assert wording.plates(grams) == told


def test_a_negative_number_has_a_real_minus() -> None:
    assert wording.minus(-2.5) == "−2.5"
    assert wording.decimal(-2.5) == "−2.5"


@pytest.mark.parametrize(
    "text", ["No volume is added", "No volume is added.", "No volume is added.."]
)
def test_a_sentence_ends_once(text: str) -> None:
    assert wording.ended(text) == "No volume is added."


@pytest.mark.parametrize(("slug", "told"), [("left_knee", "left knee"), ("knee_left", "left knee")])
def test_a_side_comes_first(slug: str, told: str) -> None:
    assert wording.region(slug) == told


@pytest.mark.parametrize(
    ("metres", "unit", "told"),
    [
        (1000, "km", "1000 m"),
        (6250, "km", "6.25 km"),
        (17_272, "km", "17.27 km"),
        (8047, "mi", "5 mi"),
    ],
)
def test_distances(metres: int, unit: str, told: str) -> None:
    assert wording.distance(metres, unit).replace("\u00a0", " ") == told


def test_a_date_of_another_year_names_it() -> None:
    with clock.at(datetime(2026, 11, 26, 12, tzinfo=UTC)):
        assert wording.day("2026-11-24") == "Tue\u00a024\u00a0Nov"
        assert wording.day("2015-06-07") == "Sun\u00a07\u00a0Jun\u00a02015"
        assert wording.day_short("2015-06-07") == "7\u00a0Jun\u00a02015"
        assert wording.moment("2025-12-31T12:00:00Z").startswith("Wed\u00a031\u00a0Dec\u00a02025,")
