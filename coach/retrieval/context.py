"""Assembles a context as of one log position, with the manifest that says what was in it and what was not."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from coach.domain.packet import Packet
from coach.domain.render import RENDERER_VERSION, render
from coach.retrieval import policy, shown, slices
from coach.retrieval.pack import Packed, pack
from coach.retrieval.select import Aim, select
from decisions.selectors import known
from decisions.selectors.known import Known

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from coach.retrieval.candidates import Candidate
    from decisions.models import Stream

BUDGET = 20_000
"""Tokens of a context, by a cheap upper estimate."""


@dataclass(frozen=True, slots=True)
class Context:
    """What a workflow knew.

    Attributes:
        packet: as shown to the reasoner.
        manifest: positions, handles and forms in order; what was left out and why; what is missing.
        fingerprint: SHA-256 of the rendered packet.
        position: of the athlete's stream.
        policy: in force, with its position in the instance stream.
    """

    packet: Packet
    manifest: dict[str, Any]
    fingerprint: str
    position: int
    policy: policy.InForce


def read(stream: Stream, workflow: str, today: date, up_to: int) -> tuple[list[Known], list[Known]]:
    """What a workflow reads before selection: items in its ranges, and the newest decisions."""
    items = known.known(stream, ranges=slices.ranges(workflow, today), up_to=up_to)
    decided = known.latest(stream, "decisions.decision", limit=slices.DECISIONS, up_to=up_to)
    return items, decided


def assemble(
    *,
    aim: Aim,
    items: Sequence[Known],
    decided: Sequence[Known],
    up_to: int,
    zone: str,
    question: str,
    missing: Sequence[str],
    standing: Sequence[dict[str, Any]] = (),
) -> Context:
    """Select, pack and render what was read as of a position.

    Args:
        standing: doses that are older than their edited day (see `edits.standing`).
    """
    packed = pack(select(aim, items, decided), budget=BUDGET, cost=shown.tokens)
    in_force = policy.in_force()
    entries = _entries(packed)
    manifest = {
        "workflow": aim.workflow,
        "subject": aim.subject,
        "today": aim.today.isoformat(),
        "zone": zone,
        "question": question,
        "included": entries,
        "left_out": [_left_out(candidate, why) for candidate, why in packed.left_out],
        "missing": list(missing),
        "standing": list(standing),
        "tokens": packed.tokens,
        "budget": BUDGET,
        "renderer": RENDERER_VERSION,
    }
    chosen = [candidate.item for candidate, _ in packed.included]
    packet = packet_of(manifest, [c for c in chosen if isinstance(c, Known)], in_force.values)
    return Context(packet, manifest, fingerprint(packet), up_to, in_force)


def packet_of(
    manifest: dict[str, Any], items: Sequence[Known], policy_values: dict[str, Any]
) -> Packet:
    """The packet of a manifest and its events: live and in a replay alike, nothing is re-ranked."""
    by_position = {item.position: item for item in items}
    return Packet(
        workflow=manifest["workflow"],
        subject=manifest["subject"],
        today=manifest["today"],
        zone=manifest["zone"],
        question=manifest["question"],
        items=tuple(
            shown.packet_item(
                by_position[entry["position"]],
                handle=entry["handle"],
                rank=entry["rank"],
                form=entry["form"],
            )
            for entry in manifest["included"]
        ),
        policy=policy_values,
        missing=tuple(manifest["missing"]),
        since={
            (one["day"], one["item"]): (one["position"], one["date"])
            for one in manifest.get("standing", ())
        },
    )


def fingerprint(packet: Packet) -> str:
    """SHA-256 of the rendered packet."""
    return sha256(render(packet).encode()).hexdigest()


def _entries(packed: Packed) -> list[dict[str, Any]]:
    handles = shown.letters([candidate.item.surface for candidate, _ in packed.included])
    return [
        {
            "position": candidate.item.position,
            "handle": handle,
            "form": form,
            "rank": int(candidate.rank),
            "slice": candidate.slice,
        }
        for (candidate, form), handle in zip(packed.included, handles, strict=True)
    ]


def _left_out(candidate: Candidate, why: str) -> dict[str, Any]:
    return {"position": candidate.item.position, "slice": candidate.slice, "why": why}
