"""CSV bytes to rows of named cells. Strict: what does not fit the header is refused, not guessed.

Bounds: `sniff.MAX_BYTES` a file, `MAX_ROWS` rows, `MAX_COLUMNS` columns, 131,072 characters a cell.
Memory stays below about twelve times the size of the file.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sessions.files.sniff import check_size
from sessions.files.values import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_ROWS = 100_000
MAX_COLUMNS = 64


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: its number in the file and its cells by lower-case column name."""

    line: int
    cells: Mapping[str, str]

    def text(self, column: str) -> str:
        """A cell without surrounding space, empty when the file has no such column."""
        return self.cells.get(column, "").strip()

    def where(self, column: str) -> str:
        """The place of a cell, for people."""
        return f"line {self.line}, {column}"


@dataclass(frozen=True, slots=True)
class Table:
    """Column names in lower case, and the rows."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]

    def first_of(self, *columns: str) -> str | None:
        """The first of some columns that the file has."""
        return next((column for column in columns if column in self.header), None)


def read_table(data: bytes, *, required: frozenset[str]) -> Table:
    """All rows of a CSV file with a header; comma, semicolon or tab between cells.

    Args:
        data: UTF-8 (with or without mark) or UTF-16 with its mark.
        required: columns without which the file cannot be used.

    Raises:
        Unreadable: not text, no header, a missing or doubled column, a row of another length, a
            broken quote, or beyond the bounds above; says in which line.
    """
    check_size(data)
    text = _decoded(data)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    header: tuple[str, ...] = ()
    rows: list[Row] = []
    try:
        for cells in lines:
            if not any(cell.strip() for cell in cells):
                continue
            if not header:
                header = _header(cells, required)
                continue
            if len(cells) != len(header):
                message = f"The line has {len(cells)} cells, the header {len(header)}."
                raise Unreadable(f"line {lines.line_num}", message)
            if len(rows) == MAX_ROWS:
                raise Unreadable(f"line {lines.line_num}", f"There are more than {MAX_ROWS} rows.")
            rows.append(Row(lines.line_num, dict(zip(header, cells, strict=True))))
    except csv.Error as error:
        raise Unreadable(f"line {lines.line_num}", f"The line is broken ({error}).") from None
    return Table(header, tuple(rows))


def _decoded(data: bytes) -> str:
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        message = "The file is not UTF-8 text. Export it again, or save it as UTF-8."
        raise Unreadable(f"byte {error.start}", message) from None
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise Unreadable(f"line {line}", "The file holds a NUL character, which text never does.")
    return text


def _delimiter(text: str) -> str:
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(",;\t", key=first.count)


def _header(cells: list[str], required: frozenset[str]) -> tuple[str, ...]:
    names = tuple(cell.strip().lower() for cell in cells)
    if len(names) > MAX_COLUMNS:
        raise Unreadable("line 1", f"There are more than {MAX_COLUMNS} columns.")
    doubled = sorted({name for name in names if name and names.count(name) > 1})
    if doubled:
        raise Unreadable("line 1", f"The column “{doubled[0][:40]}” stands there twice.")
    missing = sorted(required.difference(names))
    if missing:
        raise Unreadable("line 1", f"The column “{missing[0]}” is missing.")
    return names
