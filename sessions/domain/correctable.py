"""What a person may put right of what was recorded: what was measured or said, never where it is from.

How and when something was entered, and from which source, is the record's own account of itself.
"""

from __future__ import annotations

from sessions.domain.records import COMPLETED, DAILY, EXERCISE, INJURY, SET

FIELDS = {
    COMPLETED: (
        "date",
        "title",
        "sport",
        "session_type",
        "duration_s",
        "distance_m",
        "avg_hr_bpm",
        "avg_power_w",
        "climb_m",
        "srpe_x10",
        "note",
    ),
    SET: (
        "exercise",
        "planned_item",
        "order",
        "kind",
        "load_g",
        "reps",
        "rpe_x10",
        "state",
        "why",
        "entered",
        "note",
    ),
    DAILY: ("value", "text", "session_key", "note"),
    INJURY: ("region", "side", "title", "severity", "update"),
    EXERCISE: ("name", "family", "pattern", "region", "equipment", "increment_g"),
}
"""Surfaces that are corrected, and the fields of each that may be."""

IDENTIFYING = {
    COMPLETED: ("session_key",),
    SET: ("session_key", "date"),
    DAILY: ("date", "kind", "region", "moment"),
    INJURY: ("opened_on",),
    EXERCISE: ("slug",),
}
"""Fields by which an item is found: another value is another item."""
