from __future__ import annotations

import pytest

from decisions.domain.errors import (
    IdentityConflict,
    InvalidFacts,
    NotApproved,
    NotFound,
    OutsideMandate,
)
from decisions.domain.mandates import MANDATES
from decisions.models import Approval, Event
from decisions.services import guard
from decisions.services.guard import ABSENT, Occasion, Target
from plans.domain import tree as whole
from plans.domain.tree import Tree
from plans.models import Block, Plan, PlannedDay, Rule
from plans.selectors.structure import tree as known_tree
from plans.services import structure
from plans.services.structure import Change
from tests.plans import making

DAY = "return/01/squat"


def edited(cast, *changes, occasion="form-2", actor=None, reason="more rest"):
    return structure.edit(
        stream=cast.stream,
        actor=actor or cast.coach,
        changes=changes,
        reason=reason,
        occasion=occasion,
    )


def of_day(cast, reviewed=None, **changes):
    reviewed = reviewed or cast.fingerprint(whole.DAY, DAY)
    return Change(whole.DAY, DAY, making.day(**changes), reviewed)


def test_a_whole_plan_is_one_decision(planned):
    rows = [Plan.objects.get(), Block.objects.get(), PlannedDay.objects.get(), Rule.objects.get()]

    assert [row.key for row in rows] == ["return", "return/01", DAY, "return/squat"]
    assert len({row.event.decision_id for row in rows}) == 1
    assert Approval.objects.count() == 4
    assert {event.reasoning for event in Event.objects.all()} == {"first plan after the injury"}


def test_it_changes_what_was_reviewed(planned):
    written = edited(planned, of_day(planned, items=[making.lift(rest_s=240)]))

    assert written.outcome == "applied"
    assert PlannedDay.objects.get().items[0]["rest_s"] == 240


def test_it_says_stale_when_somebody_was_faster(planned):
    seen = planned.fingerprint(whole.DAY, DAY)
    edited(planned, of_day(planned, minutes=75), occasion="form-2")

    late = edited(planned, of_day(planned, seen, minutes=45), occasion="form-3")

    assert late.outcome == "stale"
    assert late.results[0].changed_by == planned.coach
    assert PlannedDay.objects.get().minutes == 75


def test_it_is_stale_as_a_whole(planned):
    seen = planned.fingerprint(whole.DAY, DAY)
    edited(planned, of_day(planned, minutes=75))
    rule = Change(
        whole.RULE,
        "return/squat",
        making.rule(params={"increment_g": 1250}),
        planned.fingerprint(whole.RULE, "return/squat"),
    )

    late = edited(planned, of_day(planned, seen, minutes=45), rule, occasion="form-3")

    assert late.outcome == "stale"
    assert Rule.objects.get().params == {"increment_g": 2500}


def test_a_double_click_writes_once(planned):
    change = of_day(planned, minutes=75)

    first, second = edited(planned, change), edited(planned, change)

    assert (first.outcome, second.outcome, second.repeated) == ("applied", "applied", True)
    assert Event.objects.filter(item__surface=whole.DAY).count() == 2


def test_a_redelivery_after_the_plan_moved_on_writes_nothing(planned):
    change = of_day(planned, minutes=75)
    edited(planned, change)
    edited(planned, of_day(planned, minutes=60), occasion="form-3")

    again = edited(planned, change)

    assert again.repeated
    assert PlannedDay.objects.get().minutes == 60


def test_the_same_button_with_another_wish_is_a_conflict(planned):
    seen = planned.fingerprint(whole.DAY, DAY)
    edited(planned, of_day(planned, seen, minutes=75))

    with pytest.raises(IdentityConflict):
        edited(planned, of_day(planned, seen, minutes=90))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param(
            Change(whole.DAY, "return/01/new", making.day(weekday=9), ABSENT),
            "plans.planned_day return/01/new.weekday",
            id="a-part-is-not-valid",
        ),
        pytest.param(
            Change(whole.DAY, "return/09/new", making.day(block="return/09"), ABSENT),
            "plans.planned_day return/09/new.block",
            id="the-parts-do-not-fit",
        ),
        pytest.param(
            Change(whole.PLAN, "second", making.plan(), ABSENT),
            "plans.plan second.status",
            id="another-plan-is-active",
        ),
        pytest.param(
            Change("plans.gate", "2026-03-02/knee", making.gate(), ABSENT),
            "surface",
            id="not-part-of-the-plan",
        ),
    ],
)
def test_it_refuses_and_writes_nothing(planned, change, field):
    before = Event.objects.count()

    with pytest.raises(InvalidFacts) as error:
        edited(planned, of_day(planned, minutes=75), change)

    assert error.value.field == field
    assert Event.objects.count() == before


def test_a_block_cannot_go_while_its_days_stay(planned):
    gone = Change(whole.BLOCK, "return/01", None, planned.fingerprint(whole.BLOCK, "return/01"))
    day = Change(whole.DAY, DAY, None, planned.fingerprint(whole.DAY, DAY))

    with pytest.raises(InvalidFacts, match="return/01 does not exist"):
        edited(planned, gone)
    assert edited(planned, gone, day).outcome == "applied"
    assert not PlannedDay.objects.exists()


def test_it_needs_a_reason(planned):
    with pytest.raises(InvalidFacts, match="reason"):
        edited(planned, of_day(planned, minutes=75), reason="  ")


def test_another_athletes_coach_finds_nothing(planned):
    with pytest.raises(NotFound):
        edited(planned, of_day(planned, minutes=75), actor=planned.stranger)


def test_the_athlete_herself_does_not_edit_the_plan(planned):
    with pytest.raises(NotFound):
        edited(planned, of_day(planned, minutes=75), actor=planned.athlete)


@pytest.mark.parametrize("actor", ["run:4f0c", "deriver", "user:", "user:x"])
def test_no_workflow_edits_the_plan(planned, actor):
    with pytest.raises(OutsideMandate):
        edited(planned, of_day(planned, minutes=75), actor=actor)


def test_a_retired_plan_keeps_its_parts_and_makes_room(planned):
    seen = planned.fingerprint(whole.PLAN, "return")
    asked = {
        "stream": planned.stream,
        "actor": planned.coach,
        "plan_key": "return",
        "reviewed": seen,
        "reason": "goal reached",
        "occasion": "form-2",
    }

    assert structure.retire(**asked).outcome == "applied"
    assert structure.retire(**asked).repeated
    assert Plan.objects.get().status == "retired"
    assert (Block.objects.count(), PlannedDay.objects.count()) == (1, 1)
    second = Tree(plans={"second": making.plan()})
    written = structure.create_plan(
        stream=planned.stream,
        actor=planned.coach,
        tree=second,
        reason="next goal",
        occasion="form-3",
    )
    assert written.outcome == "applied"


def test_a_plan_that_is_not_there_cannot_be_retired(planned):
    with pytest.raises(NotFound, match="there is no plan other"):
        structure.retire(
            stream=planned.stream,
            actor=planned.coach,
            plan_key="other",
            reviewed=ABSENT,
            reason="x",
            occasion="form-2",
        )


def test_rows_are_what_the_log_says(planned):
    tree = known_tree(planned.stream)

    assert tree.days[DAY] == PlannedDay.objects.get().facts()
    assert tree.rules["return/squat"] == Rule.objects.get().facts()


def test_structure_is_not_written_without_an_approval(planned):
    occasion = Occasion(
        stream=planned.stream.pk,
        mandate=MANDATES["coach"],
        subject="x",
        occasion="1",
        actor=planned.coach,
    )
    target = Target(
        surface=whole.DAY,
        key=DAY,
        intended=making.day(minutes=75),
        reviewed=planned.fingerprint(whole.DAY, DAY),
    )

    with pytest.raises(NotApproved):
        guard.write(occasion, [target])


def test_rows_cannot_be_saved_or_deleted(planned):
    row = PlannedDay.objects.get()

    with pytest.raises(NotApproved):
        row.save()
    with pytest.raises(NotApproved):
        row.delete()
