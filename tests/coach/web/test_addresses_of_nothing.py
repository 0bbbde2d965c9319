"""Addresses that lead to nothing, or to somebody else: a page in the look, never a crash."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from tests.coach.web import story as stories
from tests.coach.web.story import Story

NOBODY = "00000000-0000-0000-0000-000000000000"
FAR = 10**30


@pytest.fixture(autouse=True)
def _as_it_is_run(settings: LazySettings) -> None:
    settings.DEBUG = False


@pytest.mark.parametrize(
    "address",
    [
        reverse("decision", args=[NOBODY]),
        "/decisions/not-a-uuid/",
        "/rows/0/",
        "/rows/999999/",
        f"/rows/{FAR}/",
        "/rows/-1/",
        "/lineage/2026-11-26:nobody/",
        "/lineage/x/",
        "/lineage/%00/",
        "/training/2026-11-26:%00/done/",
        "/training/2015-02-30:client-1/done/",
        "/training/x/done/",
        "/training/2026-11-26:nothing/analysis/",
        "/training/x/analysis/",
        "/today/?of=stranger/x",
        f"/decisions/?of={FAR}",
        "/sessions/",
    ],
)
def test_nothing_there_is_said_in_the_look(lifter: Client, address: str) -> None:
    lifter.raise_request_exception = False
    answer = lifter.get(address, follow=True)
    assert answer.status_code in (200, 404), (address, answer.status_code)
    html = answer.content.decode()
    assert "Longitude" in html
    assert 'id="main"' in html


@pytest.mark.parametrize("name", ["decisions", "as_of", "row", "decision", "lineage"])
@pytest.mark.parametrize(
    "moment",
    ["soon", "2026-11-26", "2026-11-26T18:00:00", "2999-01-01T00:00:00Z", "%00", "9" * 400,
     "0001-01-01T00:00:00%2B14:00", "2026-13-41T99:99:99Z"],
)  # fmt: skip
def test_a_moment_that_is_none_is_refused_in_the_look(
    lifter: Client, story: Story, name: str, moment: str
) -> None:
    lifter.raise_request_exception = False
    parts: dict[str, list[object]] = {
        "row": [1],
        "decision": [NOBODY],
        "lineage": [stories.KEY],
    }
    answer = lifter.get(f"{reverse(name, args=parts.get(name, []))}?as_of={moment}")
    assert answer.status_code in (400, 404)
    assert 'id="main"' in answer.content.decode()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("until", "soon"),
        ("until", "0001-01-01"),
        ("until", "9999-12-31"),
        ("until", "%00"),
        ("page", "99999999999"),
        ("page", "-1"),
        ("page", "²"),
        ("workflow", "%00"),
        ("outcome", "nothing"),
        ("decision", NOBODY),
        ("decision", "x"),
    ],
)
def test_a_question_that_means_nothing_is_answered_all_the_same(
    lifter: Client, field: str, value: str
) -> None:
    lifter.raise_request_exception = False
    for name in ("today", "sessions", "decisions", "as_of"):
        answer = lifter.get(f"{reverse(name)}?{field}={value}")
        assert answer.status_code == 200, name


@pytest.mark.parametrize(
    "address",
    [
        reverse("session_detail", args=[stories.LAST_KEY]),
        reverse("analysis", args=[stories.LAST_KEY]),
        reverse("lineage", args=[stories.KEY]),
        reverse("row", args=[1]),
    ],
)
def test_what_is_somebody_elses_is_not_there(stranger: Client, address: str) -> None:
    stranger.raise_request_exception = False
    for asked in (address, f"{address}?of=lifter"):
        answer = stranger.get(asked, follow=True)
        assert "Lower A" not in answer.content.decode()
        assert answer.status_code in (200, 404)
