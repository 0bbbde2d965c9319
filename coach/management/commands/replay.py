"""Replays decisions from the log: proves that what is recorded is what was known and ruled."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from coach.workflows import replay
from decisions.models import Stream

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Changes nothing."""

    help = (
        "Replay decisions from the log and the recorded replies. "
        "Exit 0 all the same (or judged by another gate version, which is listed), "
        "1 a mismatch, 2 no such decision."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """ID or --all, --json."""
        parser.add_argument("decision", nargs="?", default="", help="identity of a decision")
        parser.add_argument("--all", action="store_true", dest="everything")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *_: Any, **options: Any) -> None:
        """Replay and report."""
        only = options["decision"]
        if not only and not options["everything"]:
            raise CommandError("name a decision or give --all", returncode=2)
        found = [
            result
            for stream in Stream.objects.order_by("pk")
            for result in replay.stream(stream, only=only)
        ]
        if only and not found:
            raise CommandError(f"no decision {only}", returncode=2)
        counts = Counter(result.result for result in found)
        told = [r for r in found if r.result != "same"]
        if options["as_json"]:
            report = {
                "replayed": len(found),
                "results": dict(sorted(counts.items())),
                "told": [vars_of(r) for r in told],
            }
            self.stdout.write(json.dumps(report, ensure_ascii=False))
        else:
            for result in told:
                self.stdout.write(f"D-{result.number:04d} {result.result}: {result.what}")
            summary = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
            self.stdout.write(f"replayed {len(found)}: {summary or 'nothing'}")
        if counts["mismatch"]:
            raise CommandError(f"{counts['mismatch']} decisions do not match", returncode=1)


def vars_of(result: replay.Replayed) -> dict[str, Any]:
    """A result as JSON."""
    return {
        "decision": result.decision,
        "number": result.number,
        "result": result.result,
        "what": result.what,
    }
