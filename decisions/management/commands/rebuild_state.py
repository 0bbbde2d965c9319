"""Bring the rows to what the log says, or compare them with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions.management.reporting import Report, ReportingCommand
from decisions.services import rebuild
from decisions.services.snapshot import snapshot

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(ReportingCommand):
    """Rows are a projection: the log can always make them again, with the same ids."""

    help = __doc__
    codes = "0 rows and log agree, 1 they differ"

    def add_arguments(self, parser: CommandParser) -> None:
        """`--check`."""
        super().add_arguments(parser)
        parser.add_argument("--check", action="store_true", help="compare only, write nothing")

    def report(self, options: dict[str, Any]) -> Report:
        """Compare; without `--check` repair first and say what had to be done."""
        done: list[rebuild.Difference] = [] if options["check"] else rebuild.repair()
        with snapshot():
            left = rebuild.check()
            linked = rebuild.basis_agrees()
        told = left if options["check"] else done
        clean = linked and all(difference.clean for difference in left)
        facts = {
            "ok": clean,
            "wrote": not options["check"],
            "links": linked,
            "surfaces": [_facts(difference) for difference in told],
        }
        items = sum(difference.items for difference in left)
        lines = [_line(difference) for difference in told if not difference.clean]
        if not linked:
            lines.append("the index of what rests on what differs from the events")
        if clean:
            return Report(facts, [*lines, f"{items} items: rows and log agree."])
        return Report(facts, lines, 1, "rows and log differ")


def _facts(difference: rebuild.Difference) -> dict[str, Any]:
    return {
        "surface": difference.surface,
        "items": difference.items,
        "missing": sorted(difference.missing),
        "surplus": sorted(difference.surplus),
        "different": sorted(difference.different),
    }


def _line(difference: rebuild.Difference) -> str:
    return (
        f"{difference.surface}: {len(difference.missing)} missing, "
        f"{len(difference.surplus)} surplus, {len(difference.different)} different"
    )
