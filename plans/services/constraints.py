"""Opens, narrows, renews and lifts constraints, each as one guarded write.

Session analysis may only limit, for a few days, with one renewal; then it has to escalate. Nobody
but the coach, or the athlete for their own, lifts one early.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from decisions.domain import mandates
from decisions.domain.errors import InvalidFacts, NotAllowedNow, OutsideMandate
from decisions.domain.magnitude import Magnitude
from decisions.services import guard
from decisions.services.guard import ABSENT, Occasion, Target, Written
from plans.domain import constraints as bounds
from plans.selectors.operations import CONSTRAINT, constraints_known
from plans.selectors.policy import change_policy
from plans.selectors.reviewed import facts_as_reviewed
from plans.services.authority import require_person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decisions.domain.mandates import Mandate
    from decisions.domain.surface import Facts
    from decisions.models import Stream
    from plans.domain.policy import Policy

HUMANS = ("coach", "athlete")


def open_constraint(
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
    """Put a bound in force.

    Args:
        stream: the athlete's log.
        mandate: under which it is written.
        actor: `user:7`, or `run:<uuid>` of a workflow.
        key: `<first date>/<slug>`.
        facts: without `owner`, which follows from the mandate.
        reasoning: why, in words.
        occasion: id of the button press or of the triggering event.
        basis: positions of the events that it rests on.

    Raises:
        InvalidFacts: the facts are not valid, or the key does not begin with `starts_on`.
        OutsideMandate: it does not limit, lasts too long, or repeats one that ran out.
        NotFound: a person whose log this is not.
    """
    require_person(stream, actor, mandate)
    target = opening(
        mandate=mandate,
        key=key,
        facts=facts,
        present=constraints_known(stream),
        reasoning=reasoning,
        basis=basis,
    )
    return _write(stream, mandate, actor, target, f"open:{occasion}")


def opening(
    *,
    mandate: Mandate,
    key: str,
    facts: Facts,
    present: Mapping[str, Facts],
    reasoning: str,
    basis: tuple[int, ...] = (),
) -> Target:
    """The target that opens a constraint, for a decision that writes it along with itself.

    Args:
        mandate: under which it will be written.
        key: `<first date>/<slug>`.
        facts: without `owner`.
        present: facts of the constraints that are known, by key.
        reasoning: why, in words.
        basis: positions of the events that it rests on.

    Raises:
        InvalidFacts, OutsideMandate: as `open_constraint`.
    """
    mandates.require(mandate, CONSTRAINT)
    complete = bounds.constraint({**facts, "owner": mandate.name})
    if not key.startswith(f"{complete['starts_on']}/"):
        raise InvalidFacts("key", f"must begin with {complete['starts_on']}/")
    if mandate.name != "coach" and not bounds.limits(complete):
        raise OutsideMandate(f"{mandate.name} may only limit: {bounds.bound_text(complete)}")
    if mandate.name not in HUMANS:
        policy = change_policy()
        _require_short(complete, complete["starts_on"], policy)
        others = {name: known for name, known in present.items() if name != key}
        _require_new(complete, others, mandate)
    return _target(mandate, key, complete, ABSENT, reasoning, basis)


def narrow_constraint(
    *,
    stream: Stream,
    mandate: Mandate,
    actor: str,
    key: str,
    reviewed: str,
    value: int,
    reasoning: str,
    occasion: str,
    basis: tuple[int, ...] = (),
) -> Written:
    """Tighten a bound. Widening is lifting: a person does that.

    Raises:
        NotAllowedNow: it is lifted already.
        OutsideMandate: the new value is wider, for anybody but the coach.
    """
    require_person(stream, actor, mandate)
    before = _active(stream, key, reviewed)
    after = {**before, "value": value}
    if mandate.name != "coach" and not bounds.narrower(before, after):
        raise OutsideMandate(f"{mandate.name} may only tighten: {bounds.bound_text(before)}")
    target = _target(mandate, key, after, reviewed, reasoning, basis)
    return _write(stream, mandate, actor, target, f"narrow:{occasion}")


def renew_constraint(
    *,
    stream: Stream,
    mandate: Mandate,
    actor: str,
    key: str,
    reviewed: str,
    expires_on: date,
    reasoning: str,
    occasion: str,
    basis: tuple[int, ...] = (),
) -> Written:
    """Let a bound hold longer.

    Raises:
        NotAllowedNow: it is lifted already.
        InvalidFacts: the new last date is not later.
        OutsideMandate: a workflow renews again, somebody else's, or for too long: it escalates.
    """
    require_person(stream, actor, mandate)
    before = _active(stream, key, reviewed)
    if expires_on.isoformat() <= before["expires_on"]:
        raise InvalidFacts("expires_on", f"must be later than {before['expires_on']}")
    _require_own(before, mandate)
    after = {
        **before,
        "expires_on": expires_on.isoformat(),
        "renewals": before["renewals"] + 1,
    }
    if mandate.name not in HUMANS:
        policy = change_policy()
        if before["renewals"] >= policy["constraints"]["renewals"]:
            raise OutsideMandate(f"{key} was renewed before: escalate instead")
        next_day = date.fromisoformat(before["expires_on"]) + timedelta(days=1)
        _require_short(after, next_day.isoformat(), policy)
    target = _target(mandate, key, after, reviewed, reasoning, basis)
    return _write(stream, mandate, actor, target, f"renew:{occasion}")


def lift_constraint(
    *,
    stream: Stream,
    mandate: Mandate,
    actor: str,
    key: str,
    reviewed: str,
    reasoning: str,
    occasion: str,
    basis: tuple[int, ...] = (),
) -> Written:
    """End a bound before its time. Needs a person and a reason.

    Raises:
        NotAllowedNow: it is lifted already.
        InvalidFacts: the reason is missing.
        OutsideMandate: a workflow, or an athlete who did not set it.
    """
    require_person(stream, actor, mandate)
    if mandate.name not in HUMANS:
        raise OutsideMandate(f"{mandate.name} may not lift a constraint")
    if not reasoning.strip():
        raise InvalidFacts("reasoning", "is missing: say why it is lifted")
    before = _active(stream, key, reviewed)
    _require_own(before, mandate)
    after = {**before, "status": "lifted"}
    target = _target(mandate, key, after, reviewed, reasoning, basis)
    return _write(stream, mandate, actor, target, f"lift:{occasion}")


def _active(stream: Stream, key: str, reviewed: str) -> Facts:
    facts = facts_as_reviewed(stream, CONSTRAINT, key, reviewed)
    if facts["status"] != "active":
        raise NotAllowedNow(f"constraint {key} is {facts['status']}")
    return facts


def _require_own(before: Facts, mandate: Mandate) -> None:
    """The coach owns every constraint; others only those they set."""
    if mandate.name != "coach" and before["owner"] != mandate.name:
        raise OutsideMandate(f"{mandate.name} may not change a constraint of the {before['owner']}")


def _require_short(facts: Facts, counted_from: str, policy: Policy) -> None:
    first, last = date.fromisoformat(counted_from), date.fromisoformat(facts["expires_on"])
    longest = policy["constraints"]["longest_days"]
    days = (last - first).days + 1
    if days > longest:
        raise OutsideMandate(f"{facts['owner']} may limit for {longest} days, not {days}")


def _require_new(facts: Facts, present: Mapping[str, Facts], mandate: Mandate) -> None:
    """A workflow does not get round its one renewal by opening the same bound under another key."""
    scope = ("field", "exercise", "region", "operator")
    day_before = date.fromisoformat(facts["starts_on"]) - timedelta(days=1)
    for key, other in present.items():
        if other["owner"] != mandate.name or any(facts[n] != other[n] for n in scope):
            continue
        if other["expires_on"] >= day_before.isoformat() and other["status"] == "active":
            raise OutsideMandate(f"{key} already limits this until {other['expires_on']}: renew it")


def _target(
    mandate: Mandate,
    key: str,
    facts: Facts,
    reviewed: str,
    reasoning: str,
    basis: tuple[int, ...],
) -> Target:
    person = mandate.name in HUMANS
    return Target(
        surface=CONSTRAINT,
        key=key,
        intended=facts,
        reviewed=reviewed,
        fact_type="decision",
        evidence="user_reported" if person else "derived",
        reasoning=reasoning,
        basis=basis,
        magnitude=Magnitude.M1,
    )


def _write(stream: Stream, mandate: Mandate, actor: str, target: Target, occasion: str) -> Written:
    intent = Occasion(
        stream=stream.pk,
        mandate=mandate,
        subject=target.key,
        occasion=occasion,
        actor=actor,
        reviewed=target.reviewed,
    )
    return guard.write(intent, [target])
