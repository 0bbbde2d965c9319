"""The admin reads: no form, action or history page of a governed row writes, and strangers see nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from decisions import registry
from decisions.admin import GovernedAdmin
from decisions.models import Athlete, Event, Receipt, Request, Stream
from decisions.services import rebuild
from plans.models import Plan
from tests.decisions import acts

GOVERNED = [s.model for s in registry.all() if s.model is not None]


@pytest.fixture
def seeded(alice: acts.Person, bob: acts.Person) -> acts.Person:
    """A request of Alice's in two versions, her plan, and a request of Bob's."""
    acts.say(alice.stream, "alices", "one")
    acts.say(alice.stream, "alices", "two")
    acts.say(bob.stream, "bobs", "one")
    acts.edit_plan(alice.stream)
    return alice


@pytest.fixture
def log(seeded: acts.Person) -> Any:
    """The same, and unharmed by whatever the test does."""
    before = rows()
    yield seeded
    assert rows() == before
    assert all(difference.clean for difference in rebuild.check())


def rows() -> list[Any]:
    return [
        list(Request.objects.order_by("pk").values_list()),
        list(Request.history.order_by("pk").values_list()),
        list(Plan.objects.values_list()),
        list(Plan.history.order_by("pk").values_list()),
        Event.objects.count(),
    ]


@pytest.fixture
def superuser(db: None) -> Client:
    """Somebody with every permission that Django knows."""
    client = Client()
    client.force_login(User.objects.create_superuser("root", password="x"))
    return client


@pytest.fixture
def coach(alice: acts.Person) -> Client:
    """Alice's coach."""
    client = Client()
    client.force_login(alice.coach)
    return client


def page(name: str, model: Any, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def pages(row: Any) -> list[str]:
    version = type(row).history.filter(item_id=row.pk).earliest("history_id")
    return [
        page("changelist", type(row)),
        page("add", type(row)),
        page("change", type(row), row.pk),
        page("delete", type(row), row.pk),
        page("history", type(row), row.pk),
        page("simple_history", type(row), row.pk, version.pk),
    ]


FORM = {
    "text": "hacked", "on": "2001-01-01", "title": "hacked", "goal": "hacked", "sport": "strength",
    "starts_on": "2001-01-01", "status": "active", "key": "hacked", "_save": "Save",
    "_change_history": "1", "post": "yes", "action": "delete_selected",
}  # fmt: skip


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("who", ["superuser", "coach", "editor"])
def test_no_page_of_a_governed_row_writes(
    log: acts.Person, who: str, method: str, request: pytest.FixtureRequest
) -> None:
    """What is not POST shows the page or is refused; the fixture sees to it that nothing changed."""
    if who == "editor":
        log.coach.user_permissions.set(Permission.objects.all())
    client = request.getfixturevalue("coach" if who == "editor" else who)
    for row in (Request.objects.get(key="alices"), Plan.objects.get()):
        for url in pages(row):
            answer = getattr(client, method)(url, {**FORM, "_selected_action": row.pk})
            refused = answer.status_code in (403, 405)
            assert refused or method != "post" or url == pages(row)[0], (url, answer.status_code)


def test_the_history_form_refuses_a_post_by_name(log: acts.Person, superuser: Client) -> None:
    row = Request.objects.get(key="alices")
    for url in pages(row)[-2:]:
        answer = superuser.post(url, FORM)
        assert answer.status_code == 405
        assert answer["Allow"] == "GET, HEAD"


def test_a_person_with_view_rights_only_cannot_revert(log: acts.Person, coach: Client) -> None:
    wanted = ("view_request", "view_historicalrequest")
    log.coach.user_permissions.set(Permission.objects.filter(codename__in=wanted))
    assert coach.post(pages(Request.objects.get(key="alices"))[-1], FORM).status_code == 405


def test_reading_works_for_the_coach(log: acts.Person, coach: Client) -> None:
    row = Request.objects.get(key="alices")
    listed, _, shown, _, history, version = pages(row)
    for url in (listed, shown, history, version):
        assert coach.get(url).status_code == 200, url
    assert b"hacked" not in coach.get(version).content
    assert b'name="_save"' not in coach.get(version).content
    assert b"deletelink" not in coach.get(shown).content


def test_a_coach_sees_only_their_athletes(log: acts.Person, coach: Client) -> None:
    listed = coach.get(page("changelist", Request)).content.decode()
    assert "two" in listed
    assert str(Stream.objects.get(name__endswith=str(log.athlete.pk))) in listed
    foreign = Request.objects.get(key="bobs")
    assert f"/{foreign.pk}/" not in listed
    for url in pages(foreign)[-2:]:
        assert coach.get(url).status_code == 404, url
    assert coach.get(page("change", Request, foreign.pk)).status_code == 302  # to the index
    assert coach.get(page("history", Request, 999999)).status_code == 404
    assert coach.get(page("history", Request, "abc")).status_code == 404
    assert coach.get(page("simple_history", Request, foreign.pk, "abc")).status_code == 404


def test_a_coach_sees_the_history_of_what_was_retracted(seeded: acts.Person, coach: Client) -> None:
    acts.say(seeded.stream, "gone", "once")
    item = Request.objects.get(key="gone").pk
    acts.say(seeded.stream, "gone", None)
    assert coach.get(page("history", Request, item)).status_code == 200


@pytest.mark.parametrize("model", [Event, Receipt])
def test_events_and_receipts_are_listed_for_their_coach_only(
    log: acts.Person, coach: Client, model: Any
) -> None:
    answer = coach.get(page("changelist", model))
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "alices" in text
    assert "bobs" not in text
    row = model.objects.filter(item__key="alices")[0]
    assert coach.get(page("change", model, row.pk)).status_code == 200
    assert coach.post(page("change", model, row.pk), FORM).status_code == 403
    assert coach.get(page("add", model)).status_code == 403
    assert coach.get(page("delete", model, row.pk)).status_code == 403


def test_an_athlete_and_a_stranger_see_no_admin(log: acts.Person, bob: acts.Person) -> None:
    for person in (log.user, bob.user):
        client = Client()
        client.force_login(person)
        assert client.get(page("changelist", Request)).status_code == 302


def test_staff_without_athletes_see_nothing(log: acts.Person) -> None:
    client = Client()
    client.force_login(User.objects.create_user("clerk", password="x", is_staff=True))
    assert client.get(page("changelist", Request)).status_code == 403
    assert client.get(pages(Request.objects.get(key="alices"))[-1]).status_code == 404


def test_every_governed_model_in_the_admin_is_governed_there_too() -> None:
    for model in GOVERNED:
        if admin.site.is_registered(model):
            assert isinstance(admin.site.get_model_admin(model), GovernedAdmin), model


def test_no_governed_model_offers_an_action(superuser: Client, rf: Any) -> None:
    asking = rf.get("/")
    asking.user = User.objects.get(username="root")
    for model, pages_ in admin.site._registry.items():
        if model in GOVERNED or model in (Event, Receipt):
            assert pages_.get_actions(asking) == {}
            assert pages_.list_editable == ()


def settings_of(who: acts.Person, **changes: Any) -> dict[str, Any]:
    return {
        "name": "Alice", "coach": who.coach.pk, "zone": "Europe/Paris", "units": "lb",
        "distance_unit": "mi", "week_start": 6, **changes,
    }  # fmt: skip


def test_a_superuser_changes_an_athletes_settings_but_not_whose_they_are(
    log: acts.Person, bob: acts.Person, superuser: Client
) -> None:
    url = page("change", Athlete, log.athlete.pk)
    answer = superuser.post(url, settings_of(log, user=bob.coach.pk))
    assert answer.status_code == 302
    athlete = Athlete.objects.get(pk=log.athlete.pk)
    assert (athlete.zone, athlete.units, athlete.week_start) == ("Europe/Paris", "lb", 6)
    assert athlete.user == log.user


def test_a_zone_that_does_not_exist_is_refused(log: acts.Person, superuser: Client) -> None:
    url = page("change", Athlete, log.athlete.pk)
    answer = superuser.post(url, settings_of(log, zone="Europe/Atlantis"))
    assert answer.status_code == 200
    assert b"is not an IANA time zone" in answer.content
    assert Athlete.objects.get(pk=log.athlete.pk).zone == "UTC"


def test_a_superuser_adds_athletes_and_nobody_deletes_them(
    log: acts.Person, superuser: Client, coach: Client
) -> None:
    new = User.objects.create_user("new", password="x")
    added = settings_of(log, user=new.pk, name="New")
    assert coach.post(page("add", Athlete), added).status_code == 403
    assert superuser.post(page("add", Athlete), added).status_code == 302
    assert Athlete.objects.get(user=new).name == "New"
    assert superuser.post(page("delete", Athlete, log.athlete.pk), FORM).status_code == 403


def test_a_coach_reads_their_athletes_and_changes_none(
    log: acts.Person, bob: acts.Person, coach: Client
) -> None:
    listed = coach.get(page("changelist", Athlete)).content.decode()
    assert "Alice" in listed
    assert "Bob" not in listed
    url = page("change", Athlete, log.athlete.pk)
    assert coach.get(url).status_code == 200
    assert coach.post(url, settings_of(log)).status_code == 403


def test_hostile_text_is_escaped_everywhere(seeded: acts.Person, coach: Client) -> None:
    hostile = "<script>alert(1)</script>"
    acts.say(seeded.stream, "alices", hostile)
    listed, _, shown, _, history, version = pages(Request.objects.get(key="alices"))
    for url in (listed, shown, history, version):
        assert hostile not in coach.get(url).content.decode()
    assert "&lt;script&gt;" in coach.get(shown).content.decode()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        pytest.param("name", "Ali\u202ece", "U+202E, which nobody can see", id="direction"),
        pytest.param("name", "Ali\u200bce", "U+200B, which nobody can see", id="zero-width"),
        pytest.param("name", "Ali\x1bce", "U+001B, which nobody can see", id="escape"),
        pytest.param("week_start", "7", "is not a day", id="eighth-day"),
    ],
)
def test_settings_that_would_mislead_are_refused(
    log: acts.Person, superuser: Client, field: str, value: str, words: str
) -> None:
    url = reverse("admin:decisions_athlete_change", args=[log.athlete.pk])
    answer = superuser.post(url, settings_of(log, **{field: value}))
    assert answer.status_code == 200
    assert words in answer.content.decode()
    assert Athlete.objects.get(pk=log.athlete.pk).name == "Alice"


@pytest.mark.parametrize("name", ["ali\u202ece", "ali\u200bce", "ali\x1bce", "ali ce"])
def test_a_login_name_with_an_invisible_character_is_refused(superuser: Client, name: str) -> None:
    given = {"username": name, "password1": "correct horse 1", "password2": "correct horse 1"}
    answer = superuser.post(reverse("admin:auth_user_add"), {**given, "usable_password": "true"})
    assert answer.status_code == 200
    assert "Enter a valid username" in answer.content.decode()
