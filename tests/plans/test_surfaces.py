from __future__ import annotations

import pytest

from decisions import registry
from plans import surfaces
from tests.plans import making

VALID = {
    "plans.plan": making.plan(),
    "plans.block": making.block(),
    "plans.planned_day": making.day(),
    "plans.rule": making.rule(),
    "plans.constraint": making.constraint(),
    "plans.gate": making.gate(),
}


@pytest.mark.parametrize("surface", surfaces.ALL, ids=lambda s: s.key)
def test_every_surface_is_registered_and_says_a_plain_line(surface):
    facts = surface.validate(VALID[surface.key])

    assert registry.get(surface.key) is surface
    said = surface.sentence(facts)
    assert said
    assert "\n" not in said
    assert "None" not in said


@pytest.mark.parametrize("surface", surfaces.ALL, ids=lambda s: s.key)
def test_every_personal_name_is_a_fact(surface):
    assert surface.personal
    assert set(surface.personal) <= set(surface.model.facts_fields())


def test_the_plan_is_structural_and_operations_are_not():
    assert {s.key for s in surfaces.ALL if s.structural} == {
        "plans.plan",
        "plans.block",
        "plans.planned_day",
        "plans.rule",
    }
