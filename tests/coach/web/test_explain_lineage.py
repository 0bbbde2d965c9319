"""The lineage of a prescription: evidence, context, draft, ruling, proposal, approval, write, effect."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from decisions.services import proposals
from sessions.services import actuals
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


@pytest.fixture
def mia(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.mia.user)
    return client


def approved(cast: world.Cast) -> str:
    key = world.propose(cast.mia)
    state = known.now(cast.mia.stream, "decisions.proposal", key)
    proposals.approve(
        stream=cast.mia.stream, key=key, reviewed=state.fingerprint, user=cast.anna, reason="yes"
    )
    return key


def test_it_leads_from_the_evidence_to_the_session(mia: Client, cast: world.Cast) -> None:
    key = world.prescribe(cast.mia)
    own = mia.get(reverse("lineage", args=[key])).context["own"]
    lanes = dict(own.listing)
    assert list(lanes) == ["Evidence", "Context", "Draft", "Rules", "Decision", "Effect"]
    assert [node.title for node, _ in lanes["Effect"]] == ["Version 1: Squat day", "Not done yet"]
    assert len(lanes["Evidence"]) == 4


def test_it_shows_the_proposal_that_the_plan_came_from(mia: Client, cast: world.Cast) -> None:
    proposal = approved(cast)
    key = world.prescribe(cast.mia)
    (plan,) = mia.get(reverse("lineage", args=[key])).context["plan"]
    lanes = dict(plan.listing)
    assert [node.title for node, _ in lanes["Proposal"]] == [proposal]
    assert [(node.title, node.sub) for node, _ in lanes["Approval"]] == [("anna", "applied")]
    (written, href), (effect, _) = lanes["Write, effect"]
    assert written.sub == "read back"
    assert href == reverse("row", args=[written.position])
    assert "Squat day" in effect.title
    assert [node.title for node, _ in lanes["Draft, ruling"]] == ["Draft: Adjust", "Rules limit"]


def test_a_plan_that_no_proposal_changed_says_so(mia: Client, cast: world.Cast) -> None:
    key = world.prescribe(cast.mia)
    page = mia.get(reverse("lineage", args=[key])).content.decode()
    assert "it stands as the coach wrote it" in page


def test_a_later_proposal_is_not_behind_it(mia: Client, cast: world.Cast) -> None:
    key = world.prescribe(cast.mia)
    approved(cast)
    assert mia.get(reverse("lineage", args=[key])).context["plan"] == ()


def test_it_shows_what_was_done(mia: Client, cast: world.Cast) -> None:
    key = world.prescribe(cast.mia)
    with clock.at(datetime(2026, 3, 16, 18, 0, tzinfo=UTC)):
        actuals.start(
            stream=cast.mia.stream,
            session_key=key,
            actor=cast.mia.actor,
            zone=cast.mia.athlete.zone,
            day=date(2026, 3, 16),
        )
    lanes = dict(mia.get(reverse("lineage", args=[key])).context["own"].listing)
    assert [node.title for node, _ in lanes["Effect"]][1] == "Started"


def test_every_version_is_there_with_what_changed(mia: Client, cast: world.Cast) -> None:
    world.prescribe(cast.mia)
    key = world.prescribe(
        cast.mia, occasion="again", minutes=45, changed="shorter: only 45 minutes today"
    )
    response = mia.get(reverse("lineage", args=[key]))
    versions = response.context["versions"]
    assert [(one.number, one.changed) for one in versions] == [
        (2, "shorter: only 45 minutes today"),
        (1, ""),
    ]
    assert [(c.label, c.old, c.new) for c in versions[0].changes] == [("Minutes", "60", "45")]


def test_a_decision_that_was_cited_shows_its_effect(mia: Client, cast: world.Cast) -> None:
    key = world.decide(cast.mia)
    place = world.position(cast.mia, "decisions.decision", key)
    world.prescribe(cast.mia, cites=[place])
    lanes = dict(mia.get(reverse("decision", args=[key])).context["drawn"].listing)
    assert any("Squat day" in node.title for node, _ in lanes["Effect"])


def test_it_is_not_found_for_another_athlete(client: Client, cast: world.Cast) -> None:
    key = world.prescribe(cast.mia)
    client.force_login(cast.jon.user)
    assert client.get(reverse("lineage", args=[key])).status_code == 404
    assert client.get(reverse("lineage", args=[key]), {"of": "mia"}).status_code == 404
