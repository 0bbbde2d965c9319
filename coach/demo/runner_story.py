"""The runner's half year: tests in pairs, a report that was taken back, a hot day."""

from __future__ import annotations

from coach.demo.running import Manner

DAYS = {0: ("intervals", "test"), 1: ("easy",), 3: ("shake",), 5: ("long",)}
"""Day of the plan's week to the slugs of its days."""

RED_FLAG = 97
MANNERS = {
    54: Manner(harder=20, note="Humid, 29 degrees"),
    96: Manner(slower=0.05, note="First run after a cold"),
    110: Manner(silent=True),
    133: Manner(note="Hot: 30 degrees at the start"),
    161: Manner(harder=15),
}
MISSED = {45, 66, 87, *(101, 108, 115, 122, 129), 143, 157}
"""Mostly the optional second easy run."""
