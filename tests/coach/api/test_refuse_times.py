"""Dates and moments that the API does not take: of the future, of another age, or of another session."""

from __future__ import annotations

from typing import Any

import pytest

from decisions.selectors import known
from tests.coach import world
from tests.coach.api.conftest import Send

RUN = {"date": "2026-03-10", "title": "Run", "sport": "run"}
SLEEP = {"date": "2026-03-10", "entries": [{"kind": "sleep_s", "value": 27_000}]}
SET = {"exercise": world.SQUAT, "order": 3, "reps": 5}
DAYS = ("0001-01-01", "1899-12-31", "2026-03-11", "9999-12-31")
MOMENTS = (
    "0001-01-01T00:00:00+14:00",
    "1899-12-31T23:59:59Z",
    "2026-03-10T09:30:00Z",
    "9999-12-31T23:59:59-14:00",
)


def refused(send: Send, cast: world.Cast, method: str, path: str, body: Any, field: str) -> None:
    before = known.head(cast.mia.stream)
    answer = send(method, path, body)
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert [one["field"] for one in answer.json()["errors"]] == [field]
    assert known.head(cast.mia.stream) == before


@pytest.mark.parametrize("day", DAYS)
def test_a_day_that_has_not_been_is_refused(send: Send, cast: world.Cast, day: str) -> None:
    refused(send, cast, "post", "/sessions", {**RUN, "date": day}, "date")
    refused(send, cast, "post", "/observations", {**SLEEP, "date": day}, "date")


@pytest.mark.parametrize("at", MOMENTS)
def test_a_moment_that_has_not_been_is_refused(send: Send, cast: world.Cast, at: str) -> None:
    finish, key = {"finish": {"ended_at": at}}, f"/sessions/{world.SESSION}"
    refused(send, cast, "post", "/sessions", {**RUN, "started_at": at}, "started_at")
    refused(send, cast, "post", "/sessions", {**RUN, **finish}, "finish.ended_at")
    refused(send, cast, "post", "/observations", {**SLEEP, "at": at}, "at")
    refused(send, cast, "put", f"{key}/sets/c-1", {**SET, "done_at": at}, "done_at")
    refused(send, cast, "post", f"{key}/finish", {"ended_at": at}, "ended_at")


@pytest.mark.parametrize("key", ["2026-03-09:phone", "2026-01-10:return/01/squat", "9999-12-31:x"])
def test_a_session_key_of_another_date_is_refused(send: Send, cast: world.Cast, key: str) -> None:
    field = "session_key" if key.startswith("9999") else "date"
    refused(send, cast, "post", "/sessions", {**RUN, "session_key": key}, field)


@pytest.mark.parametrize(
    "path", ["/today", "/sessions", f"/sessions/{world.SESSION}", "/decisions", "/plan"]
)
@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00"])
def test_a_reading_as_of_another_age_is_refused(send: Send, path: str, at: str) -> None:
    answer = send("get", path, {"as_of": at})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "as_of"
