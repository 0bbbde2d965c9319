"""How this app's services ask the guard: the occasion of a write, and what a new item replaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from decisions import clock
from decisions.domain.mandates import MANDATES, Mandate
from decisions.selectors.known import Known, history
from decisions.services import guard
from decisions.services.guard import ABSENT, Occasion, Target, Written
from sessions.domain import happened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.domain.surface import Facts
    from decisions.models import Stream

ATHLETE = MANDATES["athlete"]


def write(
    targets: Sequence[Target],
    *,
    stream: Stream,
    actor: str,
    mandate: Mandate,
    subject: str,
    occasion: str,
    reviewed: str = "",
    source: dict[str, Any] | None = None,
    same_payload: bool = True,
) -> Written:
    """One guarded write of evidence: all targets apply or none does.

    Raises:
        InvalidFacts: naming the field; also where a target says what has not happened yet.
    """
    now = clock.now()
    for target in targets:
        happened.require(target, now=now)
    intent = Occasion(
        stream=stream.pk,
        mandate=mandate,
        subject=subject,
        occasion=occasion,
        actor=actor,
        reviewed=reviewed,
        source=source,
    )
    return guard.write(intent, targets, same_payload=same_payload)


@dataclass(frozen=True, slots=True)
class Base:
    """The state that a write replaces, and its position: part of the name of the intent.

    The same before and after the write, so a repeated request meets its own answer, and a new one
    over a later state is a new intent, even where the two states are equal.
    """

    fingerprint: str
    position: int
    facts: Facts | None

    def occasion(self, act: str) -> str:
        """Name of an act over this state."""
        return f"{act} after {self.position}"


def before_first(stream: Stream, surface: str, key: str) -> Base:
    """What a new item replaces: nothing, or its last retraction."""
    gone = [version for version in history(stream, surface, key) if version.retracted]
    return Base(gone[-1].fingerprint, gone[-1].position, None) if gone else Base(ABSENT, 0, None)


def reviewed_version(versions: Sequence[Known], fingerprint: str) -> Known | None:
    """The version that somebody reviewed, None when there never was such a state."""
    same = [v for v in versions if v.fingerprint == fingerprint and v.facts is not None]
    return same[-1] if same else None
