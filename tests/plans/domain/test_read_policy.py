from __future__ import annotations

import copy

import pytest

from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts
from plans.domain import policy
from plans.selectors.policy import change_policy


def test_the_shipped_policy_is_complete_and_can_be_stored_as_facts():
    found = change_policy()

    assert (found["policy"], found["version"]) == ("change_magnitude", "1")
    assert policy.parse(found) == found
    assert canonical(found)


def test_the_shipped_numbers_are_those_of_the_design():
    small, bounded = change_policy()["tactical_small"], change_policy()["tactical_bounded"]

    assert (small["load_pct_x10"], small["load_increments"]) == ([-50, 25], [-2, 1])
    assert (small["rpe_x10"], small["rest_s"], small["reps"]) == ([-15, 0], [-30, 120], [-2, 1])
    assert (bounded["load_pct_x10"], bounded["duration_pct_x10"]) == ([-200, 50], [-600, 100])
    assert change_policy()["constraints"] == {"longest_days": 7, "renewals": 1}


def test_a_reader_cannot_change_the_policy_of_the_next_one():
    change_policy()["tactical_small"]["sets"][1] = 99

    assert change_policy()["tactical_small"]["sets"] == [-1, 1]


def changed(section, **entries):
    found = copy.deepcopy(change_policy())
    if entries:
        found[section].update(entries)
    else:
        del found[section]
    return found


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        pytest.param(None, "policy", id="nothing"),
        pytest.param(changed("drift"), "drift", id="a-section-is-missing"),
        pytest.param({**change_policy(), "extra": {}}, "extra", id="an-unknown-section"),
        pytest.param({**change_policy(), "policy": "other"}, "policy", id="another-policy"),
        pytest.param(changed("drift", extra=1), "drift.extra", id="an-unknown-entry"),
        pytest.param(
            changed("tactical_small", spacing_h=None), "tactical_small.spacing_h", id="no-number"
        ),
        pytest.param(
            changed("tactical_small", load_pct_x10=[-5.0, 2.5]),
            "tactical_small.load_pct_x10",
            id="decimals",
        ),
        pytest.param(
            changed("tactical_small", load_pct_x10=[-50]),
            "tactical_small.load_pct_x10",
            id="half-a-pair",
        ),
        pytest.param(
            changed("tactical_small", load_pct_x10=[10, 25]),
            "tactical_small.load_pct_x10",
            id="no-change-outside",
        ),
        pytest.param(
            changed("tactical_bounded", free_causes=[]),
            "tactical_bounded.free_causes",
            id="no-word",
        ),
        pytest.param(
            changed("hard_stops", weekly_load_over_4_week_mean_pct_x10={"warn": 9, "refuse": 8}),
            "hard_stops.weekly_load_over_4_week_mean_pct_x10.refuse",
            id="refuse-below-warn",
        ),
    ],
)
def test_it_refuses_and_names_the_entry(raw, field):
    with pytest.raises(InvalidFacts) as error:
        policy.parse(raw)
    assert error.value.field == field
