"""One event: facts, versions, what rests on it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from sessions.services import corrections
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
SET = "training_sessions.set"
KEY = f"{world.SESSION}#set-1"


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


@pytest.fixture
def mia(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.mia.user)
    return client


def test_it_shows_units_and_keeps_unknown_unknown(mia: Client, cast: world.Cast) -> None:
    second = world.position(cast.mia, SET, f"{world.SESSION}#set-2")
    facts = dict(mia.get(reverse("row", args=[second])).context["facts"])
    assert facts["Load"] == "100\u00a0kg"
    assert facts["RPE"] == "unknown"


def test_a_retracted_row_keeps_its_versions(mia: Client, cast: world.Cast) -> None:
    first = world.position(cast.mia, SET, KEY)
    state = known.now(cast.mia.stream, SET, KEY)
    corrections.retract(
        stream=cast.mia.stream,
        surface=SET,
        key=KEY,
        reviewed=state.fingerprint,
        reason="never did it",
        occasion="r",
        actor=cast.mia.actor,
    )
    gone = known.history(cast.mia.stream, SET, KEY)[-1].position
    page = mia.get(reverse("row", args=[gone])).content.decode()
    assert "Retracted. What was known before stands" in page
    assert "never did it" in page
    assert reverse("row", args=[first]) in page


def test_it_lists_what_rests_on_it(mia: Client, cast: world.Cast) -> None:
    key = world.decide(cast.mia)
    response = mia.get(reverse("row", args=[world.position(cast.mia, SET, KEY)]))
    assert response.context["dependents_count"] == 1
    assert reverse("decision", args=[key]) in response.content.decode()


@pytest.mark.parametrize("position", [0, 999_999])
def test_a_row_that_is_not_there_is_not_found(mia: Client, position: int) -> None:
    assert mia.get(reverse("row", args=[position])).status_code == 404


def test_another_athletes_row_is_not_found(client: Client, cast: world.Cast) -> None:
    client.force_login(cast.jon.user)
    assert client.get(reverse("row", args=[1]), {"of": "mia"}).status_code == 404
