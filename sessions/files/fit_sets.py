"""Sets of a strength activity as a watch counts them. Rest between sets is not a set.

A watch lists up to three guesses of the exercise. One guess is a name; several are none, and the
set is kept as an exercise that nobody has identified. A weight of 0 means that none was entered.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from fitdecode.profile import FIELD_TYPES

from sessions.domain.numbers import LOAD_MAX_G, REPS_MAX
from sessions.files import measures
from sessions.files.values import ImportedSet, whole
from sessions.files.wording import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sessions.files.fit_messages import Message

UNIDENTIFIED = "Unidentified exercise"
_NO_CATEGORY = 65534
_HALF_STEP_LB = Decimal("0.07")
"""Watches store pounds as sixteenths of a kilogram: half a step is 0.069 lb."""


def read_sets(
    messages: Iterable[Message], slug_for: Callable[[str], str | None]
) -> tuple[ImportedSet, ...]:
    """The active sets in their order.

    Args:
        messages: `set` messages of one session.
        slug_for: exercise name to slug of the catalogue.
    """
    active = [m for m in messages if m.word("set_type") == "active"]
    return tuple(_set(message, order, slug_for) for order, message in enumerate(active, 1))


def _set(message: Message, order: int, slug_for: Callable[[str], str | None]) -> ImportedSet:
    guesses = _guesses(message)
    reps = message.integer("repetitions")
    name = guesses[0][1] if len(guesses) == 1 else UNIDENTIFIED
    load, entered = _load(message)
    duration = message.decimal("duration")
    seconds = whole(duration) if duration else None
    guessed = " or ".join(words for _, words in guesses) if len(guesses) > 1 else ""
    return ImportedSet(
        exercise_name=name,
        slug=slug_for(name),
        order=order,
        kind="warmup" if any(category == "warm_up" for category, _ in guesses) else "work",
        load=load,
        entered=entered,
        reps=reps if reps and 0 < reps <= REPS_MAX else None,
        rpe_x10=None,
        duration_s=seconds,
        distance_m=None,
        note=joined(
            f"the watch guessed {guessed.lower()}" if guessed else "",
            f"{seconds} s" if seconds else "",
        ),
    )


def _guesses(message: Message) -> list[tuple[str, str]]:
    """Different guesses as (category, words), unknown ones left out."""
    categories = message.items("category")
    subtypes = message.items("category_subtype")
    found: dict[tuple[str, str], None] = {}
    for index, value in enumerate(categories):
        category = _enum("exercise_category", value)
        if category is None:
            continue
        subtype = subtypes[index] if index < len(subtypes) else None
        exact = _enum(f"{category}_exercise_name", subtype)
        words = _words(exact) if exact else f"{_words(category)} (kind not given)"
        found.setdefault((category, words))
    return list(found)


def _enum(kind: str, value: Any) -> str | None:
    if isinstance(value, str):
        return None if value == "unknown" else value
    profile = FIELD_TYPES.get(kind)
    if profile is None or not isinstance(value, int) or value == _NO_CATEGORY:
        return None
    word = profile.enum.get(value)
    return word if isinstance(word, str) else None


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _load(message: Message) -> tuple[Decimal | None, str | None]:
    """Exact grams and the text as entered; pounds where the watch showed pounds."""
    kg = message.decimal("weight")
    if not kg or kg * 1000 > LOAD_MAX_G:
        return None, None
    pounds = kg * 1000 / measures.GRAMS["lb"]
    half = (pounds * 2).quantize(Decimal(1)) / 2
    if message.word("weight_display_unit") == "pound" and abs(pounds - half) <= _HALF_STEP_LB:
        return measures.grams(half, "lb"), f"{half.normalize():f} lb"
    return kg * 1000, f"{kg.normalize():f} kg"
