"""Examine this installation and say what is wrong with it."""

from __future__ import annotations

from typing import Any

from decisions.management.reporting import Report, ReportingCommand
from decisions.services import health


class Command(ReportingCommand):
    """Triggers, log, rows, migrations, files, database settings, clock. Changes nothing."""

    help = __doc__
    codes = "0 nothing is bad (warnings allowed), 1 something is"
    requires_system_checks = ()  # they are one line of the table

    def report(self, options: dict[str, Any]) -> Report:  # noqa: ARG002 - it has none of its own
        """The table, and the worst of it as exit code."""
        findings = list(health.examine())
        bad = [finding.name for finding in findings if finding.state == health.BAD]
        facts = {
            "ok": not bad,
            "findings": [{"name": f.name, "state": f.state, "detail": f.detail} for f in findings],
        }
        width = max(len(finding.name) for finding in findings)
        lines = [f"{f.name:<{width}}  {f.state:<7}  {f.detail}" for f in findings]
        return Report(facts, lines, 1 if bad else 0, f"bad: {', '.join(bad)}")
