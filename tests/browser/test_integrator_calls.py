"""The integrator's day: a token, then today, sets, a correction, what was decided, and what was known when."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from tests.browser.installations import Site
from tests.browser.visits import PATIENCE_S

pytestmark = pytest.mark.browser

SET = "training_sessions.set"


def test_an_integration_logs_corrects_and_reads_why(site: Site) -> None:
    status, today, _ = site.ask("ida", "/today")
    assert status == 200
    (prescribed,) = today["prescriptions"]
    key = prescribed["key"]
    assert prescribed["values"]["outcome"]["value"] == "TACTICAL_ADJUST"
    assert "left_knee" in {gate["values"]["region"]["value"] for gate in today["gates"]}
    dose = prescribed["values"]["items"]["value"][0]

    body = session(today["date"], key, dose)
    written, answer, _ = post(site, "/sessions", body, key="one-session")
    assert written == 201, answer
    (logged,) = [item for item in answer["items"] if item["surface"] == SET]
    assert logged["values"]["rpe_x10"] == {**logged["values"]["rpe_x10"], "value": None}
    again, repeated, headers = post(site, "/sessions", body, key="one-session")
    assert (again, headers["Applied"], repeated["items"]) == (200, "already", answer["items"])

    before = site.ask("ida", "/today")[1]["as_of"]
    fixed, _, _ = correct(site, logged, reps=4)
    assert fixed == 200
    refused, problem, _ = correct(site, logged, reps=3)
    assert (refused, problem["type"]) == (412, "/problems/stale-write")
    assert reps(site, key) == 4
    assert reps(site, key, as_of=before) == dose["reps"]

    analysis = analysed(site, key)
    whole = site.ask("ida", f"/decisions/{analysis['key']}")[1]
    assert logged["key"] in {line["key"] for line in whole["evidence"]["user_reported"]}
    assert whole["lineage"]["links"]
    (story, *_) = site.ask("ida", f"/lineage/{key}")[1]
    assert prescribed["position"] in {step["position"] for step in story["steps"]}


def test_a_token_reaches_nobody_else(site: Site) -> None:
    stranger = replace(site, tokens={"ida": site.tokens["mia"]})
    assert stranger.ask("ida", "/today")[0] == 404
    nobody = replace(site, tokens={"ida": "lgt_made-up"})
    assert nobody.ask("ida", "/today")[0] == 401


def session(day: str, key: str, dose: dict[str, Any]) -> dict[str, Any]:
    """Today's session with the one prescribed squat set, its end included."""
    one = {
        "client_id": "api-1",
        "exercise": dose["exercise"],
        "planned_item": dose["id"],
        "order": 1,
        "load_g": dose["load_g"],
        "reps": dose["reps"],
    }
    return {
        "session_key": key,
        "date": day,
        "sets": [one],
        "finish": {"status": "partial", "srpe_x10": 60, "pain": {"knee": 1}},
    }


def post(
    site: Site, path: str, body: Any, *, key: str, **headers: str
) -> tuple[int, Any, dict[str, str]]:
    """Post under an idempotency key."""
    return site.ask("ida", path, body, method="POST", Idempotency_Key=key, **headers)


def correct(site: Site, item: dict[str, Any], *, reps: int) -> tuple[int, Any, dict[str, str]]:
    """Correct the repetitions of a set, against the version that was read first."""
    body = {"surface": SET, "key": item["key"], "changes": {"reps": reps}, "reason": "misread"}
    match = f'"{item["fingerprint"]}"'
    return post(site, "/corrections", body, key=f"reps-{reps}", If_Match=match)


def reps(site: Site, key: str, *, as_of: str = "") -> int:
    """The repetitions of the set, as known now or at a moment."""
    query = f"?as_of={as_of}" if as_of else ""
    (one,) = site.ask("ida", f"/sessions/{key}{query}")[1]["sets"]
    return int(one["values"]["reps"]["value"])


def analysed(site: Site, key: str) -> dict[str, Any]:
    """The decision about the session, as soon as the worker has made it."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        (newest, *_) = site.ask("ida", "/decisions?workflow=session_analysis&limit=1")[1]["results"]
        if newest["values"]["subject"]["value"] == key:
            found: dict[str, Any] = newest
            return found
    raise AssertionError("the session was not analysed")
