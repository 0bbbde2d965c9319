"""One act of the logging page and what came of it, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coach.web import conflict, typed
    from coach.web.loading import Loaded
    from decisions.models import Athlete


@dataclass(frozen=True, slots=True)
class Doing:
    """One act: who, on which session, what was sent."""

    athlete: Athlete
    loaded: Loaded
    actor: str
    post: Mapping[str, str]
    complaints: typed.Complaints

    @property
    def common(self) -> dict[str, Any]:
        """What every service is given."""
        return {"stream": self.loaded.stream, "actor": self.actor}

    @property
    def session(self) -> dict[str, Any]:
        """What services about this session are given."""
        return self.common | {"session_key": self.loaded.key, "zone": self.athlete.zone}

    def item(self, name: str) -> Mapping[str, Any] | None:
        """An item of the prescription that is followed, None where it has none of that id."""
        version = self.loaded.prescription
        given = (version.facts or {}) if version is not None else {}
        return next((i for i in given.get("items", ()) if i["id"] == name), None)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of an act.

    Attributes:
        said: for the live region, for example "Set 2 saved".
        client_id: the set that was logged, for Undo and the rest clock.
        next_row: the row to open next; empty for the first that is due.
        lift: where on the page it was.
        leave: name of the page to go to, empty to stay.
        stale: whether nothing was written because the state had moved on.
        clash: both sides then, where it is about something else than one set.
    """

    said: str
    client_id: str = ""
    next_row: str = ""
    lift: str = ""
    leave: str = ""
    stale: bool = False
    clash: conflict.Clash | None = None
