"""Follows the log: looks at what came since last time and enqueues the work that it calls for.

The log is the outbox. Following twice enqueues once, and a follower that died starts where its
cursor stands.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat

from coach.models import Cursor
from coach.work import pending, queue
from coach.workflows import escalations, gates, red_flags, standing
from decisions import clock
from decisions.models import Athlete, Stream
from decisions.selectors import athletes, known

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.selectors.known import Known

logger = logging.getLogger(__name__)

EVIDENCE = (
    "training_sessions.completed",
    "training_sessions.set",
    "training_sessions.daily",
    "training_sessions.injury",
)
JUDGED_BY = (
    *EVIDENCE,
    "plans.plan",
    "plans.block",
    "plans.planned_day",
    "plans.rule",
    "plans.constraint",
    "plans.gate",
)
"""Surfaces that a prescription rests on: a change of any of them has it judged again."""

DONE = ("completed", "partial")
_said: dict[int, int] = {}
"""Per stream, the head at which it was logged that it cannot be followed."""

ANALYSED_DAYS = 28
"""Older sessions, such as ten imported years, are history: what rests on them is judged again, they are not."""


def behind() -> list[Stream]:
    """Streams of athletes who are there, with events that were not looked at yet."""
    followed = Cursor.objects.filter(position__gte=F("stream__head")).values("stream_id")
    names = Concat(Value("athlete:"), Cast("pk", CharField()))
    there = Athlete.objects.annotate(log=names).values("log")
    return list(
        Stream.objects.filter(name__in=there, head__gt=0).exclude(pk__in=followed).order_by("pk")
    )


def follow_all() -> int:
    """Follow every stream that is behind; one that fails is logged and never stops the others."""
    moved = 0
    for stream in behind():
        try:
            moved += follow(stream)
        except Exception:
            if _said.get(stream.pk) != stream.head:  # a worker looks twice a second
                _said[stream.pk] = stream.head
                logger.exception("%s could not be followed", stream.name)
    return moved


def follow(stream: Stream) -> int:
    """Look at everything beyond the cursor; gives how many events there were."""
    cursor, _ = Cursor.objects.get_or_create(stream=stream)
    events = known.events(stream, after=cursor.position)
    if not events:
        return 0
    athlete = athletes.of_stream(stream)
    evidence = [event for event in events if event.surface in EVIDENCE]
    if evidence:
        gates.derive(athlete, evidence)
    red_flags.watch(athlete, events)
    with transaction.atomic():
        _enqueue(athlete, events)
        Cursor.objects.filter(pk=cursor.pk, position=cursor.position).update(
            position=events[-1].position
        )
    return len(events)


def _enqueue(athlete: Athlete, events: Sequence[Known]) -> None:
    stream = athlete.stream
    oldest = clock.today(athlete.zone) - timedelta(days=ANALYSED_DAYS)
    analysed = {
        key: position
        for key, position in _analyses(stream, events).items()
        if key[:10] >= oldest.isoformat()
    }
    for session_key, position in analysed.items():
        queue.enqueue(
            stream=stream,
            kind="session_analysis",
            subject=session_key,
            occasion=f"{session_key}@{position}",
        )
    for event in events:
        _reviews(stream, event)
    if not analysed and _rejudge(events):
        position = events[-1].position
        for session_key in pending.to_judge(athlete):
            queue.enqueue(
                stream=stream,
                kind="next_prescription",
                subject=session_key,
                occasion=f"{session_key}@{position}",
            )


def _analyses(stream: Stream, events: Sequence[Known]) -> dict[str, int]:
    """Finished sessions that something was recorded about, with the newest position of it."""
    touched: dict[str, int] = {}
    for event in events:
        if event.surface in EVIDENCE and event.facts and event.facts.get("session_key"):
            touched[event.facts["session_key"]] = event.position
        elif event.surface == "training_sessions.set" and event.retracted:
            touched[event.key.split("#")[0]] = event.position
    done = {}
    for session_key, position in touched.items():
        state = known.now(stream, "training_sessions.completed", session_key)
        if state.facts is not None and state.facts["status"] in DONE:
            done[session_key] = position
    return done


def _rejudge(events: Sequence[Known]) -> bool:
    """Whether something came that a prescription may rest on: evidence, bounds, plan, an analysis."""
    for event in events:
        facts = event.facts or {}
        if event.surface in JUDGED_BY:
            return True
        if event.surface == "decisions.decision" and facts.get("workflow") == "session_analysis":
            return True
    return False


def _reviews(stream: Stream, event: Known) -> None:
    """Have the plan reviewed when somebody asks, a run escalates, or a proposal lost what it rests on."""
    name = _asks(stream, event)
    if name and not queue.pending(stream, "strategic_review"):
        queue.enqueue(stream=stream, kind="strategic_review", subject=name, occasion=name)


def _asks(stream: Stream, event: Known) -> str:
    """Name of the review that an event asks for, empty for none."""
    if event.surface == "decisions.request":
        return f"request:{event.key}"
    if event.surface == "decisions.decision":
        escalated = (event.facts or {}).get("outcome") == "ESCALATE_TO_STRATEGIC"
        asks = escalated and not escalations.asked_before(
            stream, event, lambda key: queue.asked(stream, f"decision:{key}")
        )
        return f"decision:{event.key}" if asks else ""
    if event.surface in EVIDENCE and event.supersedes is not None:
        shaken = standing.rests_on(stream, event.supersedes)
        return f"correction:{event.position}" if shaken else ""
    return ""
