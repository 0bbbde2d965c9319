"""One athlete's log, and what they usually say about it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from decisions import clock

if TYPE_CHECKING:
    from decisions.models import Stream

EVENING = datetime(2026, 11, 26, 18, 2, tzinfo=UTC)


@pytest.fixture
def stream(db: None) -> Stream:
    from django.contrib.auth import get_user_model

    from decisions.models import Stream

    get_user_model().objects.create(pk=1, username="alice")
    return Stream.objects.create(name="athlete:1")


@pytest.fixture
def evening() -> Iterator[datetime]:
    """26 November 2026, 18:02 UTC."""
    with clock.at(EVENING):
        yield EVENING
