"""What each workflow's reply may hold: a field of another workflow is not there to be filled in.

Owns the shapes; reading a reply into one is the business of `replies`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from coach.domain.draft import (
    Common,
    ConstraintDraft,
    Escalation,
    GateDraft,
    ProposalDraft,
    SessionDraft,
)


class AnalysisShape(Common):
    """Reply of session analysis: it may open gates and narrow."""

    gates: Annotated[tuple[GateDraft, ...], Field(max_length=4)] = ()
    constraints: Annotated[tuple[ConstraintDraft, ...], Field(max_length=4)] = ()
    escalate: Escalation | None = None


class PrescriptionShape(Common):
    """Reply of next prescription: one session."""

    session: SessionDraft | None = None
    escalate: Escalation | None = None


class StrategicShape(Common):
    """Reply of the strategic review: at most one proposal."""

    proposal: ProposalDraft | None = None


class PlainShape(Common):
    """Reply of a workflow that only records: chat, import review."""


Shape = type[AnalysisShape] | type[PrescriptionShape] | type[StrategicShape] | type[PlainShape]

SHAPES: dict[str, Shape] = {
    "session_analysis": AnalysisShape,
    "next_prescription": PrescriptionShape,
    "strategic_review": StrategicShape,
    "chat": PlainShape,
    "import_review": PlainShape,
}
