"""The shape of the kernel's commands: a report for people or as JSON, and an honest exit code.

Commands are thin: they call a service or selector and never write a table themselves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


@dataclass(frozen=True, slots=True)
class Report:
    """What a command found.

    Attributes:
        facts: what `--json` prints.
        lines: what people read.
        code: exit code; 0 means that all is well.
        said: one line for standard error when the code is not 0.
    """

    facts: dict[str, Any]
    lines: list[str] = field(default_factory=list)
    code: int = 0
    said: str = ""


class ReportingCommand(BaseCommand):
    """A command that reports. `codes` is shown at the end of `--help`."""

    codes = "0 ok"

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Django's parser with the exit codes below it."""
        return super().create_parser(
            prog_name, subcommand, epilog=f"exit codes: {self.codes}", **kwargs
        )

    def add_arguments(self, parser: CommandParser) -> None:
        """`--json`; subclasses add their own."""
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *_: Any, **options: Any) -> None:
        """Print the report and end with its code."""
        report = self.report(options)
        if options["json"]:
            self.stdout.write(json.dumps(report.facts, indent=2, ensure_ascii=False))
        else:
            for line in report.lines:
                self.stdout.write(line)
        if report.code:
            raise CommandError(report.said, returncode=report.code)

    def report(self, options: dict[str, Any]) -> Report:
        """Do the work."""
        raise NotImplementedError


def refused(message: str) -> CommandError:
    """Wrong usage: exit code 2."""
    return CommandError(message, returncode=2)
