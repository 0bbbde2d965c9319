"""The door of this package: any bytes in, one report out. Never raises for what a file holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sessions.files.fit import read_fit
from sessions.files.hevy import read_hevy
from sessions.files.sniff import check_size, refusal, sniff
from sessions.files.strong import read_strong
from sessions.files.values import FileReport, Problem, Unreadable
from sessions.files.wording import line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from zoneinfo import ZoneInfo


def read(
    data: bytes,
    *,
    name: str,
    zone: ZoneInfo,
    catalogue: Mapping[str, str],
    unit: str | None = None,
    decimal: str | None = None,
    started: datetime | None = None,
) -> FileReport:
    """Read a training file of any kind.

    Args:
        data: the file; at most `sniff.MAX_BYTES`.
        name: its name, only for the report: the kind is told by the content.
        zone: where its local times were lived.
        catalogue: name of every known exercise by slug, the athlete's own ones included.
        unit: `kg` or `lb` for loads whose unit is not in the file.
        decimal: `.` or `,` for numbers that can be read in two ways.
        started: aware start of a session whose device had no date.
    """
    label = line(name, 200) or "file"
    kind = "unknown"
    try:
        check_size(data)
        kind = sniff(data)
        if kind == "fit":
            return read_fit(data, name=label, catalogue=catalogue, started=started)
        if kind in {"strong_csv", "hevy_csv"}:
            log = read_strong if kind == "strong_csv" else read_hevy
            return log(data, name=label, zone=zone, unit=unit, decimal=decimal, catalogue=catalogue)
    except Unreadable as problem:
        return FileReport(label, kind, "refused", errors=(Problem(problem.where, problem.message),))
    return FileReport(label, kind, "refused", errors=(Problem("file", refusal(kind)),))
