"""A write that met another state shows both sides, and never says that it was saved."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from decisions.selectors import known
from sessions.services import actuals, corrections, late, observations, writing
from sessions.services.entries import SetEntry
from tests.coach.web import story as stories
from tests.coach.web.story import KEY, ZONE, Story

COMPLETED = "training_sessions.completed"
DAILY = "training_sessions.daily"
SET = "training_sessions.set"
SESSION = reverse("session", args=[KEY])
FINISH = reverse("finish", args=[KEY])
SKIP = reverse("session_skip", args=[KEY])
KNEE = "2026-11-26/pain/left_knee/during"

Rival = Callable[[Callable[[], object]], None]


@pytest.fixture
def rival(monkeypatch: pytest.MonkeyPatch) -> Rival:
    """Lets somebody else write between the moment a service has read and the moment it writes."""
    real = writing.write

    def arrange(act: Callable[[], object]) -> None:
        waiting = [act]

        def interrupted(*args: Any, **kwargs: Any) -> Any:
            if waiting:
                waiting.pop()()
            return real(*args, **kwargs)

        monkeypatch.setattr(writing, "write", interrupted)

    return arrange


def say(story: Story, kind: str, value: int, **about: str) -> None:
    observations.record(
        stream=story.stream,
        day=stories.TODAY,
        zone=ZONE,
        entries=[observations.DailyEntry(kind=kind, value=value, **about)],
        occasion=f"rival {kind} {value}",
        actor=story.actor,
    )


def facts(story: Story, surface: str, key: str) -> dict[str, Any]:
    found = known.now(story.stream, surface, key).facts
    assert found is not None
    return found


def text(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.replace("\u00a0", " ")))


def once_more(client: Client, html: str) -> Any:
    """Press the button that sends what the page wanted once more."""
    end = html.index("Save what this page wanted")
    form = html[html.rindex("<form", 0, end) : end]
    to = re.search(r'action="([^"]+)"', form)
    assert to is not None
    return client.post(to[1], dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form)))


def test_a_check_in_that_met_another_shows_both_sides_and_can_be_sent_once_more(
    lifter: Client, story: Story, rival: Rival
) -> None:
    rival(partial(say, story, "readiness", 2))
    sent = {"readiness": "5", "sleep": "7:30", "page": "one"}
    answer = lifter.post(reverse("check_in"), sent)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Readiness 2 5" in text(html)
    assert "Sleep not said 7 h 30" in text(html)
    assert "you, on another page" in html
    assert facts(story, DAILY, "2026-11-26/readiness/-/-")["value"] == 2
    assert known.now(story.stream, DAILY, "2026-11-26/sleep_s/-/-").facts is None
    assert lifter.post(reverse("check_in"), sent).status_code == 409
    assert once_more(lifter, html).status_code == 302
    assert facts(story, DAILY, "2026-11-26/readiness/-/-")["value"] == 5
    assert facts(story, DAILY, "2026-11-26/sleep_s/-/-")["value"] == 27_000


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_pain_that_met_another_answer_shows_both_sides(
    lifter: Client, story: Story, rival: Rival, headers: dict[str, str]
) -> None:
    stories.start_today(story)
    about = {"region": "left_knee", "moment": "during", "session_key": KEY}
    rival(partial(say, story, "pain", 4, **about))
    answer = lifter.post(
        SESSION, {"do": "pain", "region": "left_knee", "pain": "1"}, headers=headers
    )
    html = answer.content.decode()
    assert answer.status_code == 409
    assert answer.headers.get("HX-Retarget") == ("#main" if headers else None)
    assert "Left knee, during 4 1" in text(html)
    assert facts(story, DAILY, KNEE)["value"] == 4
    once_more(lifter, html)
    assert facts(story, DAILY, KNEE)["value"] == 1


def test_finishing_that_met_another_answer_shows_both_sides_and_does_not_finish(
    lifter: Client, story: Story, rival: Rival
) -> None:
    stories.start_today(story)
    about = {"region": "left_knee", "moment": "during", "session_key": KEY}
    rival(partial(say, story, "pain", 4, **about))
    answer = lifter.post(FINISH, {"srpe": "7", "pain.left_knee.during": "1", "note": "smooth"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Lower A started finished in part, effort 7, “smooth”" in text(html)
    assert "Left knee, during 4 1" in text(html)
    assert facts(story, COMPLETED, KEY)["status"] == "started"
    assert once_more(lifter, html).status_code == 302
    assert facts(story, COMPLETED, KEY)["srpe_x10"] == 70
    assert facts(story, DAILY, KNEE)["value"] == 1


def test_skipping_a_session_that_was_started_meanwhile_shows_both_sides(
    lifter: Client, story: Story, rival: Rival
) -> None:
    rival(partial(stories.start_today, story))
    answer = lifter.post(SKIP, {"why": "time"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Lower A started skipped, “No time”" in text(html)
    assert facts(story, COMPLETED, KEY)["status"] == "started"
    assert once_more(lifter, html).status_code == 302
    assert facts(story, COMPLETED, KEY)["status"] == "skipped"


def test_skipping_again_for_another_reason_shows_both_sides(lifter: Client, story: Story) -> None:
    lifter.post(SKIP, {"why": "time"})
    answer = lifter.post(SKIP, {"why": "illness"})
    assert answer.status_code == 409
    assert "skipped, “No time” skipped, “Ill”" in text(answer.content.decode())
    assert facts(story, COMPLETED, KEY)["note"] == "No time"


def test_starting_a_session_that_was_recorded_meanwhile_shows_both_sides(
    lifter: Client, story: Story, rival: Rival
) -> None:
    rival(
        partial(
            late.record,
            stream=story.stream,
            session_key=KEY,
            day=stories.TODAY,
            zone=ZONE,
            actor=story.actor,
            occasion="a file",
            reported={"srpe_x10": 60},
        )
    )
    answer = lifter.post(SESSION, {"do": "start", "version": "2"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Lower A finished, effort 6 started now" in text(html)
    assert "<form" not in html[html.index("What is saved stands") : html.index("</main>")]
    assert facts(story, COMPLETED, KEY)["status"] == "completed"


def rival_set(story: Story, client_id: str) -> None:
    entry = SetEntry(client_id=client_id, exercise=stories.SQUAT, order=8, load_g=90_000, reps=3)
    actuals.log_sets(
        stream=story.stream,
        session_key=KEY,
        sets=[entry],
        occasion="rival",
        actor=story.actor,
        zone=ZONE,
    )


def test_a_set_that_met_another_shows_both_sides(
    lifter: Client, story: Story, rival: Rival
) -> None:
    stories.start_today(story)
    rival(partial(rival_set, story, "sq.1"))
    answer = lifter.post(
        SESSION,
        {"do": "done", "client_id": "sq.1", "kind": "work", "order": "8", "item": "sq",
         "exercise": stories.SQUAT, "load": "105", "reps": "5"},
    )  # fmt: skip
    assert answer.status_code == 409
    assert "90 × 3" in answer.content.decode()
    assert facts(story, SET, f"{KEY}#sq.1")["load_g"] == 90_000


def test_logging_the_rest_that_met_another_set_shows_both_sides(
    lifter: Client, story: Story, rival: Rival
) -> None:
    stories.start_today(story)
    rival(partial(rival_set, story, "bulk-1-1"))
    answer = lifter.post(SESSION, {"do": "bulk"})
    assert answer.status_code == 409
    assert "The rest of the session 1 set" in text(answer.content.decode())
    assert known.now(story.stream, SET, f"{KEY}#bulk-2-1").facts is None


def test_an_effort_that_met_another_shows_both_sides(
    lifter: Client, story: Story, rival: Rival
) -> None:
    stories.start_today(story)
    now = known.now(story.stream, COMPLETED, KEY)
    rival(
        partial(
            corrections.correct,
            stream=story.stream,
            surface=COMPLETED,
            key=KEY,
            changes={"duration_s": 1800},
            reviewed=now.fingerprint,
            reason="a rival",
            occasion="rival",
            actor=story.actor,
        )
    )
    answer = lifter.post(SESSION, {"do": "effort", "duration": "45", "distance": "8"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Duration 30 min 45 min" in text(html)
    assert "Distance – 8 km" in text(html)
    assert facts(story, COMPLETED, KEY)["duration_s"] == 1800
    assert once_more(lifter, html).headers["Location"] == FINISH
    assert facts(story, COMPLETED, KEY)["duration_s"] == 2700


def test_an_update_of_an_injury_that_met_another_shows_both_sides(
    lifter: Client, story: Story
) -> None:
    address = reverse("injuries")
    key = "2026-11-20/left_knee"
    seen = known.now(story.stream, "training_sessions.injury", key).fingerprint
    common = {"do": "update", "key": key, "reviewed": seen}
    lifter.post(address, {**common, "update": "better", "severity": "1"})
    answer = lifter.post(address, {**common, "update": "worse", "severity": "5"})
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Left knee open, severity 1, “better” open, severity 5, “worse”" in text(html)
    assert facts(story, "training_sessions.injury", key)["severity"] == 1
    assert once_more(lifter, html).status_code == 302
    assert facts(story, "training_sessions.injury", key)["severity"] == 5
