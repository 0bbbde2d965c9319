"""The computed view of a packet: what the built-in coach and the gate's rules reason from.

Nothing in it comes from a draft. Built once per packet by `view`; the same packet gives the same view.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from coach.domain import alarms as alarm_rules
from coach.domain import pain, plan_days, plan_view, policy, training
from coach.domain.item_view import Ground, item_state
from plans.domain import agenda
from sessions.domain import exposures as reader
from sessions.domain import regions as body

if TYPE_CHECKING:
    from coach.domain.alarms import Alarm
    from coach.domain.item_state import ItemState
    from coach.domain.packet import Packet, PacketItem
    from coach.domain.pain import PainState
    from coach.domain.plan_view import Target
    from coach.domain.policy import Numbers
    from coach.domain.training import Outing
    from plans.domain.tree import Tree
    from sessions.domain.catalogue import Catalogue
    from sessions.domain.exposure import Exposure
    from sessions.domain.policy import EvidencePolicy


@dataclass(frozen=True, slots=True)
class Trained:
    """One exercise, or one endurance session, of the session that is analysed.

    Attributes:
        subject: exercise slug, or the session's sport.
        name: in plain words.
        regions: body regions that it loads.
        exposure: for strength. outing: for endurance.
        state: its next planned item, None where the plan has it no more.
    """

    subject: str
    name: str
    regions: tuple[str, ...]
    exposure: Exposure | None
    outing: Outing | None
    state: ItemState | None


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that is computed from one packet.

    Attributes:
        packet: what it was computed from, without erased items. ground: shared inputs of all items.
        target: the session that the packet is about, None for an athlete-week.
        items: planned items: of the target, or next ones of what was trained, or of the plan.
        trained: what the analysed session held.
        alarms: why all training is suspended; empty where it is not.
        decisions: newest decision per subject, newest last.
    """

    packet: Packet
    ground: Ground
    target: Target | None
    items: tuple[ItemState, ...]
    trained: tuple[Trained, ...]
    alarms: tuple[Alarm, ...]
    decisions: tuple[PacketItem, ...]

    @property
    def numbers(self) -> Numbers:
        """The coach's numbers."""
        return self.ground.policy.coach

    @property
    def change_policy(self) -> dict[str, Any]:
        """The change policy of `plans`."""
        return self.ground.policy.change

    @property
    def today(self) -> date:
        """The athlete's date."""
        return self.ground.today

    @property
    def tree(self) -> Tree:
        """The active plan."""
        return self.ground.tree

    @property
    def pains(self) -> tuple[PainState, ...]:
        """State of every region that somebody spoke about or that a gate watches."""
        return self.ground.pains

    @property
    def open_gates(self) -> tuple[PacketItem, ...]:
        """Open gates, whatever they guard."""
        return tuple(g for g in self.packet.of("plans.gate") if g.facts["state"] == "open")

    def item(self, item_id: str) -> ItemState | None:
        """The item of the target by its id."""
        return next((one for one in self.items if one.id == item_id), None)

    def handles(self, positions: tuple[int, ...] | list[int]) -> tuple[str, ...]:
        """Handles of the items at log positions, in packet order."""
        wanted = set(positions)
        return tuple(item.handle for item in self.packet.items if item.position in wanted)

    def flagged(self) -> dict[str, tuple[str, ...]]:
        """Handles of evidence that may not be used, with the flags that say why."""
        found = {
            item.handle: unsound
            for item in self.packet.of("training_sessions.completed")
            if (unsound := training.unsound(item.facts["flags"]))
        }
        for series in self.ground.exposures.values():
            for exposure in series:
                for work in exposure.work:
                    if not work.usable:
                        found.update(dict.fromkeys(self.handles([work.position]), work.flags))
        return found


def view(packet: Packet, catalogue: Catalogue, evidence: EvidencePolicy) -> Situation:
    """Compute the view of a packet. Erased items are not there.

    Args:
        packet: as of one position, its policy included.
        catalogue: exercises and modalities.
        evidence: comparability, typical errors and plausibility.

    Raises:
        BadPolicy, InvalidFacts: the packet's policy is not whole.
    """
    packet = replace(packet, items=tuple(item for item in packet.items if item.facts))
    today = date.fromisoformat(packet.today)
    rules = policy.read(packet.policy)
    tree = plan_view.tree_of(packet)
    by_exercise: dict[str, list[Exposure]] = defaultdict(list)
    for one in reader.exposures(packet.items, policy=evidence, lookup=catalogue.exercises.get):
        by_exercise[one.exercise].append(one)
    exposures = {slug: tuple(series) for slug, series in by_exercise.items()}
    outings = training.outings(packet)
    ground = Ground(packet, rules, catalogue, evidence, today, tree, exposures, outings, ())
    ground = replace(ground, pains=_pains(ground))
    target = plan_view.target_of(packet, tree)
    trained = _trained(ground, target) if packet.workflow == "session_analysis" else ()
    return Situation(
        packet=packet,
        ground=ground,
        target=target,
        items=_items(ground, target, trained),
        trained=trained,
        alarms=alarm_rules.alarms(packet, today, rules.coach),
        decisions=_decisions(packet),
    )


def _items(
    ground: Ground, target: Target | None, trained: tuple[Trained, ...]
) -> tuple[ItemState, ...]:
    if ground.packet.workflow == "session_analysis":
        return tuple(one.state for one in trained if one.state is not None)
    if target is not None and target.planned is not None:
        items = target.planned.day["items"]
        return tuple(item_state(ground, target.planned, item, target.on) for item in items)
    if target is not None:
        return ()
    upcoming = {
        planned.day_key: planned
        for planned in reversed(
            agenda.next_planned(ground.tree.days, ground.tree.blocks, ground.today, 14)
        )
    }
    return tuple(
        item_state(ground, planned, item, planned.date)
        for _, planned in sorted(upcoming.items())
        for item in planned.day["items"]
    )


def _trained(ground: Ground, target: Target | None) -> tuple[Trained, ...]:
    if target is None:
        return ()
    found = []
    for slug, series in ground.exposures.items():
        for exposure in series:
            if exposure.session_key == target.session_key:
                regions = ground.regions(slug) or ()
                state = _next_state(ground, slug, target)
                found.append(Trained(slug, ground.name(slug), regions, exposure, None, state))
    found.sort(key=lambda t: t.exposure.rank if t.exposure else 0)
    for outing in ground.outings:
        if outing.session_key == target.session_key:
            modality = _modality(ground, target, outing.sport)
            regions = () if modality is None else (ground.regions(modality) or ())
            state = None if modality is None else _next_state(ground, modality, target)
            name = outing.sport if modality is None else ground.name(modality)
            found.append(Trained(modality or outing.sport, name, regions, None, outing, state))
    return tuple(found)


def _modality(ground: Ground, target: Target, sport: str) -> str | None:
    """The modality of an endurance session: the planned one, else the first of its sport."""
    items = target.planned.day["items"] if target.planned is not None else ()
    planned = [str(i["modality"]) for i in items if "modality" in i]
    every = [m for m in ground.catalogue.modalities if ground.sport(m) == sport]
    fitting = [m for m in planned if ground.sport(m) == sport]
    return next(iter([*fitting, *every]), None)


def _next_state(ground: Ground, subject: str, target: Target) -> ItemState | None:
    like = plan_days.day_of(target.session_key)
    planned = plan_days.next_with(ground.tree, subject, target.on, like=like)
    if planned is None:
        return None
    for item in planned.day["items"]:
        if subject in (item.get("exercise"), item.get("modality")):
            return item_state(ground, planned, item, planned.date)
    return None


def _pains(ground: Ground) -> tuple[PainState, ...]:
    said = pain.readings(ground.packet.of("training_sessions.daily"))
    gates = [
        g.facts["region"]
        for g in ground.packet.of("plans.gate")
        if g.facts["state"] == "open" and g.facts["signal"] == "pain" and g.facts["region"]
    ]
    injuries = [
        body.sided(i.facts["region"], i.facts["side"])
        for i in ground.packet.of("training_sessions.injury")
        if i.facts["status"] == "open"
    ]
    every: list[str] = []
    for region in [*(r.region for r in reversed(said)), *gates, *injuries]:
        if not body.any_same(region, every):
            every.append(region)
    return tuple(
        pain.state(
            region,
            said,
            loaded_on=_loaded_on(ground, region),
            today=ground.today,
            gate_open=any(body.same(region, gate) for gate in gates),
            words=_words_about(ground, region),
            policy=ground.policy.coach,
        )
        for region in sorted(every)
    )


def _loaded_on(ground: Ground, region: str) -> list[date]:
    days = {
        exposure.day
        for slug, series in ground.exposures.items()
        if body.any_same(region, ground.regions(slug) or ())
        for exposure in series
    }
    for outing in ground.outings:
        modalities = [m for m in ground.catalogue.modalities if ground.sport(m) == outing.sport]
        if any(body.any_same(region, ground.regions(m) or ()) for m in modalities):
            days.add(outing.day)
    return sorted(days)


def _words_about(ground: Ground, region: str) -> list[tuple[str, str]]:
    """Recent words of open injuries of a region, with their handles."""
    found = []
    for item in ground.packet.of("training_sessions.injury"):
        where = body.sided(item.facts["region"], item.facts["side"])
        if item.facts["status"] != "open" or not body.same(where, region):
            continue
        recorded = date.fromisoformat(item.recorded_at[:10])
        if (ground.today - recorded).days <= ground.policy.coach.pain_looks_back_days:
            found.append((str(item.facts.get("update") or ""), item.handle))
    return found


def _decisions(packet: Packet) -> tuple[PacketItem, ...]:
    newest: dict[str, PacketItem] = {}
    for item in sorted(packet.of("decisions.decision"), key=lambda i: i.position):
        newest[f"{item.facts['workflow']} {item.facts['subject']}"] = item
    return tuple(sorted(newest.values(), key=lambda i: i.position))
