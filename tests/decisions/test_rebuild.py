"""Rows are a projection: compared without writing, repaired under live triggers, with the same ids."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from hypothesis import given, settings
from hypothesis import strategies as st

from decisions.models import Basis, Event, Item, Request, Stream
from decisions.services import guard, project, rebuild
from decisions.services.snapshot import snapshot
from decisions.triggers import upkeep
from plans.models import Plan
from tests.decisions import acts, tampering


@pytest.fixture
def log(stream: Stream) -> Stream:
    """Three requests, a plan, and a link between events."""
    for key in ("a", "b", "c"):
        acts.say(stream, key, f"about {key}")
    acts.say(stream, "d", "retracted")
    acts.say(stream, "d", None)
    acts.edit_plan(stream)
    acts.say(stream, "a", "again", basis=(1, 2))
    return stream


def table(model: Any = Request) -> list[Any]:
    return list(model.objects.order_by("pk").values_list())


def differences() -> dict[str, rebuild.Difference]:
    return {d.surface: d for d in rebuild.check() if not d.clean}


def clean() -> bool:
    return differences() == {} and rebuild.basis_agrees()


def test_untouched_rows_agree_with_the_log(log: Stream) -> None:
    assert clean()
    counts = {d.surface: d.items for d in rebuild.check() if d.items}
    assert counts == {acts.REQUEST: 3, acts.PLAN: 1}


def tamper(*statements: str) -> None:
    """Run statements without triggers, and put the triggers back."""
    tampering.suspend()
    for statement in statements:
        acts.execute(statement)
    tampering.restore()
    assert upkeep.missing() == set()


def test_a_missing_row_is_found_and_comes_back_under_its_id(log: Stream) -> None:
    before = table()
    tamper("DELETE FROM decisions_request WHERE key = 'b'")
    assert list(differences()[acts.REQUEST].missing) == [Item.objects.get(key="b").pk]
    rebuild.repair()
    assert table() == before
    assert clean()


def test_a_surplus_row_of_a_retracted_item_is_found_and_goes(log: Stream) -> None:
    before = table()
    gone = Item.objects.get(key="d")
    event = Event.objects.filter(item=gone).latest("position")
    tamper(
        'INSERT INTO decisions_request (item_id, stream_id, event_id, key, text, "on") VALUES '
        f"({gone.pk}, {log.pk}, {event.pk}, 'd', 'back again', '2026-11-30')"
    )
    assert differences()[acts.REQUEST].surplus == [gone.pk]
    rebuild.repair()
    assert table() == before
    assert clean()


def test_a_row_that_no_event_ever_spoke_of_goes(log: Stream) -> None:
    before = table()
    item = Item.objects.create(stream=log, surface=acts.REQUEST, key="stray")
    event = Event.objects.get(item__key="d", facts="null")
    tamper(
        'INSERT INTO decisions_request (item_id, stream_id, event_id, key, text, "on") VALUES '
        f"({item.pk}, {log.pk}, {event.pk}, 'stray', 'stray', '2026-11-30')"
    )
    rebuild.repair()
    assert table() == before


def test_a_row_that_belongs_to_another_surface_goes(log: Stream) -> None:
    plan = Plan.objects.get()
    before = table()
    tamper(
        'INSERT INTO decisions_request (item_id, stream_id, event_id, key, text, "on") VALUES '
        f"({plan.pk}, {log.pk}, {plan.event_id}, 'base', 'stray', '2026-11-30')"
    )
    rebuild.repair()
    assert table() == before
    assert clean()


FACTS = ["text = 'hacked'", "about = 'hacked'", "\"on\" = '2001-01-01'", "key = 'hacked'"]


@pytest.mark.parametrize("change", FACTS)
def test_a_row_that_says_something_else_is_found_and_mended(log: Stream, change: str) -> None:
    before = table()
    tamper(f"UPDATE decisions_request SET {change} WHERE key = 'c'")
    assert list(differences()[acts.REQUEST].different) == [Item.objects.get(key="c").pk]
    rebuild.repair()
    assert table() == before
    assert clean()


def test_a_row_that_names_an_older_event_is_found_and_mended(log: Stream) -> None:
    before = table()
    first = Event.objects.get(position=1)
    tamper(f"UPDATE decisions_request SET event_id = {first.pk} WHERE key = 'a'")
    rebuild.repair()
    assert table() == before


def test_a_row_that_holds_the_event_of_a_missing_one_is_mended_first(log: Stream) -> None:
    before = table()
    b = Event.objects.get(item__key="b")
    tamper(
        "DELETE FROM decisions_request WHERE key = 'b'",
        f"UPDATE decisions_request SET event_id = {b.pk} WHERE key = 'c'",
    )
    rebuild.repair()
    assert table() == before
    assert clean()


def test_structural_rows_are_mended_without_an_approval_because_the_log_says_so(
    log: Stream,
) -> None:
    before = table(Plan)
    tamper("UPDATE plans_plan SET title = 'hacked', goal = 'hacked'")
    assert acts.PLAN in differences()
    rebuild.repair()
    assert table(Plan) == before


def test_the_index_of_what_rests_on_what_is_found_wrong_and_made_again(log: Stream) -> None:
    before = sorted(Basis.objects.values_list("rests_on", "position"))
    assert before == [(1, 7), (2, 7)]
    Basis.objects.filter(rests_on=1).delete()
    Basis.objects.create(stream=log, rests_on=3, position=4)
    assert not rebuild.basis_agrees()
    rebuild.repair()
    assert sorted(Basis.objects.values_list("rests_on", "position")) == before
    assert rebuild.basis_agrees()


def test_a_whole_table_comes_back_identical(log: Stream) -> None:
    before = table(), table(Plan)
    tamper("DELETE FROM decisions_request", "DELETE FROM plans_plan")
    rebuild.repair()
    assert (table(), table(Plan)) == before
    assert clean()


def test_many_rows_of_odd_text_come_back_identical(stream: Stream) -> None:
    odd = ["it's", 'a "quote"', "back\\slash", "per %s cent", "tab\tnew\nline", "\u2028é\U0001f3cb"]
    texts = {f"{number:03d}": f"{odd[number % len(odd)]} {number}" for number in range(60)}
    targets = [acts.target(stream, key, acts.wish(text)) for key, text in texts.items()]
    assert guard.write(acts.occasion(stream), targets).outcome == "applied"
    before = table()
    assert {row[3]: row[4] for row in before} == texts
    tamper("DELETE FROM decisions_request")
    rebuild.repair()
    assert table() == before
    assert clean()
    assert acts.problems(stream) == []


def test_the_triggers_stay_in_force_while_rows_are_repaired(log: Stream) -> None:
    tamper("DELETE FROM decisions_request")
    rebuild.repair()
    assert upkeep.missing() == set()
    with acts.refused_by_the_database("not what its newest event says"):
        acts.execute("UPDATE decisions_request SET text = 'hacked'")


def test_comparing_never_writes(log: Stream) -> None:
    tamper("DELETE FROM decisions_request WHERE key = 'b'")
    before = table()
    rebuild.check()
    rebuild.basis_agrees()
    assert table() == before


@pytest.mark.django_db
@settings(max_examples=20)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"),
            st.none()
            | st.text(
                st.characters(exclude_characters="\x00", exclude_categories=["Cs"]),
                min_size=1,
                max_size=12,
            ).filter(str.strip),
        ),
        max_size=8,
    )
)
def test_rows_of_any_text_are_what_the_log_says(steps: list[tuple[str, str | None]]) -> None:
    stream = acts.a_stream()
    for key, text in steps:
        acts.say(stream, key, text)
    assert clean()
    for row in Request.objects.filter(stream=stream):
        assert row.facts() == acts.wish(row.text)


def test_the_same_function_projects_live_and_in_a_rebuild(log: Stream) -> None:
    meant = dict(rebuild._meant(acts.REQUEST, Request))
    assert meant == project.read_rows(Request, list(meant))


def test_a_snapshot_inside_a_transaction_is_that_transaction(log: Stream) -> None:
    with snapshot():
        assert connection.in_atomic_block
        assert clean()
