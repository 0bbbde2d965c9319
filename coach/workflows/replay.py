"""Replays decisions from the log and the recorded replies alone: same context to the byte, same ruling.

Reads events only, never rows. Nothing is retrieved again and nothing is ranked again: the manifest
says which events were shown, in which order and form.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coach.domain.render import RENDERER_VERSION
from coach.domain.replies import UnreadableReply
from coach.retrieval import context, policy
from coach.workflows import unusable
from coach.workflows.thinking import GATE_VERSION, judged
from decisions.models import Secret, Stream
from decisions.selectors import known

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from coach.domain.packet import Packet
    from decisions.selectors.known import Known

SURFACE = "decisions.decision"


@dataclass(frozen=True, slots=True)
class Replayed:
    """What became of one decision.

    Attributes:
        decision: its identity.
        number: of the decision in its stream.
        result: same, ruling_changed, not_reproducible, or mismatch (which fails).
        what: in plain words.
    """

    decision: str
    number: int
    result: str
    what: str = ""


def stream(of: Stream, *, only: str = "") -> Iterator[Replayed]:
    """Replay every decision of a stream in order, or one of them."""
    for event in known.events(of):
        if event.surface != SURFACE or (only and event.key != only):
            continue
        if event.facts is None:
            yield Replayed(event.key, 0, "not_reproducible", "the decision was erased")
        else:
            yield one(of, event)


def one(of: Stream, event: Known) -> Replayed:
    """Replay one decision."""
    facts = event.facts or {}
    number, manifest = facts["number"], facts["manifest"]
    if manifest["renderer"] != RENDERER_VERSION:
        what = f"rendered by version {manifest['renderer']}"
        return Replayed(event.key, number, "not_reproducible", what)
    positions = [entry["position"] for entry in manifest["included"]]
    items = known.at_positions(of, positions)
    keys = _keys([event, *items])
    for item in [event, *items]:
        if item.facts is None:
            return Replayed(
                event.key, number, "not_reproducible", f"event {item.position} was erased"
            )
        if not _authentic(item, keys.get(item.item_id)):
            return Replayed(event.key, number, "mismatch", f"event {item.position} was altered")
    if len(items) != len(set(positions)):
        return Replayed(event.key, number, "mismatch", "an event that was shown is gone")
    if any(position > facts["position"] for position in positions):
        return Replayed(event.key, number, "mismatch", "it cites what was recorded later")
    in_force = policy.in_force(up_to=facts["instance_position"])
    packet = context.packet_of(manifest, items, in_force.values)
    if context.fingerprint(packet) != facts["context_fingerprint"]:
        return Replayed(event.key, number, "mismatch", "the context is not what was shown")
    return _ruling(event.key, facts, packet)


def _ruling(key: str, facts: dict[str, Any], packet: Packet) -> Replayed:
    number = facts["number"]
    try:
        found = judged(packet, facts["reply"])
    except UnreadableReply as error:
        found = unusable.judged(packet, str(error))
    ruling = found.ruling.as_facts()
    if ruling == facts["ruling"]:
        return Replayed(key, number, "same")
    if facts["gate_version"] != GATE_VERSION:
        what = f"judged by gate {facts['gate_version']}, now {GATE_VERSION}"
        return Replayed(key, number, "ruling_changed", what)
    return Replayed(key, number, "mismatch", "the same gate rules otherwise")


def _keys(items: Sequence[Known]) -> dict[int, str]:
    """The newest key of each item's digests."""
    secrets = Secret.objects.filter(item_id__in={item.item_id for item in items})
    return dict(secrets.order_by("generation").values_list("item_id", "secret"))


def _authentic(item: Known, key: str | None) -> bool:
    """Whether an event's facts are the ones that its keyed digest was made of."""
    if key is None or item.row[5] is None:
        return False
    digest = hmac.digest(bytes.fromhex(key), item.row[5].encode(), "sha256").hex()
    return bool(digest == item.fingerprint)
