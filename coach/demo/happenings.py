"""What else happens in the demo on certain days: injuries, corrections, retractions, requests, a coach's hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from coach.demo import lifter_story, runner_plan, runner_story
from coach.demo.people import People
from decisions.domain.mandates import MANDATES
from decisions.selectors import known
from decisions.services import guard
from plans.services import constraints, gates, structure
from sessions.services import corrections, injuries, observations
from sessions.services.observations import DailyEntry

Happening = Callable[[People, date, int], None]
ATHLETE, COACH = MANDATES["athlete"], MANDATES["coach"]


def knee_opens(people: People, today: date, _: int) -> None:
    """The lifter reports the knee as an injury."""
    injuries.open_episode(
        stream=people.lifter.stream,
        region="knee",
        side="left",
        title="Left knee",
        opened_on=today,
        zone=people.lifter.zone,
        actor=_lifter(people),
        severity=4,
        words="Dull pain at the kneecap when squatting",
    )


def knee_update(words: str, severity: int) -> Happening:
    """An update of the open knee."""

    def happen(people: People, today: date, day: int) -> None:
        item = _open_knee(people)
        injuries.update(
            stream=people.lifter.stream,
            key=item.key,
            words=words,
            reviewed=item.fingerprint,
            on=today,
            zone=people.lifter.zone,
            actor=_lifter(people),
            occasion=f"update-{day}",
            severity=severity,
        )

    return happen


def knee_closes(people: People, today: date, _: int) -> None:
    """The lifter calls the knee well."""
    item = _open_knee(people)
    injuries.close(
        stream=people.lifter.stream,
        key=item.key,
        reviewed=item.fingerprint,
        closed_on=today,
        zone=people.lifter.zone,
        actor=_lifter(people),
        words="No pain in stairs or squats for a week",
    )


def set_corrected(people: People, today: date, day: int) -> None:
    """Yesterday's first squat set was typed with the wrong load."""
    item = _set_of(people, today - timedelta(days=1), "squat-1")
    corrections.correct(
        stream=people.lifter.stream,
        surface=item.surface,
        key=item.key,
        changes={"load_g": (item.facts or {})["load_g"] + 2_500, "entered": None},
        reviewed=item.fingerprint,
        reason="forgot one pair of small plates",
        occasion=f"correct-{day}",
        actor=_lifter(people),
    )


def set_retracted(people: People, today: date, day: int) -> None:
    """One set was logged that was never done."""
    item = _set_of(people, today - timedelta(days=1), "calf-3")
    corrections.retract(
        stream=people.lifter.stream,
        surface=item.surface,
        key=item.key,
        reviewed=item.fingerprint,
        reason="tapped once too often",
        occasion=f"retract-{day}",
        actor=_lifter(people),
    )


def asks_for_more(people: People, today: date, day: int) -> None:
    """A wish about the plan: it starts a review and moves nothing."""
    target = guard.Target(
        surface="decisions.request",
        key=f"demo-{day}",
        intended={
            "text": "Could I squat three times a week?",
            "about": "strength",
            "on": today.isoformat(),
        },
        reviewed=guard.ABSENT,
        local_date=today,
        zone=people.lifter.zone,
    )
    occasion = guard.Occasion(
        stream=people.lifter.stream.pk,
        mandate=ATHLETE,
        subject=target.key,
        occasion=target.key,
        actor=_lifter(people),
    )
    guard.write(occasion, [target])


def rest_is_kept(people: People, today: date, day: int) -> None:
    """The coach asks for full rest between squat sets."""
    _constrain(
        people, today, day, "rest-squat", "rest_s", ">=", 180, "s", 28, "keep the sets crisp"
    )


def squat_is_capped(people: People, today: date, day: int) -> None:
    """The coach caps the squat while the knee is watched."""
    _constrain(people, today, day, "squat-cap", "load_g", "<=", 115_000, "g", 21, "knee is watched")


def physio_is_awaited(people: People, today: date, day: int) -> None:
    """A gate that only a person can clear."""
    gates.open_gate(
        stream=people.lifter.stream,
        mandate=COACH,
        actor=_coach(people),
        key=f"{today.isoformat()}/physio",
        facts={
            "title": "Physio review",
            "signal": "review",
            "region": "shoulder",
            "guards": ["overhead_press"],
            "criterion": {"kind": "human", "text": "physio says that pressing may rise again"},
            "valid_h": 24 * 28,
            "opened_on": today.isoformat(),
        },
        reasoning="shoulder was stiff in the last two press sessions",
        occasion=f"physio-{day}",
    )


def physio_has_spoken(people: People, today: date, day: int) -> None:
    """The coach closes it with the physio's word."""
    item = next(
        i
        for i in known.known(people.lifter.stream, ranges=[known.Range("plans.gate")])
        if i.key.endswith("/physio")
    )
    gates.close_gate(
        stream=people.lifter.stream,
        mandate=COACH,
        actor=_coach(people),
        key=item.key,
        reviewed=item.fingerprint,
        on=today,
        reason="physio: full range, no pain, may progress",
        occasion=f"physio-{day}",
    )


def red_flag_is_typed(people: People, today: date, day: int) -> None:
    """Words that suspend all training until a person has answered them."""
    observations.record(
        stream=people.runner.stream,
        day=today,
        zone=people.runner.zone,
        entries=[DailyEntry(kind="symptoms", text="chest pain on the stairs this morning")],
        occasion=f"symptom-{day}",
        actor=_runner(people),
    )


def red_flag_is_taken_back(people: People, today: date, day: int) -> None:
    """It was about somebody else: retracted, and the log still says that it was said."""
    low = (today - timedelta(days=3)).isoformat()
    item = next(
        i
        for i in known.known(
            people.runner.stream, ranges=[known.Range("training_sessions.daily", low)]
        )
        if (i.facts or {})["kind"] == "symptoms"
    )
    corrections.retract(
        stream=people.runner.stream,
        surface=item.surface,
        key=item.key,
        reviewed=item.fingerprint,
        reason="that was about my father, typed into the wrong app",
        occasion=f"retract-{day}",
        actor=_runner(people),
    )


def medical_gate_is_closed(people: People, today: date, day: int) -> None:
    """The coach asked, and clears what the report had suspended."""
    for item in known.known(people.runner.stream, ranges=[known.Range("plans.gate")]):
        if (item.facts or {})["state"] == "open":
            gates.close_gate(
                stream=people.runner.stream,
                mandate=COACH,
                actor=_coach(people),
                key=item.key,
                reviewed=item.fingerprint,
                on=today,
                reason="spoke with Jon: the report was about his father",
                occasion=f"clear-{day}",
            )


def threshold_set_by_hand(people: People, today: date, day: int) -> None:
    """The coach changes the threshold while a proposal about it waits: that one becomes stale."""
    stream = people.runner.stream
    key = f"{runner_plan.PLAN}/threshold"
    state = known.now(stream, "plans.rule", key)
    before = state.facts or {}
    value = before["params"]["value"] - 2
    facts = runner_plan.threshold(value, today, "the coach's own reading of the last races")
    structure.edit(
        stream=stream,
        actor=_coach(people),
        changes=[structure.Change("plans.rule", key, facts, state.fingerprint)],
        reason="two races say a little faster",
        occasion=f"by-hand-{day}",
    )


LIFTER: dict[int, tuple[Happening, ...]] = {
    lifter_story.FIRST_PAIN: (knee_opens,),
    66: (knee_update("Better, stairs are fine", 3),),
    73: (knee_update("Only after sitting long", 2),),
    80: (knee_closes,),
    99: (set_corrected,),
    106: (set_retracted,),
    113: (asks_for_more,),
    135: (physio_is_awaited,),
    144: (physio_has_spoken,),
    165: (rest_is_kept,),
    lifter_story.SECOND_PAIN: (knee_opens,),
    173: (squat_is_capped,),
    177: (knee_update("Good on Monday, stiff when I get up", 2),),
}
RUNNER: dict[int, tuple[Happening, ...]] = {
    92: (threshold_set_by_hand,),
    runner_story.RED_FLAG: (red_flag_is_typed,),
    runner_story.RED_FLAG + 1: (red_flag_is_taken_back,),
    runner_story.RED_FLAG + 2: (medical_gate_is_closed,),
}


def _constrain(
    people: People,
    today: date,
    day: int,
    slug: str,
    field: str,
    operator: str,
    value: int,
    unit: str,
    days: int,
    reason: str,
) -> None:
    constraints.open_constraint(
        stream=people.lifter.stream,
        mandate=COACH,
        actor=_coach(people),
        key=f"{today.isoformat()}/{slug}",
        facts={
            "title": slug.replace("-", " ").capitalize(),
            "field": field,
            "exercise": "back_squat_high_bar",
            "region": None,
            "operator": operator,
            "value": value,
            "unit": unit,
            "reason": reason,
            "starts_on": today.isoformat(),
            "expires_on": (today + timedelta(days=days)).isoformat(),
            "renewals": 0,
            "status": "active",
        },
        reasoning=reason,
        occasion=f"{slug}-{day}",
    )


def _open_knee(people: People) -> known.Known:
    return next(
        i
        for i in known.known(people.lifter.stream, ranges=[known.Range("training_sessions.injury")])
        if (i.facts or {})["status"] == "open"
    )


def _set_of(people: People, day: date, client_id: str) -> known.Known:
    low, high = day.isoformat(), (day + timedelta(days=1)).isoformat()
    items = known.known(
        people.lifter.stream, ranges=[known.Range("training_sessions.set", low, high)]
    )
    return next(i for i in items if i.key.endswith(f"#{client_id}"))


def _lifter(people: People) -> str:
    return f"user:{people.lifter.user_id}"


def _runner(people: People) -> str:
    return f"user:{people.runner.user_id}"


def _coach(people: People) -> str:
    return f"user:{people.coach.pk}"
