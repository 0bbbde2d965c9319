"""Dates at the edge of the calendar, in addresses and in forms: refused in words, never an error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
EDGES = ("0001-01-01", "1899-12-31", "2100-01-01", "9999-12-31")
BOUNDS = "must lie between"


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


@pytest.fixture
def mia(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.mia.user)
    return client


@pytest.mark.parametrize("day", EDGES)
@pytest.mark.parametrize("page", ["", "done/", "finish/", "skip/", "analysis/"])
def test_a_key_that_cannot_be_one_is_no_page(mia: Client, day: str, page: str) -> None:
    assert mia.get(f"/training/{day}:x/{page}").status_code == 404


@pytest.mark.parametrize("key", ["x", "2026-03-09", "2026-13-01:x", "2026-03-09:a%00b", "today:x"])
@pytest.mark.parametrize("page", ["", "done/", "analysis/"])
def test_what_is_no_key_is_no_page(mia: Client, key: str, page: str) -> None:
    assert mia.get(f"/training/{key}/{page}").status_code == 404


@pytest.mark.parametrize("day", EDGES)
@pytest.mark.parametrize("time", ["00:00:00+14:00", "12:00:00Z", "23:59:59-14:00"])
def test_a_moment_of_another_age_is_refused(mia: Client, day: str, time: str) -> None:
    for name in ("as_of", "decisions"):
        answer = mia.get(reverse(name), {"as_of": f"{day}T{time}"})
        assert answer.status_code in {200, 400}
        beyond = day in {"0001-01-01", "9999-12-31"}
        assert not beyond or (answer.status_code == 400 and BOUNDS in answer.content.decode())


@pytest.mark.parametrize("day", [*EDGES, "2026-03-32", "x"])
def test_the_list_opens_whatever_date_is_asked_for(mia: Client, day: str) -> None:
    assert mia.get(reverse("sessions"), {"until": day}).status_code == 200


@pytest.mark.parametrize("day", [*EDGES, "2026-03-11"])
def test_a_session_of_another_age_or_of_tomorrow_is_not_started(
    mia: Client, cast: world.Cast, day: str
) -> None:
    before = known.head(cast.mia.stream)
    said = {"date": day, "sport": "run", "title": "Run", "client_id": uuid4().hex}
    answer = mia.post(reverse("new_session"), said)
    assert answer.status_code == 422
    assert "Day: " in answer.content.decode()
    assert known.head(cast.mia.stream) == before


@pytest.mark.parametrize("day", [*EDGES, "2026-03-11"])
def test_an_injury_of_another_age_or_of_tomorrow_is_not_opened(
    mia: Client, cast: world.Cast, day: str
) -> None:
    before = known.head(cast.mia.stream)
    said = {"do": "open", "region": "knee", "side": "left", "title": "ache", "opened_on": day}
    assert mia.post(reverse("injuries"), said).status_code == 422
    assert known.head(cast.mia.stream) == before


@pytest.mark.parametrize("day", [*EDGES, "1969-12-31"])
@pytest.mark.parametrize("whole", [False, True])
def test_a_block_of_another_age_is_not_planned(
    client: Client, cast: world.Cast, day: str, whole: bool
) -> None:
    client.force_login(cast.anna)
    state = known.now(cast.mia.stream, "plans.block", "return/01")
    typed: dict[str, Any] = {"f:starts_on": day}
    if whole:
        typed = {"whole": json.dumps({**(state.facts or {}), "starts_on": day})}
    sent = {"reviewed": state.fingerprint, "occasion": "o", "reason": "r", **typed}
    answer = client.post(reverse("plan_edit", args=["mia", "block", "return/01"]), sent)
    assert answer.status_code == 422
    assert BOUNDS in answer.content.decode()
    assert known.now(cast.mia.stream, "plans.block", "return/01") == state
