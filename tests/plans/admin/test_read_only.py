from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from plans.models import Block, Constraint, Gate, Plan, PlannedDay, Rule

MODELS = [Plan, Block, PlannedDay, Rule, Constraint, Gate]


@pytest.fixture
def filled(planned):
    planned.open_constraint()
    planned.open_gate()
    return planned


@pytest.fixture
def boss(filled, client):
    client.force_login(User.objects.create_superuser("boss", password="x"))
    return client


@pytest.fixture
def coach(filled, client):
    filled.bob.is_staff = True
    filled.bob.save()
    filled.bob.user_permissions.set(Permission.objects.all())
    client.force_login(filled.bob)
    return client


def address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def history_form(model):
    row = model.objects.get()
    return address(model, "simple_history", row.pk, row.history.get().history_id)


@pytest.mark.parametrize("model", MODELS)
def test_the_coach_reads_list_row_and_history(coach, model):
    row = model.objects.get()

    for page in (
        address(model, "changelist"),
        address(model, "change", row.pk),
        address(model, "history", row.pk),
        history_form(model),
    ):
        assert coach.get(page).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_nobody_adds_changes_or_deletes(boss, model):
    row = model.objects.get()
    before = row.facts()

    assert boss.get(address(model, "add")).status_code == 403
    assert boss.post(address(model, "add"), {}).status_code == 403
    values = {name: str(value) for name, value in before.items()}
    assert boss.post(address(model, "change", row.pk), values).status_code == 403
    assert boss.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model.objects.get().facts() == before


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
@pytest.mark.parametrize("model", MODELS)
def test_history_pages_answer_reading_only(coach, boss, model, method):
    row = model.objects.get()
    before = row.facts()
    values = {name: str(value) for name, value in before.items()}

    for page in (history_form(model), address(model, "history", row.pk)):
        assert getattr(boss, method)(page, values).status_code == 405
    assert model.objects.get().facts() == before


@pytest.mark.parametrize("model", MODELS)
def test_the_staff_of_others_find_nothing(filled, client, model):
    filled.charlie.is_staff = True
    filled.charlie.save()
    filled.charlie.user_permissions.set(Permission.objects.all())
    client.force_login(filled.charlie)
    row = model.objects.get()

    listed = client.get(address(model, "changelist"))

    assert listed.status_code == 200
    assert row.key not in listed.content.decode()
    assert client.get(history_form(model)).status_code == 404
    assert client.get(address(model, "history", row.pk)).status_code == 404
    assert client.get(address(model, "change", row.pk)).status_code == 302


def test_a_day_is_listed_in_words(coach):
    listed = coach.get(address(PlannedDay, "changelist")).content.decode()

    assert "back squat high bar 3 \u00d7 5\u20138 at 100 kg" in listed


def test_progress_and_bound_are_listed_in_words(coach):
    assert "0 of 3" in coach.get(address(Gate, "changelist")).content.decode()
    assert "load at most 115 kg" in coach.get(address(Constraint, "changelist")).content.decode()
