"""What the coach knew at a moment, beside what is known now."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from sessions.services import corrections
from tests.coach import world

THEN = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
LATER = THEN + timedelta(days=3)
SET = "training_sessions.set"
KEY = f"{world.SESSION}#set-1"


@pytest.fixture
def cast(db: None) -> world.Cast:
    with clock.at(THEN):
        made = world.cast()
        world.decide(made.mia)
    return made


@pytest.fixture
def mia(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.mia.user)
    return client


def later(cast: world.Cast) -> None:
    """A correction, a retraction, a late fact and a fact of a later day."""
    with clock.at(LATER):
        state = known.now(cast.mia.stream, SET, KEY)
        corrections.correct(
            stream=cast.mia.stream,
            surface=SET,
            key=KEY,
            changes={"rpe_x10": 90},
            reviewed=state.fingerprint,
            reason="misread the screen",
            occasion="c",
            actor=cast.mia.actor,
        )
        slept = "2026-03-09/sleep_s/-/-"
        state = known.now(cast.mia.stream, "training_sessions.daily", slept)
        corrections.retract(
            stream=cast.mia.stream,
            surface="training_sessions.daily",
            key=slept,
            reviewed=state.fingerprint,
            reason="wrong night",
            occasion="r",
            actor=cast.mia.actor,
        )
        world.sleep(cast.mia, 20_400, occasion="late", day=date(2026, 3, 8))
        world.sleep(cast.mia, 25_200, occasion="after", day=date(2026, 3, 12))


def look(client: Client, at: datetime) -> object:
    with clock.at(LATER + timedelta(hours=1)):
        response = client.get(reverse("as_of"), {"as_of": at.isoformat()})
    assert response.status_code == 200
    return response


def test_it_tells_corrected_retracted_late_and_after_apart(mia: Client, cast: world.Cast) -> None:
    later(cast)
    lines = look(mia, THEN).context["lines"]  # type: ignore[attr-defined]
    told = {line.between.split(":")[0] for line in lines}
    assert {"corrected by mia", "retracted by mia", "after this moment"} <= told
    assert "became known 5 days later" in told
    marked = {line.between.split(":")[0]: line.differs for line in lines}
    assert marked["corrected by mia"]
    assert not marked["after this moment"]


def test_it_shows_the_value_of_then_and_of_now(mia: Client, cast: world.Cast) -> None:
    later(cast)
    lines = look(mia, THEN).context["lines"]  # type: ignore[attr-defined]
    corrected = next(line for line in lines if line.between.startswith("corrected"))
    assert corrected.changes == ("RPE: 8 to 9",)
    assert corrected.then != corrected.now
    assert "misread the screen" in corrected.between


def test_a_later_change_does_not_reach_back(mia: Client, cast: world.Cast) -> None:
    before = look(mia, THEN).context["look"].log.items.keys()  # type: ignore[attr-defined]
    later(cast)
    after = look(mia, THEN).context["look"].log.items.keys()  # type: ignore[attr-defined]
    assert before == after


def test_it_says_that_it_is_the_past_and_leads_back(mia: Client, cast: world.Cast) -> None:
    page = look(mia, THEN).content.decode()  # type: ignore[attr-defined]
    assert 'class="asof"' in page
    assert f'href="{reverse("as_of")}"' in page


def test_it_finds_the_decision_of_that_moment(mia: Client, cast: world.Cast) -> None:
    later(cast)
    page = look(mia, THEN).content.decode()  # type: ignore[attr-defined]
    assert "What was known when this was decided" in page


def test_between_two_decisions_it_names_the_last_one_and_no_more(
    mia: Client, cast: world.Cast
) -> None:
    later(cast)
    response = look(mia, THEN + timedelta(hours=1))
    page = response.content.decode()  # type: ignore[attr-defined]
    assert "What was known when this was decided" not in page
    assert "Decided last before" in page


def test_previous_and_next_step_from_event_to_event(mia: Client, cast: world.Cast) -> None:
    later(cast)
    forward = look(mia, THEN).context["next"]  # type: ignore[attr-defined]
    with clock.at(LATER + timedelta(hours=1)):
        there = mia.get(f"{reverse('as_of')}{forward}")
    assert there.context["look"].at == LATER
    with clock.at(LATER + timedelta(hours=1)):
        back = mia.get(f"{reverse('as_of')}{there.context['previous']}")
    assert back.context["look"].at == THEN


def test_a_moment_without_a_zone_is_refused_with_a_reason(mia: Client) -> None:
    response = mia.get(reverse("as_of"), {"as_of": "2026-03-10T09:00:00"})
    assert response.status_code == 400
    assert "as_of has no zone" in response.content.decode()


def test_the_future_is_refused(mia: Client) -> None:
    with clock.at(LATER):
        response = mia.get(reverse("as_of"), {"as_of": "2030-01-01T00:00:00Z"})
    assert response.status_code == 400


def test_before_everything_nothing_was_known(mia: Client) -> None:
    with clock.at(LATER):
        response = mia.get(reverse("as_of"), {"as_of": "2020-01-01T00:00:00Z"})
    assert response.status_code == 200
    assert response.context["look"].log.up_to == 0


def test_without_a_moment_it_asks_for_one(mia: Client) -> None:
    page = mia.get(reverse("as_of")).content.decode()
    assert 'name="as_of"' in page


def test_nobody_else_looks_into_the_past(client: Client, cast: world.Cast) -> None:
    client.force_login(cast.jon.user)
    response = client.get(reverse("as_of"), {"of": "mia", "as_of": THEN.isoformat()})
    assert response.status_code == 404
