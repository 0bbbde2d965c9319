"""Runs the strategic review now: the same function that the schedule runs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError

from coach.work import queue, run
from decisions import clock
from decisions.domain.errors import NotFound
from decisions.models import DecisionRecord
from decisions.selectors import athletes

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """A review records NO_CHANGE or MONITOR_ONLY with reasons, or files a proposal. It never writes structure."""

    help = "Review an athlete's programme now. Exit 0 recorded, 1 failed or waiting, 2 no such athlete."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """ATHLETE, --occasion, --json."""
        parser.add_argument("athlete", help="login name")
        parser.add_argument("--occasion", default="", help="repeat the same one to meet its record")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *_: Any, **options: Any) -> None:
        """Enqueue the review and do it here."""
        try:
            athlete = athletes.named(options["athlete"])
        except NotFound as error:
            raise CommandError(str(error), returncode=2) from None
        occasion = options["occasion"] or f"button {uuid4().hex}"
        subject = f"review {clock.today(athlete.zone).isoformat()}"
        work = queue.enqueue(
            stream=athlete.stream, kind="strategic_review", subject=subject, occasion=occasion
        )
        if work.state != "done":
            run.run(work.pk)
            work.refresh_from_db()
        if work.state != "done":
            raise CommandError(f"the review is {work.state}: {work.error}", returncode=1)
        record = (
            DecisionRecord.objects.filter(stream=athlete.stream, occasion=occasion)
            .order_by("-event_id")
            .first()
        )
        if record is None:
            raise CommandError("the review left no record", returncode=1)
        answer = {
            "decision": record.key,
            "number": record.number,
            "outcome": record.outcome,
            "summary": record.summary,
            "next_look": record.next_look.isoformat() if record.next_look else None,
        }
        if options["as_json"]:
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        else:
            self.stdout.write(f"D-{record.number:04d} {record.outcome}: {record.summary}")
