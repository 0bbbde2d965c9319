"""The cast: Alice trains with Carol; Bob trains with somebody else and must never show up."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from decisions.models import Stream
from tests.decisions import acts

settings.register_profile(
    "decisions",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


settings.load_profile("decisions")


@pytest.fixture
def alice(db: None) -> acts.Person:
    """An athlete with a coach and a log."""
    return acts.person("alice")


@pytest.fixture
def bob(db: None) -> acts.Person:
    """Another coach's athlete."""
    return acts.person("bob")


@pytest.fixture
def stream(alice: acts.Person) -> Stream:
    """Alice's log."""
    return alice.stream
