"""Tell what the system knew about an athlete at a moment."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from decisions import clock, registry
from decisions.domain.errors import NotFound
from decisions.management.reporting import Report, ReportingCommand, refused
from decisions.selectors import athletes, known

if TYPE_CHECKING:
    from django.core.management.base import CommandParser

    from decisions.models import Stream


class Command(ReportingCommand):
    """Transaction time: what had been recorded by then, not what was true then."""

    help = __doc__
    codes = "0 answered, 2 no such athlete, or a time without a zone or not past yet"

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose, when, and of what."""
        super().add_arguments(parser)
        parser.add_argument("athlete", help="login name")
        parser.add_argument("time", help="with a zone: 2026-11-30T18:00:00+01:00")
        parser.add_argument("--surface", help="only this surface")

    def report(self, options: dict[str, Any]) -> Report:
        """Read as of one position."""
        instant = _instant(options["time"])
        stream = _stream(options["athlete"])
        position = known.position_at(stream, instant)
        items = known.known(stream, ranges=_ranges(options["surface"]), up_to=position)
        facts = {
            "athlete": options["athlete"],
            "at": instant.isoformat(),
            "position": position,
            "items": [_facts(item) for item in items],
        }
        lines = [_line(item) for item in items]
        return Report(facts, [f"{len(items)} items known at position {position}", *lines])


def _instant(text: str) -> datetime:
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        raise refused(f"time: {text!r} is not a moment such as 2026-11-30T18:00:00Z") from None
    if instant.tzinfo is None:
        raise refused(f"time: {text!r} needs a zone, for example {text}Z")
    if instant > clock.now():
        raise refused(f"time: {text} has not passed yet")
    return instant


def _stream(username: str) -> Stream:
    try:
        return athletes.named(username).stream
    except NotFound as error:
        raise refused(str(error)) from error


def _ranges(surface: str | None) -> list[known.Range] | None:
    if surface is None:
        return None
    try:
        registry.get(surface)
    except LookupError as error:
        raise refused(str(error)) from error
    return [known.Range(surface)]


def _facts(item: known.Known) -> dict[str, Any]:
    return {
        "surface": item.surface,
        "key": item.key,
        "position": item.position,
        "evidence": item.evidence,
        "recorded_at": item.recorded_at.isoformat(),
        "occurred_at": item.occurred_at.isoformat(),
        "local_date": item.local_date.isoformat() if item.local_date else None,
        "redacted": item.facts is None,
        "facts": item.facts,
    }


def _line(item: known.Known) -> str:
    said = "redacted"
    if item.facts is not None:
        said = registry.get(item.surface).sentence(item.facts)
    return f"{item.position:>6}  {item.surface} {item.key}  [{item.evidence}]  {said}"
