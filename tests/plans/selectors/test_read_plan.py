from __future__ import annotations

from datetime import date

from decisions.domain.mandates import MANDATES
from decisions.selectors import known
from plans.domain import tree as whole
from plans.domain.tree import Tree
from plans.selectors import operations as state
from plans.selectors import structure as plan
from plans.services import operations, structure
from plans.services.structure import Change
from tests.plans import making


def test_the_active_plan_and_its_parts(planned):
    active = plan.active_plan(planned.stream)

    assert active is not None
    assert active.key == "return"
    assert [block.key for block in plan.blocks(planned.stream, "return")] == ["return/01"]
    assert [day.key for day in plan.days(planned.stream, "return/01")] == ["return/01/squat"]
    assert [rule.key for rule in plan.rules(planned.stream, "return")] == ["return/squat"]
    assert [row.key for row in plan.plans(planned.stream)] == ["return"]


def test_another_athlete_has_no_plan(planned):
    assert plan.active_plan(planned.elsewhere) is None
    assert not plan.blocks(planned.elsewhere, "return").exists()
    assert plan.tree(planned.elsewhere) == Tree()


def test_the_tree_as_of_a_position_is_what_was_known_then(planned):
    then = known.head(planned.stream)
    structure.edit(
        stream=planned.stream,
        actor=planned.coach,
        changes=[
            Change(
                whole.DAY,
                "return/01/squat",
                making.day(minutes=75),
                planned.fingerprint(whole.DAY, "return/01/squat"),
            )
        ],
        reason="longer",
        occasion="form-2",
    )

    assert plan.tree(planned.stream).days["return/01/squat"]["minutes"] == 75
    assert plan.tree(planned.stream, up_to=then).days["return/01/squat"]["minutes"] == 60
    assert plan.tree(planned.stream, up_to=0) == Tree()


def test_constraints_in_force_on_a_date(cast):
    cast.open_constraint()

    for on, holds in [
        (date(2026, 3, 1), False),
        (date(2026, 3, 2), True),
        (date(2026, 3, 20), True),
        (date(2026, 3, 21), False),
    ]:
        assert state.constraints_in_force(cast.stream, on).exists() is holds
        assert bool(state.constraints_known_in_force(cast.stream, on)) is holds
    assert not state.constraints_in_force(cast.elsewhere, date(2026, 3, 10)).exists()


def test_a_constraint_that_ran_out_is_asked_about(cast):
    cast.open_constraint()

    assert not state.constraints_lapsed(cast.stream, date(2026, 3, 20)).exists()
    assert state.constraints_lapsed(cast.stream, date(2026, 3, 21)).exists()


def test_open_and_closed_gates_now_and_then(cast):
    cast.open_gate()
    then = known.head(cast.stream)
    operations.close_gate(
        stream=cast.stream,
        mandate=MANDATES["coach"],
        actor=cast.coach,
        key="2026-03-02/knee",
        reviewed=cast.fingerprint("plans.gate", "2026-03-02/knee"),
        on=date(2026, 3, 10),
        reason="physio",
        occasion="2",
    )

    assert not state.open_gates(cast.stream).exists()
    assert [gate.key for gate in state.closed_gates(cast.stream)] == ["2026-03-02/knee"]
    assert state.open_gates_known(cast.stream) == {}
    assert state.open_gates_known(cast.stream, up_to=then).keys() == {"2026-03-02/knee"}
    assert state.gates_known(cast.stream)["2026-03-02/knee"]["state"] == "closed"
