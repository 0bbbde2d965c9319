"""The cast of the scenarios, for tests of single workflows."""

from __future__ import annotations

import pytest

from tests.scenarios.conftest import Story, make_story


@pytest.fixture
def story(db: None) -> Story:
    """See `tests.scenarios.conftest.make_story`."""
    return make_story()
