"""The triage queue."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from decisions.services import proposals
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


@pytest.fixture
def anna(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.anna)
    return client


def test_it_is_linked_from_the_admin(anna: Client) -> None:
    assert reverse("queue") in anna.get(reverse("admin:index")).content.decode()
    changes = anna.get(reverse("admin:decisions_proposal_changelist"))
    assert reverse("queue") in changes.content.decode()


def test_an_empty_queue_says_so(anna: Client) -> None:
    page = anna.get(reverse("queue")).content.decode()
    assert "Nothing is waiting for you." in page


def test_it_shows_what_waits_and_leads_to_it(anna: Client, cast: world.Cast) -> None:
    key = world.propose(cast.mia)
    response = anna.get(reverse("queue"))
    (entry,) = response.context["entries"]
    assert (entry.state, entry.risk, entry.evidence) == ("OPEN", "medium", ("user_reported", 2))
    assert reverse("proposal", args=["mia", key]) in response.content.decode()


def test_a_proposal_against_a_moved_plan_shows_as_stale(anna: Client, cast: world.Cast) -> None:
    world.propose(cast.mia)
    world.edit_day(cast.mia, cast.anna, minutes=90)
    (entry,) = anna.get(reverse("queue")).context["entries"]
    assert entry.state == "STALE"
    assert entry.effect == "blocked until redone"


def test_an_escalation_comes_first_until_it_is_answered(anna: Client, cast: world.Cast) -> None:
    world.propose(cast.mia)
    escalated = world.decide(
        cast.mia, outcome="ESCALATE_TO_STRATEGIC", occasion="esc", summary="Left knee 5 of 10"
    )
    entries = anna.get(reverse("queue")).context["entries"]
    assert [one.state for one in entries] == ["ESCALATED", "OPEN"]
    world.decide(cast.mia, workflow="strategic_review", occasion="answer", answers=escalated)
    entries = anna.get(reverse("queue")).context["entries"]
    assert [one.state for one in entries] == ["OPEN"]


def test_no_change_is_listed_as_news(anna: Client, cast: world.Cast) -> None:
    world.decide(cast.mia)
    (line,) = anna.get(reverse("queue")).context["no_change"]
    assert line.one.summary == "Keep the back squat at 100 kg"


def test_filters_keep_some(anna: Client, cast: world.Cast) -> None:
    world.propose(cast.mia)
    assert len(anna.get(reverse("queue"), {"risk": "medium"}).context["entries"]) == 1
    assert len(anna.get(reverse("queue"), {"risk": "high"}).context["entries"]) == 0
    assert len(anna.get(reverse("queue"), {"athlete": "x' OR 1=1"}).context["entries"]) == 0


def test_a_decided_proposal_leaves_the_queue_and_is_counted(anna: Client, cast: world.Cast) -> None:
    key = world.propose(cast.mia)
    item = known.now(cast.mia.stream, "decisions.proposal", key)
    proposals.reject(
        stream=cast.mia.stream, key=key, reviewed=item.fingerprint, user=cast.anna, reason="no"
    )
    response = anna.get(reverse("queue"))
    assert list(response.context["entries"]) == []
    assert response.context["decided"] == 1


def test_another_coach_sees_nothing_of_it(client: Client, cast: world.Cast) -> None:
    world.propose(cast.mia)
    client.force_login(cast.otto)
    page = client.get(reverse("queue")).content.decode()
    assert "Nothing is waiting for you." in page
    assert "Mia" not in page
