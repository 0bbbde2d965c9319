"""One FIT file's session messages to sessions. What was not measured stays unknown.

A device writes 0 for "no strap", "no meter" and "no sensor"; none of these becomes a value here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from sessions.files.fit_sets import read_sets
from sessions.files.values import ImportedLap, ImportedSession, whole
from sessions.files.wording import line

if TYPE_CHECKING:
    from collections.abc import Callable

    from sessions.files.fit_messages import Message, Messages

EPOCH = datetime(1989, 12, 31, tzinfo=UTC)
ABSOLUTE_FROM = 0x10000000
"""FIT times below this count seconds since the device was switched on: they have no date."""

_SEMICIRCLES = 2**31 // 180
_NO_SERIAL = frozenset({0, 2**31 - 1, 2**32 - 1})
_IMPLAUSIBLE_S = 16 * 3600
DURATION_MAX_S = 7 * 24 * 3600
DISTANCE_MAX_M = 2_000_000
POWER_MAX_W = 3000
CLIMB_MAX_M = 30_000
_HEART = range(25, 231)
_SPORTS = {
    "running": "run",
    "cycling": "ride",
    "e_biking": "ride",
    "swimming": "swim",
    "walking": "walk",
    "hiking": "hike",
    "rowing": "row",
    "transition": "transition",
}
_INDOOR = {
    "treadmill": "run",
    "indoor_cycling": "ride",
    "indoor_rowing": "row",
    "strength_training": "strength",
}
_TITLES = {"ride": "Ride", "run": "Run", "other": "Activity", "unknown": "Activity"}
_FASTEST_KMH = {"run": 26, "ride": 90, "swim": 8, "walk": 16, "hike": 16, "row": 24}
"""Mean speeds that nobody keeps for a whole session: above them the distance is implausible."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A session with the FIT seconds that its date may be asked for with.

    Attributes:
        start: FIT seconds of its start, with or without a date.
        end: FIT seconds of the end of the activity.
        local_end: the same moment on the display of the device.
    """

    session: ImportedSession
    start: int | None
    end: int | None
    local_end: int | None


def read_sessions(found: Messages, slug_for: Callable[[str], str | None]) -> list[Raw]:
    """All sessions of one FIT file.

    Args:
        found: its messages.
        slug_for: exercise name to slug of the catalogue.
    """
    summaries = found.all("session")
    return [_session(found, summaries, index, slug_for) for index in range(len(summaries))]


def _session(
    found: Messages, summaries: list[Message], index: int, slug_for: Callable[[str], str | None]
) -> Raw:
    summary, alone = summaries[index], len(summaries) == 1
    activity = found.first("activity")
    start = _start(summary)
    elapsed = _seconds(summary, "total_elapsed_time")
    moving = _seconds(summary, "total_timer_time")
    if moving is None and alone:
        moving = _seconds(activity, "total_timer_time")
    duration = moving if moving is not None else elapsed
    sets = read_sets(_of_session(found.all("set"), summaries, index), slug_for)
    sport = _sport(summary, has_sets=bool(sets))
    metres = _metres(summary)
    session = ImportedSession(
        sport=sport,
        session_type=None,
        start=_moment(start),
        start_evidence=_evidence(summary, start),
        offset_s=_offset(activity),
        duration_s=duration,
        elapsed_s=elapsed,
        distance_m=metres,
        avg_hr_bpm=summary.integer("avg_heart_rate") or None,
        avg_power_w=_capped(summary.integer("avg_power"), POWER_MAX_W) or None,
        climb_m=_capped(summary.integer("total_ascent"), CLIMB_MAX_M),
        laps=_laps(_of_session(found.all("lap"), summaries, index)),
        sets=sets,
        title=_title(found, summary, sport, alone=alone),
        note=None,
        device=_device(found.first("file_id")),
        flags=_flags(found, summary, sport, duration, metres),
        external_id=_external_id(found.first("file_id"), index),
        longitude=_longitude(found, summary),
    )
    return Raw(session, start, activity.integer("timestamp"), activity.integer("local_timestamp"))


def _start(summary: Message) -> int | None:
    """FIT seconds of the start; from the end where the file does not give it."""
    start = summary.integer("start_time")
    if start is not None:
        return start
    end, elapsed = summary.integer("timestamp"), _seconds(summary, "total_elapsed_time")
    return None if end is None or elapsed is None else max(0, end - elapsed)


def _evidence(summary: Message, start: int | None) -> str:
    if start is None or start < ABSOLUTE_FROM:
        return "unknown"
    return "observed" if summary.integer("start_time") is not None else "derived"


def _moment(seconds: int | None) -> datetime | None:
    if seconds is None or seconds < ABSOLUTE_FROM:
        return None
    return EPOCH + timedelta(seconds=seconds)


def _offset(activity: Message) -> int | None:
    """Display time minus UTC in seconds, as it stands there; None where one of them has no date."""
    local, utc = activity.integer("local_timestamp"), activity.integer("timestamp")
    if local is None or utc is None or utc < ABSOLUTE_FROM:
        return None
    return local - utc


def _seconds(message: Message, name: str) -> int | None:
    value = message.decimal(name)
    return _capped(whole(value), DURATION_MAX_S) or None if value is not None else None


def _metres(message: Message) -> int | None:
    value = message.decimal("total_distance")
    return _capped(whole(value), DISTANCE_MAX_M) or None if value is not None else None


def _capped(value: int | None, highest: int) -> int | None:
    """A value that can be one; what is beyond all bounds is unknown."""
    return value if value is not None and 0 <= value <= highest else None


def _sport(summary: Message, *, has_sets: bool) -> str:
    sport = summary.fields.get("sport")
    sub_sport = summary.word("sub_sport") or ""
    known = _SPORTS.get(sport) if isinstance(sport, str) else None
    if known:
        return known
    if sub_sport in _INDOOR or has_sets:
        return _INDOOR.get(sub_sport, "strength")
    return "unknown" if sport in (None, "generic") else "other"


def _of_session(messages: list[Message], summaries: list[Message], index: int) -> list[Message]:
    """Laps or sets of one session: all where it is the only one, else those that begin in it."""
    if len(summaries) == 1:
        return messages
    starts = [_start(summary) or 0 for summary in summaries]

    def owner(message: Message) -> int:
        begun = [i for i, at in enumerate(starts) if at <= (message.integer("start_time") or 0)]
        return max(begun, key=lambda i: (starts[i], i), default=-1)

    return [message for message in messages if owner(message) == index]


def _laps(messages: list[Message]) -> tuple[ImportedLap, ...]:
    return tuple(
        ImportedLap(
            start=_moment(m.integer("start_time")),
            duration_s=_seconds(m, "total_timer_time") or _seconds(m, "total_elapsed_time"),
            distance_m=_metres(m),
            avg_hr_bpm=m.integer("avg_heart_rate") or None,
            avg_power_w=m.integer("avg_power") or None,
        )
        for m in messages
    )


def _title(found: Messages, summary: Message, sport: str, *, alone: bool) -> str:
    own = summary.word("sport_profile_name")
    if own is None and alone:
        own = found.first("sport").word("name")
    return line(own or "") or _TITLES.get(sport, sport.capitalize())


def _device(file_id: Message) -> str | None:
    words = (file_id.word("manufacturer"), file_id.word("garmin_product"))
    return line(" ".join(w.replace("_", " ") for w in words if w)) or None


def _external_id(file_id: Message, index: int) -> str | None:
    """Identity by device, serial number and clock; None when one of them is missing."""
    maker, serial = file_id.word("manufacturer"), file_id.integer("serial_number")
    made = file_id.integer("time_created")
    if maker is None or serial is None or serial in _NO_SERIAL or made is None:
        return None
    return f"fit:{maker}:{serial}:{made}:{index}" if made >= ABSOLUTE_FROM else None


def _longitude(found: Messages, summary: Message) -> int | None:
    """Whole degrees east of the first position; a virtual ride has none, and 0 is no fix."""
    if summary.word("sub_sport") == "virtual_activity":
        return None
    position = summary.integer("start_position_long")
    if position is None:
        position = found.longitude
    return round(position / _SEMICIRCLES) if position else None


def _flags(
    found: Messages, summary: Message, sport: str, duration: int | None, metres: int | None
) -> tuple[str, ...]:
    flags = []
    if found.part.damage == "changed":
        flags.append("partial_record")
    elif found.part.damage or found.problem:
        flags.append("partial_streams")
    heart = summary.integer("avg_heart_rate")
    if (
        (heart and heart not in _HEART)
        or (duration is not None and duration > _IMPLAUSIBLE_S)
        or _too_fast(sport, duration, metres)
    ):
        flags.append("implausible")
    return tuple(flags)


def _too_fast(sport: str, duration: int | None, metres: int | None) -> bool:
    if not duration or not metres or sport not in _FASTEST_KMH:
        return False
    return metres * 36 > _FASTEST_KMH[sport] * duration * 10
