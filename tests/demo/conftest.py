"""The demo's 26 weeks, played once for the whole module and rolled back after it: about a minute and a half."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime

import pytest
from django.db import transaction

from coach.demo import seed
from decisions import clock
from decisions.models import Athlete
from decisions.selectors import known
from tests.conftest import on_postgres

MONDAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
THURSDAY = datetime(2026, 3, 5, 9, tzinfo=UTC)


@dataclass(frozen=True)
class Demo:
    """What was made, and when "now" is in it."""

    now: datetime
    lifter: Athlete
    runner: Athlete

    @property
    def today(self) -> date:
        """The date of both athletes."""
        return self.now.date()

    def items(self, athlete: Athlete, *surfaces: str) -> list[known.Known]:
        """Everything known of some surfaces."""
        return known.known(athlete.stream, ranges=[known.Range(name) for name in surfaces])


@pytest.fixture(scope="module")
def demo(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[Demo]:
    """Another weekday per database: plans, reviews and tests then fall differently."""
    now = THURSDAY if on_postgres() else MONDAY
    with django_db_blocker.unblock(), transaction.atomic(), clock.at(now):  # type: ignore[attr-defined]
        assert seed.seed(lambda _: None)
        athletes = {athlete.user.username: athlete for athlete in Athlete.objects.all()}
        yield Demo(now, athletes["lifter"], athletes["runner"])
        transaction.set_rollback(True)
