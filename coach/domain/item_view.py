"""Builds the state of one planned item: stated dose, held dose, bounds, pain, movement.

Everything here is computed from the packet's facts. Nothing comes from what a draft claims.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from coach.domain import (
    doses,
    ladder,
    lighter,
    plan_days,
    plan_view,
    stated,
    training,
    volume,
    wording,
)
from coach.domain.item_state import ItemState
from plans.domain.bounds import clamp
from plans.domain.constraints import active, bounds_for, covers
from plans.domain.dose import rule_for
from plans.domain.gates import guards
from plans.domain.items import Dose, normalise
from plans.domain.tree import DAY, RULE
from sessions.domain import regions as body
from sessions.domain import wording as names

if TYPE_CHECKING:
    from coach.domain.packet import Packet, PacketItem
    from coach.domain.pain import PainState
    from coach.domain.policy import Policy
    from coach.domain.training import Outing, Seen
    from plans.domain.schedule import Planned
    from plans.domain.tree import Tree
    from sessions.domain.catalogue import Catalogue, Exercise
    from sessions.domain.exposure import Exposure
    from sessions.domain.policy import EvidencePolicy

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ground:
    """What every item of a packet is built from."""

    packet: Packet
    policy: Policy
    catalogue: Catalogue
    evidence: EvidencePolicy
    today: date
    tree: Tree
    exposures: dict[str, tuple[Exposure, ...]]
    outings: tuple[Outing, ...]
    pains: tuple[PainState, ...]

    def exercise(self, slug: str) -> Exercise | None:
        """An exercise of the catalogue."""
        return self.catalogue.exercises.get(slug)

    def own(self, slug: str) -> Facts | None:
        """The athlete's own exercise of that slug."""
        mine = [i for i in self.packet.of("training_sessions.exercise") if i.key == slug]
        return mine[-1].facts if mine else None

    def regions(self, slug: str) -> tuple[str, ...] | None:
        """Regions that an exercise or modality loads; None where that is not known."""
        found = self.catalogue.regions(slug) or tuple((self.own(slug) or {}).get("region") or ())
        return found or None

    def name(self, slug: str) -> str:
        """An exercise or modality inside a sentence."""
        known = self.exercise(slug)
        if known is not None:
            return names.spoken(known.name)
        sport, _, where = slug.partition("_")
        if slug in self.catalogue.modalities and sport in ("run", "bike", "swim"):
            return f"{where} {self.sport(slug)}"
        return names.spoken(str((self.own(slug) or {}).get("name") or names.words(slug)))

    def sport(self, slug: str) -> str:
        """The sport of a modality, as sessions call it."""
        known = self.catalogue.modalities.get(slug)
        sport = known.sport if known else slug.partition("_")[0]
        return training.SPORTS.get(sport, sport)


def item_state(ground: Ground, planned: Planned, item: Facts, on: date) -> ItemState:
    """The state of one item of a planned session, which takes place on a date."""
    subject = str(item.get("exercise") or item["modality"])
    day = next(i for i in ground.packet.of(DAY) if i.key == planned.day_key)
    regions = ground.regions(subject)
    rule = _rule(ground, subject)
    seen = _seen(ground, planned, subject) if "exercise" in item else ()
    outings = () if "exercise" in item else _outings(ground, subject)
    walk = _stated(ground, planned, item, seen, day)
    dose = walk.dose
    kept = _verified(ground, planned, item, seen, outings)
    gates = _gates(ground, subject, strength="exercise" in item)
    corrected = _corrected(ground, planned, item)
    base = corrected or dose
    reference = doses.held(base, kept) if gates and kept is not None else base
    latest = _latest(ground, subject, item) if gates else None
    if latest is not None:
        reference = doses.held(reference, latest)
    both = sided(regions)
    constraints = {c.key: c for c in ground.packet.of("plans.constraint")}
    bounds = bounds_for({key: c.facts for key, c in constraints.items()}, on, subject, both)
    allowed, limits = _allowed(ground, subject, on, planned.session_key, reference, bounds, outings)
    comparable = [one.exposure for one in seen if one.comparable]
    known = ground.exercise(subject)
    return ItemState(
        item=item,
        subject=subject,
        name=ground.name(subject),
        on=on,
        session_key=planned.session_key,
        day=day,
        rule=rule,
        regions=regions,
        sport=None if "exercise" in item else ground.sport(subject),
        increment_g=_increment(ground, subject, rule),
        seen=seen,
        walked=walk.used,
        outings=outings,
        stated=dose,
        verified=kept,
        gates=gates,
        constraints=tuple(
            c
            for c in constraints.values()
            if active(c.facts, on) and covers(c.facts, subject, both)
        ),
        bounds=bounds,
        reference=reference,
        allowed=allowed,
        limits=limits,
        pains=tuple(p for p in ground.pains if body.any_same(p.region, regions or ())),
        trained_on=frozenset(
            [e.day for e in ground.exposures.get(subject, ())] + [o.day for o in outings]
        ),
        movement=ladder.movement(
            comparable, known, numbers=ground.policy.coach, evidence=ground.evidence
        )
        if "exercise" in item
        else None,
        corrected=corrected,
        unguided=_unguided(ground, item, on),
    )


def _gates(ground: Ground, subject: str, *, strength: bool) -> tuple[PacketItem, ...]:
    """Open gates that guard an exercise or a modality, by its own name or its sport's."""
    names = {subject} if strength else {subject, ground.sport(subject)}
    return tuple(
        gate
        for gate in ground.packet.of("plans.gate")
        if any(guards(gate.facts, name) for name in names)
    )


def sided(regions: tuple[str, ...] | None) -> frozenset[str] | None:
    """Regions with and without a side: a bound on the left knee covers what loads knees."""
    if regions is None:
        return None
    return frozenset(regions) | {f"{side}_{r}" for side in body.SIDES for r in regions}


def _rule(ground: Ground, subject: str) -> PacketItem | None:
    chosen = rule_for(subject, ground.tree.rules.values())
    return next((r for r in ground.packet.of(RULE) if r.facts is chosen), None)


def _increment(ground: Ground, subject: str, rule: PacketItem | None) -> int:
    stated_step = rule.facts["params"].get("increment_g") if rule is not None else None
    known = ground.exercise(subject)
    own = (ground.own(subject) or {}).get("increment_g")
    default = ground.policy.change["normalisation"]["default_increment_g"]
    return int(stated_step or (known.increment_g if known else None) or own or default)


def _seen(ground: Ground, planned: Planned, subject: str) -> tuple[Seen, ...]:
    """Exposures of an item: those of its own day, else of the same day in another block, else any."""
    every = tuple(
        e for e in ground.exposures.get(subject, ()) if e.session_key != planned.session_key
    )
    days = plan_days.days_with(ground.tree, planned.block_key, subject)
    if len(days) > 1:
        slug = planned.day_key.rpartition("/")[2]
        own = [e for e in every if plan_days.day_of(e.session_key) == planned.day_key]
        alike = [e for e in every if e.session_key.rpartition("/")[2] == slug]
        every = tuple(own or alike or every)
    return training.seen(
        every,
        ground.exercise(subject),
        phase_of=lambda on: plan_days.phase_on(ground.tree, on),
        watched=_watched(ground, subject),
        evidence=ground.evidence,
    )


def _watched(ground: Ground, subject: str) -> bool:
    """Whether pain of the exercise's regions is being asked about."""
    if any(guards(g.facts, subject) for g in ground.packet.of("plans.gate")):
        return True
    regions = ground.regions(subject) or ()
    injuries = ground.packet.of("training_sessions.injury")
    return any(
        i.facts["status"] == "open" and body.any_same(i.facts["region"], regions) for i in injuries
    )


def _outings(ground: Ground, modality: str) -> tuple[Outing, ...]:
    sport = ground.sport(modality)
    return tuple(o for o in ground.outings if o.sport == sport)


def _stated(
    ground: Ground, planned: Planned, item: Facts, seen: tuple[Seen, ...], day: PacketItem
) -> stated.Walk:
    rules = list(ground.tree.rules.values())
    if "exercise" not in item:
        dose = stated.endurance(item, rules, today=ground.today, numbers=ground.policy.coach)
        return stated.Walk(dose, ())
    if plan_days.in_own_week(ground.tree, planned.session_key):
        return stated.Walk(normalise(item), ())
    block = ground.tree.blocks[planned.block_key]
    days = plan_days.days_with(ground.tree, planned.block_key, str(item["exercise"]))
    own = [
        one
        for one in seen
        if (len(days) == 1 or plan_days.day_of(one.exposure.session_key) == planned.day_key)
        and not plan_days.in_own_week(ground.tree, one.exposure.session_key)
    ]
    return stated.strength(
        item,
        rules,
        own,
        block_start=date.fromisoformat(block["starts_on"]),
        since=_since(ground, day, str(item["id"])),
        prescriptions={p.key: p for p in ground.packet.of(plan_view.PRESCRIPTION)},
    )


def _since(ground: Ground, day: PacketItem, item_id: str) -> tuple[int, date]:
    """Since when an item's dose stands: its day's newest version, or an older one that had it already."""
    position, on = ground.packet.since.get((day.key, item_id), (day.position, day.recorded_at[:10]))
    return position, date.fromisoformat(on)


def _verified(
    ground: Ground,
    planned: Planned,
    item: Facts,
    seen: tuple[Seen, ...],
    outings: tuple[Outing, ...],
) -> Dose | None:
    if "exercise" in item:
        usable = [one.exposure for one in seen if one.exposure.usable]
        usual = [e for e in usable if not plan_days.in_own_week(ground.tree, e.session_key)]
        usable = usual or usable
        return training.verified(item, usable[-1] if usable else None)
    past = [o for o in outings if o.session_key != planned.session_key and not o.flagged]
    alike = [o for o in past if plan_days.day_of(o.session_key) == planned.day_key]
    alike = alike or [o for o in past if o.session_type == planned.day["session_type"]]
    newest = alike[-1] if alike else None
    prescribed = None
    if newest is not None:
        versions = ground.packet.of(plan_view.PRESCRIPTION)
        prescribed = next((p for p in versions if p.key == newest.session_key), None)
    return training.ran(item, newest, prescribed)


def _latest(ground: Ground, subject: str, item: Facts) -> Dose | None:
    """The dose of the newest sound exposure on whatever day: behind a gate nothing rises above it."""
    if "exercise" not in item:
        return None
    usable = [
        e
        for e in ground.exposures.get(subject, ())
        if e.usable and not plan_days.in_own_week(ground.tree, e.session_key)
    ]
    return training.verified(item, usable[-1] if usable else None)


def _corrected(ground: Ground, planned: Planned, item: Facts) -> Dose | None:
    """The dose in a prescription that stands among the current corrections (rank 1)."""
    for one in ground.packet.of(plan_view.PRESCRIPTION):
        if one.rank == 1 and one.key == planned.session_key:
            for entry in one.facts["items"]:
                if entry["id"] == item["id"]:
                    return normalise(entry)
    return None


def _allowed(
    ground: Ground,
    subject: str,
    on: date,
    session_key: str,
    reference: Dose,
    bounds: dict[str, Any],
    outings: tuple[Outing, ...],
) -> tuple[Dose | None, tuple[tuple[str, tuple[str, ...]], ...]]:
    """The reference inside its constraints and, for endurance, inside what history carries."""
    clamped = clamp(reference, bounds).dose
    if clamped is None or clamped.kind == "strength":
        return clamped, ()
    numbers, limits, dose = ground.policy.coach, [], clamped
    sport = ground.sport(subject)
    if sport == "run":
        best = volume.longest(outings, sport=sport, on=on, days=numbers.longest_days)
        shorter = _no_longer(dose, best, numbers.longest_pct)
        if shorter != dose:
            text = (
                f"the longest run of {numbers.longest_days} days was "
                f"{_longest_words(best)}; {numbers.longest_pct} % of it is the limit"
            )
            limits.append((text, best.handles))
            dose = shorter
    stop = (
        100
        + ground.policy.change["hard_stops"]["weekly_load_over_4_week_mean_pct_x10"]["refuse"] // 10
    )
    week = volume.week(outings, sport=sport, on=on, session_key=session_key)
    room = week.room_s(stop)
    if room is not None and dose.seconds is not None and dose.seconds > room:
        text = (
            f"this week already holds {wording.duration(week.done_s)}, and {stop} % of the "
            f"four-week mean of {wording.duration(week.mean_s or 0)} is the limit"
        )
        limits.append((text, week.handles))
        dose = lighter.shortened(dose, "duration_s", room)
    return dose, tuple(limits)


def _no_longer(dose: Dose, best: volume.Longest, percent: int) -> Dose:
    if dose.metres is not None and best.distance_m is not None:
        limit = best.distance_m * percent // 100
        return lighter.shortened(dose, "distance_m", limit) if dose.metres > limit else dose
    if dose.seconds is not None and best.duration_s is not None:
        limit = best.duration_s * percent // 100
        return lighter.shortened(dose, "duration_s", limit) if dose.seconds > limit else dose
    return dose


def _longest_words(best: volume.Longest) -> str:
    if best.distance_m is not None:
        return wording.kilometres(best.distance_m)
    return wording.duration(best.duration_s or 0)


def _unguided(ground: Ground, item: Facts, on: date) -> tuple[str, ...]:
    if "exercise" in item:
        return ()
    rules = ground.tree.rules.values()
    return stated.unverified(item, rules, today=on, numbers=ground.policy.coach)
