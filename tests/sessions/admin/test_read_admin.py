"""The admin shows this app's rows and changes none of them."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from decisions.models import Stream
from sessions.models import PerformedSet
from sessions.services import exercises, injuries
from tests.sessions import doing
from tests.sessions.making import DAY, KEY

MODELS = (
    "prescription",
    "completedsession",
    "performedset",
    "dailyobservation",
    "injury",
    "customexercise",
    "filesource",
)


@pytest.fixture
def admin(client: Client, stream: Stream, evening: datetime) -> Client:
    doing.prescribe(stream)
    doing.start(stream)
    doing.log(stream)
    doing.finish(stream, pain={"left_knee": 1})
    injuries.open_episode(stream=stream, region="knee", title="ache", opened_on=DAY, **doing.WHO)
    exercises.add(stream=stream, slug="zercher_squat", name="Zercher squat", actor="user:1")
    client.force_login(get_user_model().objects.create_superuser("root", password="x", pk=1001))
    return client


@pytest.mark.parametrize("model", MODELS)
def test_every_list_is_shown(admin: Client, model: str) -> None:
    assert admin.get(reverse(f"admin:training_sessions_{model}_changelist")).status_code == 200


def test_a_row_is_shown_in_words_and_with_its_history(admin: Client) -> None:
    pk = PerformedSet.objects.get(key=f"{KEY}#s1").pk
    page = admin.get(reverse("admin:training_sessions_performedset_change", args=[pk]))
    assert "back squat (high bar) 105 kg" in page.content.decode()
    past = admin.get(reverse("admin:training_sessions_performedset_history", args=[pk]))
    assert past.status_code == 200


@pytest.mark.parametrize("page", ["add", "change", "delete"])
def test_nothing_is_changed_here(admin: Client, page: str) -> None:
    row = PerformedSet.objects.get(key=f"{KEY}#s1")
    arguments = [] if page == "add" else [row.pk]
    answer = admin.post(
        reverse(f"admin:training_sessions_performedset_{page}", args=arguments),
        {"reps": 8, "post": "yes"},
    )
    assert answer.status_code == 403
    assert PerformedSet.objects.get(pk=row.pk).reps == 5
