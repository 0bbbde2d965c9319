from __future__ import annotations

from datetime import date

import pytest

from decisions.domain.errors import InvalidFacts
from plans.domain import tree as whole
from plans.domain.tree import Tree, with_changes
from plans.domain.whole import require_whole
from tests.plans import making


def a_tree(**parts):
    return Tree(
        **{
            "plans": {"return": making.plan()},
            "blocks": {"return/01": making.block()},
            "days": {"return/01/squat": making.day()},
            "rules": {"return/squat": making.rule()},
            **parts,
        }
    )


def test_a_whole_plan_fits_together():
    require_whole(a_tree())


def test_nothing_at_all_fits_together():
    require_whole(Tree())


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        pytest.param(
            {"plans": {"return": making.plan(), "next": making.plan()}},
            "plans.plan next.status",
            id="two-active-plans",
        ),
        pytest.param(
            {"plans": {"Return Plan": making.plan()}, "blocks": {}, "days": {}, "rules": {}},
            "plans.plan Return Plan.key",
            id="a-key-that-is-no-plain-name",
        ),
        pytest.param(
            {"blocks": {"return/01": making.block(plan="other")}},
            "plans.block return/01.plan",
            id="a-block-of-no-plan",
        ),
        pytest.param(
            {"blocks": {"first": making.block()}, "days": {}},
            "plans.block first.key",
            id="a-block-key-without-its-plan",
        ),
        pytest.param(
            {"blocks": {"return/01/02": making.block()}, "days": {}},
            "plans.block return/01/02.key",
            id="a-block-key-that-is-too-deep",
        ),
        pytest.param(
            {"blocks": {"return/01": making.block(starts_on="2026-03-01")}},
            "plans.block return/01.starts_on",
            id="a-block-before-its-plan",
        ),
        pytest.param(
            {
                "blocks": {
                    "return/01": making.block(),
                    "return/02": making.block(order=2, starts_on="2026-03-29"),
                }
            },
            "plans.block return/02.starts_on",
            id="blocks-that-overlap-by-a-day",
        ),
        pytest.param(
            {"days": {"return/02/squat": making.day(block="return/02")}},
            "plans.planned_day return/02/squat.block",
            id="a-day-of-no-block",
        ),
        pytest.param(
            {"days": {"squat": making.day()}},
            "plans.planned_day squat.key",
            id="a-day-key-without-its-block",
        ),
        pytest.param(
            {
                "days": {
                    "return/01/squat": making.day(weeks=[{"week": 5, "skip": True, "items": None}])
                }
            },
            "plans.planned_day return/01/squat.weeks",
            id="a-week-after-the-end",
        ),
        pytest.param(
            {"rules": {"return/squat": making.rule(plan="other")}},
            "plans.rule return/squat.plan",
            id="a-rule-of-no-plan",
        ),
    ],
)
def test_it_refuses_and_names_surface_key_and_field(parts, field):
    with pytest.raises(InvalidFacts) as error:
        require_whole(a_tree(**parts))
    assert error.value.field == field


def test_blocks_may_follow_each_other_without_a_gap():
    blocks = {
        "return/01": making.block(),
        "return/02": making.block(order=2, starts_on="2026-03-30"),
    }

    require_whole(a_tree(blocks=blocks))


def test_blocks_of_a_retired_plan_may_lie_beside_those_of_the_active_one():
    tree = a_tree(
        plans={"return": making.plan(), "old": making.plan(status="retired")},
        blocks={"return/01": making.block(), "old/01": making.block(plan="old")},
    )

    require_whole(tree)
    assert tree.active().blocks.keys() == {"return/01"}


def test_the_last_week_of_a_block_may_differ():
    last = making.day(weeks=[{"week": 4, "skip": True, "items": None}])

    require_whole(a_tree(days={"return/01/squat": last}))


def test_changes_give_a_new_tree_and_leave_the_old_one():
    before = a_tree()

    after = with_changes(
        before,
        [
            (whole.RULE, "return/squat", None),
            (whole.RULE, "return/gone", None),
            (whole.DAY, "return/01/bench", making.day(weekday=3)),
        ],
    )

    assert after.rules == {}
    assert after.days.keys() == {"return/01/squat", "return/01/bench"}
    assert before == a_tree()


def test_a_surface_that_is_not_structural_is_refused():
    with pytest.raises(InvalidFacts, match="not part of the plan"):
        with_changes(a_tree(), [("plans.gate", "x", None)])


def test_without_an_active_plan_nothing_is_active():
    assert a_tree(plans={"return": making.plan(status="retired")}).active() == Tree()


@pytest.mark.parametrize(
    ("on", "block"),
    [(date(2026, 3, 2), "return/01"), (date(2026, 3, 29), "return/01"), (date(2026, 3, 30), None)],
)
def test_the_block_of_a_date(on, block):
    assert a_tree().block_on(on) == block
