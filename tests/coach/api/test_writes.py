"""Writing through the API: repeats, conflicts, stale versions, and whose evidence it is."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from decisions import clock
from decisions.selectors import known
from sessions.services import corrections
from tests.coach import world

SET = "training_sessions.set"
KEY = f"{world.SESSION}#set-1"
BODY = {"exercise": world.SQUAT, "order": 3, "load_g": 102_500, "reps": 5}


def put(send: Any, body: Any = BODY, client_id: str = "c-1") -> Any:
    return send("put", f"/sessions/{world.SESSION}/sets/{client_id}", body)


def fingerprint(cast: world.Cast) -> str:
    return known.now(cast.mia.stream, SET, KEY).fingerprint


def correction(**changes: Any) -> dict[str, Any]:
    return {"surface": SET, "key": KEY, "changes": changes, "reason": "misread"}


def test_a_set_is_put_once_whatever_is_repeated(send: Any, cast: world.Cast) -> None:
    first = put(send)
    head = known.head(cast.mia.stream)
    second = put(send)
    assert (first.status_code, second.status_code) == (201, 200)
    assert second.headers["Applied"] == "already"
    assert first.json()["items"] == second.json()["items"]
    assert known.head(cast.mia.stream) == head


def test_a_set_that_came_without_rpe_has_none(send: Any) -> None:
    values = put(send).json()["items"][0]["values"]
    assert values["rpe_x10"] == {
        "value": None,
        "unit": "0.1 RPE",
        "evidence": "unknown",
        "entry_mode": "edited",
        "recorded_at": "2026-03-10T09:00:00Z",
    }


def test_the_same_id_with_other_values_is_a_conflict(send: Any, cast: world.Cast) -> None:
    put(send)
    head = known.head(cast.mia.stream)
    response = put(send, {**BODY, "reps": 4})
    assert response.status_code == 409
    assert response.json()["type"] == "/problems/idempotency-conflict"
    assert known.head(cast.mia.stream) == head


def test_it_is_written_by_the_token_and_as_reported(send: Any, cast: world.Cast) -> None:
    item = put(send).json()["items"][0]
    assert (item["source"], item["evidence"]) == ("token", "user_reported")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rpe_x10", 105),
        ("reps", -1),
        ("load_g", 1.5),
        ("order", 0),
        ("exercise", ""),
        ("kind", "extra"),
        ("done_at", "2026-03-10T09:00:00"),
    ],
)
def test_a_bad_value_is_named(send: Any, cast: world.Cast, field: str, value: Any) -> None:
    head = known.head(cast.mia.stream)
    response = put(send, {**BODY, field: value})
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == field
    assert known.head(cast.mia.stream) == head


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"exercise": "\\u0000"}', '"x"'])
def test_a_body_that_is_none_is_refused(send: Any, cast: world.Cast, body: str) -> None:
    head = known.head(cast.mia.stream)
    response = put(send, body)
    assert response.status_code in {400, 422}
    assert response.headers["Content-Type"] == "application/problem+json"
    assert known.head(cast.mia.stream) == head


def test_a_session_is_posted_with_its_sets_and_its_end(send: Any, cast: world.Cast) -> None:
    body = {
        "date": "2026-03-10",
        "title": "Hotel gym",
        "sport": "strength",
        "started_at": "2026-03-10T08:00:00+01:00",
        "sets": [{**BODY, "client_id": "a"}, {**BODY, "client_id": "b", "rpe_x10": 80}],
        "finish": {"status": "partial", "srpe_x10": 70, "pain": {"knee_left": 2}},
    }
    first = send("post", "/sessions", body)
    assert first.status_code == 201
    head = known.head(cast.mia.stream)
    again = send("post", "/sessions", body)
    assert (again.status_code, again.json()["items"]) == (200, first.json()["items"])
    assert known.head(cast.mia.stream) == head
    kinds = [item["surface"] for item in first.json()["items"]]
    assert kinds.count(SET) == 2
    assert "training_sessions.daily" in kinds


def test_the_same_key_with_another_session_is_a_conflict(send: Any, cast: world.Cast) -> None:
    body = {"date": "2026-03-10", "title": "Run", "sport": "run"}
    assert send("post", "/sessions", body).status_code == 201
    other = send("post", "/sessions", {**body, "title": "Ride"})
    assert other.status_code == 409
    new = send("post", "/sessions", {**body, "title": "Ride"}, Idempotency_Key="key-2")
    assert new.status_code == 201


def test_finishing_twice_changes_nothing(send: Any, cast: world.Cast) -> None:
    path = f"/sessions/{world.SESSION}/finish"
    body = {"srpe_x10": 70, "ended_at": "2026-03-09T19:10:00Z"}
    assert send("post", path, body).json()["repeated"] is False
    head = known.head(cast.mia.stream)
    assert send("post", path, body).json()["repeated"] is True
    assert known.head(cast.mia.stream) == head


def test_an_observation_is_recorded(send: Any, cast: world.Cast) -> None:
    entries = [{"kind": "pain", "region": "knee_left", "moment": "now", "value": 3}]
    body = {"date": "2026-03-10", "entries": entries}
    response = send("post", "/observations", body)
    assert response.status_code == 201
    assert send("post", "/observations", body).status_code == 200
    other = {"date": "2026-03-10", "entries": [{**entries[0], "value": 4}]}
    assert send("post", "/observations", other).status_code == 409


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/sessions", {"date": "2026-03-10", "title": "Run", "sport": "run"}),
        ("/observations", {"date": "2026-03-10", "entries": [{"kind": "sleep_s", "value": 1}]}),
        ("/requests", {"text": "another day"}),
    ],
)
def test_a_post_needs_its_key(send: Any, cast: world.Cast, path: str, body: Any) -> None:
    head = known.head(cast.mia.stream)
    for key in ("", "x" * 200, "with space"):
        response = send("post", path, body, Idempotency_Key=key)
        assert response.status_code == 400
        assert response.json()["type"] == "/problems/idempotency-key"
    assert known.head(cast.mia.stream) == head


def test_a_correction_needs_the_version_that_was_read(send: Any, cast: world.Cast) -> None:
    response = send("post", "/corrections", correction(reps=4))
    assert response.status_code == 428
    done = send("post", "/corrections", correction(reps=4), If_Match=f'"{fingerprint(cast)}"')
    assert done.status_code == 200
    item = done.json()["items"][0]
    assert (item["fact_type"], item["values"]["reps"]["value"]) == ("correction", 4)
    assert item["supersedes"] is not None


def test_a_repeated_correction_is_answered_the_same(send: Any, cast: world.Cast) -> None:
    match = f'"{fingerprint(cast)}"'
    send("post", "/corrections", correction(reps=4), If_Match=match)
    head = known.head(cast.mia.stream)
    again = send("post", "/corrections", correction(reps=4), If_Match=match)
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert known.head(cast.mia.stream) == head


def test_a_stale_correction_says_reviewed_now_and_wanted(send: Any, cast: world.Cast) -> None:
    match = fingerprint(cast)
    corrections.correct(
        stream=cast.mia.stream,
        surface=SET,
        key=KEY,
        changes={"rpe_x10": 90},
        reviewed=match,
        reason="in the browser",
        occasion="browser",
        actor=cast.mia.actor,
    )
    head = known.head(cast.mia.stream)
    response = send("post", "/corrections", correction(reps=4), If_Match=f'"{match}"')
    assert response.status_code == 412
    body = response.json()
    assert body["type"] == "/problems/stale-write"
    states = [body[name]["rpe_x10"] for name in ("reviewed", "now", "wanted")]
    assert states == [80, 90, 80]
    assert (body["wanted"]["reps"], body["now"]["reps"]) == (4, 5)
    assert body["current"] == fingerprint(cast)
    assert (body["changed_by"], body["retry"]) == ("user", False)
    assert {one["path"] for one in body["paths"]} == {"rpe_x10", "reps"}
    assert known.head(cast.mia.stream) == head


def test_a_version_that_never_was_is_not_found(send: Any) -> None:
    response = send("post", "/corrections", correction(reps=4), If_Match='"deadbeef"')
    assert response.status_code == 404


@pytest.mark.parametrize("field", ["session_key", "date", "approved", "nothing"])
def test_what_identifies_an_item_is_not_corrected(send: Any, cast: world.Cast, field: str) -> None:
    match = f'"{fingerprint(cast)}"'
    response = send("post", "/corrections", correction(**{field: "x"}), If_Match=match)
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == field


@pytest.mark.parametrize("surface", ["plans.planned_day", "plans.gate", "decisions.proposal", "x"])
def test_nothing_but_evidence_is_corrected(send: Any, cast: world.Cast, surface: str) -> None:
    body = {"surface": surface, "key": world.DAY, "changes": {"title": "x"}, "reason": "r"}
    response = send("post", "/corrections", body, If_Match='"x"')
    assert response.status_code == 422
    assert response.json()["errors"][0]["field"] == "surface"


def test_a_retraction_keeps_that_it_was_said(send: Any, cast: world.Cast) -> None:
    body = {"surface": SET, "key": KEY, "reason": "never did it"}
    response = send("post", "/retractions", body, If_Match=f'"{fingerprint(cast)}"')
    assert response.status_code == 200
    item = response.json()["items"][0]
    assert (item["fact_type"], item["values"], item["says"]) == ("retraction", {}, "retracted")
    versions = known.history(cast.mia.stream, SET, KEY)
    assert [one.retracted for one in versions] == [False, True]


def test_a_request_is_a_hypothesis_and_moves_nothing(send: Any, cast: world.Cast) -> None:
    before = known.now(cast.mia.stream, "plans.planned_day", world.DAY).fingerprint
    response = send("post", "/requests", {"text": "Squat three times a week", "about": "squat"})
    assert response.status_code == 201
    item = response.json()["items"][0]
    assert (item["surface"], item["evidence"]) == ("decisions.request", "hypothesis")
    assert known.now(cast.mia.stream, "plans.planned_day", world.DAY).fingerprint == before
    with clock.at(datetime(2026, 3, 12, tzinfo=UTC)):
        again = send("post", "/requests", {"text": "Squat three times a week", "about": "squat"})
    assert again.status_code == 200
    other = send("post", "/requests", {"text": "Squat never"})
    assert other.status_code == 409


@pytest.mark.parametrize("text", ["a\u0000b", "\ud800", "x" * 3000])
def test_hostile_text_is_refused_not_broken(send: Any, text: str) -> None:
    response = send("post", "/requests", {"text": text})
    assert response.status_code == 422
