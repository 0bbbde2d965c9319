"""An athlete's own exercises: what the catalogue does not have, or has differently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain import facts as check
from sessions.domain import keys, regions, wording

if TYPE_CHECKING:
    from decisions.domain.surface import Facts

FIELDS = ("slug", "name", "family", "pattern", "region", "equipment", "increment_g", "custom")


def validate(facts: Facts) -> Facts:
    """Complete facts of one exercise.

    Raises:
        InvalidFacts: a slug, region or increment that cannot be one.
    """
    check.known_only(facts, FIELDS)
    return {
        "slug": keys.checked_slug(str(check.text(facts, "slug", limit=80))),
        "name": check.text(facts, "name", limit=120),
        "family": check.text(facts, "family", limit=60, none=True),
        "pattern": check.text(facts, "pattern", limit=60, none=True),
        "region": [regions.checked(str(r)) for r in check.listing(facts, "region", limit=20)],
        "equipment": check.text(facts, "equipment", limit=60, none=True),
        "increment_g": check.integer(facts, "increment_g", low=1, high=50_000),
        "custom": check.flag(facts, "custom"),
    }


def sentence(facts: Facts) -> str:
    """One line, for example "exercise “Zercher squat”, steps of 2.5 kg, loads knee and hip"."""
    said = f"exercise “{facts['name']}”, steps of {wording.load(facts['increment_g'])}"
    if not facts["region"]:
        return f"{said}, regions not given"
    return f"{said}, loads {wording.listed([wording.words(r) for r in facts['region']])}"
