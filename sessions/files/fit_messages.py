"""The messages of one FIT file that matter to a session, as plain named values.

Uses fitdecode without unit or date processing, so that a clock without a date stays a number.
Native fields only: developer fields may carry the same names and never stand in for them. Bounds:
`MAX_FRAMES` messages and `MAX_FIELDS` values a file; memory does not grow with the records.
"""

from __future__ import annotations

import io
import math
import struct
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import fitdecode

from sessions.files.values import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sessions.files.fit_parts import Part

MAX_FRAMES = 400_000
MAX_FIELDS = 4_000_000
"""A day and a half of recording every second stays below both; worst case 15 s and 100 MB."""

MAX_KEPT = 5_000
"""Laps and sets that are kept of one file."""

MAX_SESSIONS = 50
"""Sessions of one file; no race has more."""

_KEPT = frozenset({"file_id", "session", "activity", "sport", "lap", "set"})
_BROKEN = (
    fitdecode.FitError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
    struct.error,
)
"""What fitdecode raises on bytes that are no FIT messages."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message: its name and its fields by name."""

    name: str
    fields: dict[str, Any]

    def integer(self, *names: str) -> int | None:
        """The first of some fields that holds a whole number."""
        for name in names:
            value = self.fields.get(name)
            if isinstance(value, int) and not isinstance(value, bool):
                return value
        return None

    def decimal(self, *names: str) -> Decimal | None:
        """The first of some fields that holds a finite number that is not negative."""
        for name in names:
            value = self.fields.get(name)
            if isinstance(value, int | float) and math.isfinite(value) and value >= 0:
                return Decimal(str(value))
        return None

    def word(self, name: str) -> str | None:
        """A field as text; numbers that the profile has no word for are None."""
        value = self.fields.get(name)
        return value if isinstance(value, str) and value else None

    def items(self, name: str) -> tuple[Any, ...]:
        """A field that may be a list of values."""
        value = self.fields.get(name)
        return value if isinstance(value, tuple) else (value,)


@dataclass(slots=True)
class Messages:
    """The kept messages of one file.

    Attributes:
        part: the file that they come from.
        kept: messages by name, in the order of the file.
        records: how many records were read.
        longitude: of the first position, in semicircles.
        problem: why reading stopped early, None when it did not.
    """

    part: Part
    kept: dict[str, list[Message]] = field(default_factory=dict)
    records: int = 0
    longitude: int | None = None
    problem: Problem | None = None

    def all(self, name: str) -> list[Message]:
        """All messages of a name."""
        return self.kept.get(name, [])

    def first(self, name: str) -> Message:
        """The first message of a name, an empty one when there is none."""
        return next(iter(self.all(name)), Message(name, {}))


def read_messages(part: Part) -> Messages:
    """Read one file as far as it goes; never raises, the place where it stops is in `problem`."""
    found = Messages(part)
    stream = io.BytesIO(part.data)
    reader = fitdecode.FitReader(
        stream,
        processor=None,
        check_crc=fitdecode.CrcCheck.DISABLED,
        error_handling=fitdecode.ErrorHandling.IGNORE,
    )
    try:
        _collect(reader, found)
    except _TooMuch as limit:
        found.problem = _stopped(part, stream, str(limit))
    except fitdecode.FitEOFError:
        found.problem = _stopped(part, stream, "The file ends inside a message.")
    except fitdecode.FitParseError as error:
        where = f"byte {part.offset + error.offset}"
        found.problem = Problem(where, "What stands here is not a FIT message.")
    except _BROKEN:
        found.problem = _stopped(part, stream, "What stands here is not a FIT message.")
    return found


class _TooMuch(Exception):
    """A file beyond the bounds."""


def _collect(reader: Any, found: Messages) -> None:
    kept = 0
    for frame in _bounded(reader):
        if frame.name == "record":
            found.records += 1
            if found.longitude is None:
                found.longitude = _longitude(frame)
        elif frame.name in _KEPT:
            kept += 1
            if kept > MAX_KEPT:
                raise _TooMuch(f"There are more than {MAX_KEPT} laps and sets.")
            messages = found.kept.setdefault(frame.name, [])
            if frame.name == "session" and len(messages) == MAX_SESSIONS:
                raise _TooMuch(f"There are more than {MAX_SESSIONS} sessions.")
            messages.append(Message(frame.name, _native(frame)))


def _bounded(reader: Any) -> Iterator[Any]:
    """Data messages, as long as messages and values stay within the bounds."""
    values = 0
    for count, frame in enumerate(reader):
        if count >= MAX_FRAMES:
            raise _TooMuch(f"There are more than {MAX_FRAMES} messages.")
        if frame.frame_type == fitdecode.FIT_FRAME_DATA:
            values += len(frame.fields)
            yield frame
        elif frame.frame_type == fitdecode.FIT_FRAME_DEFINITION:
            values += len(frame.field_defs) + len(frame.dev_field_defs)
        if values > MAX_FIELDS:
            raise _TooMuch(f"There are more than {MAX_FIELDS} values.")


def _longitude(frame: Any) -> int | None:
    for entry in frame.fields:
        if entry.name == "position_long" and isinstance(entry.raw_value, int):
            return entry.raw_value
    return None


def _native(frame: Any) -> dict[str, Any]:
    """Native fields that hold a value; the first of a name counts."""
    values: dict[str, Any] = {}
    for entry in frame.fields:
        if entry.raw_value is None or (entry.field_def is not None and entry.field_def.is_dev):
            continue
        name = entry.name
        if isinstance(name, str):
            values.setdefault(name, entry.value)
    return values


def _stopped(part: Part, stream: io.BytesIO, message: str) -> Problem:
    return Problem(f"byte {part.offset + stream.tell()}", message)
