"""The coach's own hand on the plan."""

from __future__ import annotations

import json
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
FORM = ("mia", "day", world.DAY)


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


@pytest.fixture
def anna(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.anna)
    return client


def facts(cast: world.Cast, surface: str = DAY, key: str = world.DAY) -> dict[str, Any]:
    found = known.now(cast.mia.stream, surface, key).facts
    assert found is not None
    return found


def fingerprint(cast: world.Cast, surface: str = DAY, key: str = world.DAY) -> str:
    return known.now(cast.mia.stream, surface, key).fingerprint


def data(cast: world.Cast, **more: str) -> dict[str, str]:
    return {
        "reviewed": fingerprint(cast),
        "occasion": "form-1",
        "reason": "closer to the test",
        **more,
    }


def test_everything_that_can_be_changed_is_listed(anna: Client) -> None:
    page = anna.get(reverse("plan_parts", args=["mia"])).content.decode()
    assert reverse("plan_edit", args=FORM) in page
    assert reverse("gate_close", args=["mia", "2026-03-09/left-knee"]) in page
    assert reverse("constraint_lift", args=["mia", "2026-03-09/cap"]) in page


def test_it_saves_typed_values_with_the_reason(anna: Client, cast: world.Cast) -> None:
    sent = data(cast, **{"f:items[squat].load_g": "102,5", "f:items[squat].rest_s": "3:30"})
    response = anna.post(reverse("plan_edit", args=FORM), sent)
    assert response.status_code == 302
    item = facts(cast)["items"][0]
    assert (item["load_g"], item["rest_s"], item["sets"]) == (102_500, 210, 3)
    last = known.history(cast.mia.stream, DAY, world.DAY)[-1]
    assert last.reasoning == "closer to the test"


def test_the_same_form_twice_is_saved_once(anna: Client, cast: world.Cast) -> None:
    sent = data(cast, **{"f:minutes": "75"})
    anna.post(reverse("plan_edit", args=FORM), sent)
    head = known.head(cast.mia.stream)
    response = anna.post(reverse("plan_edit", args=FORM), sent)
    assert response.status_code == 200
    assert "Already applied" in response.content.decode()
    assert known.head(cast.mia.stream) == head


def test_it_needs_a_reason(anna: Client, cast: world.Cast) -> None:
    sent = data(cast, reason="  ", **{"f:minutes": "75"})
    response = anna.post(reverse("plan_edit", args=FORM), sent)
    assert response.status_code == 422
    assert facts(cast)["minutes"] == 60


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("f:items[squat].load_g", "1,234"),
        ("f:items[squat].sets", "many"),
        ("f:items[squat].rest_s", "180"),
        ("f:weekday", "9"),
        ("f:title", ""),
    ],
)
def test_a_bad_value_is_named_and_what_was_typed_stays(
    anna: Client, cast: world.Cast, field: str, typed: str
) -> None:
    response = anna.post(reverse("plan_edit", args=FORM), data(cast, **{field: typed}))
    assert response.status_code == 422
    page = response.content.decode()
    assert "Nothing was written" in page
    kept = f'<option value="{typed}" selected>' if field == "f:weekday" else f'value="{typed}"'
    assert f'name="{field}"' in page
    assert kept in page[page.index(f'name="{field}"') :]
    assert facts(cast)["minutes"] == 60


def test_the_whole_can_be_written_to_add_a_week(anna: Client, cast: world.Cast) -> None:
    whole = {**facts(cast), "weeks": [{"week": 4, "skip": True, "items": None}]}
    response = anna.post(reverse("plan_edit", args=FORM), data(cast, whole=json.dumps(whole)))
    assert response.status_code == 302
    assert facts(cast)["weeks"][0]["week"] == 4


@pytest.mark.parametrize("whole", ["{", "[]", '{"title": "x"}', '{"approved": true}'])
def test_a_bad_whole_is_refused(anna: Client, cast: world.Cast, whole: str) -> None:
    response = anna.post(reverse("plan_edit", args=FORM), data(cast, whole=whole))
    assert response.status_code == 422
    assert facts(cast)["minutes"] == 60


def test_a_part_that_moved_on_gives_the_three_way_table(anna: Client, cast: world.Cast) -> None:
    sent = data(cast, **{"f:minutes": "75"})
    world.edit_day(cast.mia, cast.anna, items=[making.lift(sets=5)])
    response = anna.post(reverse("plan_edit", args=FORM), sent)
    assert response.status_code == 409
    page = response.content.decode()
    assert "somebody changed it while you were editing" in page
    rows = {row.path: row for row in response.context["rows"]}
    assert rows["items[squat].sets"].blocks
    assert rows["minutes"].verdict == "could be written"
    assert facts(cast)["minutes"] == 60


def test_a_gate_is_closed_with_a_reason(anna: Client, cast: world.Cast) -> None:
    key = "2026-03-09/left-knee"
    address = reverse("gate_close", args=["mia", key])
    sent = {"reviewed": fingerprint(cast, "plans.gate", key), "occasion": "g"}
    assert anna.post(address, sent).status_code == 422
    assert anna.post(address, {**sent, "reason": "the physio cleared it"}).status_code == 302
    assert facts(cast, "plans.gate", key)["state"] == "closed"
    assert facts(cast, "plans.gate", key)["closed_because"] == "the physio cleared it"
    again = anna.post(address, {**sent, "occasion": "h", "reason": "again"})
    assert again.status_code in {409, 422}


def test_a_constraint_is_lifted_with_a_reason(anna: Client, cast: world.Cast) -> None:
    key = "2026-03-09/cap"
    address = reverse("constraint_lift", args=["mia", key])
    sent = {"reviewed": fingerprint(cast, "plans.constraint", key), "occasion": "c"}
    assert anna.post(address, {**sent, "reason": "no longer needed"}).status_code == 302
    assert facts(cast, "plans.constraint", key)["status"] == "lifted"


@pytest.mark.parametrize("kind", ["gate", "constraint", "set", "decision"])
def test_only_structure_has_this_form(anna: Client, kind: str) -> None:
    assert anna.get(reverse("plan_edit", args=["mia", kind, world.DAY])).status_code == 404
