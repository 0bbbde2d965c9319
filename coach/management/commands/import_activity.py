"""Imports training files for an athlete: the same service as the upload page."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from decisions.domain.errors import InvalidFacts, NotFound
from decisions.selectors import athletes
from sessions.domain import wording
from sessions.files.import_report import ImportReport
from sessions.files.sniff import MAX_BYTES
from sessions.files.values import Problem
from sessions.services import imports

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from decisions.models import Athlete
    from sessions.files.session_outcome import SessionOutcome

MARKS = {"comma": ",", "point": "."}


class Command(BaseCommand):
    """Writes only what is new; a question, a refusal or a possible duplicate writes nothing of itself."""

    help = (
        "Import FIT activities and Strong or Hevy exports. "
        "Exit 0 all fine, 1 something was refused, damaged or has a question, 2 wrong usage."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """FILE..., --athlete, and the answers to what files cannot say."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--athlete", required=True, help="login name")
        parser.add_argument("--unit", choices=["kg", "lb"], help="of loads without one in the file")
        parser.add_argument("--zone", help="where it was, for example Europe/Berlin")
        parser.add_argument("--decimal", choices=sorted(MARKS), help="mark in numbers like 1,234")
        parser.add_argument("--start", help="when a device had no date: 2026-11-30T18:00")
        parser.add_argument("--keep-both", action="store_true", help="look-alikes are two sessions")
        parser.add_argument("--restore", action="store_true", help="bring back what was taken out")
        parser.add_argument("--dry-run", action="store_true", help="write nothing")
        parser.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *_: Any, **options: Any) -> None:
        """Import each file and report."""
        try:
            athlete = athletes.named(options["athlete"])
            reports = [self._import(athlete, Path(name), options) for name in options["files"]]
        except NotFound as error:
            raise CommandError(str(error), returncode=2) from None
        except InvalidFacts as error:
            raise CommandError(f"--{error}", returncode=2) from None
        if options["as_json"]:
            answer = {"files": [report.as_json() for report in reports]}
            self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(line for report in reports for line in _lines(report)))
        unsettled = sum(not report.fine for report in reports)
        if unsettled:
            files = "file needs" if unsettled == 1 else "files need"
            raise CommandError(f"{unsettled} {files} attention", returncode=1)

    def _import(self, athlete: Athlete, path: Path, options: dict[str, Any]) -> ImportReport:
        answers = imports.Answers(
            unit=options["unit"],
            zone=options["zone"],
            decimal=MARKS.get(options["decimal"] or ""),
            started=_moment(options["start"]),
            keep_both=options["keep_both"],
            restore=options["restore"],
        )
        try:
            data = _content(path)
        except OSError as error:
            problem = Problem("file", f"It cannot be read ({error.strerror or 'no plain file'}).")
            return ImportReport(path.name, "unknown", "", "refused", (), (), (problem,))
        stream, zone = athlete.stream, athlete.zone
        if options["dry_run"]:
            return imports.preview(
                stream=stream, athlete_zone=zone, name=path.name, data=data, answers=answers
            )
        return imports.import_file(
            stream=stream,
            athlete_zone=zone,
            name=path.name,
            data=data,
            actor=f"user:{athlete.user_id}",
            answers=answers,
        )


def _content(path: Path) -> bytes:
    """The bytes of a plain file, one more than is allowed at most."""
    if path.exists() and not path.is_file():
        raise OSError
    with path.open("rb") as file:
        return file.read(MAX_BYTES + 1)


def _moment(text: str | None) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        raise InvalidFacts("start", "must look like 2026-11-30T18:00") from None


def _lines(report: ImportReport) -> list[str]:
    """A file and its sessions, one line each."""
    lines = [f"{report.file}: {report.status.replace('_', ' ')}"]
    lines += [f"  {_line(outcome)}" for outcome in report.sessions]
    lines += [f"  ? {question.message}" for question in report.questions]
    lines += [f"  ! {problem.where}: {problem.message}" for problem in report.errors]
    return lines


def _line(outcome: SessionOutcome) -> str:
    session = outcome.session
    day = outcome.local_date.isoformat() if outcome.local_date else "date unknown"
    length = wording.duration(session.duration_s) if session.duration_s else ""
    way = wording.distance(session.distance_m) if session.distance_m else ""
    volume = "" if session.volume_kg is None else f"{float(round(session.volume_kg, 1)):g} kg"
    sets = f"{len(session.sets)} sets" if session.sets else ""
    cells = (f"{day:<12}", f"{session.sport:<10}", f"{length:>12}", f"{way:>9}", f"{sets:>8}")
    row = " ".join((*cells, f"{volume:>10}", f" {outcome.status.replace('_', ' ')}"))
    return f"{row}: {outcome.because}" if outcome.because else row
