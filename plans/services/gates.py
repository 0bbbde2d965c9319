"""Opens, closes and reopens gates, and records how far they are.

Progress and closure that can be computed are written by the deriver alone. A person may close any
gate, with a reason. A workflow may open and reopen, never close.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction

from decisions.domain.errors import InvalidFacts, NotAllowedNow, NotFound, OutsideMandate
from decisions.domain.magnitude import Magnitude
from decisions.domain.mandates import MANDATES, Mandate
from decisions.selectors import known
from decisions.services import guard, locked
from decisions.services.guard import ABSENT, Occasion, Target, Written
from plans.domain import gates
from plans.selectors.operations import GATE
from plans.selectors.reviewed import facts_as_reviewed
from plans.services.authority import require_person

if TYPE_CHECKING:
    from collections.abc import Iterable

    from decisions.domain.surface import Facts
    from decisions.models import Stream
    from plans.domain.gates import Exposure, PainReading

DERIVER = MANDATES["deriver"]
OPENERS = ("coach", "session_analysis")


def open_gate(
    *,
    stream: Stream,
    mandate: Mandate,
    actor: str,
    key: str,
    facts: Facts,
    reasoning: str,
    occasion: str,
    basis: tuple[int, ...] = (),
) -> Written:
    """Watch something before a dose may rise.

    Args:
        stream: the athlete's log.
        mandate: under which it is written.
        actor: `user:7`, or `run:<uuid>` of a workflow.
        key: `<date opened>/<slug>`.
        facts: title, signal, region, guards, criterion, valid_h, opened_on; the rest follows.
        reasoning: why, in words.
        occasion: id of the button press or of the triggering event.
        basis: positions of the events that it rests on.

    Raises:
        InvalidFacts: the facts are not valid, or the key does not begin with `opened_on`.
        OutsideMandate: neither the coach nor session analysis.
        NotFound: a person whose log this is not.
    """
    require_person(stream, actor, mandate)
    target = opening(mandate=mandate, key=key, facts=facts, reasoning=reasoning, basis=basis)
    return _write(stream, mandate, actor, target, f"open:{occasion}")


def opening(
    *,
    mandate: Mandate,
    key: str,
    facts: Facts,
    reasoning: str,
    basis: tuple[int, ...] = (),
) -> Target:
    """The target that opens a gate, for a decision that writes it along with itself.

    Raises:
        InvalidFacts, OutsideMandate: as `open_gate`.
    """
    if mandate.name not in OPENERS:
        raise OutsideMandate(f"{mandate.name} may not open a gate")
    complete = gates.gate({**facts, "owner": mandate.name})
    if complete["state"] != "open" or complete["progress"]["slots"]:
        raise InvalidFacts("state", "a gate is opened open, before anything was seen")
    if not key.startswith(f"{complete['opened_on']}/"):
        raise InvalidFacts("key", f"must begin with {complete['opened_on']}/")
    return _target(mandate, key, complete, ABSENT, reasoning, basis)


def close_gate(
    *,
    stream: Stream,
    mandate: Mandate,
    actor: str,
    key: str,
    reviewed: str,
    on: date,
    reason: str,
    occasion: str,
    basis: tuple[int, ...] = (),
) -> Written:
    """A person clears a gate, whatever its progress says, and says why.

    Args:
        stream: the athlete's log.
        mandate: the coach's.
        actor: `user:7`.
        key: of the gate.
        reviewed: fingerprint of the gate that the person saw.
        on: the athlete's date.
        reason: in the person's words.
        occasion: id of the button press.
        basis: positions of the events that it rests on.

    Raises:
        InvalidFacts: the reason is missing, or the date lies before the gate was opened.
        NotAllowedNow: it is closed already.
        OutsideMandate: not the coach.
    """
    require_person(stream, actor, mandate)
    if mandate.name != "coach":
        raise OutsideMandate(f"{mandate.name} may not close a gate")
    before = facts_as_reviewed(stream, GATE, key, reviewed)
    if before["state"] != "open":
        raise NotAllowedNow(f"gate {key} is closed since {before['closed_on']}")
    closed = {"state": "closed", "closed_on": on.isoformat(), "closed_because": reason.strip()}
    target = _target(mandate, key, gates.gate({**before, **closed}), reviewed, reason, basis)
    return _write(stream, mandate, actor, target, f"close:{occasion}")


def reopen_gate(
    *,
    stream: Stream,
    mandate: Mandate,
    actor: str,
    key: str,
    reviewed: str,
    on: date,
    reasoning: str,
    occasion: str,
    basis: tuple[int, ...] = (),
) -> Written:
    """Watch again what a closed gate watched, counting afresh from a date.

    Args:
        stream: the athlete's log.
        mandate: under which it is written.
        actor: `user:7`, or `run:<uuid>` of a workflow.
        key: of the gate.
        reviewed: fingerprint of the gate that was read.
        on: the athlete's date; exposures from then on count.
        reasoning: why, in words.
        occasion: id of the button press or of the triggering event.
        basis: positions of the events that it rests on.

    Raises:
        NotAllowedNow: it is open.
        OutsideMandate: neither the coach nor session analysis.
    """
    require_person(stream, actor, mandate)
    if mandate.name not in OPENERS:
        raise OutsideMandate(f"{mandate.name} may not reopen a gate")
    before = facts_as_reviewed(stream, GATE, key, reviewed)
    if before["state"] != "closed":
        raise NotAllowedNow(f"gate {key} is open")
    fresh = {"opened_on": on.isoformat(), "progress": gates.fresh_progress(before["criterion"])}
    target = _target(mandate, key, {**_opened(before), **fresh}, reviewed, reasoning, basis)
    return _write(stream, mandate, actor, target, f"reopen:{occasion}")


def record_progress(
    *,
    stream: Stream,
    key: str,
    exposures: Iterable[Exposure],
    readings: Iterable[PainReading],
    as_of: date,
    occasion: str,
    basis: tuple[int, ...] = (),
    actor: str = "deriver",
) -> Written:
    """Compute a gate again from the evidence: progress, closure, and reopening after a correction.

    A gate that a person closed stays as it is. A gate that was closed by computation is judged by
    the exposures before the date of its closure; when these no longer clear it, it is open again.

    Args:
        stream: the athlete's log.
        key: of the gate.
        exposures: every exposure since the gate was opened; others are passed over.
        readings: every pain reading since then; other regions are passed over.
        as_of: the athlete's date.
        occasion: the event that led here; a repeat of it is answered the same.
        basis: positions of the events behind exposures and readings.
        actor: `deriver`, or `run:<uuid>` of the work that derives.

    Returns:
        `already_applied` where nothing changed.

    Raises:
        NotFound: there is no such gate.
    """
    require_person(stream, actor, DERIVER)
    with transaction.atomic():
        locked.lock(stream.pk)
        state = known.now(stream, GATE, key)
        if state.facts is None:
            raise NotFound(f"there is no gate {key}")
        after, because = _computed(
            state.facts, state.evidence, list(exposures), list(readings), as_of
        )
        target = _target(DERIVER, key, after, state.fingerprint, because, basis)
        return _write(stream, DERIVER, actor, target, f"progress:{occasion}", same_payload=False)


def _computed(
    facts: Facts,
    evidence: str,
    exposures: list[Exposure],
    readings: list[PainReading],
    as_of: date,
) -> tuple[Facts, str]:
    """The gate as the evidence has it, and why."""
    closed = facts["state"] == "closed"
    if closed and evidence != "derived":
        return facts, "a person closed it"
    if closed:
        as_of = date.fromisoformat(facts["closed_on"])
        exposures = [exposure for exposure in exposures if exposure.date < as_of]
        readings = [reading for reading in readings if reading.date <= as_of]
    found = gates.slots(facts, exposures, readings)
    progress = gates.progress(facts["criterion"], found, as_of=as_of, valid_h=facts["valid_h"])
    after = {**_opened(facts), "progress": progress.facts()}
    if progress.resolved:
        after |= {
            "state": "closed",
            "closed_on": as_of.isoformat(),
            "closed_because": progress.because,
        }
    return after, progress.because


def _opened(facts: Facts) -> Facts:
    return {**facts, "state": "open", "closed_on": None, "closed_because": None}


def _target(
    mandate: Mandate,
    key: str,
    facts: Facts,
    reviewed: str,
    reasoning: str,
    basis: tuple[int, ...],
) -> Target:
    person = mandate.name == "coach"
    return Target(
        surface=GATE,
        key=key,
        intended=facts,
        reviewed=reviewed,
        fact_type="decision" if person else "inference",
        evidence="user_reported" if person else "derived",
        reasoning=reasoning,
        basis=basis,
        magnitude=Magnitude.M1,
    )


def _write(
    stream: Stream,
    mandate: Mandate,
    actor: str,
    target: Target,
    occasion: str,
    *,
    same_payload: bool = True,
) -> Written:
    intent = Occasion(
        stream=stream.pk,
        mandate=mandate,
        subject=target.key,
        occasion=occasion,
        actor=actor,
        kind="derive" if mandate.name == "deriver" else "record",
        reviewed=target.reviewed,
    )
    return guard.write(intent, [target], same_payload=same_payload)
