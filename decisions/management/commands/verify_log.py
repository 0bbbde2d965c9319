"""Verify the event log; name the first bad stream and position."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decisions.management.reporting import Report, ReportingCommand, refused
from decisions.models import Stream
from decisions.services import verify
from decisions.services.snapshot import snapshot

if TYPE_CHECKING:
    from django.core.management.base import CommandParser

SHOWN = 20
"""Problems listed; the first one is what matters, a broken chain breaks everything after it."""


class Command(ReportingCommand):
    """Chain, positions, keyed digests, receipts and approvals of every stream."""

    help = __doc__
    codes = "0 the log holds, 1 it was tampered with, 2 it could not be verified"

    def add_arguments(self, parser: CommandParser) -> None:
        """Anchors and one stream."""
        super().add_arguments(parser)
        parser.add_argument("--stream", help="only the stream of this name")
        parser.add_argument("--anchor", metavar="FILE", help="compare with heads noted earlier")
        parser.add_argument(
            "--write-anchor", metavar="FILE", help="note the heads, when the log holds"
        )

    def report(self, options: dict[str, Any]) -> Report:
        """Verify, compare with the anchor, write a new one."""
        anchor = _read(options["anchor"]) if options["anchor"] else {}
        with snapshot():
            streams = _streams(options["stream"])
            heads = verify.heads()
            found: list[verify.Problem] = []
            for stream in streams:
                found += islice(verify.stream_problems(stream), SHOWN)
            found += verify.anchor_problems(anchor)
        if options["write_anchor"] and not found:
            _write(options["write_anchor"], heads)
        return _told(streams, heads, found)


def _told(
    streams: list[Stream], heads: dict[str, dict[str, Any]], found: list[verify.Problem]
) -> Report:
    problems = [{"stream": p.stream, "position": p.position, "what": p.what} for p in found]
    events = sum(heads[s.name]["position"] for s in streams if s.name in heads)
    facts = {"ok": not found, "streams": len(streams), "events": events, "heads": heads}
    facts["problems"] = problems
    if not found:
        return Report(facts, [f"{events} events in {len(streams)} streams: the log holds."])
    lines = [f"{p.stream} position {p.position}: {p.what}" for p in found[:SHOWN]]
    first = f"first bad: stream {found[0].stream}, position {found[0].position}: {found[0].what}"
    return Report(facts, lines, 1, first)


def _streams(name: str | None) -> list[Stream]:
    streams = Stream.objects.order_by("name")
    if name is None:
        return list(streams)
    found = list(streams.filter(name=name))
    if not found:
        raise refused(f"there is no stream {name!r}")
    return found


def _read(path: str) -> dict[str, dict[str, Any]]:
    try:
        anchor = json.loads(Path(path).read_text(encoding="utf-8"))
        return {
            str(name): {"position": int(head["position"]), "hash": str(head["hash"])}
            for name, head in anchor.items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise refused(f"the anchor {path} cannot be read: {error}") from error


def _write(path: str, heads: dict[str, dict[str, Any]]) -> None:
    try:
        Path(path).write_text(json.dumps(heads, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    except OSError as error:
        raise refused(f"the anchor {path} cannot be written: {error}") from error
