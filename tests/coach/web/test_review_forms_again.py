"""A coach's form sent again: the same one is answered, a changed one says what was written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from tests.coach import world
from tests.plans import making

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
DAY = "plans.planned_day"
PROPOSAL = "decisions.proposal"
GATE, CAP = "2026-03-09/left-knee", "2026-03-09/cap"
EDIT = reverse("plan_edit", args=["mia", "day", world.DAY])
CLOSE = reverse("gate_close", args=["mia", GATE])
LIFT = reverse("constraint_lift", args=["mia", CAP])


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


@pytest.fixture
def anna(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.anna)
    return client


def facts(cast: world.Cast, surface: str, key: str) -> dict[str, Any]:
    found = known.now(cast.mia.stream, surface, key).facts
    assert found is not None
    return found


def form(cast: world.Cast, surface: str, key: str, **more: str) -> dict[str, str]:
    """A form as it was opened now."""
    return {
        "reviewed": known.now(cast.mia.stream, surface, key).fingerprint,
        "occasion": "form-1",
        "reason": "closer to the test",
        **more,
    }


def said(response: Any) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode()).replace("\u00a0", " ")
    return re.sub(r"\s+", " ", text)


def test_the_same_plan_form_again_says_that_it_is_saved_already(
    anna: Client, cast: world.Cast
) -> None:
    sent = form(cast, DAY, world.DAY, **{"f:minutes": "75"})
    anna.post(EDIT, sent)
    head = known.head(cast.mia.stream)
    again = anna.post(EDIT, sent)
    assert again.status_code == 200
    assert "Already applied" in said(again)
    assert "75" in said(again)
    assert known.head(cast.mia.stream) == head


def test_a_changed_plan_form_says_what_was_written_and_keeps_what_was_typed(
    anna: Client, cast: world.Cast
) -> None:
    sent = form(cast, DAY, world.DAY, **{"f:minutes": "75"})
    anna.post(EDIT, sent)
    head = known.head(cast.mia.stream)
    again = anna.post(EDIT, {**sent, "f:minutes": "80", "reason": "longer still"})
    assert again.status_code == 409
    assert "This form was already used" in said(again)
    page = again.content.decode()
    assert 'name="f:minutes" value="80"' in page
    assert "longer still" in page
    assert "75" in said(again)
    assert (known.head(cast.mia.stream), facts(cast, DAY, world.DAY)["minutes"]) == (head, 75)


def test_the_fresh_form_saves_what_was_typed(anna: Client, cast: world.Cast) -> None:
    sent = form(cast, DAY, world.DAY, **{"f:minutes": "75"})
    anna.post(EDIT, sent)
    page = anna.post(EDIT, {**sent, "f:minutes": "80"}).content.decode()
    fresh = {
        name: re.search(rf'name="{name}" value="([^"]+)"', page)[1]  # type: ignore[index]
        for name in ("reviewed", "occasion")
    }
    response = anna.post(EDIT, {**sent, **fresh, "f:minutes": "80"})
    assert response.status_code == 302
    assert facts(cast, DAY, world.DAY)["minutes"] == 80


def test_the_fresh_form_does_not_take_back_what_somebody_else_changed_since(
    anna: Client, cast: world.Cast
) -> None:
    sent = form(
        cast,
        DAY,
        world.DAY,
        **{"f:minutes": "75", "f:items[squat].sets": "3", "f:title": "Squat day"},
    )
    anna.post(EDIT, sent)
    world.edit_day(cast.mia, cast.anna, items=[making.lift(sets=5)])
    page = anna.post(EDIT, {**sent, "f:minutes": "80"}).content.decode()
    assert 'name="f:items[squat].sets" value="5"' in page


@pytest.mark.parametrize(
    ("address", "surface", "key", "entry"),
    [(CLOSE, "plans.gate", GATE, "state"), (LIFT, "plans.constraint", CAP, "status")],
)
def test_a_bound_is_ended_once_whatever_is_sent_after_it(
    anna: Client, cast: world.Cast, address: str, surface: str, key: str, entry: str
) -> None:
    sent = form(cast, surface, key, reason="the physio cleared it")
    assert anna.post(address, sent).status_code == 302
    ended, head = facts(cast, surface, key), known.head(cast.mia.stream)
    same = anna.post(address, sent)
    assert (same.status_code, "Already applied" in said(same)) == (200, True)
    other = anna.post(address, {**sent, "reason": "I changed my mind about why"})
    assert other.status_code == 409
    assert "This form was already used" in said(other)
    assert "I changed my mind about why" in said(other)
    assert "the physio cleared it" in said(other)
    assert (facts(cast, surface, key), known.head(cast.mia.stream)) == (ended, head)
    assert ended[entry] in {"closed", "lifted"}


def test_a_gate_form_sent_again_on_another_day_is_still_the_same(
    anna: Client, cast: world.Cast
) -> None:
    sent = form(cast, "plans.gate", GATE, reason="the physio cleared it")
    anna.post(CLOSE, sent)
    with clock.at(datetime(2026, 3, 12, 9, 0, tzinfo=UTC)):
        again = anna.post(CLOSE, sent)
    assert (again.status_code, "Already applied" in said(again)) == (200, True)
    assert facts(cast, "plans.gate", GATE)["closed_on"] == "2026-03-10"


@pytest.mark.parametrize(("address", "word"), [(CLOSE, "closed"), (LIFT, "lifted")])
def test_the_form_of_an_ended_bound_says_that_it_has_ended(
    anna: Client, cast: world.Cast, address: str, word: str
) -> None:
    surface, key = ("plans.gate", GATE) if address == CLOSE else ("plans.constraint", CAP)
    anna.post(address, form(cast, surface, key))
    page = said(anna.get(address))
    assert f"is {word} already" in page


# --- proposals


@pytest.fixture
def key(cast: world.Cast) -> str:
    return world.propose(cast.mia)


def at(name: str, key: str) -> str:
    return reverse(name, args=["mia", key])


def proposed(cast: world.Cast, key: str, **more: str) -> dict[str, str]:
    return {"reviewed": known.now(cast.mia.stream, PROPOSAL, key).fingerprint, **more}


def test_the_same_approval_again_is_answered_from_its_receipt(
    anna: Client, cast: world.Cast, key: str
) -> None:
    sent = proposed(cast, key, reason="agreed")
    anna.post(at("proposal_approve", key), sent)
    again = anna.post(at("proposal_approve", key), sent, follow=True)
    assert again.status_code == 200
    assert "Already applied" in said(again)


def test_an_approval_with_other_words_keeps_them_and_says_what_stands(
    anna: Client, cast: world.Cast, key: str
) -> None:
    sent = proposed(cast, key, reason="agreed")
    anna.post(at("proposal_approve", key), sent)
    head = known.head(cast.mia.stream)
    other = anna.post(
        at("proposal_approve", key), {**sent, "reason": "agreed, but only this block"}
    )
    assert other.status_code == 409
    page = said(other)
    assert "agreed, but only this block" in page
    assert "was not written" in page
    assert known.head(cast.mia.stream) == head


@pytest.mark.parametrize("name", ["proposal_reject", "proposal_ask", "proposal_withdraw"])
def test_an_end_sent_again_is_answered_and_other_words_are_kept(
    anna: Client, cast: world.Cast, key: str, name: str
) -> None:
    chips = {"proposal_reject": "too early", "proposal_ask": "more exposures"}
    sent = proposed(cast, key, words="two more weeks", chip=chips.get(name, ""))
    assert anna.post(at(name, key), sent).status_code == 302
    head = known.head(cast.mia.stream)
    again = anna.post(at(name, key), sent, follow=True)
    assert again.status_code == 200
    assert "lready" in said(again)
    assert "was not written" not in said(again)
    other = anna.post(at(name, key), {**sent, "words": "three more weeks"}, follow=True)
    assert other.status_code == 409
    assert "three more weeks" in said(other)
    assert "two more weeks" in said(other)
    assert known.head(cast.mia.stream) == head


def test_taking_up_again_twice_is_said_and_other_words_are_kept(
    anna: Client, cast: world.Cast, key: str
) -> None:
    anna.post(at("proposal_ask", key), proposed(cast, key, chip="more exposures", words="two more"))
    sent = proposed(cast, key, words="seen them")
    anna.post(at("proposal_reopen", key), sent)
    head = known.head(cast.mia.stream)
    assert anna.post(at("proposal_reopen", key), sent, follow=True).status_code == 200
    other = anna.post(at("proposal_reopen", key), {**sent, "words": "seen three"}, follow=True)
    assert (other.status_code, "seen three" in said(other)) == (409, True)
    assert known.head(cast.mia.stream) == head


def test_what_does_not_fit_the_state_is_refused_and_never_called_done(
    anna: Client, cast: world.Cast, key: str
) -> None:
    anna.post(at("proposal_ask", key), proposed(cast, key, chip="more exposures", words="two more"))
    fresh = proposed(cast, key, chip="more exposures", words="three more")
    response = anna.post(at("proposal_ask", key), fresh)
    assert response.status_code == 422
    assert "needs evidence already" in said(response)
    assert "three more" in said(response)


def test_a_second_own_call_says_that_the_first_one_stays(anna: Client, cast: world.Cast) -> None:
    key = world.propose(cast.mia, risk="high")
    anna.post(at("proposal_call", key), {"call": "no_change"})
    again = anna.post(at("proposal_call", key), {"call": "agree"}, follow=True)
    assert "Your first call stays: no change" in said(again)


def test_a_review_asked_for_twice_says_that_it_is_queued_already(
    anna: Client, cast: world.Cast
) -> None:
    address = reverse("run_review", args=["mia"])
    assert "is queued; its" in said(anna.post(address, {"once": "a"}, follow=True))
    assert "was queued already" in said(anna.post(address, {"once": "a"}, follow=True))
