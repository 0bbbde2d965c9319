"""One athlete with a token that may do everything a token can, and a way to ask."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from coach.api.auth import digest
from coach.models import ApiToken
from coach.models.tokens import SCOPES
from decisions import clock
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
Send = Callable[..., Any]


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        made = world.cast()
        ApiToken.objects.create(
            user=made.mia.user,
            label="phone",
            prefix="t",
            digest=digest("secret"),
            scopes=list(SCOPES),
            created_at=NOW,
        )
        yield made


@pytest.fixture
def send(client: Client, cast: world.Cast) -> Send:
    """Ask for a path below Mia's; a body that is text goes as it is, an underscore in a header is a dash."""

    def ask(method: str, path: str, body: Any = None, **headers: str) -> Any:
        given = {"Authorization": "Bearer secret", "Idempotency-Key": "key-1"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {name: value for name, value in {**given, **named}.items() if value}
        url = f"/api/v1/athletes/mia{path}"
        if method == "get":
            return client.get(url, body, headers=sent)
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        return getattr(client, method)(
            url, data=data, content_type="application/json", headers=sent
        )

    return ask
