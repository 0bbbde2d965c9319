"""What no coach types: NUL, half characters, nesting without end, texts without end. Named, never a crash."""

from __future__ import annotations

import json
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

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
DAY = "plans.planned_day"
HUGE = "x" * 150_000
GATE, CAP = "2026-03-09/left-knee", "2026-03-09/cap"


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


@pytest.fixture
def anna(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.anna)
    return client


@pytest.fixture
def key(cast: world.Cast) -> str:
    return world.propose(cast.mia, conflicts=[{"text": "Mia said no", "who": "mia"}])


def said(response: Any) -> str:
    text = re.sub(r"<[^>]+>", " ", response.content.decode()).replace("\u00a0", " ")
    return re.sub(r"\s+", " ", text)


def refused(response: Any, field: str) -> None:
    assert response.status_code in {400, 409, 422}, response.status_code
    assert field.lower() in said(response).lower()


def of(cast: world.Cast, surface: str, key: str) -> str:
    return known.now(cast.mia.stream, surface, key).fingerprint


@pytest.mark.parametrize("text", ["\x00", "a\x00b", "a\x1bb", HUGE])
@pytest.mark.parametrize(
    ("name", "typed", "field"),
    [
        ("proposal_approve", "reason", "reason"),
        ("proposal_confirm", "reason", "reason"),
        ("proposal_confirm", "because-0", "why it is superseded"),
        ("proposal_edit", "reason", "reason"),
        ("proposal_edit", "t0:title", "title"),
        ("proposal_reject", "words", "in your own words"),
        ("proposal_ask", "words", "in your own words"),
        ("proposal_withdraw", "words", "in your own words"),
    ],
)
def test_a_text_of_a_proposal_form_is_refused_by_name(
    anna: Client, cast: world.Cast, key: str, name: str, typed: str, field: str, text: str
) -> None:
    head = known.head(cast.mia.stream)
    data = {
        "reviewed": of(cast, "decisions.proposal", key),
        "conflict-0": "superseded",
        "because-0": "it is old",
        "reason": "r",
        "chip": "too early" if name == "proposal_reject" else "more exposures",
        typed: f"t{text}",
    }
    refused(anna.post(reverse(name, args=["mia", key]), data), field)
    assert known.head(cast.mia.stream) == head


@pytest.mark.parametrize("text", ["\x00", "a\x1bb", HUGE])
@pytest.mark.parametrize(
    ("name", "args", "surface", "typed", "field"),
    [
        ("plan_edit", ["mia", "day", world.DAY], DAY, "reason", "why"),
        ("plan_edit", ["mia", "day", world.DAY], DAY, "f:title", "title"),
        ("plan_edit", ["mia", "day", world.DAY], DAY, "f:items[squat].load_g", "load"),
        ("gate_close", ["mia", GATE], "plans.gate", "reason", "why"),
        ("constraint_lift", ["mia", CAP], "plans.constraint", "reason", "why"),
    ],
)
def test_a_text_of_a_plan_form_is_refused_by_name(
    anna: Client,
    cast: world.Cast,
    name: str,
    args: list[str],
    surface: str,
    typed: str,
    field: str,
    text: str,
) -> None:
    head = known.head(cast.mia.stream)
    data = {"reviewed": of(cast, surface, args[-1]), "occasion": "o", "reason": "r"}
    response = anna.post(reverse(name, args=args), {**data, typed: f"t{text}"})
    refused(response, field)
    assert known.head(cast.mia.stream) == head


@pytest.mark.parametrize("occasion", ["\x00", "x" * 5000, "a b\nc", "é"])
def test_a_form_with_a_spoilt_name_is_refused_and_a_fresh_one_is_given(
    anna: Client, cast: world.Cast, occasion: str
) -> None:
    data = {"reviewed": of(cast, DAY, world.DAY), "reason": "r", "f:minutes": "70"}
    address = reverse("plan_edit", args=["mia", "day", world.DAY])
    response = anna.post(address, {**data, "occasion": occasion})
    refused(response, "form")
    page = response.content.decode()
    assert 'name="f:minutes" value="70"' in page
    fresh = re.search(r'name="occasion" value="([0-9a-f-]{36})"', page)
    assert fresh is not None
    assert anna.post(address, {**data, "occasion": fresh[1]}).status_code == 302


@pytest.mark.parametrize(
    "edits",
    [
        "[" * 200_000,
        "[" * 900 + "]" * 900,
        '{"a":' * 50_000,
        "1" * 5000,
        '["\\ud800"]',
        "null",
        HUGE,
    ],
)
@pytest.mark.parametrize("name", ["proposal_confirm", "proposal_approve"])
def test_edits_that_are_no_edits_are_refused(
    anna: Client, cast: world.Cast, key: str, name: str, edits: str
) -> None:
    data = {
        "reviewed": of(cast, "decisions.proposal", key),
        "edits": edits,
        "conflict-0": "superseded",
        "because-0": "old",
        "reason": "r",
    }
    refused(anna.post(reverse(name, args=["mia", key]), data), "your own version")


def test_half_a_character_in_edits_names_the_field(
    anna: Client, cast: world.Cast, key: str
) -> None:
    after = known.now(cast.mia.stream, DAY, world.DAY).facts
    entry = {"surface": DAY, "key": world.DAY, "after": {**(after or {}), "title": "\ud800"}}
    data = {
        "reviewed": of(cast, "decisions.proposal", key),
        "edits": json.dumps([entry]),
        "conflict-0": "superseded",
        "because-0": "old",
        "reason": "r",
    }
    for name in ("proposal_confirm", "proposal_approve"):
        refused(anna.post(reverse(name, args=["mia", key]), data), "title")


@pytest.mark.parametrize(
    "whole", ["[" * 200_000, '{"a":' * 50_000, "1" * 5000, '{"title": "\\ud800"}', "NaN", HUGE]
)
def test_a_whole_that_is_no_whole_is_refused(anna: Client, cast: world.Cast, whole: str) -> None:
    data = {"reviewed": of(cast, DAY, world.DAY), "occasion": "o", "reason": "r", "whole": whole}
    response = anna.post(reverse("plan_edit", args=["mia", "day", world.DAY]), data)
    refused(response, "title" if "title" in whole else "JSON")


def test_half_a_character_in_a_whole_that_is_valid_otherwise_names_the_field(
    anna: Client, cast: world.Cast
) -> None:
    facts = known.now(cast.mia.stream, DAY, world.DAY).facts or {}
    data = {
        "reviewed": of(cast, DAY, world.DAY),
        "occasion": "o",
        "reason": "r",
        "whole": json.dumps({**facts, "title": "a\ud800"}),
    }
    refused(anna.post(reverse("plan_edit", args=["mia", "day", world.DAY]), data), "title")


@pytest.mark.parametrize("once", ["\x00", "a\nb"])
def test_a_spoilt_button_asks_for_nothing(anna: Client, once: str) -> None:
    response = anna.post(reverse("run_review", args=["mia"]), {"once": once}, follow=True)
    assert "nothing was asked for" in said(response)
