"""Every operation of the API, generated from its own document: no token, no scope, not yours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from coach.api import api
from coach.api.auth import digest
from coach.models import ApiToken
from coach.models.tokens import SCOPES
from decisions import clock
from decisions.selectors import known
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
PARTS = {
    "session_key": world.SESSION,
    "client_id": "set-9",
    "key": "P-0001",
}
BODIES: dict[str, dict[str, Any]] = {
    "put_set": {"exercise": world.SQUAT, "order": 9},
    "post_session": {"date": "2026-03-10", "title": "Run", "sport": "run"},
    "finish_session": {},
    "post_observations": {
        "date": "2026-03-10",
        "entries": [{"kind": "sleep_s", "value": 25200}],
    },
    "post_correction": {
        "surface": "training_sessions.set",
        "key": f"{world.SESSION}#set-1",
        "changes": {"reps": 4},
        "reason": "r",
    },
    "post_retraction": {
        "surface": "training_sessions.set",
        "key": f"{world.SESSION}#set-1",
        "reason": "r",
    },
    "post_request": {"text": "another day"},
}


def operations() -> list[tuple[str, str, str, str]]:
    """(id, method, path, scope) of every operation, from the document."""
    schema = api.get_openapi_schema()
    return [
        (operation["operationId"], method, path, operation["x-scope"])
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


OPERATIONS = [pytest.param(*one, id=one[0]) for one in operations()]
every_write = pytest.mark.parametrize(
    ("name", "method", "path"),
    [pytest.param(*one[:3], id=one[0]) for one in operations() if one[1] != "get"],
)
every_read = pytest.mark.parametrize(
    ("name", "path"),
    [pytest.param(one[0], one[2], id=one[0]) for one in operations() if one[1] == "get"],
)
every_operation = pytest.mark.parametrize(("name", "method", "path", "scope"), OPERATIONS)


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        made = world.cast()
        world.decide(made.mia)
        world.propose(made.mia)
        yield made


def token(who: Any, *scopes: str, **more: Any) -> str:
    """A token in clear, kept as its digest."""
    secret = f"lgt_{who.pk}_{len(scopes)}_{ApiToken.objects.count()}"
    ApiToken.objects.create(
        user=who,
        label="test",
        prefix=secret[:8],
        digest=digest(secret),
        scopes=list(scopes),
        created_at=clock.now(),
        **more,
    )
    return secret


def call(
    client: Client, name: str, method: str, path: str, secret: str | None, athlete: str = "mia"
) -> Any:
    """Call an operation with everything it needs but, perhaps, the right."""
    key = world.DAY if name == "get_plan" else PARTS["key"]
    if name == "get_decision":
        key = "00000000-0000-0000-0000-000000000000"
    address = path.format(athlete=athlete, **{**PARTS, "key": key})
    headers = {"Idempotency-Key": "k1", "If-Match": '"abc"'}
    if secret is not None:
        headers["Authorization"] = f"Bearer {secret}"
    body = {} if method == "get" else {"data": json.dumps(BODIES[name])}
    return getattr(client, method)(
        address, content_type="application/json", headers=headers, **body
    )


def heads(cast: world.Cast) -> tuple[int, int]:
    return known.head(cast.mia.stream), known.head(cast.jon.stream)


def test_the_document_has_every_operation_and_none_approves() -> None:
    names = {name for name, *_ in operations()}
    assert len(names) == len(operations()) >= 18
    assert {scope for *_, scope in operations()} == set(SCOPES)
    assert not [name for name in names if "approve" in name or "reject" in name]
    assert not [scope for scope in SCOPES if "approve" in scope]


@every_operation
def test_without_a_token_it_is_401(
    client: Client, cast: world.Cast, name: str, method: str, path: str, scope: str
) -> None:
    before = heads(cast)
    for secret in (None, "nonsense", "", "\u00e9", "x" * 5000):
        response = call(client, name, method, path, secret)
        assert response.status_code == 401
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert heads(cast) == before


@every_operation
def test_a_login_is_no_token(
    client: Client, cast: world.Cast, name: str, method: str, path: str, scope: str
) -> None:
    client.force_login(cast.mia.user)
    assert call(client, name, method, path, None).status_code == 401


@every_operation
def test_without_its_scope_it_is_403(
    client: Client, cast: world.Cast, name: str, method: str, path: str, scope: str
) -> None:
    before = heads(cast)
    secret = token(cast.mia.user, *(one for one in SCOPES if one != scope))
    response = call(client, name, method, path, secret)
    assert response.status_code == 403
    assert response.json()["scope"] == scope
    assert heads(cast) == before


@every_operation
def test_a_token_that_ended_is_401(
    client: Client, cast: world.Cast, name: str, method: str, path: str, scope: str
) -> None:
    revoked = token(cast.mia.user, *SCOPES, revoked_at=NOW)
    expired = token(cast.mia.user, *SCOPES, expires_at=NOW - timedelta(seconds=1))
    off = token(cast.jon.user, *SCOPES)
    cast.jon.user.is_active = False
    cast.jon.user.save()
    for secret in (revoked, expired, off):
        assert call(client, name, method, path, secret).status_code == 401


@every_operation
def test_another_athlete_is_404_like_one_that_is_not_there(
    client: Client, cast: world.Cast, name: str, method: str, path: str, scope: str
) -> None:
    before = heads(cast)
    for who in (cast.jon.user, cast.otto, cast.root):
        secret = token(who, *SCOPES)
        foreign = call(client, name, method, path, secret)
        missing = call(client, name, method, path, secret, athlete="nobody")
        assert (foreign.status_code, missing.status_code) == (404, 404)
        assert foreign.content == missing.content
    assert heads(cast) == before


@every_operation
def test_a_coach_reads_and_never_records(
    client: Client, cast: world.Cast, name: str, method: str, path: str, scope: str
) -> None:
    before = heads(cast)
    response = call(client, name, method, path, token(cast.anna, *SCOPES))
    if method == "get":
        assert response.status_code in {200, 404}
    else:
        assert response.status_code == 403
        assert response.json()["type"] == "/problems/not-your-evidence"
    assert heads(cast) == before


@every_write
def test_an_unknown_entry_is_refused_by_name(
    client: Client, cast: world.Cast, name: str, method: str, path: str
) -> None:
    before = heads(cast)
    for extra in ("approved", "evidence", "athlete_id", "version"):
        body = json.dumps({**BODIES[name], extra: True})
        secret = token(cast.mia.user, *SCOPES)
        response = getattr(client, method)(
            path.format(athlete="mia", **PARTS),
            data=body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}", "Idempotency-Key": "k"},
        )
        assert response.status_code == 422
        assert [one["field"] for one in response.json()["errors"]] == [extra]
    assert heads(cast) == before


@every_read
def test_a_moment_without_a_zone_is_refused_on_every_read(
    client: Client, cast: world.Cast, name: str, path: str
) -> None:
    secret = token(cast.mia.user, *SCOPES)
    response = client.get(
        path.format(athlete="mia", **{**PARTS, "key": "00000000-0000-0000-0000-000000000000"}),
        {"as_of": "2026-03-10T09:00:00"},
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "as_of"


def test_the_use_of_a_token_is_noted(client: Client, cast: world.Cast) -> None:
    secret = token(cast.mia.user, "sessions:read")
    call(client, "get_today", "get", "/api/v1/athletes/{athlete}/today", secret)
    assert ApiToken.objects.get().last_used_at == NOW
