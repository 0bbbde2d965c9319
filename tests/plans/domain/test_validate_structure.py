from __future__ import annotations

import pytest

from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts
from plans.domain import structure
from plans.models import Block, Plan, PlannedDay, Rule
from tests.plans import making

VALID = [
    pytest.param(structure.plan, making.plan(), Plan, id="plan"),
    pytest.param(structure.block, making.block(), Block, id="block"),
    pytest.param(structure.planned_day, making.day(), PlannedDay, id="strength-day"),
    pytest.param(
        structure.planned_day, making.day(items=[making.run()], sport="run"), PlannedDay, id="run"
    ),
    pytest.param(structure.rule, making.rule(), Rule, id="double-progression"),
    pytest.param(
        structure.rule, making.rule(kind="hold", params={}, applies_to=["plank"]), Rule, id="hold"
    ),
    pytest.param(
        structure.rule, making.rule(kind="long_lived", params={}, applies_to=[]), Rule, id="lasting"
    ),
]


@pytest.mark.parametrize(("validate", "facts", "model"), VALID)
def test_it_gives_exactly_the_columns_of_its_row(validate, facts, model):
    complete = validate(facts)

    assert set(complete) == set(model.facts_fields())
    assert canonical(complete)


@pytest.mark.parametrize(("validate", "facts", "model"), VALID)
def test_complete_facts_are_left_as_they_are(validate, facts, model):
    complete = validate(facts)

    assert validate(complete) == complete


@pytest.mark.parametrize(("validate", "facts", "model"), VALID)
def test_it_refuses_an_unknown_entry(validate, facts, model):
    with pytest.raises(InvalidFacts) as error:
        validate({**facts, "approved": True})
    assert error.value.field == "approved"


def test_what_may_be_unknown_becomes_null():
    facts = making.block()
    del facts["goal"]

    assert structure.block(facts)["goal"] is None


@pytest.mark.parametrize(
    ("validate", "facts", "field"),
    [
        (structure.plan, making.plan(title=" "), "title"),
        (structure.plan, making.plan(sport="chess"), "sport"),
        (structure.plan, making.plan(starts_on="2026-02-30"), "starts_on"),
        (structure.plan, making.plan(starts_on="9999-12-31"), "starts_on"),
        (structure.plan, making.plan(starts_on="1969-12-31"), "starts_on"),
        (structure.plan, making.plan(status=None), "status"),
        (structure.block, making.block(starts_on="9999-12-31"), "starts_on"),
        (structure.block, making.block(starts_on="0001-01-01"), "starts_on"),
        (structure.block, making.block(phase="holiday"), "phase"),
        (structure.block, making.block(weeks=0), "weeks"),
        (structure.block, making.block(weeks=27), "weeks"),
        (structure.block, making.block(weeks=True), "weeks"),
        (structure.block, making.block(order="1"), "order"),
        (structure.planned_day, making.day(weekday=7), "weekday"),
        (structure.planned_day, making.day(weekday=-1), "weekday"),
        (structure.planned_day, making.day(priority="vital"), "priority"),
        (structure.planned_day, making.day(session_type="Very Hard"), "session_type"),
        (structure.planned_day, making.day(items=[], minutes=None), "items"),
        (structure.planned_day, making.day(items=[making.lift(sets=0)]), "items[0].sets"),
        (structure.planned_day, making.day(items=[making.lift(sets=21)]), "items[0].sets"),
        (structure.planned_day, making.day(items=[making.lift(load_g=1.5)]), "items[0].load_g"),
        (
            structure.planned_day,
            making.day(items=[making.lift(reps_low=9)]),
            "items[0].reps_high",
        ),
        (
            structure.planned_day,
            making.day(items=[making.lift(), making.lift()]),
            "items[1].id",
        ),
        (structure.planned_day, making.day(items=["squat"]), "items[0].items[0]"),
        (
            structure.planned_day,
            making.day(items=[{**making.lift(), "modality": "run_road"}]),
            "items[0].exercise",
        ),
        (structure.planned_day, making.day(items=[making.run(steps=[])]), "items[0].steps"),
        (
            structure.planned_day,
            making.day(items=[making.run(steps=[making.step(low=101)])]),
            "items[0].steps[0].low",
        ),
        (
            structure.planned_day,
            making.day(items=[making.run(steps=[making.step(low=50, high=40)])]),
            "items[0].steps[0].high",
        ),
        (
            structure.planned_day,
            making.day(items=[making.run(steps=[making.step(target_kind="open")])]),
            "items[0].steps[0].low",
        ),
        (
            structure.planned_day,
            making.day(items=[making.run(steps=[making.step(low=None, high=None)])]),
            "items[0].steps[0].low",
        ),
        (
            structure.planned_day,
            making.day(weeks=[{"week": 1, "skip": True, "items": [making.lift()]}]),
            "weeks[0].items",
        ),
        (
            structure.planned_day,
            making.day(weeks=[{"week": 1, "skip": False, "items": None}]),
            "weeks[0].items",
        ),
        (
            structure.planned_day,
            making.day(weeks=[{"week": 2, "skip": True}, {"week": 2, "skip": True}]),
            "weeks",
        ),
        (structure.rule, making.rule(kind="magic"), "kind"),
        (structure.rule, making.rule(applies_to=[]), "applies_to"),
        (structure.rule, making.rule(applies_to=["squat", "squat"]), "applies_to[1]"),
        (structure.rule, making.rule(params={}), "params.increment_g"),
        (structure.rule, making.rule(params={"increment_g": 0}), "params.increment_g"),
        (structure.rule, making.rule(kind="hold"), "params.increment_g"),
        (
            structure.rule,
            making.rule(kind="threshold", params={"metric": "vo2max"}),
            "params.metric",
        ),
    ],
)
def test_it_refuses_and_names_the_field(validate, facts, field):
    with pytest.raises(InvalidFacts) as error:
        validate(facts)
    assert error.value.field == field


def test_weeks_come_in_order_and_complete():
    weeks = [
        {"week": 4, "skip": False, "items": [making.lift(sets=2)]},
        {"week": 2, "skip": True},
    ]

    found = structure.planned_day(making.day(weeks=weeks))["weeks"]

    assert [week["week"] for week in found] == [2, 4]
    assert found[0] == {"week": 2, "skip": True, "items": None}


def test_a_threshold_keeps_its_value_date_and_source():
    params = {
        "metric": "threshold_pace_s_per_km",
        "value": 270,
        "tested_on": "2026-02-20",
        "source": "5 km test",
    }
    facts = making.rule(kind="threshold", applies_to=["run_road"], params=params, text="pace zones")

    complete = structure.rule(facts)

    assert complete["params"] == params
    assert "threshold pace 4:30 min/km, 5 km test, 2026-02-20" in structure.rule_sentence(complete)
