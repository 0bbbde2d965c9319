"""The catalogue and the policy as the project carries them."""

from __future__ import annotations

from typing import Any

import pytest

from sessions import catalogue
from sessions.domain import catalogue_document


def test_it_holds_every_exercise_and_modality() -> None:
    found = catalogue.catalogue()
    assert (len(found.exercises), len(found.modalities)) == (65, 9)
    assert len({exercise.family for exercise in found.exercises.values()}) == 20


def test_an_exercise_has_its_familys_values_and_its_own() -> None:
    squat, chin_up = catalogue.exercise("goblet_squat"), catalogue.exercise("chin_up")
    assert squat is not None
    assert chin_up is not None
    assert (squat.increment_g, squat.plaus_g, squat.e1rm_ok) == (2000, 120_000, False)
    assert squat.regions == ("knee", "hip", "lower_back")
    assert dict(chin_up.muscles) == {"lats": 10, "biceps": 10, "upper_back": 5}


@pytest.mark.parametrize("slug", ["leg_press", "run_road", "swim_pool"])
def test_everything_trained_loads_a_region(slug: str) -> None:
    assert catalogue.catalogue().regions(slug)


def test_what_is_not_in_it_is_unknown() -> None:
    assert catalogue.exercise("zercher_squat") is None
    assert catalogue.catalogue().regions("zercher_squat") == ()


def document(**entry: Any) -> dict[str, Any]:
    exercise = {"slug": "a", "name": "A", "equipment": "barbell", "plaus_kg": 100, **entry}
    family = {
        "family": "f", "pattern": "p", "muscles": {"chest": 1.0}, "region": ["shoulder"],
        "exercises": [exercise, {**exercise, "slug": "b"}],
    }  # fmt: skip
    defaults = {"increment_kg": 2.5, "e1rm_ok": True, "unilateral": False, "load_basis": "external"}
    endurance: dict[str, Any] = {"modalities": [], "session_types": []}
    return {"version": 1, "muscles": ["chest"], "defaults": defaults, "families": [family],
            "endurance": endurance}  # fmt: skip


def test_it_refuses_a_slug_that_stands_twice() -> None:
    broken = document()
    broken["families"][0]["exercises"][1]["slug"] = "a"
    with pytest.raises(ValueError, match="stands twice"):
        catalogue_document.parse(broken)


def test_it_refuses_a_muscle_that_is_not_listed() -> None:
    with pytest.raises(ValueError, match="not a listed muscle"):
        catalogue_document.parse(document(muscles={"heart": 1.0}))


def test_the_policy_holds_no_float() -> None:
    policy = catalogue.evidence_policy()
    assert policy.error == {
        "e1rm_near_failure": 25, "e1rm_mid": 35, "e1rm_ineligible": None, "endurance_test": 20,
    }  # fmt: skip
    limits = [key.limit for keys in (policy.strength, policy.endurance) for key in keys.soft]
    assert all(limit is None or isinstance(limit, int) for limit in limits)
    assert policy.unit_windows == ((2050, 2360), (422, 485))
