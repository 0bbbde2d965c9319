"""Since when the dose of each planned item has been what it is, where its day was edited since.

An edit of a day restates the doses that it changes and no other: what an item has earned under its
dose stays. Reads the log; the answer becomes part of the manifest.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from decisions.selectors import known

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from decisions.models import Stream
    from decisions.selectors.known import Known

DAY = "plans.planned_day"
VERSIONS = 1_000
"""How many of the newest versions of planned days are looked through."""

DOSE = ("exercise", "load_g", "reps_low", "reps_high")
"""What a progression rule starts from; sets, effort and rest may change beside it."""


def standing(stream: Stream, up_to: int) -> list[dict[str, Any]]:
    """Items whose dose is older than the newest version of their day, as of a position.

    Returns:
        Entries {day, item, position, date}: the version since which the dose stands.
    """
    versions: dict[str, list[Known]] = defaultdict(list)
    for version in reversed(known.latest(stream, DAY, limit=VERSIONS, up_to=up_to)):
        versions[version.key].append(version)
    return [entry for _, day in sorted(versions.items()) for entry in _of_day(day)]


def _of_day(versions: Sequence[Known]) -> Iterator[dict[str, Any]]:
    newest = versions[-1]
    for item in (newest.facts or {}).get("items", ()):
        since = newest
        for version in reversed(versions[:-1]):
            if not _dosed_alike(item, version):
                break
            since = version
        if "exercise" in item and since is not newest:
            yield {
                "day": newest.key,
                "item": item["id"],
                "position": since.position,
                "date": since.recorded_at.date().isoformat(),
            }


def _dosed_alike(item: dict[str, Any], version: Known) -> bool:
    for before in (version.facts or {}).get("items", ()):
        if before["id"] == item["id"]:
            return all(before.get(name) == item.get(name) for name in DOSE)
    return False
