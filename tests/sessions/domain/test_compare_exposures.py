"""Which exposures may be compared, and what stands in the way."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions import catalogue
from sessions.domain import comparability
from sessions.domain.comparability import Comparison, Verdict
from sessions.domain.exposures import exposures
from tests.sessions.making import DAY, SQUAT, trained

POLICY = catalogue.evidence_policy()
STRENGTH: dict[str, Any] = {
    "exercise_slug": SQUAT,
    "bar_or_implement": "barbell",
    "load_unit_verified": True,
    "rom_or_tempo_modifier": "none",
    "supportive_equipment": "none",
    "energy_regime": "maintenance",
    "block_phase": "accumulation",
    "pain_state": "green",
    "effective_reps": 7,
    "relative_intensity_pct": 80,
    "bodyweight_trend_pct": Decimal("88.0"),
    "session_position": 1,
    "time_of_day_h": 18,
    "hours_since_same_region": 48,
    "sleep_h": Decimal("1.0"),
    "days_since_illness_or_layoff": 60,
    "location_or_gym": "home",
}
ENDURANCE: dict[str, Any] = {
    "modality": "run_road",
    "session_type": "endurance_steady",
    "power_source_device": "none",
    "hr_source_type": "strap",
    "energy_regime": "maintenance",
    "block_phase": "base",
    "illness_free_days_ge_7": True,
    "duration_pct": 60,
    "intensity_if": Decimal("0.75"),
    "temperature_c": 12,
    "altitude_m": 100,
    "elevation_m_per_km": 5,
    "surface_or_route": "park",
    "form_tsb": -5,
    "time_of_day_h": 7,
    "hours_since_hard_session": 48,
}


def compare(changes: dict[str, Any], *, base: dict[str, Any] = STRENGTH, **how: Any) -> Comparison:
    keys = POLICY.strength if base is STRENGTH else POLICY.endurance
    return comparability.compare(base, {**base, **changes}, keys=keys, **how)


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        pytest.param({}, Verdict.COMPARABLE, id="equal"),
        pytest.param({"effective_reps": 9}, Verdict.COMPARABLE, id="inside-tolerance"),
        pytest.param({"effective_reps": 10}, Verdict.COMPARABLE, id="one-soft-key-out"),
        pytest.param({"effective_reps": 10, "session_position": 3}, Verdict.PARTIAL, id="two-out"),
        pytest.param(
            {"effective_reps": 10, "session_position": 3, "location_or_gym": "hotel"},
            Verdict.PARTIAL, id="three-out",
        ),
        pytest.param(
            {"effective_reps": 10, "session_position": 3, "location_or_gym": "hotel",
             "hours_since_same_region": 20}, Verdict.NOT_COMPARABLE, id="four-out",
        ),
        pytest.param({"exercise_slug": "front_squat"}, Verdict.NOT_COMPARABLE, id="exercise"),
        pytest.param({"energy_regime": "deficit"}, Verdict.NOT_COMPARABLE, id="energy"),
        pytest.param({"block_phase": "deload"}, Verdict.NOT_COMPARABLE, id="phase"),
        pytest.param({"pain_state": "not_green"}, Verdict.NOT_COMPARABLE, id="pain"),
        pytest.param({"load_unit_verified": False}, Verdict.NOT_COMPARABLE, id="unit"),
        pytest.param({"supportive_equipment": "wraps"}, Verdict.NOT_COMPARABLE, id="wraps"),
        pytest.param({"energy_regime": None}, Verdict.UNKNOWN, id="hard-key-unknown"),
        pytest.param({"energy_regime": None, "pain_state": "not_green"}, Verdict.NOT_COMPARABLE,
                     id="different-beats-unknown"),
        pytest.param({"sleep_h": None}, Verdict.COMPARABLE, id="one-soft-key-unknown"),
        pytest.param({"sleep_h": None, "location_or_gym": None}, Verdict.PARTIAL, id="two-unknown"),
        pytest.param({"sleep_h": Decimal("0.79")}, Verdict.COMPARABLE, id="slept-too-little-alone"),
    ],
)  # fmt: skip
def test_strength(changes: dict[str, Any], verdict: Verdict) -> None:
    assert compare(changes).verdict is verdict


@pytest.mark.parametrize(
    ("changes", "verdict", "keys"),
    [
        ({"duration_pct": 72}, Verdict.COMPARABLE, set()),
        ({"duration_pct": 73}, Verdict.COMPARABLE, {"duration_pct"}),
        ({"intensity_if": Decimal("0.81"), "temperature_c": 18}, Verdict.PARTIAL,
         {"intensity_if", "temperature_c"}),
        ({"modality": "run_trail"}, Verdict.NOT_COMPARABLE, {"modality"}),
        ({"session_type": "tempo"}, Verdict.NOT_COMPARABLE, {"session_type"}),
        ({"illness_free_days_ge_7": False}, Verdict.NOT_COMPARABLE, {"illness_free_days_ge_7"}),
        ({"power_source_device": None}, Verdict.UNKNOWN, {"power_source_device"}),
    ],
)  # fmt: skip
def test_endurance(changes: dict[str, Any], verdict: Verdict, keys: set[str]) -> None:
    found = compare(changes, base=ENDURANCE)
    assert (found.verdict, {reason.key for reason in found.reasons}) == (verdict, keys)


def test_every_reason_says_which_key_and_both_values() -> None:
    (reason,) = compare({"energy_regime": "deficit"}).reasons
    assert (reason.key, reason.kind, reason.older, reason.newer) == (
        "energy_regime", "different", "maintenance", "deficit",
    )  # fmt: skip


def test_half_past_eleven_and_half_past_midnight_are_an_hour_apart() -> None:
    late = {**STRENGTH, "time_of_day_h": Decimal("23.5")}
    early = {**STRENGTH, "time_of_day_h": Decimal("0.5")}
    assert comparability.compare(late, early, keys=POLICY.strength).reasons == ()


def test_a_flagged_exposure_is_compared_with_nothing() -> None:
    found = compare({}, flags=["unit_suspect"], never=POLICY.never_comparable)
    assert found.verdict is Verdict.NOT_COMPARABLE
    assert found.reasons[0].kind == "flagged"


def test_keys_that_the_athlete_never_records_are_left_out_and_named() -> None:
    bare: dict[str, Any] = {"exercise_slug": SQUAT, "load_unit_verified": True, "effective_reps": 7}
    recorded = comparability.recorded_keys([bare, bare])
    found = comparability.compare(bare, bare, keys=POLICY.strength, recorded=recorded)
    assert found.verdict is Verdict.COMPARABLE
    assert {"energy_regime", "sleep_h", "location_or_gym"} <= set(found.left_out)


def test_a_key_that_is_recorded_sometimes_is_asked_for_when_it_is_missing() -> None:
    recorded = comparability.recorded_keys([STRENGTH])
    assert compare({"pain_state": None}, recorded=recorded).verdict is Verdict.UNKNOWN


def test_the_exercise_itself_is_never_left_out() -> None:
    found = comparability.compare({}, {}, keys=POLICY.strength, recorded=())
    assert found.verdict is Verdict.UNKNOWN
    assert [reason.key for reason in found.reasons] == ["exercise_slug"]


def test_the_same_intent_reaches_back_over_a_phase_border() -> None:
    older = {**STRENGTH, "intent": "5-8 at RPE 80"}
    newer = {**STRENGTH, "intent": "5-8 at RPE 80", "block_phase": "intensification"}
    other = {**newer, "intent": "1-3 at RPE 90"}
    assert comparability.compare(older, newer, keys=POLICY.strength).verdict is Verdict.COMPARABLE
    assert (
        comparability.compare(older, other, keys=POLICY.strength).verdict is Verdict.NOT_COMPARABLE
    )


@given(
    st.fixed_dictionaries({}, optional={key: st.none() | st.sampled_from([0, 1, 50]) for key in STRENGTH}),
    st.fixed_dictionaries({}, optional={key: st.none() | st.sampled_from([0, 1, 50]) for key in STRENGTH}),
)  # fmt: skip
def test_the_verdict_does_not_depend_on_the_order(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    there = comparability.compare(one, other, keys=POLICY.strength)
    back = comparability.compare(other, one, keys=POLICY.strength)
    assert there.verdict is back.verdict


def test_circumstances_are_read_from_an_exposure() -> None:
    (exposure,) = exposures(
        trained(DAY, ((100_000, 5, 80), (100_000, 5, 90))),
        policy=POLICY,
        lookup=catalogue.exercise,
    )
    found = comparability.conditions(
        exposure, catalogue.exercise(SQUAT), {"location_or_gym": "home"}
    )
    assert found["effective_reps"] == Decimal("6.5")
    assert (found["bar_or_implement"], found["location_or_gym"]) == ("barbell", "home")
    assert found["pain_state"] is None


def test_a_missing_rpe_leaves_the_effective_repetitions_unknown() -> None:
    (exposure,) = exposures(
        trained(DAY, ((100_000, 5, None),)), policy=POLICY, lookup=catalogue.exercise
    )
    assert comparability.conditions(exposure, None)["effective_reps"] is None
