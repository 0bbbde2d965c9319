"""Fills the database of one installation: the demo's first weeks, and what a journey needs on top.

Runs as a process of its own with the settings of that installation: `python -m tests.browser.staging NAME`.
Writes only through the public services, like the demo itself.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coach.settings")

WEEKS = 7
"""After seven weeks the lifter has an open proposal and a full first day of a block."""

KNEE = {
    "title": "Left knee",
    "signal": "pain",
    "region": "knee",
    "guards": ["back_squat_high_bar", "bulgarian_split_squat"],
    "criterion": {
        "kind": "consecutive_exposures",
        "count": 3,
        "during_max": 2,
        "next_morning_max": 2,
    },
    "valid_h": 48,
}
LONG = "strength/02/lower-a"


def demo() -> None:
    """An installation with the demo's first weeks."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    call_command("seed_demo", weeks=WEEKS, as_json=True)


def knee() -> None:
    """The lifter's knee is open, and a gate holds what loads it."""
    from coach.demo import happenings, people
    from coach.work.settle import settle
    from decisions import clock
    from decisions.domain.mandates import MANDATES
    from plans.services import gates

    cast = people.make()
    today = clock.today(cast.lifter.zone)
    happenings.knee_opens(cast, today, 0)
    gates.open_gate(
        stream=cast.lifter.stream,
        mandate=MANDATES["coach"],
        actor=f"user:{cast.coach.pk}",
        key=f"{today.isoformat()}/knee",
        facts={**KNEE, "opened_on": today.isoformat()},
        reasoning="it hurt on the stairs yesterday",
        occasion="knee",
    )
    settle()


def long() -> None:
    """The lifter's day has twenty work sets: four exercises of five."""
    from coach.demo import people
    from coach.work.settle import settle
    from decisions.selectors import known
    from plans.services import structure

    cast = people.make()
    state = known.now(cast.lifter.stream, "plans.planned_day", LONG)
    facts: dict[str, Any] = dict(state.facts or {})
    facts["items"] = [{**item, "sets": 5} for item in facts["items"]]
    structure.edit(
        stream=cast.lifter.stream,
        actor=f"user:{cast.coach.pk}",
        changes=[structure.Change("plans.planned_day", LONG, facts, state.fingerprint)],
        reason="a long day, to count taps",
        occasion="long",
    )
    settle()


STAGES = {"demo": demo, "knee": knee, "long": long}

if __name__ == "__main__":
    django.setup()
    STAGES[sys.argv[1]]()
