"""The measurements on one database with one number of items."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from django.core.management import call_command
from django.db import connection

from bench import filling, writing
from bench.timing import seconds, times
from decisions.selectors import known
from decisions.services import rebuild, verify
from decisions.services.snapshot import snapshot
from decisions.triggers import upkeep
from sessions.models import PerformedSet

if TYPE_CHECKING:
    from datetime import datetime

    from decisions.models import Stream

WEEKS_OF_A_WORKFLOW = 4
TABLE = "training_sessions_performedset"


def measure(*, items: int, events: int, runs: int) -> dict[str, Any]:
    """Fill a fresh database and measure everything on it.

    Args:
        items: distinct items of the log.
        events: its length.
        runs: repetitions of the fast measurements.
    """
    call_command("migrate", verbosity=0)
    stream = filling.athlete("bench")
    took = seconds(partial(filling.fill, stream, items=items, events=events))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
    return {
        "fill_ms_per_event": took / events * 1000,
        **_reading(stream, items, max(runs // 4, 10)),
        **_rebuilding(stream, events),
        **writing.measure(stream, items, runs),
    }


def _reading(stream: Stream, items: int, runs: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    head = known.head(stream)
    part = _workflow(items)
    for percent in (10, 50, 100):
        up_to = head * percent // 100
        whole = partial(known.known, stream, up_to=up_to)
        found[f"as_of_{percent}"] = times(whole, runs)
        found[f"range_{percent}"] = times(partial(whole, ranges=part), runs)
        then = filling.START + timedelta(minutes=up_to - 1)
        found[f"simple_history_{percent}"] = times(partial(_simple_history, then), 3, warm=0)
    found["items_in_range"] = len(known.known(stream, ranges=part))
    return found


def _simple_history(then: datetime) -> list[Any]:
    return list(PerformedSet.history.as_of(then))


def _workflow(items: int) -> list[known.Range]:
    """The newest weeks, and a few whole surfaces that are usually small."""
    low = filling.day(items - 1, items) - timedelta(weeks=WEEKS_OF_A_WORKFLOW)
    small = ("plans.gate", "plans.constraint", "training_sessions.injury")
    return [known.Range(filling.SURFACE, low.isoformat()), *(known.Range(s) for s in small)]


def _rebuilding(stream: Stream, events: int) -> dict[str, Any]:
    stream.refresh_from_db()
    found: dict[str, Any] = {
        "verify_per_second": events / seconds(partial(_verify, stream)),
        "check_s": min(seconds(_check) for _ in range(3)),
        "repair_idle_s": seconds(rebuild.repair),
    }
    before = list(PerformedSet.objects.order_by("pk").values_list())
    _empty()
    found["rebuild_s"] = seconds(rebuild.repair)
    assert list(PerformedSet.objects.order_by("pk").values_list()) == before, "not identical"
    return found


def _verify(stream: Stream) -> None:
    with snapshot():
        _none(list(verify.stream_problems(stream)))


def _check() -> None:
    with snapshot():
        _none([difference for difference in rebuild.check() if not difference.clean])


def _none(problems: list[Any]) -> None:
    assert problems == [], problems[:3]


def _empty() -> None:
    """Lose every row, as after a disaster; the triggers are back before the rebuild."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            upkeep.drop()
            cursor.execute(f"DELETE FROM {TABLE}")  # noqa: S608
        else:
            cursor.execute(f"ALTER TABLE {TABLE} DISABLE TRIGGER ALL")
            cursor.execute(f"DELETE FROM {TABLE}")  # noqa: S608
            cursor.execute(f"ALTER TABLE {TABLE} ENABLE TRIGGER ALL")
    upkeep.create()
