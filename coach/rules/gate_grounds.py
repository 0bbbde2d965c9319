"""On which grounds a draft may open a gate: a report that it cites, that is in the packet, and of that region.

A gate without grounds is left out, and the draft goes on without it. What a draft says about its
gate is no ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.domain.alarms import signs
from coach.domain.pain import alarming
from plans.domain.gates import ALL_TRAINING
from sessions.domain import regions as body

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from coach.domain.draft import Draft, GateDraft
    from coach.domain.packet import PacketItem
    from coach.domain.situation import Situation


def sound_gates(draft: Draft, situation: Situation) -> tuple[GateDraft, ...]:
    """The gates of a draft that have grounds."""
    return tuple(gate for gate in draft.gates if not problem(gate, situation))


def problem(gate: GateDraft, situation: Situation) -> str:
    """Why a gate may not be opened, empty where it may."""
    if gate.criterion.kind == "consecutive_exposures":
        whole = _counted_problem(gate, situation)
    else:
        whole = "" if gate.criterion.text else "it does not say what a person has to do"
    return whole or _cites_problem(gate, situation)


def _counted_problem(gate: GateDraft, situation: Situation) -> str:
    if gate.region is None:
        return "pain is read in a region, and none is named"
    parts = (gate.criterion.count, gate.criterion.during_max, gate.criterion.next_morning_max)
    if None in parts:
        return "its criterion is not whole"
    hurts = any(p.hurts and body.same(p.region, gate.region) for p in situation.pains)
    return "" if hurts else "no pain was reported that would ask for it"


def _cites_problem(gate: GateDraft, situation: Situation) -> str:
    """Why what a gate cites does not ask for it, empty where it does."""
    cited = [i for handle in gate.cites if (i := situation.packet.by_handle(handle)) is not None]
    alarmed = any(True for item in cited for _ in signs(item))
    counted = gate.criterion.kind == "consecutive_exposures"
    if alarmed and not counted:
        return ""
    if ALL_TRAINING in gate.guards:
        return "it suspends all training, and cites no report of a red flag"
    regions = set(_regions(cited, situation))
    if gate.region is not None:
        regions = {region for region in regions if body.same(region, gate.region)}
    if regions:
        return _guards_problem(gate, regions, situation)
    if counted or not _other(cited, gate, situation):
        where = "" if gate.region is None else f" of the {gate.region.replace('_', ' ')}"
        return f"it cites no evidence of pain, injury, red flag or flagged data{where}"
    return ""


def _regions(cited: Iterable[PacketItem], situation: Situation) -> Iterator[str]:
    """Regions that cited items say are hurt: pain that counts now, an open injury, an open pain gate."""
    hurting = {h: p.region for p in situation.pains if p.hurts for h in p.cites}
    for item in cited:
        facts = item.facts
        if item.handle in hurting:
            yield hurting[item.handle]
        if item.surface == "training_sessions.injury" and facts["status"] == "open":
            yield body.sided(facts["region"], facts["side"])
        if _alarms(item):
            yield str(facts["region"])
        if item.surface == "plans.gate" and facts["state"] == "open" and facts["region"]:
            yield str(facts["region"])


def _alarms(item: PacketItem) -> bool:
    """Whether a pain report holds words that make it red, whatever its number."""
    if item.surface != "training_sessions.daily" or item.facts["kind"] != "pain":
        return False
    return alarming(f"{item.facts['text'] or ''} {item.facts['note'] or ''}") is not None


def _guards_problem(gate: GateDraft, regions: set[str], situation: Situation) -> str:
    """Why what a gate guards has nothing to do with what hurts; what is not known about is let be."""
    for subject in gate.guards:
        loaded = situation.ground.regions(subject)
        if loaded is not None and not any(body.any_same(region, loaded) for region in regions):
            return f"{subject} does not load what hurts"
    return ""


def _other(cited: Iterable[PacketItem], gate: GateDraft, situation: Situation) -> bool:
    """Whether cited data are flagged or tell of symptoms; these have no region of their own."""
    flagged = situation.flagged()
    for item in cited:
        if item.handle in flagged:
            subject = item.facts.get("exercise") or item.facts.get("sport")
            if gate.region is None or body.any_same(
                gate.region, situation.ground.regions(str(subject)) or ()
            ):
                return True
        symptoms = item.surface == "training_sessions.daily" and item.facts["kind"] == "symptoms"
        if symptoms and gate.region is None:
            return True
    return False
