"""The list of decisions and the page of one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from decisions import clock
from decisions.selectors import known
from sessions.services import corrections
from tests.coach import world

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
NOTHING = {"text": "Nothing is cited.", "cites": [], "withheld": False}


@pytest.fixture
def cast(db: None) -> Iterator[world.Cast]:
    with clock.at(NOW):
        yield world.cast()


@pytest.fixture
def key(cast: world.Cast) -> str:
    return world.decide(cast.mia)


@pytest.fixture
def mia(cast: world.Cast, client: Client) -> Client:
    client.force_login(cast.mia.user)
    return client


def test_the_list_shows_every_outcome_and_links_to_its_page(mia: Client, key: str) -> None:
    page = mia.get(reverse("decisions")).content.decode()
    assert "Keep the back squat at 100 kg" in page
    assert reverse("decision", args=[key]) in page
    assert "No change" in page


def test_the_list_keeps_one_workflow(mia: Client, cast: world.Cast, key: str) -> None:
    other = world.decide(cast.mia, workflow="next_prescription", occasion="b", summary="Another")
    page = mia.get(reverse("decisions"), {"workflow": "session_analysis"}).content.decode()
    assert reverse("decision", args=[key]) in page
    assert reverse("decision", args=[other]) not in page


def test_decisions_in_a_row_that_change_nothing_stand_as_one_line(
    mia: Client, cast: world.Cast, key: str
) -> None:
    for number in range(2):
        world.decide(cast.mia, occasion=f"again {number}", summary="As planned.")
    other = world.decide(cast.mia, outcome="TACTICAL_ADJUST", occasion="less", summary="Less.")
    world.decide(cast.mia, occasion="later", summary="As planned again.")
    response = mia.get(reverse("decisions"))
    (week,) = response.context["weeks"]
    assert [(run.folded, run.count) for run in week.runs] == [(False, 1), (False, 1), (True, 3)]
    page = response.content.decode().replace("\u00a0", " ")
    assert "<b>3 decisions: no change</b>" in page
    assert page.count("<details") == 2  # the run, and the two in it with the same words
    for shown in (key, other):
        assert reverse("decision", args=[shown]) in page


def test_who_asks_for_no_change_sees_every_one(mia: Client, cast: world.Cast, key: str) -> None:
    world.decide(cast.mia, occasion="again", summary="As planned.")
    response = mia.get(reverse("decisions"), {"outcome": "NO_CHANGE"})
    (week,) = response.context["weeks"]
    assert [run.folded for run in week.runs] == [False]


@pytest.mark.parametrize("name", ["decisions", "decision", "as_of", "row"])
def test_a_page_with_clock_times_names_their_zone(mia: Client, key: str, name: str) -> None:
    parts: dict[str, list[object]] = {"decision": [key], "row": [1]}
    assert "Europe/Berlin" in mia.get(reverse(name, args=parts.get(name, []))).content.decode()


def test_an_empty_list_says_so(client: Client, cast: world.Cast) -> None:
    client.force_login(cast.jon.user)
    assert "No decision yet" in client.get(reverse("decisions")).content.decode()


def test_the_page_shows_the_answer_the_deciding_number_and_the_evidence(
    mia: Client, key: str
) -> None:
    page = mia.get(reverse("decision", args=[key])).content.decode()
    assert "<h1>Keep the back squat at 100 kg</h1>" in page
    assert "2 below" in page
    assert "A good session at 100 kg." in page
    assert "downgrades" in page
    assert "bodyweight since 1 Mar" in page


def test_every_type_of_evidence_is_there_also_when_it_is_empty(mia: Client, key: str) -> None:
    response = mia.get(reverse("decision", args=[key]))
    groups = response.context["decision"].groups
    assert [group.evidence for group in groups] == [
        "observed",
        "user_reported",
        "derived",
        "estimated",
        "hypothesis",
        "unknown",
    ]
    assert "None. No device recorded any of this." in response.content.decode()


@pytest.mark.parametrize(
    ("outcome", "winner"),
    [
        ("NO_CHANGE", "Plan"),
        ("BLOCKED_UNKNOWN", "What is not known"),
        ("TACTICAL_ADJUST", "What it rests on"),
        ("ESCALATE_TO_STRATEGIC", "The review"),
    ],
)
def test_who_had_the_last_word_follows_from_how_it_ended(
    mia: Client, cast: world.Cast, outcome: str, winner: str
) -> None:
    key = world.decide(cast.mia, outcome=outcome, occasion="end", reasons=[NOTHING], considered=[])
    (word,) = mia.get(reverse("decision", args=[key])).context["decision"].last_word
    assert word.winner == winner


def test_a_withheld_sentence_is_not_shown(mia: Client, key: str) -> None:
    page = mia.get(reverse("decision", args=[key])).content.decode()
    assert "withheld text 999" not in page
    assert "A sentence was withheld" in page


def test_what_was_corrected_since_is_marked(mia: Client, cast: world.Cast, key: str) -> None:
    name = f"{world.SESSION}#set-1"
    state = known.now(cast.mia.stream, "training_sessions.set", name)
    corrections.correct(
        stream=cast.mia.stream,
        surface="training_sessions.set",
        key=name,
        changes={"rpe_x10": 90},
        reviewed=state.fingerprint,
        reason="misread",
        occasion="c",
        actor=cast.mia.actor,
    )
    assert "corrected since" in mia.get(reverse("decision", args=[key])).content.decode()


def test_the_lineage_is_drawn_and_listed_alike(mia: Client, key: str) -> None:
    response = mia.get(reverse("decision", args=[key]))
    drawn = response.context["drawn"]
    lanes = [title for title, _ in drawn.picture.lanes]
    assert lanes == ["Evidence", "Context", "Draft", "Rules", "Decision", "Effect"]
    page = response.content.decode()
    for _, nodes in drawn.listing:
        for node, href in nodes:
            assert not href or f'href="{href}"' in page, node


def test_the_draft_is_told_apart_from_the_ruling(mia: Client, key: str) -> None:
    listing = dict(mia.get(reverse("decision", args=[key])).context["drawn"].listing)
    assert listing["Draft"][0][0].title == "Draft: Adjust"
    assert listing["Rules"][0][0].title == "Rules limit"
    assert "No change" in listing["Decision"][0][0].title


def test_the_coach_reads_it_and_every_link_stays_with_the_athlete(
    client: Client, cast: world.Cast, key: str
) -> None:
    client.force_login(cast.anna)
    response = client.get(reverse("decision", args=[key]), {"of": "mia"})
    assert response.status_code == 200
    assert f"{reverse('decisions')}?of=mia" in response.content.decode()


@pytest.mark.parametrize("name", ["otto", "jon", "sam", "root"])
def test_it_is_not_found_for_anybody_else(
    client: Client, cast: world.Cast, key: str, name: str
) -> None:
    who = getattr(cast, name)
    client.force_login(getattr(who, "user", who))
    assert client.get(reverse("decision", args=[key]), {"of": "mia"}).status_code == 404
    assert client.get(reverse("decision", args=[key])).status_code == 404


def test_it_asks_for_a_login(client: Client, key: str) -> None:
    response = client.get(reverse("decision", args=[key]))
    assert response.status_code == 302
    assert "login" in response.headers["Location"]


def test_it_answers_reads_only(mia: Client, key: str) -> None:
    for name, parts in (("decision", [key]), ("decisions", []), ("as_of", []), ("row", [1])):
        assert mia.post(reverse(name, args=parts)).status_code == 405


def test_before_it_was_decided_it_is_not_there(mia: Client, key: str) -> None:
    early = (NOW - timedelta(days=1)).isoformat()
    assert mia.get(reverse("decision", args=[key]), {"as_of": early}).status_code == 404


def test_hostile_text_is_shown_as_text(mia: Client, cast: world.Cast) -> None:
    hostile = '<script>window.__xss=1</script>"><img src=x onerror=alert(1)>'
    key = world.decide(cast.mia, occasion="evil", summary=hostile, carried=[hostile])
    for address in (reverse("decision", args=[key]), reverse("decisions")):
        page = mia.get(address).content.decode()
        assert "<script>window" not in page
        assert "<img src=x" not in page


def test_the_page_costs_few_queries(
    mia: Client, key: str, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(25):  # type: ignore[operator]
        mia.get(reverse("decision", args=[key]))
