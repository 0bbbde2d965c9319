"""The embedded worker: follows the log, does what is due, ticks the calendar. Needs no Redis."""

from __future__ import annotations

import logging
import signal
import threading
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from coach.tasks import run_work
from coach.work import follow, heartbeat, run, schedule

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from types import FrameType

logger = logging.getLogger(__name__)

TICK_S = 30.0
PAUSE_S = 5.0
"""After something went wrong that is not a row's own: a database that does not answer, a full disk."""


class Command(BaseCommand):
    """Any number of these may run; leases keep them out of each other's way."""

    help = "Do queued work and tick the schedule. --once does what is due and exits 0."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--once, --interval."""
        parser.add_argument("--once", action="store_true", help="do what is due, then exit")
        parser.add_argument("--interval", type=float, default=0.5, help="seconds between looks")

    def handle(self, *_: Any, **options: Any) -> None:
        """Run until a signal."""
        self.stop = threading.Event()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, self._end)
            signal.signal(signal.SIGINT, self._end)
        if options["once"]:
            schedule.tick()
            while self._look():
                continue
            return
        self.stdout.write("worker: ready")
        self.since = TICK_S
        while not self.stop.is_set():
            pause = self._turn(options["interval"])
            close_old_connections()
            self.stop.wait(pause)
            self.since += pause
        self.stdout.write("worker: stopped")

    def _turn(self, interval: float) -> float:
        """One look, and a tick when it is time; gives how many seconds to wait."""
        try:
            if self.since >= TICK_S:
                schedule.tick()
                heartbeat.beat()
                self.since = 0.0
            self._look()
        except Exception:
            logger.exception("the worker could not look; it tries again in %g s", PAUSE_S)
            return PAUSE_S
        return interval

    def _look(self) -> int:
        moved = follow.follow_all()
        ran = 0
        for work_id in run.due():
            if self.stop.is_set():
                break
            ran += run_work.apply(args=[work_id]).get() != "not claimed"
        return moved + ran

    def _end(self, _: int, __: FrameType | None) -> None:
        self.stop.set()
