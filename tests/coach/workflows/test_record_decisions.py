"""The sentence that stands over a decision: what was recorded, not what was asked for."""

from __future__ import annotations

from coach.domain.draft import Considered, Draft, Reason
from coach.rules import WITHHELD
from coach.workflows import recording
from decisions.domain.gate import Downgrades, Holds, Refuses, Ruling
from decisions.domain.outcomes import Outcome

DRAFT = Draft(
    outcome=Outcome.TACTICAL_ADJUST,
    summary="Less than planned.",
    reasons=(Reason(text="It hurt."),),
    considered=(
        Considered(outcome=Outcome.TACTICAL_ADJUST, why="It hurt.", chosen=True),
        Considered(outcome=Outcome.NO_CHANGE, why="It would hurt again."),
    ),
)


def test_a_draft_that_holds_speaks_for_itself() -> None:
    ruling = Ruling(Outcome.TACTICAL_ADJUST, (("a", Holds()),), refused=False)
    assert recording.summary(DRAFT, ruling, set()) == "Less than planned."


def test_a_downgrade_is_said_once_with_the_reason_of_the_outcome_that_stands() -> None:
    verdicts = (
        ("size", Downgrades(Outcome.MONITOR_ONLY, "it is small")),
        ("dose", Downgrades(Outcome.NO_CHANGE, "the dose is the stated one")),
    )
    ruling = Ruling(Outcome.NO_CHANGE, verdicts, refused=False)
    assert recording.summary(DRAFT, ruling, set()) == (
        "Less than planned. It stands as NO_CHANGE: the dose is the stated one"
    )


def test_a_refusal_names_its_first_reason_and_nothing_of_the_draft() -> None:
    ruling = Ruling(
        Outcome.BLOCKED_UNKNOWN, (("a", Holds()), ("b", Refuses("it rises"))), refused=True
    )
    said = recording.summary(DRAFT, ruling, set())
    assert said == "The draft was refused and nothing of it was written: it rises"


def test_a_sentence_that_may_not_be_shown_is_not_shown() -> None:
    ruling = Ruling(Outcome.TACTICAL_ADJUST, (("a", Holds()),), refused=False)
    assert recording.summary(DRAFT, ruling, {"Less than planned."}) == WITHHELD
