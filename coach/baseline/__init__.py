"""The built-in coach: deterministic rules D0, D1, D2, D4, D5, D12 and D13 over the computed view.

Pure: no clock, no input or output, no model. It is the default and the yardstick for every model,
and is judged by the same gate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.d01_red_flag import d1_red_flag
from coach.baseline.next_prescription import next_prescription
from coach.baseline.plain import plain
from coach.baseline.session_analysis import session_analysis
from coach.baseline.strategic_review import strategic_review

if TYPE_CHECKING:
    from coach.domain.draft import Draft
    from coach.domain.situation import Situation

BASELINE_VERSION = "1"

_WORKFLOWS = {
    "session_analysis": session_analysis,
    "next_prescription": next_prescription,
    "strategic_review": strategic_review,
}


def draft(situation: Situation) -> Draft:
    """The draft of the workflow that the packet belongs to; red flags come before everything."""
    suspended = d1_red_flag(situation)
    if suspended is not None:
        return suspended
    return _WORKFLOWS.get(situation.packet.workflow, plain)(situation)
