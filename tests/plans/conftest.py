"""The cast of this app's tests: Alice trains, Bob coaches her, Charlie is nobody's business."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User

from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.models import Athlete, Stream
from decisions.selectors import known
from plans.domain.tree import Tree
from plans.services import operations, structure
from tests.plans import making

if TYPE_CHECKING:
    from collections.abc import Iterator

    from decisions.services.guard import Written

COACH = MANDATES["coach"]


@dataclass(frozen=True)
class Cast:
    alice: User
    bob: User
    charlie: User
    stream: Stream
    elsewhere: Stream

    @property
    def coach(self) -> str:
        return f"user:{self.bob.pk}"

    @property
    def athlete(self) -> str:
        return f"user:{self.alice.pk}"

    @property
    def stranger(self) -> str:
        return f"user:{self.charlie.pk}"

    def fingerprint(self, surface: str, key: str) -> str:
        return known.now(self.stream, surface, key).fingerprint

    def facts(self, surface: str, key: str) -> making.Facts | None:
        return known.now(self.stream, surface, key).facts

    def open_constraint(self, key: str = "2026-03-02/load", **changes: object) -> Written:
        return operations.open_constraint(
            stream=self.stream,
            mandate=COACH,
            actor=self.coach,
            key=key,
            facts=making.constraint(**changes),
            reasoning="knee pain",
            occasion=f"form-{key}",
        )

    def open_gate(self, key: str = "2026-03-02/knee", **changes: object) -> Written:
        return operations.open_gate(
            stream=self.stream,
            mandate=COACH,
            actor=self.coach,
            key=key,
            facts=making.gate(**changes),
            reasoning="knee pain",
            occasion=f"form-{key}",
        )


@pytest.fixture
def cast(db: None) -> Iterator[Cast]:
    alice, bob, charlie = (
        User.objects.create_user(name, password="x") for name in ("alice", "bob", "charlie")
    )
    hers = Athlete.objects.create(user=alice, coach=bob, name="Alice", zone="Europe/Paris")
    his = Athlete.objects.create(user=charlie, coach=None, name="Charlie")
    with clock.at(datetime(2026, 3, 10, 9, 0, tzinfo=UTC)):
        yield Cast(alice, bob, charlie, hers.stream, his.stream)


@pytest.fixture
def planned(cast: Cast) -> Cast:
    """Alice has a plan with one block, one day and one rule."""
    tree = Tree(
        plans={"return": making.plan()},
        blocks={"return/01": making.block()},
        days={"return/01/squat": making.day()},
        rules={"return/squat": making.rule()},
    )
    structure.create_plan(
        stream=cast.stream,
        actor=cast.coach,
        tree=tree,
        reason="first plan after the injury",
        occasion="form-1",
    )
    return cast
