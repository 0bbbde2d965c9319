"""Tables of this app, all of them projections of the log. Import them from here."""

from __future__ import annotations

from sessions.models.actuals import CompletedSession, PerformedSet
from sessions.models.observations import CustomExercise, DailyObservation, FileSource, Injury
from sessions.models.prescriptions import Prescription

__all__ = [
    "CompletedSession",
    "CustomExercise",
    "DailyObservation",
    "FileSource",
    "Injury",
    "PerformedSet",
    "Prescription",
]
