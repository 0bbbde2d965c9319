"""A session is recorded whole or not at all, and one Idempotency-Key stands for one request."""

from __future__ import annotations

from typing import Any

import pytest

from coach.models import KeyedRequest
from decisions import clock
from decisions.selectors import known
from tests.coach import world
from tests.coach.api.conftest import NOW, Send

SET = {"client_id": "a.1", "exercise": world.SQUAT, "order": 1, "reps": 5}
SESSION = {"date": "2026-03-10", "title": "Legs", "sport": "strength", "sets": [SET]}
PAIN = {"kind": "pain", "region": "knee_left", "moment": "now", "value": 3}
OBSERVED = {"date": "2026-03-10", "entries": [PAIN]}


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"sets": [SET, {**SET, "client_id": "a.2", "exercise": "Not A Slug"}]}, 422, "exercise"),
        ({"sets": [SET, {**SET, "client_id": "a.2", "state": "skipped"}]}, 422, "state"),
        ({"sets": [SET, {**SET, "reps": 4}]}, 409, ""),
        ({"finish": {"ended_at": "2026-03-01T08:00:00Z"}, "started_at": "2026-03-10T08:00:00Z"},
         422, "ended_at"),
        ({"finish": {"pain": {"knee_left": 2, "x" * 60: 1}}}, 422, "region"),
    ],
)  # fmt: skip
def test_a_session_that_is_refused_leaves_nothing(
    send: Send, cast: world.Cast, change: dict[str, Any], status: int, field: str
) -> None:
    before = known.head(cast.mia.stream)
    answer = send("post", "/sessions", {**SESSION, **change})
    assert answer.status_code == status
    assert field in [one["field"] for one in answer.json().get("errors", [{"field": ""}])]
    assert known.head(cast.mia.stream) == before
    assert not KeyedRequest.objects.exists()


def test_a_refused_request_uses_up_no_key(send: Send) -> None:
    assert send("post", "/sessions", {**SESSION, "sport": "chess"}).status_code == 422
    assert send("post", "/sessions", SESSION).status_code == 201


@pytest.mark.parametrize(
    "change",
    [
        {"date": "2026-03-09"},
        {"session_type": "easy"},
        {"started_at": "2026-03-10T07:00:00Z"},
        {"session_key": "2026-03-10:other"},
        {"sets": []},
        {"sets": [SET, {**SET, "client_id": "a.2", "order": 2}]},
        {"finish": {"status": "partial"}},
    ],
)
def test_another_session_under_the_same_key_is_a_conflict(
    send: Send, cast: world.Cast, change: dict[str, Any]
) -> None:
    assert send("post", "/sessions", SESSION).status_code == 201
    before = known.head(cast.mia.stream)
    answer = send("post", "/sessions", {**SESSION, **change})
    assert answer.status_code == 409
    assert answer.json()["type"] == "/problems/idempotency-conflict"
    assert "send a new one" in answer.json()["detail"]
    assert known.head(cast.mia.stream) == before


def test_the_same_key_for_another_day_or_another_operation_is_a_conflict(
    send: Send, cast: world.Cast
) -> None:
    assert send("post", "/observations", OBSERVED).status_code == 201
    before = known.head(cast.mia.stream)
    for path, body in (
        ("/observations", {**OBSERVED, "date": "2026-03-09"}),
        ("/sessions", SESSION),
        ("/requests", {"text": "another day"}),
    ):
        assert send("post", path, body).status_code == 409
    assert known.head(cast.mia.stream) == before


def test_the_same_body_in_another_spelling_is_the_same_request(
    send: Send, cast: world.Cast
) -> None:
    first = send("post", "/observations", OBSERVED)
    before = known.head(cast.mia.stream)
    with clock.at(NOW.replace(year=2027)):
        again = send(
            "post",
            "/observations",
            '{ "entries": [{"value":3, "moment":"now","region":"knee_left", "kind":"pa\\u0069n"}],'
            ' "date":"2026-03-10" }',
        )
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert again.json()["items"] == first.json()["items"]
    assert known.head(cast.mia.stream) == before


def test_nothing_of_a_request_can_be_read_back_from_its_key(send: Send) -> None:
    send("post", "/observations", OBSERVED)
    send("post", "/observations", OBSERVED, Idempotency_Key="key-2")
    one, other = KeyedRequest.objects.order_by("pk")
    assert one.digest != other.digest
    assert len(one.digest) == 64
