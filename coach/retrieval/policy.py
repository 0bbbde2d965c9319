"""The coach's policy as governed data: written to the instance stream, read as of a position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from decisions.domain.mandates import MANDATES
from decisions.models import INSTANCE, Stream
from decisions.selectors import known
from decisions.services import guard
from plans.selectors.policy import change_policy

SURFACE = "decisions.policy"
KEY = "coach"
FILE = Path(__file__).resolve().parent.parent / "data" / "coach_policy.yaml"


@dataclass(frozen=True, slots=True)
class InForce:
    """A policy and where it stands in the instance stream."""

    version: str
    values: dict[str, Any]
    position: int


def instance() -> Stream:
    """The instance's stream."""
    stream, _ = Stream.objects.get_or_create(name=INSTANCE)
    return stream


def in_force(*, up_to: int | None = None) -> InForce:
    """The policy as of a position of the instance stream; the shipped one is recorded first.

    Raises:
        LookupError: no policy was recorded up to that position.
    """
    stream = instance()
    if up_to is None:
        _record_shipped(stream)
    found = [
        (item.facts["version"], item.facts["values"])
        for item in known.known(
            stream, ranges=[known.Range(SURFACE, KEY, KEY + "\x7f")], up_to=up_to
        )
        if item.key == KEY and item.facts is not None
    ]
    if not found:
        raise LookupError(f"no policy up to position {up_to} of the instance")
    head = known.head(stream) if up_to is None else up_to
    return InForce(*found[0], head)


def _record_shipped(stream: Stream) -> None:
    shipped = _shipped()
    state = known.now(stream, SURFACE, KEY)
    if state.facts == shipped:
        return
    occasion = guard.Occasion(
        stream=stream.pk,
        mandate=MANDATES["administrator"],
        subject=KEY,
        occasion=f"shipped:{shipped['version']}:{state.fingerprint}",
        actor="instance",
    )
    target = guard.Target(
        surface=SURFACE,
        key=KEY,
        intended=shipped,
        reviewed=state.fingerprint,
        evidence="derived",
        reasoning="the policy that came with this version",
    )
    guard.write(occasion, [target])


@cache
def _shipped() -> dict[str, Any]:
    coach, change = yaml.safe_load(FILE.read_text(encoding="utf-8")), change_policy()
    return {
        "name": KEY,
        "version": f"coach {coach['version']}, change {change['version']}",
        "values": {"coach": coach["values"], "change": change},
    }
