"""A planned lighter week states its own dose, and the rule goes on from where it stood before it."""

from __future__ import annotations

from datetime import date

from tests.coach.domain.packets import SQUAT, Story, key, strength
from tests.coach.domain.test_stated_dose import squat, train

TODAY = date(2026, 11, 26)


def test_the_week_after_a_planned_deload_goes_on_with_the_load_before_it() -> None:
    made = Story(TODAY)
    made.plan()
    lighter = {"week": 3, "skip": False, "items": [strength(load_g=80_000)]}
    made.day("lower-a", [strength(load_g=100_000)], weeks=[lighter])
    made.progression(SQUAT)
    days = (date(2026, 11, 5), date(2026, 11, 12), date(2026, 11, 19))
    for day, load in zip(days, (100_000, 102_500, 80_000), strict=True):
        train(made, day, load)
    assert key(days[2]) in {item.key for item in made.items}
    assert squat(made).stated.load_g == 105_000
