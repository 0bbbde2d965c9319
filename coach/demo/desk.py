"""The coach's desk in the demo: what becomes of each proposal, by what it is about and when it lies there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.selectors import known
from decisions.services import proposals
from decisions.services.proposals import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from coach.demo.people import People
    from decisions.models import Athlete

EVER = 10_000
ANSWERS = {
    ("runner", "threshold"): ((60, "approve"), (110, "stale")),
    ("runner", "frequency"): ((EVER, "withdraw"),),
    ("lifter", "frequency"): ((110, "reject"), (EVER, "ask")),
}
"""Per athlete and kind: the answer until a day of the demo. Whatever is not named is left waiting."""


def look(people: People, athlete: Athlete, day: int, *, opened_before: str) -> list[str]:
    """Decide what waits since before a date; gives what was decided.

    Args:
        day: days since the demo began.
        opened_before: ISO date; the coach looks at what is at least a day old.
    """
    done = []
    for item, answer in _waiting(athlete, day):
        facts = item.facts or {}
        if facts["opened_on"] >= opened_before:
            continue
        outcome = _answer(people, athlete, item, answer)
        if outcome:
            done.append(f"{item.key} {outcome}")
    return done


def _waiting(athlete: Athlete, day: int) -> Iterator[tuple[known.Known, str]]:
    for item in known.known(athlete.stream, ranges=[known.Range("decisions.proposal")]):
        facts = item.facts or {}
        if facts["state"] in UNDECIDED:
            answers = ANSWERS.get((athlete.user.username, facts["kind"]), ())
            yield item, next((answer for until, answer in answers if day < until), "leave")


def _answer(people: People, athlete: Athlete, item: known.Known, answer: str) -> str | None:
    facts = item.facts or {}
    about = {
        "stream": athlete.stream,
        "key": item.key,
        "reviewed": item.fingerprint,
        "user": people.coach,
    }
    if answer == "stale":
        # Looked at late: by then the threshold was set by hand, so the guard refuses.
        state = known.now(athlete.stream, "plans.rule", facts["targets"][0]["key"])
        moved = state.fingerprint != facts["targets"][0]["reviewed"]
        return proposals.approve(**about).outcome if moved else None
    if answer == "approve":
        return proposals.approve(**about, reason="agrees with what I see").outcome
    if answer == "reject":
        reason = "those weeks were exams, the day stays"
        return proposals.reject(**about, reason=reason).outcome
    if answer in ("ask", "withdraw") and facts["state"] == "OPEN":
        reason = "how do the next two weeks go?"
        return proposals.ask_for_evidence(**about, reason=reason).outcome
    if answer == "withdraw":
        return proposals.withdraw(**about, reason="settled with the athlete by phone").outcome
    return None
