"""Default deny, walked: every surface under every mandate, by the door that everybody uses."""

from __future__ import annotations

import pytest

from decisions import registry
from decisions.domain import mandates
from decisions.domain.errors import InvalidFacts, NotApproved, OutsideMandate
from decisions.domain.magnitude import Magnitude
from decisions.domain.mandates import MANDATES, STRUCTURE
from decisions.domain.occasions import Target
from decisions.domain.outcomes import Outcome
from decisions.models import Decision, Stream
from decisions.services import guard, rulings
from tests.decisions import acts

pytestmark = pytest.mark.django_db
SURFACES = [surface.key for surface in registry.all()]


@pytest.mark.parametrize("name", sorted(MANDATES))
def test_a_mandate_reaches_the_surfaces_it_names_and_no_other(stream: Stream, name: str) -> None:
    for surface in SURFACES:
        nonsense = Target(surface=surface, key="a", intended={}, reviewed=guard.ABSENT)
        refusal: type[Exception] = OutsideMandate
        if surface in MANDATES[name].writes:
            refusal = InvalidFacts  # past the mandate, stopped by its content
        with pytest.raises(refusal):
            guard.write(acts.occasion(stream, mandate=name, actor="run:1"), [nonsense])
    assert not Decision.objects.exists()


@pytest.mark.parametrize("name", sorted(MANDATES))
def test_one_forbidden_target_among_allowed_ones_is_enough(stream: Stream, name: str) -> None:
    allowed = acts.target(stream, "a", acts.wish())
    for surface in SURFACES:
        if surface in MANDATES[name].writes or acts.REQUEST not in MANDATES[name].writes:
            continue
        other = Target(surface=surface, key="b", intended={}, reviewed=guard.ABSENT)
        with pytest.raises(OutsideMandate):
            guard.write(acts.occasion(stream, mandate=name), [allowed, other])
    assert not Decision.objects.exists()


@pytest.mark.parametrize("name", sorted(MANDATES))
@pytest.mark.parametrize("magnitude", list(Magnitude))
def test_nothing_larger_than_the_mandate_passes_whatever_the_surface(
    stream: Stream, name: str, magnitude: Magnitude
) -> None:
    mandate = MANDATES[name]
    for surface in sorted(mandate.writes & set(SURFACES)):
        asked = Target(
            surface=surface, key="a", intended={}, reviewed=guard.ABSENT, magnitude=magnitude
        )
        refusal = InvalidFacts if magnitude <= mandate.max_magnitude else OutsideMandate
        with pytest.raises(refusal):
            guard.write(acts.occasion(stream, mandate=name, actor="run:1"), [asked])


def test_only_the_coach_reaches_structure_and_only_behind_an_approval(stream: Stream) -> None:
    assert set(registry.structural()) == STRUCTURE
    for name, mandate in MANDATES.items():
        assert not mandate.writes & STRUCTURE or name == "coach"
    with pytest.raises(NotApproved):
        guard.write(
            acts.occasion(stream, mandate="coach"),
            [acts.target(stream, "base", acts.plan(), surface=acts.PLAN)],
        )


def test_a_structural_change_may_be_proposed_by_the_strategic_review_alone() -> None:
    for name, mandate in MANDATES.items():
        for surface in STRUCTURE:
            if name == "strategic_review":
                mandates.require_proposal(mandate, surface)
            else:
                with pytest.raises(OutsideMandate):
                    mandates.require_proposal(mandate, surface)


def test_there_is_no_mandate_for_the_system_itself() -> None:
    assert not [name for name in MANDATES if "system" in name or "internal" in name]


@pytest.mark.parametrize("name", sorted(MANDATES))
@pytest.mark.parametrize("outcome", list(Outcome))
def test_a_decision_ends_only_in_an_outcome_of_its_mandate(
    stream: Stream, name: str, outcome: Outcome
) -> None:
    intent = acts.occasion(stream, mandate=name, actor="run:1", kind="workflow")
    facts = acts.decision(outcome=outcome.value)
    if outcome in MANDATES[name].outcomes:
        assert rulings.record(intent, facts).outcome == "applied"
    else:
        with pytest.raises(OutsideMandate):
            rulings.record(intent, facts)


def test_strategic_reviews_are_the_only_ones_that_may_propose_structure() -> None:
    proposing = {n for n, m in MANDATES.items() if Outcome.PROPOSE_STRUCTURAL in m.outcomes}
    assert proposing == {"strategic_review"}
    assert MANDATES["strategic_review"].writes == {"decisions.decision", "decisions.proposal"}


def test_the_administrator_reaches_the_policy_and_nothing_of_an_athlete() -> None:
    assert MANDATES["administrator"].writes == {"decisions.policy"}
