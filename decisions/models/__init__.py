"""Tables of the kernel. Import them from here."""

from __future__ import annotations

from decisions.models.athletes import Athlete
from decisions.models.fields import FactsField
from decisions.models.lineage import Approval, Decision, Receipt
from decisions.models.log import Basis, Event
from decisions.models.records import (
    DecisionRecord,
    Finding,
    Forecast,
    Policy,
    Proposal,
    Request,
)
from decisions.models.rows import GovernedRow
from decisions.models.streams import INSTANCE, Item, Secret, Stream

__all__ = [
    "INSTANCE",
    "Approval",
    "Athlete",
    "Basis",
    "Decision",
    "DecisionRecord",
    "Event",
    "FactsField",
    "Finding",
    "Forecast",
    "GovernedRow",
    "Item",
    "Policy",
    "Proposal",
    "Receipt",
    "Request",
    "Secret",
    "Stream",
]
