"""Pages that are only read, for somebody who thinks in pounds and miles."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from decisions.models import Athlete
from decisions.selectors import known
from sessions.services import imports
from tests.coach.web import story as stories
from tests.coach.web.story import Story

PROSE = "Back squat stays at 90 kg. 102.5 kg waits; the run was 8.005 km at 4:24 min/km, RPE 7.5."
METRIC = re.compile(r"\d[ \u00a0]?(?:kg|km)\b|/km\b")


@pytest.fixture(autouse=True)
def _imperial(story: Story) -> None:
    Athlete.objects.filter(pk=story.athlete.pk).update(units="lb", distance_unit="mi")
    story.athlete.refresh_from_db()


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    html = answer.content.decode().replace("\u00a0", " ")
    html = re.sub(r"<pre.*?</pre>", "", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def analysed(story: Story) -> str:
    last = known.now(story.stream, "training_sessions.set", f"{stories.LAST_KEY}#sq.3").position
    assert last is not None
    return stories.decide(story, "session_analysis", stories.LAST_KEY, PROSE, cites=(last,))


def imported(story: Story) -> int:
    """A run that lies in the log with its metres; gives its position."""
    content = (
        "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;"
        "Distance Unit;Seconds;Notes;Workout Notes;Workout Duration\n"
        '2026-11-25 07:00:00;"Easy run";"Running";1;;kg;;;6.784;km;1800;;;30m\n'
    )
    imports.import_file(
        stream=story.stream,
        athlete_zone=stories.ZONE,
        name="run.csv",
        data=content.encode(),
        actor=story.actor,
    )
    found = known.known(
        story.stream, ranges=[known.Range("training_sessions.completed", "2026-11-25")]
    )
    return int(found[0].position)


@pytest.mark.parametrize("name", ["decision", "decisions", "session_detail", "sessions", "lineage"])
def test_every_figure_is_in_the_readers_units(
    lifter: Client, story: Story, analysed: str, name: str
) -> None:
    parts: list[Any] = {
        "decision": [analysed],
        "session_detail": [stories.LAST_KEY],
        "lineage": [stories.KEY],
    }.get(name, [])
    said = text(lifter, reverse(name, args=parts))
    assert not METRIC.findall(said), said


def test_prose_of_the_coach_is_converted(lifter: Client, story: Story, analysed: str) -> None:
    told = "Back squat stays at 198.4 lb. 226 lb waits; the run was 4.97 mi at 7:05/mi, RPE 7½."
    assert told in text(lifter, reverse("decision", args=[analysed]))
    assert told in text(lifter, reverse("session_detail", args=[stories.LAST_KEY]))
    assert told in text(lifter, reverse("decisions"))


def test_what_the_log_holds_is_told_in_pounds_and_stays_metric_in_the_facts(
    lifter: Client, story: Story
) -> None:
    last = known.now(story.stream, "training_sessions.set", f"{stories.LAST_KEY}#sq.3")
    said = text(lifter, reverse("row", args=[last.position]))
    assert "231.5 lb" in said
    assert not METRIC.findall(said)
    assert (last.facts or {})["load_g"] == 105_000


def test_a_constraint_is_in_force_in_pounds(lifter: Client) -> None:
    assert "load at most 70.5 lb" in text(lifter, reverse("plan"))


def test_a_run_is_told_in_miles(lifter: Client, story: Story) -> None:
    position = imported(story)
    assert "4.22 mi" in text(lifter, reverse("sessions"))
    said = text(lifter, reverse("row", args=[position]))
    assert "completed, 4.22 mi in 30 min" in said
    noted = "1800 s · 6.784 km"  # what the file says, as it says it
    assert not METRIC.findall(said.replace(noted, "")), said
