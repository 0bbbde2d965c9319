"""Finishing a session, and its page afterwards."""

from __future__ import annotations

import re

from django.test import Client
from django.urls import reverse

from decisions.selectors import known
from tests.coach.web import story as stories
from tests.coach.web.story import KEY, LAST_KEY, Story

COMPLETED = "training_sessions.completed"
SESSION = reverse("session", args=[KEY])
FINISH = reverse("finish", args=[KEY])
DETAIL = reverse("session_detail", args=[KEY])


def log_all(client: Client, story: Story, rpe: str = "7.5") -> None:
    stories.start_today(story)
    for item, slug, sets, load, reps in (
        ("sq", stories.SQUAT, 3, "105", "5"),
        ("rdl", stories.RDL, 3, "90", "8"),
        ("ss", stories.SPLIT, 3, "32", "8"),
        ("calf", stories.CALF, 3, "60", "12"),
    ):
        for number in range(1, sets + 1):
            client.post(
                SESSION,
                {"do": "done", "client_id": f"{item}.{number}", "kind": "work", "order": str(number),
                 "exercise": slug, "item": item, "load": load, "reps": reps,
                 "rpe": "" if item == "calf" else rpe},
            )  # fmt: skip


def text(client: Client, address: str) -> str:
    html = client.get(address).content.decode().replace("\u00a0", " ")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def facts_of(story: Story, key: str = KEY) -> dict[str, object]:
    facts = known.now(story.stream, COMPLETED, key).facts
    assert facts is not None
    return facts


def test_next_time_names_the_number_that_decides(lifter: Client, story: Story) -> None:
    log_all(lifter, story)
    said = text(lifter, FINISH)
    assert "Same Back squat (high bar), 105 kg" in said
    assert "0 of 3 Left knee" in said
    assert "Up Romanian deadlift, 92.5 kg" in said
    assert "RPE 7½ last set, limit 8" in said
    assert "Unknown Standing calf raise, 60 kg" in said
    assert "0 of 3 sets with RPE" in said


def test_effort_and_pain_are_asked_and_never_filled_in(lifter: Client, story: Story) -> None:
    log_all(lifter, story)
    html = lifter.get(FINISH).content.decode()
    assert 'name="srpe"' in html
    assert 'name="pain.left_knee.during"' in html
    assert not re.search(r"<input[^>]* checked", html)


def test_it_saves_effort_pain_and_note(lifter: Client, story: Story) -> None:
    log_all(lifter, story)
    answer = lifter.post(FINISH, {"srpe": "7", "pain.left_knee.during": "1", "note": "smooth"})
    assert answer.status_code == 302
    facts = facts_of(story)
    assert (facts["status"], facts["srpe_x10"], facts["note"]) == ("completed", 70, "smooth")
    said = known.now(
        story.stream, "training_sessions.daily", "2026-11-26/pain/left_knee/during"
    ).facts
    assert said is not None
    assert said["value"] == 1


def test_what_was_not_said_stays_unknown(lifter: Client, story: Story) -> None:
    log_all(lifter, story)
    lifter.post(FINISH, {})
    assert facts_of(story)["srpe_x10"] is None


def test_with_sets_left_it_is_in_part(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    lifter.post(FINISH, {"srpe": "5"})
    assert facts_of(story)["status"] == "partial"


def test_an_effort_that_is_none_is_named_and_the_note_is_kept(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    answer = lifter.post(FINISH, {"srpe": "12", "note": "keep me"})
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "Session effort: must lie between 1 and 10" in html
    assert "keep me" in html
    assert facts_of(story)["status"] == "started"


def test_a_double_finish_is_one(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    lifter.post(FINISH, {"srpe": "5"})
    head = known.head(story.stream)
    assert lifter.post(FINISH, {"srpe": "5"}).status_code == 302
    assert known.head(story.stream) == head


def test_finishing_again_with_other_words_keeps_the_first(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    lifter.post(FINISH, {"srpe": "5"})
    lifter.post(FINISH, {"srpe": "9"})
    assert facts_of(story)["srpe_x10"] == 50


def test_afterwards_the_page_waits_for_the_coach(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    lifter.post(FINISH, {"srpe": "5"})
    html = lifter.get(DETAIL).content.decode()
    assert "The coach is looking at it" in html
    assert f'hx-get="{reverse("analysis", args=[KEY])}"' in html
    assert ">Reload</a>" in html


def test_then_it_shows_the_decision_with_its_unknowns(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    lifter.post(FINISH, {"srpe": "5"})
    stories.decide(story, "session_analysis", KEY, "Keep the back squat at 105 kg.")
    said = text(lifter, reverse("analysis", args=[KEY]))
    assert "Keep the back squat at 105 kg." in said
    assert "No change" in said
    assert "The knee on the next morning" in said
    assert "2.5 kg more waits for the gate" in said


def test_a_late_effort_can_be_added(lifter: Client, story: Story) -> None:
    stories.start_today(story)
    lifter.post(FINISH, {})
    html = lifter.get(DETAIL).content.decode()
    reviewed = re.search(r'name="reviewed" value="([^"]+)"', html)
    assert reviewed is not None
    lifter.post(DETAIL, {"do": "effort", "srpe": "6", "reviewed": reviewed[1]})
    assert facts_of(story)["srpe_x10"] == 60


def test_a_late_rpe_can_be_added(lifter: Client, story: Story) -> None:
    log_all(lifter, story)
    lifter.post(FINISH, {"srpe": "7"})
    assert f"{SESSION}?row=calf.3" in lifter.get(DETAIL).content.decode()
    html = lifter.get(SESSION, {"row": "calf.3"}).content.decode()
    reviewed = re.search(r'name="reviewed" value="([^"]+)"', html)
    assert reviewed is not None
    answer = lifter.post(
        SESSION,
        {
            "do": "fix",
            "client_id": "calf.3",
            "reviewed": reviewed[1],
            "load": "60",
            "reps": "12",
            "rpe": "8",
        },
    )
    assert answer.headers["Location"] == DETAIL
    facts = known.now(story.stream, "training_sessions.set", f"{KEY}#calf.3").facts
    assert facts is not None
    assert facts["rpe_x10"] == 80


def test_planned_prescribed_and_done_stand_side_by_side(lifter: Client, story: Story) -> None:
    log_all(lifter, story)
    lifter.post(FINISH, {"srpe": "7"})
    said = text(lifter, DETAIL)
    assert "3 × 5 at 107.5 kg" in said
    assert "3 × 5 at 105 kg" in said
    assert "105 × 5 @7½" in said


def test_a_correction_is_visible(lifter: Client) -> None:
    html = lifter.get(reverse("session_detail", args=[LAST_KEY])).content.decode()
    assert '<s class="was">90 × 8 @8</s>' in html


def test_the_whole_session_can_be_taken_back(lifter: Client, story: Story) -> None:
    address = reverse("session_detail", args=[LAST_KEY])
    reviewed = known.now(story.stream, COMPLETED, LAST_KEY).fingerprint
    lifter.post(address, {"do": "retract", "reviewed": reviewed, "why": "was another day"})
    assert known.now(story.stream, COMPLETED, LAST_KEY).facts is None
    assert known.now(story.stream, "training_sessions.set", f"{LAST_KEY}#sq.1").facts is None


def test_the_coach_reads_and_changes_nothing(coach: Client, story: Story) -> None:
    address = reverse("session_detail", args=[LAST_KEY])
    assert coach.get(address, {"of": "lifter"}).status_code == 200
    head = known.head(story.stream)
    assert coach.post(f"{address}?of=lifter", {"do": "retract"}).status_code == 404
    assert known.head(story.stream) == head


def test_a_stranger_finds_nothing(stranger: Client) -> None:
    address = reverse("session_detail", args=[LAST_KEY])
    assert stranger.get(address).status_code == 404
    assert stranger.get(address, {"of": "lifter"}).status_code == 404
    assert stranger.get(reverse("analysis", args=[LAST_KEY])).status_code == 404
    assert stranger.post(FINISH, {"srpe": "5"}).status_code == 404
    assert stranger.post(address, {"do": "retract"}).status_code == 404
