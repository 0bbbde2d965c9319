"""The showcase that must always work.

A good session under a conservative dose, gates unresolved → NO_CHANGE with lineage → plan untouched,
gates in force → the next prescription cites that decision, keeps the rest interval, adds no volume and
carries the branches; a twin run without the decision differs.
"""

from __future__ import annotations

import pytest

from coach.baseline import draft
from coach.retrieval import context
from coach.workflows import aims, replay
from coach.workflows.thinking import situation_of
from decisions.selectors import known, lineage
from tests.scenarios.conftest import Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def held(story: Story) -> Story:
    """Two sessions with a sore knee open a gate; then a session that felt very light."""
    story.train(0, pain=4)
    story.settle(0, 18)
    story.train(3, pain=2)
    story.settle(3, 18)
    story.morning(4, 2)
    story.settle(4, 8)
    story.train(7, rpe=60, pain=1)
    story.settle(7, 18)
    return story


def test_a_good_session_under_an_open_gate_changes_nothing_and_the_next_one_cites_that(
    held: Story,
) -> None:
    analysis = held.decisions("session_analysis")[-1]
    assert analysis.subject == held.key(7)
    assert analysis.outcome == "NO_CHANGE"
    assert any(
        option["outcome"] == "NO_CHANGE" and option["chosen"] for option in analysis.considered
    )
    assert analysis.unknown, "the next morning is not known yet and the decision says so"

    prescribed = held.prescription(10)
    squat = prescribed.items[0]
    event = known.now(held.athlete.stream, "decisions.decision", analysis.key)
    assert event.position in prescribed.cites
    assert squat["rest_s"] == squat["planned"]["rest_s"]
    assert squat["sets"] <= squat["planned"]["sets"]
    assert squat["load_g"] < squat["planned"]["load_g"], "the planned step waits behind the gate"
    assert squat["held_by"]
    assert prescribed.branches


def test_the_plan_is_untouched_and_the_gate_stays_in_force(held: Story) -> None:
    day = known.history(held.athlete.stream, "plans.planned_day", "base/01/a")
    assert len(day) == 1
    gates = known.known(held.athlete.stream, ranges=[known.Range("plans.gate")])
    assert [gate.facts["state"] for gate in gates if gate.facts] == ["open"]


def test_a_twin_without_the_decision_differs_but_is_no_less_safe(held: Story) -> None:
    stream, subject = held.athlete.stream, held.key(10)
    today = held.at(7, 19).date()
    up_to = known.head(stream)
    items, decided = context.read(stream, "next_prescription", today, up_to)
    aim = aims.aim("next_prescription", subject, today, items)

    def drafted(decisions):
        seen = context.assemble(
            aim=aim,
            items=items,
            decided=decisions,
            up_to=up_to,
            zone="UTC",
            question=aims.QUESTIONS["next_prescription"],
            missing=[],
        )
        return draft(situation_of(seen.packet))

    with_it, without = drafted(decided), drafted([])
    assert with_it.carried
    assert not without.carried
    assert with_it != without
    assert with_it.session.items[0].load_g == without.session.items[0].load_g
    assert with_it.session.items[0].sets == without.session.items[0].sets


def test_the_lineage_leads_from_the_sets_to_the_prescription(held: Story) -> None:
    stream = held.athlete.stream
    prescribed = known.now(stream, "training_sessions.prescription", held.key(10))
    assert prescribed.position is not None
    grounds = known.at_positions(stream, lineage.grounds(stream, prescribed.position))
    surfaces = {event.surface for event in grounds}
    assert {"decisions.decision", "training_sessions.set", "plans.gate"} <= surfaces


def test_every_decision_of_the_story_replays(held: Story) -> None:
    results = list(replay.stream(held.athlete.stream))
    assert len(results) > 5
    assert {result.result for result in results} == {"same"}
