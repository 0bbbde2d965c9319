"""Reading and deciding one proposal, by plain forms."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from decisions.services import proposals
from tests.coach import world
from tests.plans import making

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
SURFACE = "decisions.proposal"


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
    return world.propose(cast.mia)


def address(name: str, key: str) -> str:
    return reverse(name, args=["mia", key])


def reviewed(cast: world.Cast, key: str) -> str:
    return known.now(cast.mia.stream, SURFACE, key).fingerprint


def state(cast: world.Cast, key: str) -> str:
    facts = known.now(cast.mia.stream, SURFACE, key).facts
    assert facts is not None
    return str(facts["state"])


def sets(cast: world.Cast) -> int:
    facts = known.now(cast.mia.stream, "plans.planned_day", world.DAY).facts
    assert facts is not None
    return int(facts["items"][0]["sets"])


def approve(client: Client, cast: world.Cast, key: str, **more: Any) -> Any:
    data = {"reviewed": reviewed(cast, key), **more}
    return client.post(address("proposal_approve", key), data)


def test_the_diff_is_made_by_code(anna: Client, key: str) -> None:
    response = anna.get(address("proposal", key))
    (target,) = response.context["diffs"]
    assert [(c.path, c.old, c.new) for c in target.diff.changes] == [
        ("items[squat].sets", "3", "4")
    ]
    page = response.content.decode()
    assert "1 changed, 0 added, 0 removed" in page
    assert "Approve and apply 1\u00a0change" in page


def test_both_freshness_lines_are_told_apart(anna: Client, cast: world.Cast, key: str) -> None:
    page = anna.get(address("proposal", key)).content.decode()
    assert "The plan is as it was" in page
    assert "Nothing new" in page
    world.sleep(cast.mia, 25_200, occasion="new")
    page = anna.get(address("proposal", key)).content.decode()
    assert "The plan is as it was" in page
    assert "1\u00a0fact since" in page
    world.edit_day(cast.mia, cast.anna, minutes=90)
    assert "The plan was changed" in anna.get(address("proposal", key)).content.decode()


def test_what_was_read_left_out_and_missing_is_there(anna: Client, key: str) -> None:
    page = anna.get(address("proposal", key)).content.decode()
    assert "3 rows, 2.1k tokens. Left out 1. Missing: bodyweight since 1 Mar" in page
    assert "1 over budget" in page


def test_confirming_lists_the_writes_and_writes_nothing(
    anna: Client, cast: world.Cast, key: str
) -> None:
    head = known.head(cast.mia.stream)
    response = anna.post(address("proposal_confirm", key), {"reviewed": reviewed(cast, key)})
    assert response.status_code == 200
    page = response.content.decode()
    assert "Write exactly this?" in page
    assert reviewed(cast, key) in page
    assert known.head(cast.mia.stream) == head


def test_approving_writes_once_and_reads_back(anna: Client, cast: world.Cast, key: str) -> None:
    response = approve(anna, cast, key, reason="agreed")
    assert response.status_code == 302
    assert (state(cast, key), sets(cast)) == ("APPLIED", 4)
    result = anna.get(response.headers["Location"])
    page = result.content.decode()
    assert "Applied and read back" in page
    assert "agreed" in page
    (line,) = result.context["readback"]
    assert [(f.label, f.intended, f.stored, f.equal) for f in line.fields] == [
        ("Back squat high bar, sets", "4", "4", True)
    ]


def test_what_is_read_back_is_the_reviewers_own_version(
    anna: Client, cast: world.Cast, key: str
) -> None:
    own = json.dumps(
        [
            {
                "surface": "plans.planned_day",
                "key": world.DAY,
                "after": making.day(items=[making.lift(load_g=95_000)]),
            }
        ]
    )
    response = approve(anna, cast, key, edits=own, reason="lighter")
    (line,) = anna.get(response.headers["Location"]).context["readback"]
    assert [(f.label, f.stored) for f in line.fields] == [
        ("Back squat high bar, load", "95\u00a0kg")
    ]


def test_what_was_written_over_since_is_said(anna: Client, cast: world.Cast, key: str) -> None:
    approve(anna, cast, key)
    world.edit_day(cast.mia, cast.anna, minutes=90)
    page = anna.get(address("proposal_result", key)).content.decode()
    assert "changed again since" in page


def test_a_double_click_is_already_applied(anna: Client, cast: world.Cast, key: str) -> None:
    data = {"reviewed": reviewed(cast, key)}
    anna.post(address("proposal_approve", key), data)
    head = known.head(cast.mia.stream)
    again = anna.post(address("proposal_approve", key), data)
    page = anna.get(again.headers["Location"]).content.decode()
    assert "Already applied: decided by anna" in page
    assert "Nothing was written a second time" in page
    assert known.head(cast.mia.stream) == head


def test_a_plan_edited_meanwhile_is_stale_and_says_who(
    anna: Client, cast: world.Cast, key: str
) -> None:
    before = reviewed(cast, key)
    item = making.lift(sets=5)
    world.edit_day(cast.mia, cast.anna, items=[item], minutes=90)
    response = anna.post(address("proposal_approve", key), {"reviewed": before})
    assert (state(cast, key), sets(cast)) == ("STALE", 5)
    result = anna.get(response.headers["Location"])
    page = result.content.decode()
    assert "Nothing was written: the plan changed" in page
    assert "one longer day before the test" in page
    rows = {row.path: row for _, rows in result.context["tables"] for row in rows}
    assert (rows["items[squat].sets"].reviewed, rows["items[squat].sets"].now) == ("3", "5")
    assert rows["items[squat].sets"].wanted == "4"
    assert rows["items[squat].sets"].blocks


def test_a_repeat_of_a_stale_approval_gets_the_same_answer(
    anna: Client, cast: world.Cast, key: str
) -> None:
    before = reviewed(cast, key)
    world.edit_day(cast.mia, cast.anna, minutes=90)
    anna.post(address("proposal_approve", key), {"reviewed": before})
    world.edit_day(cast.mia, cast.anna, occasion="back", minutes=60)
    anna.post(address("proposal_approve", key), {"reviewed": before})
    assert (state(cast, key), sets(cast)) == ("STALE", 3)


def test_a_rule_that_refuses_is_named(anna: Client, cast: world.Cast) -> None:
    lift = making.lift(sets=4, exercise="bulgarian_split_squat")
    world.edit_day(cast.mia, cast.anna, items=[{**lift, "sets": 3}])
    key = world.propose(cast.mia, after=making.day(items=[lift]), occasion="w2")
    response = approve(anna, cast, key)
    assert response.status_code == 409
    page = response.content.decode()
    assert "a rule refuses this" in page
    assert "Left knee" in page
    assert state(cast, key) == "OPEN"


def test_new_evidence_has_to_be_seen_but_does_not_block(
    anna: Client, cast: world.Cast, key: str
) -> None:
    world.sleep(cast.mia, 25_200, occasion="new")
    refused = approve(anna, cast, key)
    assert refused.status_code == 422
    assert "tick that you have seen" in refused.content.decode()
    assert state(cast, key) == "OPEN"
    assert approve(anna, cast, key, seen="yes").status_code == 302
    assert state(cast, key) == "APPLIED"


def test_every_conflict_needs_an_answer(anna: Client, cast: world.Cast) -> None:
    wish = [{"position": 1, "text": "Keep the volume until the test", "on": "2026-03-08"}]
    key = world.propose(cast.mia, conflicts=wish)
    assert approve(anna, cast, key).status_code == 422
    said = {"conflict-0": "superseded"}
    refused = approve(anna, cast, key, **said)
    assert refused.status_code == 422
    assert 'value="superseded" checked' in refused.content.decode()
    stands = approve(anna, cast, key, **{"conflict-0": "stands"})
    assert stands.headers["Location"].startswith(address("proposal_reject", key))
    assert state(cast, key) == "OPEN"
    done = {**said, "because-0": "the test moved"}
    assert approve(anna, cast, key, **done).status_code == 302
    facts = known.now(cast.mia.stream, SURFACE, key).facts
    assert facts is not None
    assert "the test moved" in facts["closed"]["reason"]


def test_high_risk_asks_for_the_own_call_before_the_alternatives(
    anna: Client, cast: world.Cast
) -> None:
    key = world.propose(cast.mia, risk="high")
    page = anna.get(address("proposal", key)).content.decode()
    assert "Look again in a week." not in page
    assert approve(anna, cast, key).status_code == 422
    anna.post(address("proposal_call", key), {"call": "no_change"})
    anna.post(address("proposal_call", key), {"call": "agree"})
    page = anna.get(address("proposal", key)).content.decode()
    assert "Look again in a week." in page
    assert approve(anna, cast, key).status_code == 302
    facts = known.now(cast.mia.stream, SURFACE, key).facts
    assert facts is not None
    assert facts["closed"]["own_call"] == "no_change"


def test_an_own_version_is_confirmed_and_kept_apart(
    anna: Client, cast: world.Cast, key: str
) -> None:
    data = {
        "reviewed": reviewed(cast, key),
        "t0:items[squat].sets": "3",
        "t0:items[squat].load_g": "102,5",
        "reason": "load instead of sets",
    }
    step = anna.post(address("proposal_edit", key), data)
    assert step.status_code == 200
    assert "in your version" in step.content.decode()
    assert state(cast, key) == "OPEN"
    hidden = step.context["edits"]
    response = approve(anna, cast, key, edits=hidden, reason="load instead of sets")
    assert response.status_code == 302
    facts = known.now(cast.mia.stream, "plans.planned_day", world.DAY).facts
    proposed = known.now(cast.mia.stream, SURFACE, key).facts
    assert facts is not None
    assert proposed is not None
    assert (facts["items"][0]["sets"], facts["items"][0]["load_g"]) == (3, 102_500)
    assert proposed["targets"][0]["after"]["items"][0]["sets"] == 4
    assert proposed["closed"]["edited"] is True


def test_an_own_version_needs_a_reason_and_a_change(
    anna: Client, cast: world.Cast, key: str
) -> None:
    data = {"reviewed": reviewed(cast, key), "t0:items[squat].sets": "3"}
    assert anna.post(address("proposal_edit", key), data).status_code == 422
    same = {"reviewed": reviewed(cast, key), "reason": "because"}
    refused = anna.post(address("proposal_edit", key), same)
    assert "this is what was proposed" in refused.content.decode()


def test_a_value_that_is_none_is_named(anna: Client, cast: world.Cast, key: str) -> None:
    data = {
        "reviewed": reviewed(cast, key),
        "t0:items[squat].load_g": "heavy",
        "reason": "because",
    }
    refused = anna.post(address("proposal_edit", key), data)
    assert refused.status_code == 422
    assert "Back squat high bar, load" in refused.content.decode()


@pytest.mark.parametrize(
    "edits",
    [
        "not json",
        "[1]",
        '[{"surface":"plans.plan","key":"return","after":{}}]',
        '[{"surface":"plans.planned_day","key":"return/01/squat","after":{"title":"x"}}]',
    ],
)
def test_a_forged_version_is_refused(anna: Client, cast: world.Cast, key: str, edits: str) -> None:
    response = approve(anna, cast, key, edits=edits, reason="r")
    assert response.status_code == 422
    assert (state(cast, key), sets(cast)) == ("OPEN", 3)


def test_rejecting_needs_a_reason_and_writes_nothing(
    anna: Client, cast: world.Cast, key: str
) -> None:
    data = {"reviewed": reviewed(cast, key)}
    assert anna.post(address("proposal_reject", key), data).status_code == 422
    response = anna.post(address("proposal_reject", key), {**data, "chip": "too early"})
    assert response.headers["Location"] == reverse("queue")
    assert (state(cast, key), sets(cast)) == ("REJECTED", 3)
    page = anna.get(address("proposal_result", key)).content.decode()
    assert "too early" in page


def test_other_needs_words(anna: Client, cast: world.Cast, key: str) -> None:
    data = {"reviewed": reviewed(cast, key), "chip": "other"}
    assert anna.post(address("proposal_reject", key), data).status_code == 422


def test_asking_for_evidence_waits_and_can_be_taken_up_again(
    anna: Client, cast: world.Cast, key: str
) -> None:
    data = {"reviewed": reviewed(cast, key), "chip": "more exposures", "words": "two more"}
    anna.post(address("proposal_ask", key), data)
    assert state(cast, key) == "NEEDS_EVIDENCE"
    again = {"reviewed": reviewed(cast, key), "words": "seen them"}
    anna.post(address("proposal_reopen", key), again)
    assert state(cast, key) == "OPEN"


def test_withdrawing_closes_it(anna: Client, cast: world.Cast, key: str) -> None:
    data = {"reviewed": reviewed(cast, key), "words": "written by mistake"}
    anna.post(address("proposal_withdraw", key), data)
    assert state(cast, key) == "WITHDRAWN"


def test_a_second_decision_meets_the_first(anna: Client, cast: world.Cast, key: str) -> None:
    proposals.reject(
        stream=cast.mia.stream,
        key=key,
        reviewed=reviewed(cast, key),
        user=cast.anna,
        reason="too early",
    )
    response = approve(anna, cast, key)
    page = anna.get(response.headers["Location"]).content.decode()
    assert "Already decided by anna" in page
    assert sets(cast) == 3


def test_a_version_that_was_not_read_is_not_approved(
    anna: Client, cast: world.Cast, key: str
) -> None:
    old = reviewed(cast, key)
    proposals.ask_for_evidence(
        stream=cast.mia.stream, key=key, reviewed=old, user=cast.anna, reason="more"
    )
    response = anna.post(address("proposal_approve", key), {"reviewed": old})
    assert response.status_code == 409
    assert "changed since you opened it" in response.content.decode()
    assert state(cast, key) == "NEEDS_EVIDENCE"


def test_hostile_text_in_a_diff_is_shown_as_text(anna: Client, cast: world.Cast) -> None:
    hostile = "<script>window.__xss=1</script>"
    key = world.propose(cast.mia, after=making.day(title=hostile), title=hostile)
    world.edit_day(cast.mia, cast.anna, minutes=61)
    for name in ("proposal", "proposal_edit", "proposal_reject"):
        assert "<script>window" not in anna.get(address(name, key)).content.decode()
    stale = approve(anna, cast, key)
    page = anna.get(stale.headers["Location"]).content.decode()
    assert "&lt;script&gt;" in page
    assert "<script>window" not in page


def test_expiry_changes_nothing(anna: Client, cast: world.Cast, key: str) -> None:
    with clock.at(datetime(2026, 4, 20, tzinfo=UTC)):
        proposals.expire(stream=cast.mia.stream, zone="UTC")
        page = anna.get(address("proposal_result", key)).content.decode()
    assert "nobody decided in time" in page
    assert sets(cast) == 3


def test_a_cited_fact_that_was_taken_back_is_shown(
    anna: Client, cast: world.Cast, key: str
) -> None:
    world.sleep(cast.mia, 25_200, occasion="again", day=date(2026, 3, 9))
    page = anna.get(address("proposal", key)).content.decode()
    assert "1\u00a0cited fact changed since" in page


def test_the_page_costs_few_queries(
    anna: Client, key: str, django_assert_max_num_queries: Any
) -> None:
    anna.get(address("proposal", key))
    with django_assert_max_num_queries(30):
        anna.get(address("proposal", key))
