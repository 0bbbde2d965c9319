"""The weekly look at the plan: two agreeing tests, a day that is missed most weeks, or an escalation.

Proposes at most one change and writes nothing. Without grounds it says so, and when it looks again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from coach.baseline import lines
from coach.domain import grounds, wording
from coach.domain.draft import (
    Considered,
    Draft,
    ProposalDraft,
    Reason,
    TargetDraft,
    ThresholdLine,
    Unknown,
)
from decisions.domain.outcomes import Outcome
from plans.domain.structure import WEEKDAYS, threshold_text
from sessions.domain.missed import MISSED_SHARE, WEEKS_NEEDED

if TYPE_CHECKING:
    from coach.domain.grounds import Missed, TestPair
    from coach.domain.situation import Situation

KEEPS = "The plan stands."


def strategic_review(situation: Situation) -> Draft:
    """Draft the review of an athlete-week, or of an escalation."""
    pairs = grounds.test_pairs(situation)
    missed = grounds.missed_days(situation)
    proposal = _proposal(situation, pairs, missed)
    outcome = _outcome(situation, proposal, pairs)
    looks = lines.looks((), situation)
    return Draft(
        outcome=outcome,
        summary=_summary(situation, outcome, proposal),
        reasons=_reasons(situation, pairs, missed, proposal),
        considered=_considered(situation, outcome, proposal),
        unknown=tuple(Unknown(text=f"Not found: {text}.") for text in situation.packet.missing)[
            :20
        ],
        thresholds=_thresholds(pairs, missed, proposal),
        next_look=looks[-1].date,
        looks=looks,
        monitor=_monitor(situation, pairs),
        proposal=proposal,
    )


def _proposal(
    situation: Situation, pairs: tuple[TestPair, ...], missed: tuple[Missed, ...]
) -> ProposalDraft | None:
    drafts = [_threshold(found) for found in pairs if found.after is not None]
    drafts += [_day(one) for one in missed]
    return next((draft for draft in drafts if _askable(situation, draft)), None)


def _askable(situation: Situation, draft: ProposalDraft) -> bool:
    (target,) = draft.targets
    asked = (target.surface, target.key, target.after)
    return not grounds.refused_before(situation, *asked) and grounds.may_ask(
        situation, draft.kind, *asked
    )


def _threshold(found: TestPair) -> ProposalDraft:
    assert found.after is not None
    before, after = (
        threshold_text(found.rule.facts["params"]),
        threshold_text(found.after["params"]),
    )
    return ProposalDraft(
        title=f"New threshold: {after} instead of {before}"[:200],
        kind=grounds.THRESHOLD,
        risk="medium",
        targets=(TargetDraft(surface=found.rule.surface, key=found.rule.key, after=found.after),),
        why=(
            Reason(text=f"Two tests: {found.pair.why}.", cites=(*found.handles, found.rule.handle)),
        ),
        alternatives=(
            Considered(
                outcome=Outcome.NO_CHANGE,
                why="Keep the value and test again. Costs weeks at targets that two tests contradict.",
                cites=(found.rule.handle,),
            ),
            Considered(
                outcome=Outcome.MONITOR_ONLY,
                why="Wait for a third test. Two that agree are what the rule asks for.",
                cites=found.handles,
            ),
        ),
    )


def _day(one: Missed) -> ProposalDraft:
    facts, pattern = one.day.facts, one.pattern
    where = WEEKDAYS[facts["weekday"]]
    if one.after is None:
        title = f"Take {facts['title']} on {where} out of the plan"
    else:
        title = f"Move {facts['title']} from {where} to {WEEKDAYS[one.after['weekday']]}"
    text = f"{facts['title']} on {where} was missed in {pattern.missed} of {pattern.weeks} weeks."
    return ProposalDraft(
        title=title[:200],
        kind="frequency" if one.after is None else "weekday",
        risk="medium" if facts["priority"] == "key" else "low",
        targets=(TargetDraft(surface=one.day.surface, key=one.day.key, after=one.after),),
        why=(Reason(text=text, cites=(one.day.handle, *one.handles)[:40]),),
        alternatives=(
            Considered(
                outcome=Outcome.NO_CHANGE,
                why="Keep the day. It stays a plan that most weeks do not follow.",
                cites=(one.day.handle,),
            ),
            Considered(
                outcome=Outcome.MONITOR_ONLY,
                why="Ask what stands in the way first. Right if the reason is about to end.",
                cites=one.handles[:40],
            ),
        ),
    )


def _outcome(
    situation: Situation, proposal: ProposalDraft | None, pairs: tuple[TestPair, ...]
) -> Outcome:
    if proposal is not None:
        return Outcome.PROPOSE_STRUCTURAL
    watched = (
        bool(situation.open_gates)
        or bool(grounds.waiting_proposals(situation))
        or grounds.escalation(situation) is not None
        or any(found.pair.tests for found in pairs)
    )
    return Outcome.MONITOR_ONLY if watched else Outcome.NO_CHANGE


def _summary(situation: Situation, outcome: Outcome, proposal: ProposalDraft | None) -> str:
    if proposal is not None:
        return f"{proposal.title}: proposed, for a person to decide."
    waiting = grounds.waiting_proposals(situation)
    if waiting:
        number = waiting[0].facts["number"]
        return f"{KEEPS} Proposal {number} waits for an answer; nothing is added to it."
    asked = grounds.escalation(situation)
    if asked is not None:
        return f"{KEEPS} What decision {asked.facts['number']} handed over is no case for another plan yet."
    if outcome == Outcome.MONITOR_ONLY:
        return f"{KEEPS} What is open is watched."
    return f"{KEEPS} Nothing asks for a change."


def _reasons(
    situation: Situation,
    pairs: tuple[TestPair, ...],
    missed: tuple[Missed, ...],
    proposal: ProposalDraft | None,
) -> tuple[Reason, ...]:
    found = list(proposal.why) if proposal is not None else []
    for one in grounds.waiting_proposals(situation)[:1]:
        text = f"Proposal {one.facts['number']} is open: one structural question at a time."
        found.append(Reason(text=text, cites=(one.handle,)))
    asked = grounds.escalation(situation)
    if asked is not None:
        text = (
            f"Decision {asked.facts['number']} asked for this review. The tactical dose stays bounded; "
            "the plan is kept until comparable sessions say otherwise."
        )
        found.append(Reason(text=text, cites=(asked.handle,)))
    for wish in situation.packet.of("decisions.request"):
        text = (
            "A wish was recorded. It is for a person to weigh; this review has no grounds for it."
        )
        found.append(Reason(text=text, cites=(wish.handle,)))
    found += [
        Reason(text=f"Tests: {one.pair.why}.", cites=(one.rule.handle, *one.handles))
        for one in pairs
        if one.after is None
    ]
    found += [
        Reason(text="The same change was proposed before and not taken.", cites=(one.day.handle,))
        for one in missed
        if grounds.refused_before(situation, one.day.surface, one.day.key, one.after)
    ]
    found += [
        Reason(text=f"The gate “{gate.facts['title']}” is open.", cites=(gate.handle,))
        for gate in situation.open_gates
    ]
    plans = tuple(i.handle for i in situation.packet.of("plans.plan"))
    if not found:
        text = "No pair of tests, no day missed most weeks, no escalation: the plan has no case against it."
        found.append(Reason(text=text, cites=plans))
    return tuple(dict.fromkeys(found))[:20]


def _considered(
    situation: Situation, outcome: Outcome, proposal: ProposalDraft | None
) -> tuple[Considered, ...]:
    del situation
    chosen = {
        Outcome.NO_CHANGE: "Nothing reaches the point at which a plan is changed.",
        Outcome.MONITOR_ONLY: "Something is open; it is watched and not acted on.",
        Outcome.PROPOSE_STRUCTURAL: "The rule's grounds are met; a person decides.",
    }
    found = [Considered(outcome=outcome, why=chosen[outcome], chosen=True)]
    if proposal is not None:
        found += proposal.alternatives
    elif outcome == Outcome.MONITOR_ONLY:
        why = "Saying that nothing is open would leave out what is watched."
        found.append(Considered(outcome=Outcome.NO_CHANGE, why=why))
    if proposal is None:
        why = "Proposing without a pair of tests or a pattern would be a guess."
        found.append(Considered(outcome=Outcome.PROPOSE_STRUCTURAL, why=why))
    return tuple(found)


def _thresholds(
    pairs: tuple[TestPair, ...], missed: tuple[Missed, ...], proposal: ProposalDraft | None
) -> tuple[ThresholdLine, ...]:
    found: list[ThresholdLine] = []
    for one in pairs:
        tests = len(one.pair.tests)
        found.append(
            ThresholdLine(
                name="Usable tests since the value in force",
                value=str(tests),
                limit="2",
                note=one.pair.why[:300],
                decides=proposal is not None and one.after is not None,
            )
        )
        if one.pair.mean_x10 is not None and one.pair.apart is not None:
            found.append(
                ThresholdLine(
                    name="How far the two tests lie apart",
                    value=str(one.pair.apart),
                    limit=wording.tenths(one.pair.error_x10 or 0),
                    note="they agree when it is at most this",
                )
            )
    found += [
        ThresholdLine(
            name=f"Weeks in which {gap.day.facts['title']} was missed"[:200],
            value=str(gap.pattern.missed),
            limit=str(-(-gap.pattern.weeks * MISSED_SHARE.numerator // MISSED_SHARE.denominator)),
            unit=f"of {gap.pattern.weeks} weeks",
            note=f"counts from {WEEKS_NEEDED} weeks on",
            decides=proposal is not None and not any(p.after is not None for p in pairs),
        )
        for gap in missed
    ]
    return tuple(found[:20])


def _monitor(situation: Situation, pairs: tuple[TestPair, ...]) -> tuple[str, ...]:
    found = [f"The gate “{gate.facts['title']}”."[:300] for gate in situation.open_gates]
    found += [
        "A second test, at least a week after the first."
        for one in pairs
        if one.after is None and len(one.pair.tests) == 1
    ]
    days = timedelta(days=situation.numbers.review_days)
    found.append(f"The next review, {wording.short_day(situation.today + days)}.")
    return tuple(dict.fromkeys(found))[:10]
