"""Recorded prose in the units of whoever reads it."""

from __future__ import annotations

import pytest

from coach.web.taste import Taste, names
from coach.web.told import told

METRIC = Taste("kg", "km", 0, names())
IMPERIAL = Taste("lb", "mi", 0, names())


@pytest.mark.parametrize(
    ("text", "metric", "imperial"),
    [
        (
            "Back squat stays at 90 kg. 102.5 kg waits.",
            "Back squat stays at 90 kg. 102.5 kg waits.",
            "Back squat stays at 198.4 lb. 226 lb waits.",
        ),
        ("plus 2.5 kg", "plus 2.5 kg", "plus 5.5 lb"),
        ("80 to 90 kg", "80 to 90 kg", "176.4 to 198.4 lb"),
        ("82.5–85 kg", "82.5–85 kg", "181.9–187.4 lb"),
        ("17.272 km, 95 min", "17.27 km, 1 h 35 min", "10.73 mi, 1 h 35 min"),
        ("6.78 km in 30 min", "6.78 km in 30 min", "4.2 mi in 30 min"),
        ("6 × 1000 m", "6 × 1000 m", "6 × 1000 m"),
        ("4:24 min/km, not 4:47 min/km", "4:24/km, not 4:47/km", "7:05/mi, not 7:42/mi"),
        ("at 4:05–4:10 min/km", "at 4:05–4:10/km", "at 6:34–6:42/mi"),
        ("long 92 min 30 s RPE 4–5", "long 1 h 33 min RPE 4–5", "long 1 h 33 min RPE 4–5"),
        ("rest 90 s kept", "rest 1 min 30 s kept", "rest 1 min 30 s kept"),
        ("RPE 7.5 to 8.5, 8.5 RPE", "RPE 7½ to 8½, 8½ RPE", "RPE 7½ to 8½, 8½ RPE"),
        ("RPE up to 8.5", "RPE up to 8½", "RPE up to 8½"),
        ("11 rows, 5 of 10, 3 sets", "11 rows, 5 of 10, 3 sets", "11 rows, 5 of 10, 3 sets"),
    ],
)
def test_every_number_is_said_in_the_readers_units(text: str, metric: str, imperial: str) -> None:
    assert told(text, METRIC).replace("\u00a0", " ") == metric
    assert told(text, IMPERIAL).replace("\u00a0", " ") == imperial


def test_a_rounded_distance_takes_the_metres_of_its_row() -> None:
    rows = [{"distance_m": 6_784}, {"distance_m": 9_000}]
    assert told("6.78 km in 30 min", IMPERIAL, rows).startswith("4.22\u00a0mi")


def test_a_distance_that_two_rows_could_mean_stays_rounded() -> None:
    rows = [{"distance_m": 6_784}, {"distance_m": 6_781}]
    assert told("6.78 km", IMPERIAL, rows) == "4.2\u00a0mi"


def test_what_somebody_said_is_quoted_as_they_said_it() -> None:
    assert told("“100 kg felt like 120 kg” at 100 kg", IMPERIAL) == (
        "“100 kg felt like 120 kg” at 220.5\u00a0lb"
    )
