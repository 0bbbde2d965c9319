"""Values of the wrong type, fields that are not to be corrected, and bodies that are no bodies."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings

from decisions.selectors import known
from tests.coach import world
from tests.coach.api.conftest import Send

COMPLETED, SET = "training_sessions.completed", "training_sessions.set"
BODY = {"exercise": world.SQUAT, "order": 3, "load_g": 102_500, "reps": 5}
READY = {"kind": "readiness", "value": 3}
LOOSE = (True, "3", 3.0, 3.5, [3])


def named(answer: Any) -> list[str]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    return [one["field"] for one in answer.json()["errors"]]


@pytest.mark.parametrize("value", LOOSE)
@pytest.mark.parametrize("field", ["order", "load_g", "reps", "rpe_x10"])
def test_a_number_of_a_set_is_a_whole_number(
    send: Send, cast: world.Cast, field: str, value: Any
) -> None:
    before = known.head(cast.mia.stream)
    answer = send("put", f"/sessions/{world.SESSION}/sets/c-1", {**BODY, field: value})
    assert (answer.status_code, named(answer)) == (422, [field])
    assert known.head(cast.mia.stream) == before


@pytest.mark.parametrize("value", LOOSE)
def test_a_number_further_inside_is_named_by_its_path(send: Send, value: Any) -> None:
    body = {"date": "2026-03-10", "entries": [{**READY, "value": value}]}
    assert named(send("post", "/observations", body)) == ["entries.0.value"]
    finish = {"pain": {"knee_left": value}}
    answer = send("post", f"/sessions/{world.SESSION}/finish", finish)
    assert named(answer) == ["pain.knee_left"]


@pytest.mark.parametrize(
    "value", [0, 1_700_000_000, "1700000001", "2026-03-10T00:00:00Z", "20260310", None, True]
)
def test_a_date_is_a_date(send: Send, value: Any) -> None:
    answer = send("post", "/observations", {"date": value, "entries": [READY]})
    assert (answer.status_code, named(answer)) == (422, ["date"])


@pytest.mark.parametrize(
    "value", [0, 1_700_000_000.5, "1700000000", "2026-03-10", "2026-03-10T08:00:00", True]
)
def test_a_moment_is_a_moment_with_its_zone(send: Send, value: Any) -> None:
    body = {"date": "2026-03-10", "at": value, "entries": [READY]}
    answer = send("post", "/observations", body)
    assert (answer.status_code, named(answer)) == (422, ["at"])


@pytest.mark.parametrize(
    ("surface", "key", "changes"),
    [
        *(
            (COMPLETED, world.SESSION, changes)
            for changes in (
                {"status": "skipped"},
                {"date": "2026-03-08"},
                {"source": "garmin"},
                {"entry_mode": "imported"},
                {"flags": ["checked:set-1"]},
                {"started_at": "2026-03-09T17:00:00Z"},
                {"ended_at": "2026-03-09T19:00:00Z"},
                {"external_id": "x"},
                {"prescription_version": 1},
                {"prescription_position": 1},
            )
        ),
        (SET, f"{world.SESSION}#set-1", {"entry_mode": "bulk_confirmed"}),
        ("training_sessions.daily", "2026-03-09/sleep_s/-/-", {"kind": "pain"}),
    ],
)
def test_a_token_corrects_what_was_done_and_not_where_it_is_from(
    send: Send, cast: world.Cast, surface: str, key: str, changes: dict[str, Any]
) -> None:
    before = known.now(cast.mia.stream, surface, key)
    body = {"surface": surface, "key": key, "changes": changes, "reason": "r"}
    answer = send("post", "/corrections", body, If_Match=f'"{before.fingerprint}"')
    assert (answer.status_code, named(answer)) == (422, list(changes))
    assert known.now(cast.mia.stream, surface, key) == before


def test_a_correction_of_what_was_done_is_taken(send: Send, cast: world.Cast) -> None:
    match = known.now(cast.mia.stream, COMPLETED, world.SESSION).fingerprint
    body = {
        "surface": COMPLETED,
        "key": world.SESSION,
        "changes": {"duration_s": 3600, "note": "in the cellar"},
        "reason": "r",
    }
    assert send("post", "/corrections", body, If_Match=f'"{match}"').status_code == 200
    facts = known.now(cast.mia.stream, COMPLETED, world.SESSION).facts or {}
    assert (facts["duration_s"], facts["note"]) == (3600, "in the cellar")


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/today", "asof=2026-03-09T00:00:00Z"),
        ("/sessions", "page=2"),
        (f"/sessions/{world.SESSION}", "limit=2"),
        ("/decisions", "state=open"),
        ("/plan", "cursor=x"),
        ("/today", "as_of=2026-03-10T08:00:00Z&as_of=2026-03-10T07:00:00Z"),
    ],
)
def test_a_parameter_that_an_operation_does_not_have_is_refused_by_name(
    send: Send, path: str, query: str
) -> None:
    answer = send("get", f"{path}?{query}")
    assert (answer.status_code, named(answer)) == (422, [query.partition("=")[0]])


def test_a_write_takes_no_parameters(send: Send, cast: world.Cast) -> None:
    before = known.head(cast.mia.stream)
    answer = send("post", "/requests?dry_run=1", {"text": "another day"})
    assert (answer.status_code, named(answer)) == (422, ["dry_run"])
    assert known.head(cast.mia.stream) == before


DEEP = "[" * 50_000 + "]" * 50_000
NESTED: Any = 1
for _ in range(300):
    NESTED = [NESTED]
HOSTILE = {
    "too large": json.dumps({"text": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)}),
    "too deep": DEEP,
    "a deep value": json.dumps({"text": NESTED}),
    "no utf-8": b'{"text": "\xff\xfe"}',
    "a zero byte": b'{"text": "a\x00b"}',
    "an escaped zero byte": '{"text": "a\\u0000b"}',
    "a lone surrogate": '{"text": "\\ud800"}',
    "a lone surrogate as a name": '{"\\ud800": "x", "text": "x"}',
    "not a number": '{"text": NaN}',
    "a huge number": '{"text": "x", "about": 1e999}',
    "digits without end": '{"text": "x", "about": ' + "9" * 100_000 + "}",
    "a name twice": '{"text": "x", "text": {}}',
    "nothing": "",
    "text": '"x"',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_body_that_is_none_is_a_problem_and_writes_nothing(
    send: Send, cast: world.Cast, kind: str
) -> None:
    before = known.head(cast.mia.stream)
    answer = send("post", "/requests", HOSTILE[kind])
    assert answer.status_code in {400, 413, 422}
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == answer.status_code
    assert known.head(cast.mia.stream) == before


@pytest.mark.parametrize(
    "value", [NESTED, {"a": NESTED}, "\ud800", "a\0b", 1e300, float("nan"), 10**400, "x" * 100_000]
)
def test_a_hostile_correction_is_a_problem_and_writes_nothing(
    send: Send, cast: world.Cast, value: Any
) -> None:
    state = known.now(cast.mia.stream, SET, f"{world.SESSION}#set-1")
    for field in ("note", "reps", "\ud800"):
        body = {"surface": SET, "key": f"{world.SESSION}#set-1", "reason": "r"}
        sent = {**body, "changes": {field: value}}
        answer = send("post", "/corrections", sent, If_Match=f'"{state.fingerprint}"')
        assert answer.status_code in {400, 422}
        assert answer.headers["Content-Type"] == "application/problem+json"
    assert known.now(cast.mia.stream, SET, f"{world.SESSION}#set-1") == state
