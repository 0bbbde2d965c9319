"""Reads the structural plan: rows for pages and the admin, and the whole tree as of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.selectors import known
from plans.domain import tree as whole
from plans.domain.tree import Tree
from plans.models import Block, Plan, PlannedDay, Rule

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from decisions.models import Stream


def active_plan(stream: Stream) -> Plan | None:
    """The plan that an athlete follows now, None without one."""
    return Plan.objects.filter(stream=stream, status="active").order_by("key").first()


def plans(stream: Stream) -> QuerySet[Plan]:
    """All plans of an athlete, the active one first."""
    return Plan.objects.filter(stream=stream).order_by("status", "-starts_on", "key")


def blocks(stream: Stream, plan_key: str) -> QuerySet[Block]:
    """Blocks of a plan in the order they are trained."""
    return Block.objects.filter(stream=stream, plan=plan_key).order_by("starts_on", "key")


def days(stream: Stream, block_key: str) -> QuerySet[PlannedDay]:
    """Planned days of a block in the order of the week."""
    return PlannedDay.objects.filter(stream=stream, block=block_key).order_by("weekday", "key")


def rules(stream: Stream, plan_key: str) -> QuerySet[Rule]:
    """Rules of a plan."""
    return Rule.objects.filter(stream=stream, plan=plan_key).order_by("key")


def tree(stream: Stream, *, up_to: int | None = None) -> Tree:
    """Every plan with its blocks, days and rules, as known at a position.

    Args:
        stream: the athlete's log.
        up_to: position in the stream, inclusive; the newest when None. What was erased is left out.
    """
    found = Tree()
    ranges = [known.Range(surface) for surface in whole.SURFACES]
    for item in known.known(stream, ranges=ranges, up_to=up_to):
        if item.facts is not None:
            found.of(item.surface)[item.key] = item.facts
    return found
