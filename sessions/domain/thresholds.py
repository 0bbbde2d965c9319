"""Two threshold tests together: when they may suggest a new threshold. Never sets one.

Pair rule: two maximal tests at least seven days apart, on the same device, agreeing within one
typical error, whose mean lies beyond one typical error of the current value.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from sessions.domain.threshold_metrics import ERRORS, TypicalError, said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sessions.domain.threshold_tests import Test

DAYS_APART = 7


@dataclass(frozen=True, slots=True)
class Pair:
    """What two tests say together.

    Attributes:
        candidate: the suggested value; None when the pair rule does not hold.
        tests: the tests looked at, oldest first.
        why: one plain sentence, with the numbers that decided.
        mean_x10: mean of the two tests, in tenths of the unit; None without a pair.
        apart: how far the two tests differ, in the unit.
        error_x10: one typical error around the mean, in tenths of the unit.
    """

    candidate: int | None
    tests: tuple[Test, ...]
    why: str
    mean_x10: int | None = None
    apart: int | None = None
    error_x10: int | None = None


def judge(found: Sequence[Test], *, current: int | None, error: TypicalError | None = None) -> Pair:
    """Apply the pair rule to the two newest tests that may be compared.

    Args:
        found: tests of one metric, in any order.
        current: the threshold in force, in the same unit; None when there is none.
        error: typical error; by default that of the metric.
    """
    sound = sorted((t for t in found if not t.flags), key=lambda t: (t.day, t.position))
    if len(sound) < 2:
        return Pair(None, tuple(sound), f"{len(sound)} usable test, two are needed")
    newest = sound[-1]
    earlier = [t for t in sound[:-1] if (newest.day - t.day).days >= DAYS_APART]
    if not earlier:
        gap = (newest.day - sound[-2].day).days
        return Pair(None, tuple(sound[-2:]), f"the tests are {gap} days apart, not {DAYS_APART}")
    pair = (earlier[-1], newest)
    if pair[0].device is None or newest.device is None:
        return Pair(None, pair, "the device of a test is not known")
    if pair[0].device != newest.device:
        return Pair(None, pair, "the tests are from different devices")
    return _weighed(pair, current, error or ERRORS[newest.metric])


def _weighed(pair: tuple[Test, Test], current: int | None, error: TypicalError) -> Pair:
    mean = Fraction(pair[0].value + pair[1].value, 2)
    apart, limit = abs(pair[1].value - pair[0].value), error.of(mean)
    numbers = {"mean_x10": round(mean * 10), "apart": apart, "error_x10": round(limit * 10)}
    values = " and ".join(said(test.metric, test.value) for test in pair)
    if apart > limit:
        return Pair(None, pair, f"the tests disagree: {values}", **numbers)
    if current is None:
        return Pair(None, pair, "there is no current value to compare with", **numbers)
    near = f"the typical error of the current {said(pair[1].metric, current)}"
    if abs(mean - current) <= error.of(Fraction(current)):
        return Pair(None, pair, f"{values} lie within {near}", **numbers)
    return Pair(round(mean), pair, f"{values} agree and lie beyond {near}", **numbers)
