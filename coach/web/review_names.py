"""Names of exercises and modalities as a coach types them, and the slugs that they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.web import record, taste
from decisions.domain.errors import InvalidFacts
from sessions.catalogue import catalogue

if TYPE_CHECKING:
    from coach.review.entries import Slug
    from coach.review.log import Log

_SPORTS = {"run": "run", "ride": "bike", "swim": "swim"}


def known_names(log: Log, sport: str) -> tuple[str, ...]:
    """What may be typed into the blank row of a day of one sport, in alphabetical order."""
    every = _names(log)
    if sport == "strength":
        return tuple(sorted(every[slug] for slug in every if slug not in catalogue().modalities))
    wanted = _SPORTS.get(sport)
    return tuple(
        sorted(every[slug] for slug, one in catalogue().modalities.items() if one.sport == wanted)
    )


def slugs(log: Log) -> Slug:
    """Reads a name or a slug, of the catalogue or of the athlete's own exercises."""
    every = _names(log)
    by_name = {name.casefold(): slug for slug, name in every.items()}

    def read(label: str, typed: str) -> str:
        text = typed.strip()
        found = text if text in every else by_name.get(text.casefold())
        if found is None:
            shown = text if len(text) <= 60 else f"{text[:60]}…"
            raise InvalidFacts(label, f"is not known: “{shown}”")
        return found

    return read


def _names(log: Log) -> dict[str, str]:
    told = taste.names()
    found = {slug: told(slug) for slug in (*catalogue().exercises, *catalogue().modalities)}
    own = {one.key: str((one.facts or {})["name"]) for one in log.of(record.EXERCISE)}
    return {**found, **own}
