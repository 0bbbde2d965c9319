"""Reading through the API: evidence on every value, as-of, pages, lineage."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from coach.api.auth import digest
from coach.models import ApiToken
from coach.models.tokens import SCOPES
from decisions import clock
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
BASE = "/api/v1/athletes/mia"


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        made = world.cast()
        ApiToken.objects.create(
            user=made.mia.user,
            label="t",
            prefix="t",
            digest=digest("secret"),
            scopes=list(SCOPES),
            created_at=NOW,
        )
        yield made


@pytest.fixture
def get(client: Client, cast: world.Cast) -> Any:
    def ask(path: str, **query: Any) -> Any:
        headers = {"Authorization": "Bearer secret"}
        return client.get(f"{BASE}{path}", query, headers=headers)

    return ask


def test_every_value_says_what_kind_of_knowledge_it_is(get: Any) -> None:
    body = get(f"/sessions/{world.SESSION}").json()
    first, second = body["sets"]
    assert first["values"]["load_g"]["value"] == 100_000
    assert first["values"]["load_g"]["unit"] == "g"
    assert first["values"]["rpe_x10"]["evidence"] == "user_reported"
    assert first["values"]["reps"]["entry_mode"] == "edited"
    assert second["values"]["rpe_x10"]["value"] is None
    assert second["values"]["rpe_x10"]["evidence"] == "unknown"


def test_today_is_the_athletes_date(get: Any, cast: world.Cast) -> None:
    with clock.at(datetime(2026, 3, 9, 23, 30, tzinfo=UTC)):
        body = get("/today").json()
    assert body["date"] == "2026-03-10"
    assert [gate["key"] for gate in body["gates"]] == ["2026-03-09/left-knee"]
    assert [one["key"] for one in body["constraints"]] == ["2026-03-09/cap"]


def test_as_of_answers_with_what_was_known_then(get: Any, cast: world.Cast) -> None:
    before = get("/sessions", as_of=NOW.isoformat()).json()
    with clock.at(NOW + timedelta(hours=2)):
        world.sleep(cast.mia, 25_200, occasion="late", day=date(2026, 3, 10))
        assert len(get("/today").json()["observations"]) == 1
        then = get("/today", as_of=NOW.isoformat()).json()
        assert then["observations"] == []
        assert get("/sessions", as_of=NOW.isoformat()).json() == before
        assert get("/sessions", as_of="2020-01-01T00:00:00Z").json()["results"] == []


def test_a_list_is_paged_by_a_cursor(get: Any, cast: world.Cast) -> None:
    for number in range(5):
        world.decide(cast.mia, occasion=f"o{number}")
    seen: list[str] = []
    cursor = None
    while True:
        query = {"limit": 2, **({"cursor": cursor} if cursor else {})}
        page = get("/decisions", **query).json()
        assert len(page["results"]) <= 2
        seen += [one["key"] for one in page["results"]]
        cursor = page["next"]
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 5
    positions = [one["position"] for one in get("/decisions").json()["results"]]
    assert positions == sorted(positions, reverse=True)


@pytest.mark.parametrize("limit", ["0", "201", "-1", "many"])
def test_a_limit_beyond_200_is_refused(get: Any, limit: str) -> None:
    response = get("/sessions", limit=limit)
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "limit"


@pytest.mark.parametrize("cursor", ["x", "\u00e9", "AAAA", "' OR 1=1"])
def test_a_cursor_that_is_none_of_ours_is_refused(get: Any, cursor: str) -> None:
    response = get("/sessions", cursor=cursor)
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "cursor"


def test_a_decision_comes_with_its_evidence_and_lineage(get: Any, cast: world.Cast) -> None:
    key = world.decide(cast.mia)
    body = get(f"/decisions/{key}").json()
    assert (body["number"], body["outcome"]) == ("D-0001", "NO_CHANGE")
    assert list(body["evidence"]) == [
        "observed",
        "user_reported",
        "derived",
        "estimated",
        "hypothesis",
        "unknown",
    ]
    assert body["left_out"] == {"over budget": 1}
    lanes = body["lineage"]["lanes"]
    assert lanes == ["Evidence", "Context", "Draft", "Rules", "Decision", "Effect"]
    ids = {step["id"] for step in body["lineage"]["steps"]}
    assert all({one["start"], one["end"]} <= ids for one in body["lineage"]["links"])


def test_a_proposal_is_read_with_its_diff(get: Any, cast: world.Cast) -> None:
    key = world.propose(cast.mia)
    response = get(f"/proposals/{key}")
    body = response.json()
    assert [(c["path"], c["before"], c["after"]) for c in body["changes"]] == [
        ("items[squat].sets", "3", "4")
    ]
    assert body["plan_unchanged"] is True
    assert response.headers["ETag"] == f'"{body["proposal"]["fingerprint"]}"'


def test_the_plan_is_read_with_its_bounds(get: Any) -> None:
    body = get("/plan").json()
    counts = {name: len(items) for name, items in body.items()}
    assert counts == {
        "plans": 1,
        "blocks": 1,
        "planned_days": 1,
        "rules": 1,
        "constraints": 1,
        "gates": 1,
    }


@pytest.mark.parametrize(
    "path",
    [
        "/sessions/2026-01-01:none",
        "/prescriptions/2026-01-01:none",
        "/decisions/00000000-0000-0000-0000-000000000000",
        "/proposals/P-9999",
        "/lineage/2026-01-01:none",
    ],
)
def test_what_is_not_there_is_a_problem(get: Any, path: str) -> None:
    response = get(path)
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["type"] == "/problems/not-found"
