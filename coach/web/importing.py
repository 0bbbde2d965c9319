"""Files: a dry run first, then the import. Nothing is written before somebody says so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.shortcuts import redirect, render

from coach.web import access, staging, typed, wording
from coach.work import follow
from decisions import clock
from decisions.domain.errors import DecisionsError, InvalidFacts
from sessions.services import imports

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from django.http import HttpRequest, HttpResponse

    from decisions.models import Athlete
    from sessions.files.import_report import ImportReport
    from sessions.files.session_outcome import SessionOutcome

STATUS = {
    "new": ("new", "g-check"),
    "already": ("already there", "g-o-nochange"),
    "retracted": ("you took it back", "g-cross"),
    "possible_duplicate": ("looks like another", "g-unknown"),
    "question": ("needs an answer", "g-unknown"),
    "refused": ("cannot be read", "g-warn"),
    "partial": ("read in part", "g-warn"),
}
KINDS = {"fit": "FIT activity", "strong_csv": "Strong CSV", "hevy_csv": "Hevy CSV"}
ANSWERS = ("unit", "zone", "decimal", "started", "keep_both", "restore")


@dataclass(frozen=True, slots=True)
class Line:
    """One session of a file."""

    glyph: str
    status: str
    title: str
    when: str
    size: str
    because: str
    planned: bool
    key: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileView:
    """One file with what importing it would come to, or came to."""

    sha256: str
    name: str
    kind: str
    glyph: str
    status: str
    lines: tuple[Line, ...]
    errors: tuple[str, ...]
    fresh: int
    written: bool


@login_required
def import_file(request: HttpRequest) -> HttpResponse:
    """Choose files, see what they would do, answer what is asked, confirm."""
    athlete = access.athlete_of(request.user)
    person = athlete.pk
    if request.method != "POST":
        return render(request, "coach/import.html", {"typed": {}, "errors": {}})
    complaints = typed.Complaints({name: request.POST.get(name) for name in ANSWERS})
    act = request.POST.get("do", "")
    if act == "forget":
        staging.forget(person)
        messages.info(request, "Forgotten. Nothing was imported.")
        return redirect("import_file")
    try:
        staged = (
            staging.keep(person, request.FILES.getlist("file"))
            if act == "look"
            else staging.find(person, _named(request))
        )
        answers = _answers(request.POST)
        reports = [_report(request, athlete, file, answers, act=act) for file in staged]
    except InvalidFacts as error:
        complaints.note(error.field, error)
        context = {"typed": complaints.typed, "errors": complaints.errors}
        return render(request, "coach/import.html", context, status=422)
    except DecisionsError as error:
        complaints.errors["file"] = f"Nothing was imported: {error}."
        context = {"typed": complaints.typed, "errors": complaints.errors}
        return render(request, "coach/import.html", context, status=422)
    if act == "import" and all(
        report.status in ("new", "already", "partial") for report in reports
    ):
        staging.forget(person)
    context = _context(reports, complaints, athlete)
    return render(request, "coach/import_report.html", context)


def _report(
    request: HttpRequest,
    athlete: Athlete,
    file: staging.Staged,
    answers: imports.Answers,
    *,
    act: str,
) -> ImportReport:
    common: dict[str, Any] = {
        "stream": athlete.stream,
        "athlete_zone": athlete.zone,
        "name": file.name,
        "data": file.data,
        "answers": answers,
    }
    if act == "import":
        return imports.import_file(actor=f"user:{request.user.pk}", **common)
    return imports.preview(**common)


def _named(request: HttpRequest) -> list[tuple[str, str]]:
    return list(zip(request.POST.getlist("sha256"), request.POST.getlist("name"), strict=False))


def _answers(post: Mapping[str, str]) -> imports.Answers:
    started = post.get("started", "").strip()
    try:
        began = datetime.fromisoformat(started) if started else None
    except ValueError:
        raise InvalidFacts("started", "is a moment such as 2026-11-26T18:00") from None
    return imports.Answers(
        unit=post.get("unit") or None,
        zone=post.get("zone", "").strip() or None,
        decimal=post.get("decimal") or None,
        started=began,
        keep_both=post.get("keep_both") == "1",
        restore=post.get("restore") == "1",
    )


def _context(
    reports: Sequence[ImportReport], complaints: typed.Complaints, athlete: Athlete
) -> dict[str, Any]:
    files = [_file(report, athlete) for report in reports]
    questions = {question.asks: question for report in reports for question in report.questions}
    statuses = {line.status for file in files for line in file.lines}
    days = [
        outcome.local_date
        for report in reports
        for outcome in report.sessions
        if outcome.status == "new" and outcome.local_date is not None
    ]
    since = clock.today(athlete.zone) - timedelta(days=follow.ANALYSED_DAYS)
    return {
        "recent": sum(day >= since for day in days),
        "history": sum(day < since for day in days),
        "analysed_days": follow.ANALYSED_DAYS,
        "files": files,
        "questions": list(questions.values()),
        "fresh": sum(file.fresh for file in files),
        "written": any(file.written for file in files),
        "doubles": STATUS["possible_duplicate"][0] in statuses,
        "retracted": STATUS["retracted"][0] in statuses,
        "typed": complaints.typed,
        "errors": complaints.errors,
    }


def _file(report: ImportReport, athlete: Athlete) -> FileView:
    status, glyph = STATUS[report.status]
    asked = {question.asks for question in report.questions}
    return FileView(
        sha256=report.sha256,
        name=report.file,
        kind=KINDS.get(report.kind, report.kind.replace("_", " ")),
        glyph=glyph,
        status="imported" if report.written else status,
        lines=tuple(_line(outcome, athlete) for outcome in report.sessions),
        errors=tuple(f"{problem.where}: {problem.message}" for problem in report.errors),
        fresh=0 if asked else sum(outcome.status == "new" for outcome in report.sessions),
        written=report.written,
    )


def _line(outcome: SessionOutcome, athlete: Athlete) -> Line:
    session = outcome.session
    status, glyph = STATUS[outcome.status]
    sets = len(session.sets)
    size = [wording.plural(sets, "set")] if sets else []
    if session.distance_m is not None:
        size.append(wording.distance(session.distance_m, athlete.distance_unit))
    if session.duration_s is not None:
        size.append(wording.duration(session.duration_s))
    return Line(
        glyph=glyph,
        status=status,
        title=session.title or session.sport,
        when=wording.day_long(outcome.local_date) if outcome.local_date else "day unknown",
        size=", ".join(size),
        because=outcome.because,
        planned=outcome.planned,
        key=outcome.session_key or "",
        flags=tuple(flag.replace("_", " ") for flag in session.flags),
    )
