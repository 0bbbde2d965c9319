"""Issues a new version of a prescription as a target that a workflow writes with its decision.

Never once the session has started: the target names the session's absence as its parent, so a start
that comes in between makes the write stale.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from decisions.domain.errors import NotAllowedNow
from decisions.domain.magnitude import Magnitude
from decisions.selectors.known import now
from decisions.services.guard import Target
from sessions.domain import keys
from sessions.domain.records import COMPLETED, PRESCRIPTION
from sessions.selectors import prescriptions

if TYPE_CHECKING:
    from decisions.domain.surface import Facts
    from decisions.models import Stream


def issue(
    *,
    stream: Stream,
    session_key: str,
    facts: Facts,
    zone: str,
    reviewed: str | None = None,
    reasoning: str = "",
    basis: tuple[int, ...] = (),
    parents: tuple[tuple[str, str, str], ...] = (),
    magnitude: Magnitude = Magnitude.M0,
    evidence: str = "derived",
) -> Target:
    """The target that issues the next version for a session.

    Args:
        stream: the athlete's log.
        session_key: of the session; it and the version number are put into the facts here.
        facts: everything else of a prescription.
        zone: IANA zone of its date.
        reviewed: fingerprint of the version that was seen; that of the newest one when None.
        reasoning: why, in words.
        basis: positions of the events that it rests on.
        parents: what else must still be so, for example the planned day.
        magnitude: what the change against the plan amounts to.
        evidence: type of the dose; derived by rules unless said otherwise.

    Returns:
        A target for `guard.write`, together with the decision's own targets.

    Raises:
        NotAllowedNow: the session has started, or was skipped.
    """
    keys.checked_session(session_key)
    session = now(stream, COMPLETED, session_key)
    if session.facts is not None:
        raise NotAllowedNow(f"{session_key} is {session.facts['status']}: its prescription stands")
    issued = prescriptions.versions(stream, session_key)
    number = max(((v.facts or {})["version"] for v in issued), default=0) + 1
    seen = now(stream, PRESCRIPTION, session_key).fingerprint if reviewed is None else reviewed
    return Target(
        surface=PRESCRIPTION,
        key=session_key,
        intended={**facts, "session_key": session_key, "version": number},
        reviewed=seen,
        fact_type="decision",
        evidence=evidence,
        local_date=date.fromisoformat(facts["date"]),
        zone=zone,
        reasoning=reasoning,
        basis=basis,
        parents=((COMPLETED, session_key, session.fingerprint), *parents),
        magnitude=magnitude,
    )
