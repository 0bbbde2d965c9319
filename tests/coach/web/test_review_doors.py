"""Who gets through which door of review: role, address, method."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.models import Proposal
from decisions.selectors import known
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
READ = ("proposal", "proposal_result", "proposal_edit", "proposal_reject", "proposal_ask")
WRITE = ("proposal_confirm", "proposal_approve", "proposal_call")
BOTH = ("proposal_edit", "proposal_reject", "proposal_ask", "proposal_withdraw", "proposal_reopen")
PLAN = ("plan_edit", "gate_close", "constraint_lift")


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        made = world.cast()
        world.propose(made.mia)
        yield made


def login(client: Client, cast: world.Cast, name: str) -> None:
    who = getattr(cast, name)
    client.force_login(getattr(who, "user", who))


def addresses() -> list[tuple[str, str]]:
    """(name, address) of every page of review."""
    parts = {
        "plan_edit": ["mia", "day", world.DAY],
        "gate_close": ["mia", "2026-03-09/left-knee"],
        "constraint_lift": ["mia", "2026-03-09/cap"],
        "plan_parts": ["mia"],
    }
    names = dict.fromkeys((*READ, *WRITE, *BOTH))
    return [
        *((name, reverse(name, args=["mia", "P-0001"])) for name in names),
        *((name, reverse(name, args=args)) for name, args in parts.items()),
    ]


def everything(cast: world.Cast) -> tuple[int, int]:
    return known.head(cast.mia.stream), known.head(cast.jon.stream)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    ("name", "status"),
    [("otto", 404), ("sam", 403), ("root", 404), ("mia", 302), ("jon", 302)],
)
def test_nobody_but_the_athletes_coach_gets_in(
    client: Client, cast: world.Cast, name: str, status: int, method: str
) -> None:
    login(client, cast, name)
    before = everything(cast)
    for page, address in addresses():
        if (method == "get" and page in WRITE) or (method == "post" and page == "plan_parts"):
            continue
        response = getattr(client, method)(address)
        assert response.status_code == status, (page, address)
        if status == 302:
            assert "login" in response.headers["Location"], page
    assert everything(cast) == before


def test_nobody_gets_in_without_a_login(client: Client, cast: world.Cast) -> None:
    for page, address in addresses():
        response = client.post(address)
        assert response.status_code == 302, page
        assert "login" in response.headers["Location"], page


def test_decisions_are_posted_only(client: Client, cast: world.Cast) -> None:
    login(client, cast, "anna")
    before = everything(cast)
    for name in WRITE:
        assert client.get(reverse(name, args=["mia", "P-0001"])).status_code == 405
    for name in ("proposal", "proposal_result"):
        assert client.post(reverse(name, args=["mia", "P-0001"])).status_code == 405
    for name, address in addresses():
        for method in ("put", "patch", "delete"):
            assert getattr(client, method)(address).status_code == 405, name
    assert everything(cast) == before


def test_every_form_needs_its_own_csrf_token(cast: world.Cast) -> None:
    strict = Client(enforce_csrf_checks=True)
    login(strict, cast, "anna")
    before = everything(cast)
    for name, address in addresses():
        if name not in READ[:2] and name != "plan_parts":
            assert strict.post(address, {"reason": "x"}).status_code == 403, name
            sent = strict.post(address, data='{"reason": 1}', content_type="text/plain")
            assert sent.status_code == 403, name
    assert everything(cast) == before


def test_reading_changes_nothing(client: Client, cast: world.Cast) -> None:
    login(client, cast, "anna")
    before = everything(cast)
    for name, address in addresses():
        if name not in WRITE:
            assert client.get(address).status_code in {200, 302}, name
    assert everything(cast) == before


@pytest.mark.parametrize("key", ["P-9999", "P-0001'--", "..", "mia"])
def test_what_is_not_there_is_not_found(client: Client, cast: world.Cast, key: str) -> None:
    login(client, cast, "anna")
    for name in READ:
        assert client.get(reverse(name, args=["mia", key])).status_code == 404


@pytest.mark.parametrize("name", ["anna", "otto", "sam", "root"])
def test_the_history_form_of_the_admin_refuses_posts(
    client: Client, cast: world.Cast, name: str
) -> None:
    login(client, cast, name)
    row = Proposal.objects.get()
    version = Proposal.history.get()
    address = reverse("admin:decisions_proposal_simple_history", args=[row.pk, version.history_id])
    before = row.facts()
    response = client.post(address, {"title": "mine", "state": "APPLIED"})
    assert response.status_code in {403, 404, 405}
    assert Proposal.objects.get().facts() == before


@pytest.mark.parametrize("name", ["anna", "root"])
def test_the_admins_own_forms_write_nothing(client: Client, cast: world.Cast, name: str) -> None:
    login(client, cast, name)
    row = Proposal.objects.get()
    before = everything(cast)
    for action, args in (("change", [row.pk]), ("delete", [row.pk]), ("add", [])):
        address = reverse(f"admin:decisions_proposal_{action}", args=args)
        assert client.post(address, {"state": "APPLIED"}).status_code == 403, action
    listing = reverse("admin:decisions_proposal_changelist")
    client.post(listing, {"action": "delete_selected", "_selected_action": [row.pk]})
    assert everything(cast) == before
    assert Proposal.objects.get().facts() == row.facts()
