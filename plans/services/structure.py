"""The coach's own hand on the plan: one approved, guarded write per edit, checked as a whole.

No workflow may import this module. Actuals are never touched, whatever is retired here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from decisions import registry
from decisions.domain.errors import InvalidFacts
from decisions.domain.mandates import MANDATES
from decisions.selectors import known
from decisions.services import guard, locked
from decisions.services.guard import ABSENT, Occasion, Target, Written
from plans.domain import structural
from plans.domain.tree import PLAN, SURFACES, with_changes
from plans.domain.whole import require_whole
from plans.selectors import structure
from plans.selectors.policy import change_policy
from plans.selectors.reviewed import facts_as_reviewed
from plans.services.authority import require_person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from decisions.domain.surface import Facts
    from decisions.models import Stream
    from plans.domain.tree import Tree


@dataclass(frozen=True, slots=True)
class Change:
    """One item of an edit.

    Attributes:
        surface: plans.plan, plans.block, plans.planned_day or plans.rule.
        key: of the item.
        after: facts it shall have; None takes it away.
        reviewed: fingerprint of what the coach saw; ABSENT for a new item.
    """

    surface: str
    key: str
    after: Facts | None
    reviewed: str


def edit(
    *, stream: Stream, actor: str, changes: Sequence[Change], reason: str, occasion: str
) -> Written:
    """Change the plan by hand: all changes apply or none, once per occasion.

    Args:
        stream: the athlete's log.
        actor: `user:7`, the athlete's coach.
        changes: each names the fingerprint that the coach saw.
        reason: in the coach's words; stored with the approval and every event.
        occasion: id of the form or button press; the same one again is answered the same.

    Returns:
        `stale` where somebody changed one of the items since it was read; nothing is merged.

    Raises:
        InvalidFacts: a change is not valid, or the plan would not fit together.
        NotFound: the athlete is not theirs.
    """
    mandate = MANDATES["coach"]
    require_person(stream, actor, mandate)
    completed = [_completed(change) for change in changes]
    intent = Occasion(
        stream=stream.pk,
        mandate=mandate,
        subject=_subject(completed),
        occasion=occasion,
        actor=actor,
        kind="edit",
    )
    with transaction.atomic():
        locked.lock(stream.pk)
        before = structure.tree(stream)
        after = with_changes(before, [(c.surface, c.key, c.after) for c in completed])
        if not _moved_on(stream, before, completed):
            require_whole(after)
        size = structural.measure(before, after, change_policy()).magnitude
        targets = [
            Target(
                surface=change.surface,
                key=change.key,
                intended=change.after,
                reviewed=change.reviewed,
                fact_type="decision",
                evidence="user_reported",
                reasoning=reason,
                magnitude=size,
            )
            for change in completed
        ]
        return guard.edit(intent, targets, reason=reason)


def create_plan(*, stream: Stream, actor: str, tree: Tree, reason: str, occasion: str) -> Written:
    """Write a whole new plan in one decision.

    Raises:
        InvalidFacts: a part is not valid, the parts do not fit, or another plan is active.
        NotFound: the athlete is not theirs.
    """
    changes = [
        Change(surface, key, facts, ABSENT)
        for surface in SURFACES
        for key, facts in tree.of(surface).items()
    ]
    return edit(stream=stream, actor=actor, changes=changes, reason=reason, occasion=occasion)


def retire(
    *, stream: Stream, actor: str, plan_key: str, reviewed: str, reason: str, occasion: str
) -> Written:
    """Take a plan out of use. Its parts and everything done under it stay.

    Raises:
        NotFound: there is no such plan, or the athlete is not theirs.
    """
    facts = facts_as_reviewed(stream, PLAN, plan_key, reviewed)
    change = Change(PLAN, plan_key, {**facts, "status": "retired"}, reviewed)
    return edit(stream=stream, actor=actor, changes=[change], reason=reason, occasion=occasion)


def _completed(change: Change) -> Change:
    if change.surface not in SURFACES:
        raise InvalidFacts("surface", f"{change.surface} is not part of the plan")
    if change.after is None:
        return change
    try:
        facts = registry.get(change.surface).validate(change.after)
    except InvalidFacts as error:
        raise InvalidFacts(f"{change.surface} {change.key}.{error.field}", error.message) from None
    return Change(change.surface, change.key, facts, change.reviewed)


def _moved_on(stream: Stream, before: Tree, changes: Sequence[Change]) -> bool:
    """Whether the guard will say stale (or repeat itself): then the whole is not ours to judge."""
    return any(
        _facts_now(before, change) != change.after
        and known.now(stream, change.surface, change.key).fingerprint != change.reviewed
        for change in changes
    )


def _facts_now(tree: Tree, change: Change) -> Facts | None:
    parts: Mapping[str, Facts] = tree.of(change.surface)
    return parts.get(change.key)


def _subject(changes: Sequence[Change]) -> str:
    plans = sorted({change.key.split("/", 1)[0] for change in changes})
    return f"plan:{','.join(plans)}"[:240]
