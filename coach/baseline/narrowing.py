"""Gates to open and bounds to set after a session that hurt. Narrows only, for a few days, once.

When it hurts again after a bound of its own, the matter goes to the review instead of a second bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from coach.baseline.bearing import Bearing
from coach.baseline.d04_pain import amber
from coach.domain import wording
from coach.domain.draft import ConstraintDraft, Criterion, GateDraft
from plans.domain.items import Dose
from sessions.domain import regions as body

if TYPE_CHECKING:
    from coach.domain.packet import PacketItem
    from coach.domain.pain import PainState
    from coach.domain.situation import Situation, Trained

OWNER = "session_analysis"


@dataclass(frozen=True, slots=True)
class Narrowed:
    """What follows from pain in a session.

    Attributes:
        gates, constraints: to open.
        bearings: why, one per painful region that was loaded.
        regions: their names in words.
        again: the reason to escalate and its handles, None where there is none.
    """

    gates: tuple[GateDraft, ...] = ()
    constraints: tuple[ConstraintDraft, ...] = ()
    bearings: tuple[Bearing, ...] = ()
    regions: tuple[str, ...] = ()
    again: tuple[str, tuple[str, ...]] | None = None


def narrowed(situation: Situation) -> Narrowed:
    """Gates and bounds for every painful region that the session loaded."""
    gates: list[GateDraft] = []
    constraints: list[ConstraintDraft] = []
    bearings: list[Bearing] = []
    regions: list[str] = []
    again: tuple[str, tuple[str, ...]] | None = None
    for pain in situation.pains:
        loaded = [t for t in situation.trained if body.any_same(pain.region, t.regions)]
        if not pain.hurts or not loaded:
            continue
        where = pain.region.replace("_", " ")
        regions.append(where)
        bearings.append(_why(pain, where, loaded))
        if not _watched(situation, pain, loaded):
            gates.append(_gate(situation, pain, where, loaded))
        for one in loaded:
            earlier = _earlier(situation, one.subject)
            if earlier and _before(situation, earlier[-1]):
                text = (
                    f"{wording.begun(one.name)} was limited before, and the {where} {pain.because}."
                )
                again = (text, (*pain.cites, earlier[-1].handle))
            elif not earlier:
                constraints += _constraints(situation, one, pain, where)
    fits = constraints[:4]
    return Narrowed(tuple(gates[:4]), tuple(fits), tuple(bearings), tuple(regions), again)


def _why(pain: PainState, where: str, loaded: list[Trained]) -> Bearing:
    names = ", ".join(one.name for one in loaded)
    text = f"The {where} {pain.because}; {names} loaded it."
    if pain.level == "red":
        text += " Have it assessed by a health professional."
    return Bearing("D4", text, cites=pain.cites)


def _watched(situation: Situation, pain: PainState, loaded: list[Trained]) -> bool:
    """Whether an open pain gate already watches the region for everything that loaded it."""
    return any(
        gate.facts["signal"] == "pain"
        and gate.facts["region"]
        and body.same(gate.facts["region"], pain.region)
        and all(one.subject in gate.facts["guards"] for one in loaded)
        for gate in situation.open_gates
    )


def _gate(situation: Situation, pain: PainState, where: str, loaded: list[Trained]) -> GateDraft:
    numbers = situation.numbers
    guarded = [one.subject for one in loaded]
    guarded += [one.outing.sport for one in loaded if one.outing is not None]
    for day in situation.tree.days.values():
        for item in day["items"]:
            subject = str(item.get("exercise") or item["modality"])
            if body.any_same(pain.region, situation.ground.regions(subject) or ()):
                guarded.append(subject)
    return GateDraft(
        region=pain.region,
        title=f"{wording.begun(where)} pain",
        guards=tuple(dict.fromkeys(guarded))[:40],
        criterion=Criterion(
            kind="consecutive_exposures",
            count=numbers.gate_exposures,
            during_max=numbers.gate_during_max,
            next_morning_max=numbers.gate_morning_max,
        ),
        valid_h=numbers.gate_valid_h,
        cites=pain.cites or _watching(situation, pain),
    )


def _watching(situation: Situation, pain: PainState) -> tuple[str, ...]:
    """Open pain gates of a region: what it rests on where nobody answered them."""
    return tuple(
        gate.handle
        for gate in situation.open_gates
        if gate.facts["region"] and body.same(gate.facts["region"], pain.region)
    )


def _earlier(situation: Situation, subject: str) -> list[PacketItem]:
    """Bounds that session analysis set for an exercise and that run now or ended within a week."""
    since = (
        situation.today - timedelta(days=situation.change_policy["constraints"]["longest_days"])
    ).isoformat()
    return [
        c
        for c in situation.packet.of("plans.constraint")
        if c.facts["owner"] == OWNER
        and c.facts["exercise"] == subject
        and c.facts["expires_on"] >= since
    ]


def _before(situation: Situation, constraint: PacketItem) -> bool:
    """Whether a bound was set before the session that is analysed, so that it hurt in spite of it."""
    target = situation.target
    return target is not None and date.fromisoformat(constraint.facts["starts_on"]) < target.on


def _constraints(
    situation: Situation, one: Trained, pain: PainState, where: str
) -> list[ConstraintDraft]:
    if pain.level == "red":
        return [_bound(situation, one, "session", 0, "sessions", pain, where, operator="==")]
    found = [
        _bound(
            situation, one, "rpe_x10", situation.numbers.amber_rpe_cap_x10, "rpe_x10", pain, where
        )
    ]
    lighter = _lighter(situation, one)
    if lighter is not None:
        found.append(_bound(situation, one, "load_g", lighter, "g", pain, where))
    return found


def _lighter(situation: Situation, one: Trained) -> int | None:
    """The load that an amber region leaves of what was meant or done, None without one."""
    if one.exposure is None:
        return None
    meant = None if one.exposure.prescribed is None else one.exposure.prescribed.load_g
    done = max((w.load_g for w in one.exposure.done if w.usable and w.load_g), default=None)
    load = min((v for v in (meant, done) if v), default=None)
    if load is None:
        return None
    increment = (
        one.state.increment_g
        if one.state is not None
        else situation.change_policy["normalisation"]["default_increment_g"]
    )
    base = Dose(one.subject, one.subject, "strength", sets=1, load_g=load)
    return amber(base, increment, situation.numbers).load_g


def _bound(
    situation: Situation,
    one: Trained,
    field: str,
    value: int,
    unit: str,
    pain: PainState,
    where: str,
    *,
    operator: str = "<=",
) -> ConstraintDraft:
    days = situation.change_policy["constraints"]["longest_days"]
    last = situation.today + timedelta(days=days - 1)
    words = {"session": "left out", "rpe_x10": "effort capped", "load_g": "load capped"}[field]
    return ConstraintDraft.model_validate(
        {
            "title": f"{wording.begun(one.name)}: {words}"[:200],
            "field": field,
            "exercise": one.subject,
            "operator": operator,
            "value": value,
            "unit": unit,
            "reason": f"The {where} {pain.because}.",
            "starts_on": situation.today.isoformat(),
            "expires_on": last.isoformat(),
            "cites": pain.cites,
        }
    )
