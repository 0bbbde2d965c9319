"""Makes the demo data; a second run changes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from coach.demo import seed
from decisions.models import Athlete, Event

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Refuses to run unless DEMO=1: the logins are public."""

    help = "Make the demo athletes and their 26 weeks. Exit 0 made or already there, 1 not in demo mode."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--weeks, --json."""
        parser.add_argument("--weeks", type=int, default=seed.WEEKS, help="weeks to play")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *_: Any, **options: Any) -> None:
        """Make or find the data."""
        if not settings.DEMO:
            raise CommandError("demo data is made only while DEMO=1")
        if not 1 <= options["weeks"] <= seed.WEEKS:
            raise CommandError(f"--weeks: must lie between 1 and {seed.WEEKS}")
        quiet = options["as_json"]
        made = seed.seed(
            (lambda _: None) if quiet else (lambda line: self.stdout.write(f"  {line}")),
            weeks=options["weeks"],
        )
        counts = {
            "made": made,
            "events": Event.objects.count(),
            "athletes": Athlete.objects.count(),
        }
        if quiet:
            self.stdout.write(json.dumps(counts))
        else:
            word = "made" if made else "already there"
            self.stdout.write(f"demo data {word}: {counts['events']} events")
