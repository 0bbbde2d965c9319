"""Red-flag words stop all training by whatever door they come in, until a person closes the gate that they opened."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coach.workflows import red_flags
from decisions import clock
from decisions.selectors import known, lineage
from sessions.services import injuries
from sessions.services.observations import DailyEntry
from tests.scenarios.conftest import Story

pytestmark = pytest.mark.django_db
WORDS = "chest pain since this morning"
Tell = Callable[[Story], tuple[str, str]]


def check_in(story: Story) -> tuple[str, str]:
    story.say(1, DailyEntry(kind="symptoms", text=WORDS))
    return "training_sessions.daily", "2026-03-03/symptoms/-/-"


def injury(story: Story) -> tuple[str, str]:
    with clock.at(story.at(1, 7)):
        injuries.open_episode(
            stream=story.athlete.stream,
            region="ribs",
            title="Ribs",
            opened_on=story.at(1).date(),
            zone="UTC",
            actor=story.me,
            words=WORDS,
        )
    (found,) = known.known(story.athlete.stream, ranges=[known.Range("training_sessions.injury")])
    return found.surface, found.key


def note(story: Story) -> tuple[str, str]:
    story.train(0)
    story.correct(story.key(0), story.at(1, 7), surface="training_sessions.completed", note=WORDS)
    return "training_sessions.completed", story.key(0)


def wish(story: Story) -> tuple[str, str]:
    story.ask(1, f"I have {WORDS}. May I train?")
    return "decisions.request", "wish-1"


DOORS = [check_in, injury, note, wish]


def medical(story: Story) -> dict[str, str]:
    """Gates over all training with their state."""
    every = story.gates().items()
    return {key: gate["state"] for key, gate in every if gate["guards"] == ["all_training"]}


@pytest.mark.parametrize("tell", DOORS, ids=lambda door: door.__name__)
def test_red_flag_words_open_a_medical_gate_by_whatever_door(story: Story, tell: Tell) -> None:
    surface, key = tell(story)
    story.settle(1, 13)
    ((gate, state),) = medical(story).items()
    assert state == "open"
    facts = story.gates()[gate]
    assert facts["criterion"]["kind"] == "human"
    position = story.state("plans.gate", gate).position
    assert position is not None
    assert story.state(surface, key).position in lineage.grounds(story.athlete.stream, position)
    story.wake(3)
    assert story.prescription(3).items == []


@pytest.mark.parametrize("tell", [check_in, note], ids=lambda door: door.__name__)
def test_taking_the_words_back_leaves_the_gate_and_a_person_resumes_training(
    story: Story, tell: Tell
) -> None:
    surface, key = tell(story)
    story.settle(1, 13)
    if surface.endswith("daily"):
        story.retract(key, story.at(1, 14), surface=surface)
    else:
        story.correct(key, story.at(1, 14), surface=surface, note="a stitch, no more")
    story.settle(1, 15)
    ((gate, state),) = medical(story).items()
    assert state == "open"
    story.wake(3)
    assert story.prescription(3).items == []
    story.close_gate(gate, story.at(3, 8))
    story.settle(3, 9)
    assert medical(story) == {gate: "closed"}
    assert story.prescription(3).items != []


def test_words_that_were_taken_back_before_anybody_looked_still_open_it(story: Story) -> None:
    surface, key = check_in(story)
    story.retract(key, story.at(1, 8), surface=surface)
    story.settle(1, 9)
    assert list(medical(story).values()) == ["open"]


def test_one_gate_is_open_at_a_time_and_new_words_after_clearance_open_another(
    story: Story,
) -> None:
    check_in(story)
    story.say(1, DailyEntry(kind="symptoms", text="and I fainted"), hour=9)
    story.settle(1, 13)
    (gate,) = medical(story)
    story.close_gate(gate, story.at(2, 9))
    story.settle(2, 10)
    assert medical(story) == {gate: "closed"}
    story.say(2, DailyEntry(kind="symptoms", text="palpitations and dizzy again"), hour=11)
    story.settle(2, 12)
    assert sorted(medical(story).values()) == ["closed", "open"]


def test_following_twice_opens_one_gate(story: Story) -> None:
    check_in(story)
    with clock.at(story.at(1, 13)):
        events = known.events(story.athlete.stream)
        first = red_flags.watch(story.athlete, events)
        assert first is not None
        assert red_flags.watch(story.athlete, events) is None
    assert list(medical(story)) == [first]


def test_words_of_long_ago_open_none(story: Story) -> None:
    story.say(1, DailyEntry(kind="symptoms", text=WORDS))
    story.settle(30)
    assert medical(story) == {}


def test_a_denial_opens_none(story: Story) -> None:
    story.say(1, DailyEntry(kind="symptoms", text="a cold, no chest pain"))
    story.settle(1, 13)
    assert medical(story) == {}
