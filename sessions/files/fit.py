"""FIT activity files to sessions: one per session message, multisport and chained files included.

The summary messages are believed, the records are not added up. What a device writes for "not
measured" (0 bpm, 0 W, 0 m, weight 0) is unknown. A clock without a date is a question, never 1990.
Bounds: `sniff.MAX_BYTES`, `fit_parts.MAX_PARTS`, and those of `fit_messages`.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sessions.files.exercise_names import resolver
from sessions.files.fit_messages import Messages, read_messages
from sessions.files.fit_parts import split
from sessions.files.fit_sessions import ABSOLUTE_FROM, EPOCH, Raw, read_sessions
from sessions.files.sniff import check_size
from sessions.files.values import FileReport, ImportedSession, Problem, Question

if TYPE_CHECKING:
    from collections.abc import Mapping

KIND = "fit"


def read_fit(
    data: bytes, *, name: str, catalogue: Mapping[str, str], started: datetime | None = None
) -> FileReport:
    """Sessions of a FIT file.

    Args:
        data: the file.
        name: its name, for the report.
        catalogue: name of every known exercise by slug.
        started: aware start of the first session without a date, when the person has said.

    Raises:
        Unreadable: the file is too large.
    """
    check_size(data)
    parts, structural = split(data)
    found = [read_messages(part) for part in parts]
    told = {problem.where for problem in structural}
    stops = [m.problem for m in found if m.problem and m.problem.where not in told]
    problems = (*stops, *structural)
    slug_for = resolver(catalogue)
    raw = [r for m in found if _holds_activity(m) for r in read_sessions(m, slug_for)]
    if not raw:
        return FileReport(name, KIND, "refused", errors=_why_none(found, problems))
    sessions, questions = _dated(_once(raw), started)
    status = "question" if questions else "partial" if problems else "new"
    return FileReport(name, KIND, status, sessions, questions, problems)


def _holds_activity(found: Messages) -> bool:
    return found.first("file_id").word("type") in {None, "activity"}


def _why_none(found: list[Messages], problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    kinds = [m.first("file_id").word("type") for m in found]
    other = next((kind for kind in kinds if kind and kind != "activity"), None)
    if other:
        words = other.removesuffix("_b").replace("_", " ")
        message = f"This FIT file holds {words} data, not an activity. There is nothing to import."
        return (Problem("file", message), *problems)
    message = "There is no session summary in the file, so it cannot be imported as an activity."
    return (*problems, Problem("file", message))


def _once(raw: list[Raw]) -> list[Raw]:
    """Sessions without exact repetitions, which chained copies of a file bring."""
    seen: set[tuple[object, ...]] = set()
    kept = []
    for entry in raw:
        session = entry.session
        identity = (session.sport, entry.start, session.elapsed_s, session.distance_m)
        if entry.start is None or identity not in seen:
            kept.append(entry)
        seen.add(identity)
    return kept


def _dated(
    raw: list[Raw], started: datetime | None
) -> tuple[tuple[ImportedSession, ...], tuple[Question, ...]]:
    """Sessions with their start where it is known, and the question where it is not."""
    undated = [r for r in raw if r.session.start is None]
    if not undated:
        return tuple(r.session for r in raw), ()
    if started is None:
        return tuple(r.session for r in raw), (_when(undated[0]),)
    first = undated[0].start
    dated = []
    for entry in raw:
        session = entry.session
        if session.start is None:
            later = (entry.start or 0) - (first or 0) if entry.start and first else 0
            start = started.astimezone(UTC) + timedelta(seconds=later)
            session = replace(session, start=start, start_evidence="user_reported")
        dated.append(session)
    return tuple(dated), ()


def _when(entry: Raw) -> Question:
    suggestion = None
    if entry.local_end and entry.end and entry.start and entry.local_end >= ABSOLUTE_FROM:
        local = EPOCH + timedelta(seconds=entry.local_end - max(0, entry.end - entry.start))
        suggestion = local.strftime("%Y-%m-%dT%H:%M:%S")
    message = "The clock of the device had no date. When did this session start (local time)?"
    if suggestion:
        message += f" Its display suggests {suggestion.replace('T', ' ')}."
    return Question("start", message, suggestion=suggestion)
