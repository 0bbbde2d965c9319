"""Rows of a strength log to sessions: what Strong and Hevy have in common.

A workout whose cells cannot all be read is left out whole; the others stand (`partial`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

from sessions.domain.numbers import LOAD_MAX_G, MILE_IN_M, REPS_MAX
from sessions.files import decimal_marks, measures
from sessions.files.exercise_names import sport_for
from sessions.files.values import (
    FileReport,
    ImportedSession,
    Problem,
    Question,
    Unreadable,
    whole,
)
from sessions.files.wording import joined, line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sessions.files.tables import Row

MAX_PROBLEMS = 20
IMPLAUSIBLE_S = 16 * 3600
_METRES = {
    "m": Decimal(1),
    "meters": Decimal(1),
    "km": Decimal(1000),
    "mi": MILE_IN_M,
    "miles": MILE_IN_M,
}


@dataclass(slots=True)
class Reading:
    """How one file is read: answers of the person, and what went wrong on the way.

    Attributes:
        unit: `kg` or `lb` for loads without a unit of their own; None when nobody has said.
        mark: the decimal mark of the file.
        slug_for: exercise name to slug.
        unit_used: the unit that loads were read with.
        unit_missing: a load stood there and nobody has said its unit.
    """

    unit: str | None
    mark: str
    slug_for: Callable[[str], str | None]
    unit_used: str | None = None
    unit_missing: bool = False
    problems: list[Problem] = field(default_factory=list)

    def load(self, row: Row, column: str, unit: str | None) -> tuple[Decimal | None, str | None]:
        """Exact grams and the text as entered; (None, None) when blank or without a unit."""
        text = row.text(column)
        if not text:
            return None, None
        value = self.number(row, column)
        unit = unit or self.unit
        if unit is None:
            self.unit_missing = self.unit_missing or value != 0
            return None, None
        grams = measures.grams(value, unit)
        if grams > LOAD_MAX_G:
            raise Unreadable(row.where(column), f"{text} {unit} is more than anybody lifts.")
        self.unit_used = unit
        return grams, f"{text} {unit}"

    def number(self, row: Row, column: str) -> Decimal:
        """A cell as a number; blank counts as zero."""
        text = row.text(column)
        try:
            return measures.number(text, self.mark) if text else Decimal(0)
        except ValueError as error:
            raise Unreadable(row.where(column), f"{error}.") from None

    def reps(self, row: Row, column: str) -> int | None:
        """Whole repetitions such as `13` or `13.0`, None when blank."""
        if not row.text(column):
            return None
        value = self.number(row, column)
        if value != value.to_integral_value() or value > REPS_MAX:
            message = f"“{row.text(column)[:40]}” is not a number of repetitions."
            raise Unreadable(row.where(column), message)
        return int(value)

    def rpe_x10(self, row: Row, column: str) -> int | None:
        """RPE in tenths, None when blank or 0."""
        value = self.number(row, column) * 10
        if value == 0:
            return None
        if not 10 <= value <= 100:
            message = f"“{row.text(column)[:40]}” is not an RPE from 1 to 10."
            raise Unreadable(row.where(column), message)
        return whole(value)


def start_reading(
    rows: Iterable[Row],
    columns: Iterable[str],
    *,
    unit: str | None,
    decimal: str | None,
    slug_for: Callable[[str], str | None],
) -> Reading:
    """A reading with the decimal mark that the columns use.

    Raises:
        Ambiguous: the numbers can be read in two ways and nobody has said which.
    """
    names = tuple(columns)
    texts = (row.text(name) for row in rows for name in names)
    return Reading(unit, decimal or decimal_marks.decimal_mark(texts), slug_for)


def grouped(rows: Iterable[Row], key: Callable[[Row], str]) -> list[list[Row]]:
    """Rows that belong together, in the order of the file."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return list(groups.values())


def built(
    groups: Iterable[list[Row]],
    build: Callable[[list[Row]], ImportedSession | None],
    reading: Reading,
) -> tuple[ImportedSession, ...]:
    """Sessions of groups of rows, oldest first; a group that cannot be read becomes a problem."""
    sessions: list[ImportedSession] = []
    for rows in groups:
        try:
            session = build(rows)
            session = by_sport(session) if session else None
        except Unreadable as problem:
            reading.problems.append(Problem(problem.where, problem.message))
        else:
            if session is not None:
                sessions.append(session)
    sessions.sort(key=lambda s: s.start or datetime.min.replace(tzinfo=UTC))
    return tuple(_told_apart(sessions))


def _told_apart(sessions: list[ImportedSession]) -> Iterator[ImportedSession]:
    """Sessions with an external id each, also where two began in the same minute."""
    seen: Counter[str] = Counter()
    for session in sessions:
        own = session.external_id or ""
        seen[own] += 1
        again = seen[own] > 1
        yield replace(session, external_id=f"{own}#{seen[own]}") if again else session


def by_sport(session: ImportedSession) -> ImportedSession:
    """A workout of nothing but running, or another endurance sport, as a session of that sport."""
    sports = {sport_for(s.exercise_name) for s in session.sets}
    sport = sports.pop() if len(sports) == 1 else None
    if sport is None or any(s.reps or s.load for s in session.sets):
        return session
    metres = sum(s.distance_m or 0 for s in session.sets) or None
    note = joined(session.note or "", *(s.note or "" for s in session.sets))
    return replace(session, sport=sport, sets=(), distance_m=metres, note=note)


def long_flags(duration_s: int | None) -> tuple[str, ...]:
    """The flag of a workout that somebody forgot to end."""
    return ("implausible",) if duration_s is not None and duration_s > IMPLAUSIBLE_S else ()


def report(
    name: str, kind: str, sessions: tuple[ImportedSession, ...], reading: Reading
) -> FileReport:
    """The report of a log that was read to its end."""
    problems = reading.problems[:MAX_PROBLEMS]
    if len(reading.problems) > MAX_PROBLEMS:
        more = len(reading.problems) - MAX_PROBLEMS
        problems.append(Problem("file", f"{more} more workouts have cells that cannot be read."))
    questions = (_unit_question(),) if reading.unit_missing else ()
    if not sessions and not problems:
        problems = [Problem("file", "There is no finished workout in the file.")]
    status = "new"
    if not sessions:
        status, questions = "refused", ()
    elif questions:
        status = "question"
    elif problems:
        status = "partial"
    return FileReport(name, kind, status, sessions, questions, tuple(problems), reading.unit_used)


def ambiguous(name: str, kind: str, number: str) -> FileReport:
    """The report of a log whose decimal mark only the person knows."""
    question = Question(
        "decimal",
        f"Is the comma in {line(number, 20)} a decimal mark, or does it group thousands?",
        ("comma", "point"),
    )
    return FileReport(name, kind, "question", questions=(question,))


def note_distance(row: Row, column: str, unit: str | None) -> tuple[int | None, str]:
    """Metres and a note of a distance; only a note when the file does not say its unit."""
    text = row.text(column)
    try:
        value = measures.number(text, "," if "," in text else ".") if text else Decimal(0)
    except ValueError as error:
        raise Unreadable(row.where(column), f"{error}.") from None
    if value == 0:
        return None, ""
    if unit is None or unit.lower() not in _METRES:
        return None, f"distance {line(text, 20)} (unit not in the file)"
    metres = whole(value * _METRES[unit.lower()])
    return metres, f"{line(text, 20)} {unit.lower()}"


def _unit_question() -> Question:
    message = "The file does not say in which unit its weights are. Kilograms or pounds?"
    return Question("unit", message, ("kg", "lb"))
