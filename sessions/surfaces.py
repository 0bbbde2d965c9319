"""The surfaces of this app: how the kernel checks, words and stores each kind of its state.

None is structural: what was done and felt is evidence, and a prescription is one session's dose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain.surface import Surface
from sessions import catalogue
from sessions.domain import (
    actual_words,
    actuals,
    daily,
    daily_words,
    exercises,
    injuries,
    prescriptions,
    records,
    sources,
    wording,
)
from sessions.models import (
    CompletedSession,
    CustomExercise,
    DailyObservation,
    FileSource,
    Injury,
    PerformedSet,
    Prescription,
)

if TYPE_CHECKING:
    from decisions.domain.surface import Facts


def name_of(slug: str) -> str:
    """An exercise's name inside a sentence; the words of its slug when there is none."""
    exercise = catalogue.exercise(slug)
    return wording.spoken(exercise.name) if exercise else wording.words(slug)


def _prescription_sentence(facts: Facts) -> str:
    return prescriptions.sentence(facts, name=name_of)


def _set_sentence(facts: Facts) -> str:
    return actual_words.set_sentence(facts, lookup=catalogue.exercise)


ALL = (
    Surface(
        records.PRESCRIPTION,
        "prescription",
        prescriptions.validate,
        _prescription_sentence,
        model=Prescription,
        personal=prescriptions.FIELDS,
    ),
    Surface(
        records.COMPLETED,
        "session",
        actuals.validate_completed,
        actual_words.completed_sentence,
        model=CompletedSession,
        personal=actuals.COMPLETED_FIELDS,
    ),
    Surface(
        records.SET,
        "set",
        actuals.validate_set,
        _set_sentence,
        model=PerformedSet,
        personal=actuals.SET_FIELDS,
    ),
    Surface(
        records.DAILY,
        "daily observation",
        daily.validate,
        daily_words.sentence,
        model=DailyObservation,
        personal=daily.FIELDS,
    ),
    Surface(
        records.INJURY,
        "injury",
        injuries.validate,
        injuries.sentence,
        model=Injury,
        personal=injuries.FIELDS,
    ),
    Surface(
        records.EXERCISE,
        "exercise",
        exercises.validate,
        exercises.sentence,
        model=CustomExercise,
        personal=exercises.FIELDS,
    ),
    Surface(
        records.SOURCE,
        "imported file",
        sources.validate,
        sources.sentence,
        model=FileSource,
        personal=sources.FIELDS,
    ),
)
