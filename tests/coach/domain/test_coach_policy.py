from __future__ import annotations

from typing import Any

import pytest

from coach.data import coach_policy, packet_policy
from coach.domain import policy
from decisions.domain.canonical import canonical
from decisions.domain.errors import InvalidFacts


def changed(**values: Any) -> dict[str, Any]:
    document = packet_policy()
    return {**document, "coach": {**document["coach"], **values}}


def test_the_shipped_policy_is_whole() -> None:
    read = policy.read(packet_policy())
    assert (read.coach.pain_amber_from, read.coach.pain_red_from) == (3, 6)
    assert read.change["constraints"]["longest_days"] == 7


def test_it_can_be_stored_as_facts() -> None:
    assert canonical(packet_policy())
    assert coach_policy()["version"]


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        pytest.param({}, "coach: is missing", id="empty"),
        pytest.param({"coach": {}}, "change: is missing", id="half"),
        pytest.param(changed(pain_amber_from=None), "pain_amber_from: must be", id="null"),
        pytest.param(changed(pain_amber_from=2.5), "pain_amber_from: must be", id="fraction"),
        pytest.param(changed(pain_amber_from=True), "pain_amber_from: must be", id="flag"),
        pytest.param(changed(pain_amber_from=-1), "pain_amber_from: must be", id="negative"),
        pytest.param(changed(bravery=9), "bravery: is not a number", id="unknown"),
    ],
)
def test_it_refuses_a_policy_that_is_not_whole(document: dict[str, Any], complaint: str) -> None:
    with pytest.raises(policy.BadPolicy, match=complaint):
        policy.read(document)


def test_it_names_a_number_that_is_missing() -> None:
    document = packet_policy()
    del document["coach"]["red_flag_days"]
    with pytest.raises(policy.BadPolicy, match="red_flag_days: is missing"):
        policy.read(document)


def test_it_refuses_a_change_policy_that_is_not_whole() -> None:
    document = packet_policy()
    del document["change"]["drift"]
    with pytest.raises(InvalidFacts):
        policy.read(document)
