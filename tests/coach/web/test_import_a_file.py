"""Files: a dry run, then the import, as plain forms."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from decisions.selectors import known
from tests.coach.web.story import Story

ADDRESS = reverse("import_file")
STRONG = (
    "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;"
    "Seconds;Notes;Workout Notes;Workout Duration\n"
    '2026-11-10 18:00:00;"Push";"Bench Press (Barbell)";1;80;kg;5;8;;;0;;;1h\n'
    '2026-11-10 18:00:00;"Push";"Bench Press (Barbell)";2;80;kg;5;;;;0;;;1h\n'
)


@pytest.fixture(autouse=True)
def _apart(settings: LazySettings, tmp_path: object) -> None:
    settings.MEDIA_ROOT = str(tmp_path)


def look(client: Client, content: str = STRONG, name: str = "strong.csv") -> str:
    file = SimpleUploadedFile(name, content.encode(), content_type="text/csv")
    answer = client.post(ADDRESS, {"do": "look", "file": file})
    assert answer.status_code == 200
    return answer.content.decode()


def waiting(html: str) -> dict[str, str]:
    digest = re.search(r'name="sha256" value="([0-9a-f]{64})"', html)
    assert digest is not None
    return {"sha256": digest[1], "name": "strong.csv"}


def test_the_dry_run_writes_nothing(lifter: Client, story: Story) -> None:
    head = known.head(story.stream)
    html = look(lifter).replace("\u00a0", " ")
    assert "1 session would be added" in html
    assert "10 Nov 2026" in html
    assert known.head(story.stream) == head


def test_the_yes_writes_it(lifter: Client, story: Story) -> None:
    found = waiting(look(lifter))
    html = lifter.post(ADDRESS, {"do": "import", **found}).content.decode()
    assert "<h1>Imported</h1>" in html
    sets = known.known(
        story.stream, ranges=[known.Range("training_sessions.set", "2026-11-10", "2026-11-11")]
    )
    assert [(s.facts or {})["rpe_x10"] for s in sets] == [80, None]


def test_the_same_file_twice_changes_nothing(lifter: Client, story: Story) -> None:
    lifter.post(ADDRESS, {"do": "import", **waiting(look(lifter))})
    head = known.head(story.stream)
    html = look(lifter)
    assert "Nothing would be added" in html
    lifter.post(ADDRESS, {"do": "import", **waiting(html)})
    assert known.head(story.stream) == head


def test_a_file_that_is_none_says_so(lifter: Client) -> None:
    assert "cannot be read" in look(lifter, "hello there", "note.txt")


def test_it_refuses_to_look_at_nothing(lifter: Client) -> None:
    answer = lifter.post(ADDRESS, {"do": "look"})
    assert answer.status_code == 422
    assert "File: choose at least one" in answer.content.decode()


def test_what_waits_can_be_forgotten(lifter: Client) -> None:
    found = waiting(look(lifter))
    lifter.post(ADDRESS, {"do": "forget"})
    answer = lifter.post(ADDRESS, {"do": "import", **found})
    assert answer.status_code == 422
    assert "is not waiting any more" in answer.content.decode()


def test_nobody_reaches_the_file_of_another(lifter: Client, stranger: Client, story: Story) -> None:
    found = waiting(look(lifter))
    assert stranger.post(ADDRESS, {"do": "import", **found}).status_code == 422


def test_a_digest_is_no_path(lifter: Client) -> None:
    look(lifter)
    answer = lifter.post(ADDRESS, {"do": "import", "sha256": "../../secret_key", "name": "x"})
    assert answer.status_code == 422


def test_what_is_recent_is_looked_at_and_what_is_old_counts_as_history(
    lifter: Client, story: Story
) -> None:
    old = STRONG + STRONG.splitlines()[1].replace("2026-11-10", "2015-06-07") + "\n"
    html = lifter.post(ADDRESS, {"do": "import", **waiting(look(lifter, old))}).content.decode()
    html = html.replace("\u00a0", " ")
    assert "The coach looks at the 1 session of the last 28 days within seconds." in html
    assert "1 older session counts as history and is not looked at one by one." in html
    assert "7 Jun 2015" in html


def test_an_old_session_is_not_said_to_be_waiting_for_the_coach(
    lifter: Client, story: Story
) -> None:
    old = STRONG.replace("2026-11-10", "2015-06-07")
    lifter.post(ADDRESS, {"do": "import", **waiting(look(lifter, old))})
    (session,) = known.known(
        story.stream, ranges=[known.Range("training_sessions.completed", "2015", "2016")]
    )
    html = lifter.get(reverse("session_detail", args=[session.key])).content.decode()
    html = html.replace("\u00a0", " ")
    assert "Sun 7 Jun 2015" in html
    assert "strong.csv, imported" in html
    assert (session.facts or {})["source"] not in html
    assert "it counts as history" in html
    assert "The coach is looking at it" not in html
    assert "hx-get" not in html
