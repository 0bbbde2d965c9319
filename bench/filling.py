"""Fills a log by the public door: sets of an athlete, corrected again and again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.contrib.auth.models import User

from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.domain.occasions import Occasion, Target
from decisions.models import Athlete, Stream
from decisions.selectors import known
from decisions.services import guard

SURFACE = "training_sessions.set"
START = datetime(2020, 1, 1, tzinfo=UTC)
DAYS = 1000
BATCH = 500


def athlete(name: str) -> Stream:
    """An athlete's log."""
    user = User.objects.create_user(name)
    return Athlete.objects.create(user=user, name=name).stream


def key(number: int, items: int) -> str:
    """Key of a set: its day first, as in real life."""
    return f"{day(number, items)}:bench#{number:06d}"


def day(number: int, items: int) -> date:
    """Days are filled evenly."""
    return START.date() + timedelta(days=number * DAYS // items)


def performed(number: int, items: int, reps: int) -> dict[str, Any]:
    """Facts of a set."""
    on = day(number, items).isoformat()
    return {
        "session_key": f"{on}:bench",
        "date": on,
        "exercise": "back_squat",
        "planned_item": "squat",
        "order": number % 20 + 1,
        "kind": "work",
        "load_g": 100_000 + number % 50 * 500,
        "reps": reps % 30 + 1,
        "rpe_x10": 80,
        "state": "done",
        "why": None,
        "entry_mode": "edited",
        "entered": "100 kg",
        "note": None,
    }


def occasion(stream: Stream, name: str) -> Occasion:
    """An athlete's own entry."""
    return Occasion(
        stream=stream.pk,
        mandate=MANDATES["athlete"],
        subject="bench",
        occasion=name,
        actor="run:bench",
    )


def fill(stream: Stream, *, items: int, events: int) -> None:
    """Write `events` events about `items` items, a minute per write."""
    fingerprints = dict.fromkeys(range(items), guard.ABSENT)
    batch = min(BATCH, items)
    for start in range(0, events, batch):
        numbers = [n % items for n in range(start, start + batch)]
        targets = [
            Target(
                surface=SURFACE,
                key=key(n, items),
                intended=performed(n, items, start // items),
                reviewed=fingerprints[n],
                evidence="observed",
                local_date=day(n, items),
                zone="UTC",
            )
            for n in numbers
        ]
        with clock.at(START + timedelta(minutes=start + batch)):
            guard.write(occasion(stream, f"batch {start}"), targets)
        low, high = key(numbers[0], items), key(numbers[-1], items) + "~"
        for item in known.known(stream, ranges=[known.Range(SURFACE, low, high)]):
            fingerprints[int(item.key[-6:])] = item.fingerprint
