"""Sentences of the record as one person reads them: in their units, with times and RPE as pages say them.

Facts and recorded prose stay metric; what is rewritten here is only what is shown. A load and a pace
stand in prose as exact as in their fact, so they convert exactly. A distance may stand there rounded:
where the row behind it is known its own metres are shown, else the prose with one decimal less.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Protocol

from coach.web import wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

_NUMBER = r"\d+(?:[.,]\d+)?"
_JOIN = r"(?:[ \u00a0]?[–-][ \u00a0]?|[ \u00a0](?:to|or|and|instead of)[ \u00a0])"
_ALONE = r"(?<![\w.,:])"
_LOAD = re.compile(rf"{_ALONE}({_NUMBER})(?:({_JOIN})({_NUMBER}))?[ \u00a0]?kg\b", re.ASCII)
_DISTANCE = re.compile(rf"{_ALONE}({_NUMBER})[ \u00a0]?km\b(?!/)", re.ASCII)
_PACE = re.compile(
    rf"{_ALONE}(\d+):(\d\d)(?:({_JOIN})(\d+):(\d\d))?[ \u00a0]?(?:min)?[ \u00a0]?/km\b", re.ASCII
)
_TIME = re.compile(
    rf"{_ALONE}(?:(\d+) h )?(\d+) min(?: (\d+) s)?(?![\w/])|{_ALONE}(\d{{2,}}) s(?!\w)", re.ASCII
)
_RPE = re.compile(r"\bRPE (?:up to |at most |at least )?\d+(?:\.\d)?(?:(?: to |–)\d+(?:\.\d)?)?")
_HALF = re.compile(r"\b(\d+)\.5\b")
_RPE_AFTER = re.compile(r"\b(\d+)\.5(?=[ \u00a0]RPE\b)")

_QUOTED = re.compile("(\u201c[^\u201d]*\u201d)")


class Reader(Protocol):
    """Whoever reads: an athlete, or a taste."""

    @property
    def units(self) -> str:
        """`kg` or `lb`."""

    @property
    def distance_unit(self) -> str:
        """`km` or `mi`."""


def told(text: str, reader: Reader, rows: Iterable[Mapping[str, Any]] = ()) -> str:
    """A sentence of the record for one reader.

    Args:
        text: as it was recorded: kilograms, kilometres, minutes per kilometre.
        reader: whose units count.
        rows: facts that the sentence rests on; their metres replace a rounded distance.
    """
    return in_units(wording.plain(text), reader, rows)


def in_units(text: str, reader: Reader, rows: Iterable[Mapping[str, Any]] = ()) -> str:
    """The numbers of a sentence in a reader's units; what somebody is quoted with stays as it is."""
    metres = [m for row in rows if (m := row.get("distance_m")) is not None]
    parts = _QUOTED.split(text)  # quotations stand at odd places
    parts[::2] = [_in_units(part, reader, metres) for part in parts[::2]]
    return "".join(parts)


def _in_units(text: str, reader: Reader, metres: list[int]) -> str:
    said = _RPE.sub(lambda found: _HALF.sub(r"\1½", found[0]), text)
    said = _RPE_AFTER.sub(r"\1½", said)
    said = _TIME.sub(_time, said)
    said = _DISTANCE.sub(lambda found: _distance(found[1], reader.distance_unit, metres), said)
    if reader.units != "kg":
        said = _LOAD.sub(lambda found: _load(found, reader.units), said)
    return _PACE.sub(lambda found: _pace(found, reader.distance_unit), said)


def _thousandths(number: str) -> int:
    return round(Decimal(number.replace(",", ".")) * 1000)


def _load(found: re.Match[str], units: str) -> str:
    first, join, second = found.groups()
    if second is None:
        return wording.load(_thousandths(first), units)
    low = wording.load_number(_thousandths(first), units)
    return f"{low}{join}{wording.load(_thousandths(second), units)}"


def _distance(number: str, unit: str, metres: list[int]) -> str:
    places = len(re.split("[.,]", number)[1]) if re.search("[.,]", number) else 0
    said = _thousandths(number)
    bound = {m for m in metres if abs(2 * (m - said)) <= 10 ** (3 - places)}
    if len(bound) == 1:
        return wording.distance(bound.pop(), unit)
    if unit == "km" or places == 3:
        return wording.distance(said, unit) if said > 1500 else f"{number}{wording.NBSP}km"
    return f"{wording.decimal(said / wording.M_PER_MI, 1)}{wording.NBSP}{unit}"


def _pace(found: re.Match[str], unit: str) -> str:
    low = 60 * int(found[1]) + int(found[2])
    if found[3] is None:
        return wording.pace(low, unit)
    high = 60 * int(found[4]) + int(found[5])
    return f"{wording.pace(low, unit).partition('/')[0]}{found[3]}{wording.pace(high, unit)}"


def _time(found: re.Match[str]) -> str:
    hours, minutes, seconds, alone = (int(part or 0) for part in found.groups())
    total = 3600 * hours + 60 * minutes + seconds + alone
    return wording.duration(total) if total else found[0]
