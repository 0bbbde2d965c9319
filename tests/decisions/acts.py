"""Short ways to act on the kernel in tests, as people and workflows do."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from decisions.domain.mandates import MANDATES
from decisions.domain.occasions import Occasion, Target, Written
from decisions.models import Athlete, Stream
from decisions.selectors import known
from decisions.services import guard, opening, rulings
from decisions.services.verify import Problem, stream_problems

REQUEST = "decisions.request"
PLAN = "plans.plan"
BLOCK = "plans.block"
PROPOSAL = "decisions.proposal"
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Person:
    """An athlete with their log and their coach."""

    athlete: Athlete
    stream: Stream
    user: User
    coach: User


def person(name: str, coach: User | None = None) -> Person:
    """An athlete; a coach of their own unless one is given."""
    user = User.objects.create_user(name, password="x")
    coach = coach or User.objects.create_user(f"{name}s-coach", password="x", is_staff=True)
    athlete = Athlete.objects.create(user=user, coach=coach, name=name.title())
    return Person(athlete, athlete.stream, user, coach)


def somebody(name: str = "somebody") -> str:
    """An actor who is a person."""
    user, _ = User.objects.get_or_create(username=name)
    return f"user:{user.pk}"


def a_stream() -> Stream:
    """A log that nobody else uses."""
    return Stream.objects.create(name=f"test:{next(_numbers)}")


def occasion(stream: Stream, name: str = "", *, mandate: str = "athlete", **more: Any) -> Occasion:
    """An occasion of its own, unless it is named."""
    given = {"subject": "something", "actor": somebody(), **more}
    return Occasion(
        stream=stream.pk,
        mandate=MANDATES[mandate],
        occasion=name or f"occasion {next(_numbers)}",
        **given,
    )


def wish(text: str = "a longer warm-up") -> dict[str, Any]:
    """Facts of a request, the plainest surface of the kernel."""
    return {"text": text, "about": None, "on": "2026-11-30"}


def seen(stream: Stream, key: str, surface: str = REQUEST) -> str:
    """The present fingerprint, as a writer would review it."""
    return known.now(stream, surface, key).fingerprint


def target(
    stream: Stream, key: str, facts: dict[str, Any] | None, *, surface: str = REQUEST, **more: Any
) -> Target:
    """A target that was reviewed a moment ago."""
    reviewed = more.pop("reviewed", None) or seen(stream, key, surface)
    return Target(surface=surface, key=key, intended=facts, reviewed=reviewed, **more)


def say(
    stream: Stream, key: str, text: str | None = "a longer warm-up", name: str = "", **more: Any
) -> Written:
    """Write (or with None retract) a request."""
    facts = None if text is None else wish(text)
    return guard.write(occasion(stream, name), [target(stream, key, facts, **more)])


def plan(**changes: Any) -> dict[str, Any]:
    """Facts of a plan."""
    return {
        "title": "Base",
        "goal": "Squat 140 kg",
        "sport": "strength",
        "starts_on": "2026-09-07",
        "status": "active",
        **changes,
    }


def block(**changes: Any) -> dict[str, Any]:
    """Facts of a block."""
    return {
        "plan": "base",
        "name": "Volume",
        "phase": "accumulation",
        "order": 1,
        "starts_on": "2026-09-07",
        "weeks": 4,
        "goal": None,
        **changes,
    }


def edit_plan(
    stream: Stream, *, actor: str = "", key: str = "base", name: str = "", **changes: Any
) -> Written:
    """A coach's own edit of the plan."""
    intent = occasion(stream, name, mandate="coach", kind="edit", actor=actor or somebody())
    return guard.edit(
        intent, [target(stream, key, plan(**changes), surface=PLAN)], reason="a better fit"
    )


def edit_block(stream: Stream, *, actor: str = "", name: str = "", **changes: Any) -> Written:
    """A coach's own edit of a block."""
    intent = occasion(stream, name, mandate="coach", kind="edit", actor=actor or somebody())
    return guard.edit(
        intent, [target(stream, "base/01", block(**changes), surface=BLOCK)], reason="a better fit"
    )


def decision(**changes: Any) -> dict[str, Any]:
    """Facts of a decision, without its number."""
    lists = ("reasons", "considered", "unknown", "thresholds", "looks", "monitor", "carried")
    return {
        "workflow": "strategic_review",
        "subject": "plan",
        "occasion": "2026-W48",
        "outcome": "PROPOSE_STRUCTURAL",
        "magnitude": "B1",
        "summary": "Recovery lags: propose a shorter block.",
        **{name: [] for name in lists},
        "next_look": None,
        "position": 0,
        "instance_position": 0,
        "manifest": {},
        "context_fingerprint": "0" * 64,
        "prompt": {},
        "model": "baseline",
        "reply": "{}",
        "ruling": {},
        "gate_version": "1",
        "policy_version": "1",
        "answers": None,
        **changes,
    }


def propose(
    stream: Stream, *changes: dict[str, Any], name: str = "", **more: Any
) -> tuple[str, str]:
    """Have a strategic review file a proposal; gives its key and fingerprint."""
    intent = occasion(
        stream, name, mandate="strategic_review", kind="workflow", actor="run:1",
        model_version="baseline",
    )  # fmt: skip
    wanted = changes or ({"surface": BLOCK, "key": "base/01", "after": block(weeks=3)},)
    targets = opening.targets(
        stream=stream,
        mandate=intent.mandate,
        decision=str(intent.identity),
        title="A shorter block",
        kind="block_length",
        risk="low",
        changes=list(wanted),
        why=[],
        evidence=[],
        conflicts=[],
        alternatives=[],
        zone="UTC",
    )
    rulings.record(intent, decision(**more), targets=targets)
    newest = known.known(stream, ranges=[known.Range(PROPOSAL)])[-1]
    return newest.key, newest.fingerprint


def problems(stream: Stream) -> list[Problem]:
    """What verification says about a log."""
    return list(stream_problems(Stream.objects.get(pk=stream.pk)))


@contextmanager
def refused_by_the_database(words: str | None = None) -> Iterator[None]:
    """The database itself says no, and the surrounding transaction goes on."""
    with pytest.raises((DatabaseError, psycopg.Error), match=words), transaction.atomic():
        yield


def execute(sql: str, parameters: Any = None) -> int:
    """Raw SQL, as somebody with a console would; gives the number of rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return int(cursor.rowcount)


def rows(sql: str, parameters: Any = None) -> list[tuple[Any, ...]]:
    """The answer of raw SQL."""
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return list(cursor.fetchall())
