"""What this app hands to the kernel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.apps import apps

from decisions import registry
from decisions.domain.errors import NotApproved
from decisions.models import Stream
from decisions.services import rebuild, verify
from sessions import surfaces
from sessions.models import PerformedSet
from tests.sessions import doing, making
from tests.sessions.making import KEY

MAKERS: dict[str, Callable[..., making.Facts]] = {
    "training_sessions.prescription": making.prescription,
    "training_sessions.completed": making.session,
    "training_sessions.set": making.one_set,
    "training_sessions.daily": making.pain,
    "training_sessions.injury": making.injury,
    "training_sessions.exercise": making.exercise,
    "training_sessions.source": making.source,
}


def test_the_app_keeps_its_own_label() -> None:
    assert apps.get_app_config("training_sessions").name == "sessions"


def test_every_surface_is_registered_and_none_is_structural() -> None:
    assert {surface.key for surface in surfaces.ALL} == set(MAKERS)
    assert not set(MAKERS) & set(registry.structural())
    assert all(registry.get(key).key == key for key in MAKERS)


@pytest.mark.parametrize("surface", surfaces.ALL, ids=lambda surface: surface.key)
def test_facts_and_columns_have_the_same_names(surface: Any) -> None:
    facts = surface.validate(MAKERS[surface.key]())
    assert set(facts) == set(surface.model.facts_fields())
    assert set(surface.personal) == set(facts)


@pytest.mark.parametrize("surface", surfaces.ALL, ids=lambda surface: surface.key)
def test_every_surface_says_its_facts_in_one_line(surface: Any) -> None:
    said = surface.sentence(surface.validate(MAKERS[surface.key]()))
    assert said
    assert "\n" not in said
    assert "None" not in said


def test_rows_say_what_the_log_says(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    doing.log(stream)
    doing.correct(stream, "s1", "c1", rpe_x10=None)
    doing.finish(stream, pain={"left_knee": 1})
    row = PerformedSet.objects.get(key=f"{KEY}#s1")
    assert row.facts() == doing.state_of_set(stream).facts
    assert not any(difference for difference in rebuild.check() if _differs(difference))
    assert list(verify.stream_problems(stream)) == []


def _differs(difference: Any) -> bool:
    return bool(difference.missing or difference.surplus or difference.different)


def test_a_row_cannot_be_saved_around_the_guard(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    doing.log(stream)
    row = PerformedSet.objects.get(key=f"{KEY}#s1")
    row.reps = 8
    with pytest.raises(NotApproved):
        row.save()
