"""The coach's numbers as a typed value. Every number is there or the policy is refused: no defaults.

Pure: the document comes with the packet, so that a decision is judged by the policy of its position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from plans.domain import policy as change_policy


class BadPolicy(ValueError):
    """A policy that lacks a number, has one too many, or holds something that is no whole number."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of rules D0 to D13, the ladder and the reviews; meaning and units stand in the data."""

    red_flag_days: int
    wish_load_cut_pct: int
    wish_sets_cut: int
    pain_amber_from: int
    pain_red_from: int
    pain_morning_rise: int
    pain_looks_back_days: int
    amber_load_cut_pct: int
    amber_sets_cut: int
    amber_rpe_cap_x10: int
    gate_exposures: int
    gate_during_max: int
    gate_morning_max: int
    gate_valid_h: int
    fatigue_rpe_over_x10: int
    fatigue_load_cut_pct: int
    easy_rpe_x10: int
    unverified_rpe_cap_x10: int
    longest_days: int
    longest_pct: int
    ladder_baseline_min: int
    ladder_baseline_max: int
    ladder_window: int
    ladder_span_days: int
    ladder_age_days: int
    test_age_days: int
    adherence_weeks: int
    review_days: int
    proposal_days: int


@dataclass(frozen=True, slots=True)
class Policy:
    """The policies in force: the coach's own numbers, and the change policy of `plans`."""

    coach: Numbers
    change: change_policy.Policy


def read(document: Mapping[str, Any]) -> Policy:
    """The policies of a packet.

    Args:
        document: `{"coach": <values of the coach policy>, "change": <the change policy>}`.

    Raises:
        BadPolicy: one of the two is missing, or a number is missing, unknown or not a whole
            number from 0 up.
        InvalidFacts: the change policy is not whole.
    """
    for name in ("coach", "change"):
        if not isinstance(document.get(name), Mapping):
            raise BadPolicy(f"{name}: is missing")
    return Policy(_numbers(document["coach"]), change_policy.parse(dict(document["change"])))


def _numbers(values: Mapping[str, Any]) -> Numbers:
    known = {field.name for field in fields(Numbers)}
    for name in sorted(set(values) ^ known):
        unknown = name in values
        raise BadPolicy(f"{name}: {'is not a number of this policy' if unknown else 'is missing'}")
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise BadPolicy(f"{name}: must be a whole number from 0 up")
    return Numbers(**values)
