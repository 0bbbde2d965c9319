"""Old sessions that become known today are history: nobody analyses ten imported years."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from coach.models import Work
from coach.work import follow
from decisions import clock
from sessions.services import imports
from tests.scenarios.conftest import make_story

HEAD = (
    "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;"
    "Seconds;Notes;Workout Notes;Workout Duration\n"
)


def csv(days: list[date]) -> bytes:
    """A session of one set on each of some days."""
    rows = (f'{day} 18:00:00;"Push";"Bench Press (Barbell)";1;80;kg;5;8;;;0;;;1h\n' for day in days)
    return (HEAD + "".join(rows)).encode()


@pytest.mark.django_db
def test_of_an_imported_file_only_the_last_weeks_are_analysed() -> None:
    story = make_story()
    with clock.at(story.at(20, 18)):
        today = clock.today(story.athlete.zone)
        recent = today - timedelta(days=2)
        old = [today - timedelta(days=4_000 + 2 * n) for n in range(21)]
        imports.import_file(
            stream=story.athlete.stream,
            athlete_zone=story.athlete.zone,
            name="years.csv",
            data=csv([*old, recent]),
            actor="user:1",
        )
        follow.follow(story.athlete.stream)
    analysed = list(Work.objects.filter(kind="session_analysis").values_list("subject", flat=True))
    assert [subject[:10] for subject in analysed] == [recent.isoformat()]
