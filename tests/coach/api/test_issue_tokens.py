"""Tokens: shown once, kept as a digest, revoked for good."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from coach.api import issuing
from coach.models import ApiToken
from decisions import clock
from decisions.domain.errors import InvalidFacts

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


@pytest.fixture
def mia(db: None) -> User:
    return User.objects.create_user("mia")


def test_the_secret_is_not_kept(mia: User) -> None:
    token, secret = issuing.issue(
        user=mia, label="phone", scopes=["sessions:read"], expires_at=None
    )
    row = ApiToken.objects.values().get()
    assert secret.startswith("lgt_")
    assert secret not in str(row)
    assert row["prefix"] == secret[:12]
    assert token.scopes == ["sessions:read"]


@pytest.mark.parametrize(
    ("label", "scopes", "field"),
    [
        (" ", ["sessions:read"], "label"),
        ("phone", [], "scopes"),
        ("phone", ["proposals:approve"], "scopes"),
    ],
)
def test_it_refuses_what_is_not_said(mia: User, label: str, scopes: list[str], field: str) -> None:
    with pytest.raises(InvalidFacts, match=field):
        issuing.issue(user=mia, label=label, scopes=scopes, expires_at=None)
    assert not ApiToken.objects.exists()


def test_it_refuses_an_end_that_has_passed(mia: User) -> None:
    with clock.at(NOW), pytest.raises(InvalidFacts, match="expires_at"):
        issuing.issue(
            user=mia,
            label="phone",
            scopes=["sessions:read"],
            expires_at=NOW - timedelta(days=1),
        )


def test_it_is_revoked_once(mia: User) -> None:
    token, _ = issuing.issue(user=mia, label="p", scopes=["plans:read"], expires_at=None)
    assert issuing.revoke(token) is True
    assert issuing.revoke(token) is False


def test_an_administrator_makes_and_revokes_one(client: Client, mia: User) -> None:
    client.force_login(User.objects.create_superuser("root"))
    data = {"user": mia.pk, "label": "watch", "scopes": ["sessions:read"], "expires_at_0": ""}
    page = client.post(reverse("admin:coach_apitoken_add"), data, follow=True).content.decode()
    token = ApiToken.objects.get()
    assert token.prefix in page
    listing = client.get(reverse("admin:coach_apitoken_changelist")).content.decode()
    assert token.digest not in listing
    client.post(
        reverse("admin:coach_apitoken_changelist"),
        {"action": "revoke", "_selected_action": [token.pk]},
    )
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_a_coach_makes_none(client: Client, mia: User) -> None:
    client.force_login(User.objects.create_user("anna", is_staff=True))
    data = {"user": mia.pk, "label": "watch", "scopes": ["sessions:read"]}
    assert client.post(reverse("admin:coach_apitoken_add"), data).status_code == 403
    assert not ApiToken.objects.exists()
