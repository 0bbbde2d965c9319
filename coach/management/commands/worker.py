"""The embedded worker: follows the log, does what is due, ticks the calendar. Needs no Redis."""

from __future__ import annotations

import signal
import threading
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections

from coach.tasks import run_work
from coach.work import follow, heartbeat, queue, schedule

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from types import FrameType

TICK_S = 30.0


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
        since = TICK_S
        while not self.stop.is_set():
            if since >= TICK_S:
                schedule.tick()
                heartbeat.beat()
                since = 0.0
            self._look()
            close_old_connections()
            self.stop.wait(options["interval"])
            since += options["interval"]
        self.stdout.write("worker: stopped")

    def _look(self) -> int:
        moved = follow.follow_all()
        ran = 0
        for work_id in queue.due():
            if self.stop.is_set():
                break
            ran += run_work.apply(args=[work_id]).get() != "not claimed"
        return moved + ran

    def _end(self, _: int, __: FrameType | None) -> None:
        self.stop.set()
