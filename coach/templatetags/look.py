"""The visual language as template tags: filters for values, tags for chips, badges and icons.

Only formatting. What a value means is decided before it reaches a template.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.template import Context, Library
from django.utils.html import format_html

from coach.web import frames, wording
from coach.web.told import told

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, datetime

    from django.utils.safestring import SafeString

    from coach.web.told import Reader

register = Library()

EVIDENCE_CLASS = {
    "observed": "observed",
    "user_reported": "reported",
    "derived": "derived",
    "estimated": "estimated",
    "hypothesis": "hypothesis",
    "unknown": "unknown",
}

# value -> (css class, words). Outcomes of decisions and states of proposals share one language.
BADGES = {
    "NO_CHANGE": ("nochange", "No change"),
    "MONITOR_ONLY": ("monitor", "Monitor"),
    "TACTICAL_ADJUST": ("adjust", "Adjust"),
    "ESCALATE_TO_STRATEGIC": ("escalated", "Escalated"),
    "PROPOSE_STRUCTURAL": ("proposed", "Proposed"),
    "BLOCKED_UNKNOWN": ("unknown", "Unknown"),
    "OPEN": ("proposed", "Open"),
    "NEEDS_EVIDENCE": ("unknown", "Needs evidence"),
    "APPLIED": ("adjust", "Applied"),
    "ALREADY_APPLIED": ("adjust", "Already applied"),
    "STALE": ("stale", "Stale"),
    "REJECTED": ("nochange", "Rejected"),
    "EXPIRED": ("nochange", "Expired"),
    "SUPERSEDED": ("nochange", "Superseded"),
    "WITHDRAWN": ("nochange", "Withdrawn"),
}
_BADGE_GLYPH = {
    "REJECTED": "g-cross",
    "EXPIRED": "g-clock",
    "SUPERSEDED": "g-o-adjust",
    "WITHDRAWN": "g-w-off",
}


@register.filter
def kg(grams: int | None, units: str = "kg") -> str:
    """Grams with unit; the argument is the person's unit, kilograms by default."""
    return wording.load(grams, units)


@register.filter
def number(grams: int | None, units: str = "kg") -> str:
    """Grams as a bare number in the person's unit."""
    return wording.load_number(grams, units)


@register.filter
def rpe(tenths: int | None) -> str:
    """Tenths of RPE: 85 reads 8½."""
    return wording.rpe(tenths)


@register.filter
def dose(item: Mapping[str, Any], units: str = "kg") -> str:
    """A strength or endurance item in one line."""
    return wording.dose(item, units)


@register.filter
def scheme(item: Mapping[str, Any]) -> str:
    """Sets by reps of a strength item."""
    return wording.scheme(item)


@register.filter
def minus(value: object) -> str:
    """A real minus sign in front of a negative number."""
    return wording.minus(value)


@register.filter
def clock(seconds: int | None) -> str:
    """Seconds as 3:00."""
    return wording.clock(seconds)


@register.filter
def duration(seconds: int | None) -> str:
    """Seconds as 56 min or 1 h 05."""
    return wording.duration(seconds)


@register.filter
def distance(metres: int | None, unit: str = "km") -> str:
    """Metres as 1000 m or 6.2 km."""
    return wording.distance(metres, unit)


@register.filter
def pace(seconds: int | None, unit: str = "km") -> str:
    """Seconds per kilometre as 4:08/km."""
    return wording.pace(seconds, unit)


@register.filter
def day(value: date | str | None) -> str:
    """A date as Thu 26 Nov."""
    return wording.day(value)


@register.filter
def day_short(value: date | str | None) -> str:
    """A date as 26 Nov."""
    return wording.day_short(value)


@register.filter
def day_long(value: date | str | None) -> str:
    """A date as 26 Nov 2026."""
    return wording.day_long(value)


@register.filter
def moment(value: datetime | str | None, zone: str = "UTC") -> str:
    """An instant as Thu 26 Nov, 18:02 in a zone."""
    return wording.moment(value, zone)


@register.filter
def hour(value: datetime | str | None, zone: str = "UTC") -> str:
    """An instant as 18:02 in a zone."""
    return wording.hour(value, zone)


@register.filter
def region(slug: str | None) -> str:
    """A region slug in words."""
    return wording.region(slug)


@register.filter
def as_title(slug: str) -> str:
    """A slug as a heading."""
    return wording.title(slug)


@register.filter
def counted(count: int, word: str) -> str:
    """A count with its noun: 1 set, 3 sets."""
    return wording.plural(count, word)


@register.filter
def ended(text: str) -> str:
    """A sentence with one full stop at its end."""
    return wording.ended(text)


@register.filter
def plain(text: str, reader: Reader | None = None) -> str:
    """A sentence of the record as people say it; in the units of `reader`, metric without one."""
    return wording.plain(str(text)) if reader is None else told(str(text), reader)


@register.filter
def small(text: str) -> str:
    """Words for the middle of a sentence."""
    return wording.small(text)


@register.simple_tag
def icon(name: str, label: str = "", size: int = 14) -> SafeString:
    """One glyph of the sprite; with a label it is an image, without it decoration."""
    if label:
        return format_html(
            '<svg class="g" role="img" aria-label="{}" viewBox="0 0 {} {}"><use href="#{}"/></svg>',
            label,
            size,
            size,
            name,
        )
    return format_html(
        '<svg class="g" aria-hidden="true" viewBox="0 0 {} {}"><use href="#{}"/></svg>',
        size,
        size,
        name,
    )


@register.inclusion_tag("_partials/evidence.html")
def evidence_chip(evidence: str, count: int | None = None) -> dict[str, Any]:
    """The chip of an evidence type: glyph and word, then a count."""
    return {"css": EVIDENCE_CLASS[evidence], "word": evidence.replace("_", " "), "count": count}


@register.inclusion_tag("_partials/outcome.html")
def outcome_badge(
    value: str, big: bool = False, ghost: bool = False, word: str = ""
) -> dict[str, Any]:
    """The badge of an outcome or of a proposal's state; `ghost` is an alternative not chosen."""
    css, words = BADGES[value.upper()]
    glyph = _BADGE_GLYPH.get(value.upper(), f"g-o-{css}")
    return {"css": css, "words": word or words, "glyph": glyph, "big": big, "ghost": ghost}


@register.inclusion_tag("_partials/authority.html")
def authority(winner: str, verb: str = "bounds", loser: str = "") -> dict[str, str]:
    """Who had the last word: winner, verb, loser."""
    return {"winner": winner, "verb": verb, "loser": loser}


@register.inclusion_tag("_partials/branch.html")
def branch(value: Mapping[str, Any]) -> dict[str, Any]:
    """A conservative branch of a prescription, with what counts when nobody checks."""
    missing, present = value.get("if_not_measured") or "", value.get("if_present") or ""
    told = "the same" if missing == present else missing
    return {"branch": value, "not_measured": told}


@register.simple_tag(takes_context=True)
def frame(context: Context) -> frames.Frame:
    """Navigation, theme and name for the person who asks."""
    return frames.frame(context.get("request"))
