"""What the database allows behind a redaction, and only there: the content goes, the chain stays."""

from __future__ import annotations

import pytest

from decisions.models import Event, Item, Request, Stream
from decisions.selectors import known
from decisions.services import rebuild
from tests.decisions import acts, tampering

ERASE = (
    "UPDATE decisions_event SET facts = NULL, source = NULL, reasoning = NULL WHERE position = {}"
)

FORGET = "DELETE FROM decisions_historicalrequest WHERE key = 'secret'"


@pytest.fixture
def log(stream: Stream) -> Stream:
    """A fact, another, and the redaction of the first."""
    acts.say(stream, "secret", "canary")
    acts.say(stream, "other", "kept")
    acts.say(stream, "secret", None, fact_type="redaction")
    return stream


def test_content_goes_behind_a_later_redaction_of_its_item(log: Stream) -> None:
    assert acts.execute(ERASE.format(1)) == 1
    erased = "a history row of decisions.request still says what was erased"
    assert {problem.what for problem in acts.problems(log)} == {erased}
    assert acts.execute(FORGET) == 2, "what was written, and what the redaction took away"
    assert acts.problems(log) == []
    assert all(difference.clean for difference in rebuild.check())
    before = known.known(log, up_to=2)
    assert [(item.key, item.facts) for item in before] == [
        ("other", acts.wish("kept")),
        ("secret", None),
    ]
    assert [item.key for item in known.known(log)] == ["other"]


@pytest.mark.parametrize("position", [2, 3])
def test_nothing_else_may_go(log: Stream, position: int) -> None:
    with acts.refused_by_the_database("append-only"):
        acts.execute(ERASE.format(position))


@pytest.mark.parametrize(
    "change",
    [
        "facts = NULL, source = NULL, reasoning = NULL, zone = 'x'",
        "facts = '{}', source = NULL, reasoning = NULL",
        "fingerprint = 'x'",
        "position = 99",
    ],
)
def test_a_redaction_is_no_licence_to_change(log: Stream, change: str) -> None:
    with acts.refused_by_the_database("append-only"):
        acts.execute(f"UPDATE decisions_event SET {change} WHERE position = 1")


def test_the_key_goes_only_behind_a_redaction(log: Stream) -> None:
    other = Item.objects.get(key="other").pk
    with acts.refused_by_the_database("append-only"):
        acts.execute("DELETE FROM decisions_secret WHERE item_id = %s", [other])
    secret = Item.objects.get(key="secret").pk
    assert acts.execute("DELETE FROM decisions_secret WHERE item_id = %s", [secret]) == 1
    acts.execute(ERASE.format(1))
    acts.execute(FORGET)
    assert acts.problems(log) == []


def test_content_that_vanished_without_a_redaction_is_found(log: Stream) -> None:
    with tampering.without_triggers():
        acts.execute(ERASE.format(2))
        found = [problem.what for problem in acts.problems(log)]
        assert "its facts are gone without a redaction" in found
        assert {problem.position for problem in acts.problems(log)} == {2}


def test_a_redacted_item_has_no_row(log: Stream) -> None:
    assert list(Request.objects.values_list("key", flat=True)) == ["other"]
    assert Event.objects.get(position=3).facts == "null"


def test_history_goes_only_behind_a_redaction(log: Stream) -> None:
    with acts.refused_by_the_database("append-only"):
        acts.execute("DELETE FROM decisions_historicalrequest WHERE key = 'other'")
    acts.execute(FORGET)
    acts.say(log, "secret", "said anew")
    with acts.refused_by_the_database("append-only"):
        acts.execute(FORGET)
    assert acts.problems(log) == []
