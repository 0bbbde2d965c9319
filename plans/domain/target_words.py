"""The target of an endurance step in words: a span, a ceiling or a floor with its unit."""

from __future__ import annotations

from typing import Any

from plans.domain.words import DASH, tenths


def target_text(kind: str, low: int | None, high: int | None) -> str:
    """A target in words: "RPE 3 to 4" with a dash, "at most 150 bpm"; empty when open."""
    if kind == "open":
        return ""
    words = [_target_value(kind, value) for value in (low, high) if value is not None]
    unit = {"pace_s_per_km": " min/km", "power_w": " W", "hr_bpm": " bpm"}.get(kind, "")
    head = "RPE " if kind == "rpe" else ""
    if len(words) == 2:
        span = words[0] if words[0] == words[1] else f"{words[0]}{DASH}{words[1]}"
        return f"{head}{span}{unit}"
    return f"{'at most' if low is None else 'at least'} {head}{words[0]}{unit}"


def _target_value(kind: str, value: Any) -> str:
    match kind:
        case "rpe":
            return tenths(value)
        case "pace_s_per_km":
            return f"{value // 60}:{value % 60:02d}"
        case _:
            return str(value)
