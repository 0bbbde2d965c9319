"""Asking for a review by button."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from coach.models import Work
from decisions import clock
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


def asked() -> int:
    return Work.objects.filter(kind="strategic_review", occasion__startswith="button:").count()


def test_the_same_button_asks_once_and_another_asks_again(client: Client, cast: world.Cast) -> None:
    client.force_login(cast.anna)
    address = reverse("run_review", args=["mia"])
    for _ in range(2):
        assert client.post(address, {"once": "a"}).headers["Location"] == reverse("queue")
    assert asked() == 1
    client.post(address, {"once": "b"})
    assert asked() == 2


def test_a_form_without_its_name_asks_nothing(client: Client, cast: world.Cast) -> None:
    client.force_login(cast.anna)
    client.post(reverse("run_review", args=["mia"]), {})
    assert asked() == 0


@pytest.mark.parametrize(("name", "status"), [("otto", 404), ("sam", 403), ("root", 404)])
def test_nobody_else_asks(client: Client, cast: world.Cast, name: str, status: int) -> None:
    client.force_login(getattr(cast, name))
    assert client.post(reverse("run_review", args=["mia"]), {"once": "a"}).status_code == status
    assert client.get(reverse("run_review", args=["mia"])).status_code in {status, 405}
    assert asked() == 0
