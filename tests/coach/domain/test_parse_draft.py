from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from coach.domain.draft import Draft
from coach.domain.replies import UnreadableReply, parse, reply_text
from coach.domain.shapes import SHAPES

BARE: dict[str, Any] = {
    "outcome": "NO_CHANGE",
    "summary": "Nothing follows.",
    "reasons": [{"text": "One session.", "cites": ["E1"]}],
    "considered": [{"outcome": "NO_CHANGE", "why": "Enough.", "chosen": True}],
}
ITEM = {"id": "a", "exercise": "back_squat", "sets": 3, "reps": 5, "load_g": 105000}
SESSION = {"items": [ITEM], "reason": "As planned."}
TARGET = {"surface": "plans.rule", "key": "p/r", "after": {"value": 250}}
PROPOSAL = {"title": "t", "kind": "k", "risk": "low", "targets": [TARGET], "why": [{"text": "w"}]}


def reply(**changes: Any) -> str:
    return json.dumps({**BARE, **changes})


def test_it_reads_a_draft_with_a_session() -> None:
    draft = parse(reply(session=SESSION), SHAPES["next_prescription"])
    assert draft.session is not None
    assert draft.session.items[0].id == "a"
    assert (draft.gates, draft.proposal) == ((), None)


@pytest.mark.parametrize("fence", ["```json\n{}\n```", "```\n{}\n```", "  \n{}\n "])
def test_it_takes_one_fence_off(fence: str) -> None:
    assert parse(fence.replace("{}", reply()), SHAPES["chat"]).summary == "Nothing follows."


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        pytest.param("", "empty", id="empty"),
        pytest.param("```json\n```", "empty", id="empty-fence"),
        pytest.param("Sure! More squats.", "not JSON", id="prose"),
        pytest.param(reply()[:40], "cut off", id="cut-off"),
        pytest.param(f"Here it is: {reply()}", "not JSON", id="prose-around"),
        pytest.param("[" * 100_000, "not JSON|cut off|too long", id="nested-to-death"),
        pytest.param(reply(summary="x" * 200_000), "too long", id="too-long"),
        pytest.param(reply(summary="x" * 601), "summary", id="too-long-summary"),
        pytest.param(reply(outcome="DELETE_PLAN"), "outcome", id="unknown-outcome"),
        pytest.param(reply(outcome=1), "outcome", id="outcome-of-another-type"),
        pytest.param(reply(reasons=[]), "reasons", id="no-reasons"),
        pytest.param(
            reply(reasons=[{"text": "a", "cites": ["7"]}]), "cites", id="a-position-cited"
        ),
        pytest.param(reply(considered=[]), "considered", id="nothing-considered"),
        pytest.param(reply(confidence=1), "confidence", id="a-field-too-many"),
        pytest.param(reply(tool_calls=[]), "tool_calls", id="a-tool-call"),
        pytest.param(reply(next_look="tomorrow"), "next_look", id="no-date"),
        pytest.param(reply(thresholds=[{"name": "n", "value": 2}]), "value", id="bare-number"),
    ],
)
def test_it_refuses_what_is_no_draft(text: str, complaint: str) -> None:
    with pytest.raises(UnreadableReply, match=complaint):
        parse(text, SHAPES["chat"])


@pytest.mark.parametrize(
    "considered",
    [
        pytest.param([{"outcome": "NO_CHANGE", "why": "w"}], id="nothing-chosen"),
        pytest.param(
            [{"outcome": "MONITOR_ONLY", "why": "w", "chosen": True}], id="another-chosen"
        ),
        pytest.param([{"outcome": "NO_CHANGE", "why": "w", "chosen": True}] * 2, id="two-chosen"),
    ],
)
def test_it_refuses_alternatives_that_do_not_fit_the_outcome(considered: Any) -> None:
    with pytest.raises(UnreadableReply, match="considered"):
        parse(reply(considered=considered), SHAPES["chat"])


def test_it_refuses_a_draft_that_did_not_consider_leaving_things_alone() -> None:
    only = [{"outcome": "MONITOR_ONLY", "why": "w", "chosen": True}]
    with pytest.raises(UnreadableReply, match="NO_CHANGE"):
        parse(reply(outcome="MONITOR_ONLY", considered=only), SHAPES["chat"])


@pytest.mark.parametrize(
    ("workflow", "field", "value"),
    [
        ("session_analysis", "session", SESSION),
        ("session_analysis", "proposal", PROPOSAL),
        ("next_prescription", "proposal", PROPOSAL),
        ("next_prescription", "gates", []),
        ("next_prescription", "targets", []),
        ("strategic_review", "session", SESSION),
        ("strategic_review", "constraints", []),
        ("strategic_review", "escalate", None),
        ("import_review", "session", None),
        ("chat", "proposal", None),
    ],
)
def test_a_workflow_has_no_field_of_another_one(workflow: str, field: str, value: Any) -> None:
    with pytest.raises(UnreadableReply, match=field):
        parse(reply(**{field: value}), SHAPES[workflow])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("load_g", 102.5),
        ("load_g", -2500),
        ("load_g", "105"),
        ("sets", 31),
        ("reps", True),
        ("rpe_x10", 8),
        ("rest_s", 10_000),
        ("exercise", "Back Squat"),
        ("note", "extra"),
    ],
)
def test_it_refuses_a_dose_out_of_bounds(field: str, value: Any) -> None:
    session = {**SESSION, "items": [{**ITEM, field: value}]}
    with pytest.raises(UnreadableReply, match="session"):
        parse(reply(session=session), SHAPES["next_prescription"])


@pytest.mark.parametrize(
    "target",
    [
        pytest.param({**TARGET, "surface": "training_sessions.set"}, id="not-structure"),
        pytest.param({**TARGET, "after": {"value": 2.5}}, id="a-fraction"),
        pytest.param(
            {**TARGET, "after": {"items": [{"load_g": 2.5}]}}, id="a-fraction-deep-inside"
        ),
        pytest.param({**TARGET, "approved": True}, id="an-approval"),
    ],
)
def test_it_refuses_a_target_that_cannot_be_proposed(target: Any) -> None:
    changed = reply(proposal={**PROPOSAL, "targets": [target]})
    with pytest.raises(UnreadableReply, match="proposal"):
        parse(changed, SHAPES["strategic_review"])


def test_a_draft_written_by_code_is_read_back_equal() -> None:
    shape = SHAPES["strategic_review"]
    draft = parse(reply(proposal=PROPOSAL), shape)
    assert parse(reply_text(draft, shape), shape) == draft


def test_it_does_not_write_what_the_workflow_has_no_field_for() -> None:
    draft = parse(reply(proposal=PROPOSAL), SHAPES["strategic_review"])
    with pytest.raises(ValueError, match="proposal"):
        reply_text(draft, SHAPES["next_prescription"])
    assert isinstance(draft, Draft)


def test_its_complaint_does_not_repeat_the_reply() -> None:
    with pytest.raises(UnreadableReply) as refused:
        parse(reply(outcome="left knee hurts"), SHAPES["chat"])
    assert "left knee" not in str(refused.value)


BRANCH = {
    "signal": "s",
    "check": "c",
    "if_present": "p",
    "if_absent": "a",
    "if_not_measured": "n",
    "stop_rule": "r",
}
BOUND = {
    "title": "t",
    "field": "sets",
    "operator": "<=",
    "value": 1,
    "unit": "sets",
    "reason": "r",
    "starts_on": "2026-11-26",
    "expires_on": "2026-11-26",
}


@pytest.mark.parametrize(
    "day",
    [
        "9999-99-99",
        "2026-02-30",
        "2026-13-01",
        "2026-00-10",
        "0000-01-01",
        "1970-01-01",
        "9999-12-31",
    ],
)
@pytest.mark.parametrize(
    ("workflow", "field", "made"),
    [
        ("chat", "next_look", lambda day: {"next_look": day}),
        ("chat", "date", lambda day: {"looks": [{"date": day, "text": "t"}]}),
        (
            "next_prescription",
            "expires",
            lambda day: {"session": {**SESSION, "branches": [{**BRANCH, "expires": day}]}},
        ),
        (
            "session_analysis",
            "starts_on",
            lambda day: {"constraints": [{**BOUND, "starts_on": day}]},
        ),
        (
            "session_analysis",
            "expires_on",
            lambda day: {"constraints": [{**BOUND, "expires_on": day}]},
        ),
    ],
)
def test_a_date_that_no_calendar_of_ours_has_makes_a_reply_unusable(
    workflow: str, field: str, made: Callable[[str], dict[str, Any]], day: str
) -> None:
    with pytest.raises(UnreadableReply, match=field):
        parse(reply(**made(day)), SHAPES[workflow])
    parse(reply(**made("2026-11-30")), SHAPES[workflow])
