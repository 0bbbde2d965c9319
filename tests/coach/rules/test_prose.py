from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coach.domain.draft import Considered, Reason, ThresholdLine
from coach.rules import fact_numbers, numbers, presentable, prose, withheld
from decisions.domain.outcomes import Outcome
from tests.coach.domain.packets import showcase
from tests.coach.rules.judging import holds, own, ruling


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nothing here", set()),
        ("107.5 kg and 107,5 kg", {"107.5"}),
        ("RPE 7½, then ½ more", {"7.5", "0.5"}),
        ("3 × 5 at 105 kg", {"3", "5", "105"}),
        ("−2.3 % or -2.3 %", {"2.3"}),
        ("at 4:18/km", {"258"}),
        ("in 1:15:00", {"4500"}),
        ("Thu 26 Nov", {"date 11-26"}),
        ("on 2026-11-26", {"date 11-26"}),
        ("[E1] and G2, C3", set()),
        ("D-0412 and P-0007", {"412", "7"}),
        ("e1RM and VO2max", set()),
        ("1.250", {"1.25"}),
    ],
)
def test_it_reads_numbers_in_every_common_form(text: str, expected: set[str]) -> None:
    assert numbers.of_text(text) == expected


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"load_g": 107_500}, "107.5 kg"),
        ({"rpe_x10": 75}, "RPE 7½"),
        ({"rest_s": 180}, "3 min, that is 3:00 or 180 s"),
        ({"rest_s": 200}, "3 min 20 s"),
        ({"distance_m": 10_480}, "10.48 km or 10.5 km"),
        ({"low": 258, "target_kind": "pace_s_per_km"}, "4:18/km"),
        ({"value": 115_000, "field": "load_g"}, "115 kg"),
        ({"steps": [{"repeat": 5, "duration_s": 240}]}, "5 × 4 min"),
        ({"note": "about 12 of 20"}, "12 of 20"),
        ({"starts_on": "2026-12-02"}, "2 Dec"),
    ],
)
def test_prose_may_give_a_stored_number_in_its_own_unit(
    facts: dict[str, object], text: str
) -> None:
    assert numbers.inside(text, fact_numbers.of_facts(facts))


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"load_g": 107_500}, "110 kg"),
        ({"rpe_x10": 75}, "RPE 8"),
        ({"distance_m": 10_480}, "10.6 km"),
        ({"reps": 5}, "50 reps"),
        ({"flag": True}, "1"),
        ({"load_g": None}, "0 kg"),
    ],
)
def test_another_number_is_not_inside(facts: dict[str, object], text: str) -> None:
    assert not numbers.inside(text, fact_numbers.of_facts(facts))


@given(st.integers(min_value=0, max_value=1_000_000))
def test_every_load_binds_to_its_own_kilograms(load_g: int) -> None:
    whole, rest = divmod(load_g, 1000)
    assert numbers.inside(f"{whole}.{rest:03d} kg", fact_numbers.of_facts({"load_g": load_g}))


def test_a_sentence_with_a_cited_number_stands() -> None:
    situation = showcase().situation()
    sets = situation.packet.of("training_sessions.set")[-1].handle
    made = own(
        situation, reasons=(Reason(text="The last set was 105 kg × 5 at RPE 8.", cites=(sets,)),)
    )
    assert withheld(made, situation) == ()


def test_a_sentence_with_an_unbound_number_is_withheld_and_nothing_is_refused() -> None:
    situation = showcase().situation()
    lie = "Your squat is up 12 % since 140 kg."
    made = own(situation, reasons=(Reason(text=lie, cites=("G1",)), *own(situation).reasons))
    assert withheld(made, situation) == (lie,)
    assert not ruling(made, situation).refused
    assert holds(prose.numbers_are_bound, made, situation)


@pytest.mark.parametrize("field", ["summary", "monitor", "carried", "considered", "session"])
def test_no_part_of_the_prose_escapes(field: str) -> None:
    situation = showcase().situation()
    lie = "A record of 222.5 kg waits for you."
    made = own(situation)
    assert made.session is not None
    every: dict[str, dict[str, Any]] = {
        "summary": {"summary": lie},
        "monitor": {"monitor": (lie,)},
        "carried": {"carried": (lie,)},
        "considered": {
            "considered": (*made.considered, Considered(outcome=Outcome.MONITOR_ONLY, why=lie))
        },
        "session": {"session": made.session.model_copy(update={"reason": lie})},
    }
    changes = every[field]
    assert withheld(made.model_copy(update=changes), situation) == (lie,)


def test_a_number_of_an_item_that_is_not_cited_does_not_count() -> None:
    story = showcase()
    item = story.daily(story.today, "resting_hr_bpm", 47)
    situation = story.situation()
    said = "Resting heart rate is 47."
    assert withheld(own(situation, reasons=(Reason(text=said, cites=("G1",)),)), situation) == (
        said,
    )
    assert (
        withheld(own(situation, reasons=(Reason(text=said, cites=(item.handle,)),)), situation)
        == ()
    )


def test_a_claim_of_measurement_needs_something_measured() -> None:
    story = showcase()
    device = story.completed("2026-11-24:x", sport="run", distance_m=5_000, evidence="observed")
    situation = story.situation()
    said = "It was measured."
    reported = situation.packet.of("training_sessions.set")[0].handle
    assert withheld(own(situation, reasons=(Reason(text=said, cites=(reported,)),)), situation) == (
        said,
    )
    assert (
        withheld(own(situation, reasons=(Reason(text=said, cites=(device.handle,)),)), situation)
        == ()
    )


def test_only_supported_thresholds_and_lines_are_shown() -> None:
    situation = showcase().situation()
    made = own(situation)
    lie = ThresholdLine(name="Fitness", value="93.7", limit="90")
    shown = presentable(
        made.model_copy(
            update={
                "thresholds": (*made.thresholds, lie),
                "carried": (*made.carried, "Add 40 kg."),
                "next_look": "2026-11-25",
            }
        ),
        situation,
    )
    assert shown.thresholds == made.thresholds
    assert shown.carried == made.carried
    assert shown.next_look is None
