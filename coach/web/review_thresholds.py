"""Thresholds on the coach's pages: those of the plan in use, and those that a proposal would write."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from coach.review.plan_list import STRUCTURE
from coach.web import plan_thresholds, taste

if TYPE_CHECKING:
    from coach.review.log import Log
    from coach.web.plan_thresholds import ThresholdView

Facts = dict[str, Any]


def of_plan(log: Log) -> tuple[ThresholdView, ...]:
    """Every threshold of the plans in use."""
    active = {one.key for one in log.of(STRUCTURE["plan"]) if _facts(one)["status"] == "active"}
    rules = {k: r for k, r in _of(log, "rule").items() if r["plan"] in active}
    return plan_thresholds.views(rules, *_plan(log), on=_today(log), taste=taste.of(log.athlete))


def of_proposal(log: Log, targets: list[Facts]) -> tuple[ThresholdView, ...]:
    """Every threshold that the targets of a proposal would leave in the plan."""
    rules = {
        str(one["key"]): one["after"]
        for one in targets
        if one["surface"] == STRUCTURE["rule"] and one.get("after")
    }
    return plan_thresholds.views(rules, *_plan(log), on=_today(log), taste=taste.of(log.athlete))


def _plan(log: Log) -> tuple[dict[str, Facts], dict[str, Facts]]:
    return _of(log, "block"), _of(log, "day")


def _of(log: Log, kind: str) -> dict[str, Facts]:
    return {one.key: _facts(one) for one in log.of(STRUCTURE[kind])}


def _facts(item: Any) -> Facts:
    return dict(item.facts or {})


def _today(log: Log) -> date:
    return date.fromisoformat(log.today)
