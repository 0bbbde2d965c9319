"""Opens the medical gate when red-flag words come in, by whatever door: no reasoner is asked (rule D1).

Never closes one. A report that is corrected or taken back leaves its gate: only a person clears it.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from coach.domain import policy as numbers
from coach.domain.alarms import signs
from coach.retrieval import policy
from decisions import clock
from decisions.domain.mandates import MANDATES
from decisions.selectors import known
from decisions.selectors.known import Range
from plans.domain.gates import ALL_TRAINING, HUMAN
from plans.services import gates

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coach.domain.policy import Numbers
    from decisions.models import Athlete
    from decisions.selectors.known import Known

SURFACE = "plans.gate"
TITLE = "Medical clearance"
CRITERION = "A person records medical clearance."


def watch(athlete: Athlete, news: Iterable[Known]) -> str | None:
    """Open the medical gate where events report a red flag that no gate answers yet; gives its key.

    Words count as they were said, also when they were taken back before anybody looked.

    Args:
        news: events that came, oldest first.
    """
    reports = [event for event in news if any(signs(event))]
    if not reports:
        return None
    today = clock.today(athlete.zone)
    own = numbers.read(policy.in_force().values).coach
    medical = [
        gate
        for gate in known.known(athlete.stream, ranges=[Range(SURFACE)])
        if gate.facts is not None and ALL_TRAINING in gate.facts["guards"]
    ]
    if any(gate.facts and gate.facts["state"] == "open" for gate in medical):
        return None
    answered = max((gate.position for gate in medical), default=0)
    oldest = today - timedelta(days=own.red_flag_days)
    waiting = [e for e in reports if e.position > answered and (e.local_date or today) >= oldest]
    return _open(athlete, waiting, today, own) if waiting else None


def _open(athlete: Athlete, reports: list[Known], today: date, own: Numbers) -> str:
    newest = reports[-1].position
    said = ", ".join(dict.fromkeys(sign for event in reports for sign in signs(event)))
    key = f"{today.isoformat()}/medical-clearance-{newest}"
    gates.open_gate(
        stream=athlete.stream,
        mandate=MANDATES["session_analysis"],
        actor="run:red_flags",
        key=key,
        facts={
            "title": TITLE,
            "signal": "review",
            "region": None,
            "guards": [ALL_TRAINING],
            "criterion": {"kind": HUMAN, "text": CRITERION},
            "valid_h": own.gate_valid_h,
            "opened_on": today.isoformat(),
        },
        reasoning=f"reported: {said}",
        occasion=f"red flag {newest}",
        basis=tuple(event.position for event in reports),
    )
    return key
