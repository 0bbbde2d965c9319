from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from coach.domain.draft import Criterion, Draft, Look, Reason, ThresholdLine
from coach.domain.situation import Situation
from coach.rules import WITHHELD, fact_numbers, numbers, presentable, prose, withheld
from coach.rules.sentences import prose_fields, sentences
from tests.coach.domain.packets import key, showcase
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
        ("fifty kilos", {"50"}),
        ("twenty-five reps", {"25"}),
        ("one hundred and five kilos", {"105"}),
        ("seven and a half", {"7.5"}),
        ("a dozen reps, then half a dozen more", {"12", "6"}),
        ("half an hour", {"30"}),
        ("RPE eight", {"8"}),
        ("a ten-minute run", {"10"}),
        ("fifty percent", {"50"}),
        ("twice the load", {"times 2"}),
        ("double your sets", {"times 2"}),
        ("the volume is doubled", {"times 2"}),
        ("half the volume", {"times 0.5"}),
        ("cut it in half", {"times 0.5"}),
        ("by a third", {"times third"}),
        ("two thirds of the load", {"times two third"}),
        ("missed three times in a row", {"3"}),
        ("3x5 at RPE9, then x50kg", {"3", "5", "9", "50"}),
        ("¾ of it", {"0.75"}),
        ("one session is one observation", set()),
        ("it rose twice in a row", set()),
        ("double progression", set()),
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
                "carried": (*made.carried, "Add 40 kg.", "Add 50 kg."),
                "next_look": "2026-11-25",
                "looks": (Look(date="2027-12-31", text="later"), *made.looks),
            }
        ),
        situation,
    )
    assert shown.thresholds == made.thresholds
    assert shown.carried == (*made.carried, WITHHELD), "what is withheld is said, once"
    assert shown.next_look is None
    assert shown.looks == made.looks


@pytest.mark.parametrize(
    "said",
    [
        "Do fifty kilos more.",
        "Take twice the load.",
        "Half the volume is enough.",
        "Add a dozen reps.",
        "Add 4 kg.",
        "Add four kilos.",
        "Add 5 kg.",
        "Add five more kilos.",
    ],
)
def test_a_spelled_quantity_is_bound_like_digits(said: str) -> None:
    situation = showcase().situation()
    every = tuple(item.handle for item in situation.packet.of("training_sessions.set"))
    made = own(situation, reasons=(Reason(text=said, cites=every), *own(situation).reasons))
    assert said in withheld(made, situation)


def test_a_spelled_quantity_of_a_cited_item_stands() -> None:
    story = showcase()
    item = story.daily(story.today, "symptoms", text="fifty kilos felt fine")
    situation = story.situation()
    made = own(situation, reasons=(Reason(text="Fifty kilos felt fine.", cites=(item.handle,)),))
    assert withheld(made, situation) == ()


CLAIMS = [
    "The gate is closed.",
    "The knee gate has been lifted.",
    "Your coach closed the gate.",
    "Once again the gate is closed.",
    "No gate holds you back.",
    "Your coach approved this.",
    "This was approved by Anna.",
    "It goes ahead with your coach's approval.",
    "The doctor gave permission.",
    "You are cleared.",
    "You are now cleared to squat.",
    "Medical clearance was given.",
    "You are safe to train.",
    "The physio cleared it.",
    "Nothing holds you back.",
    "The knee is pain-free now.",
    "There is no more pain.",
    "The pain is gone.",
    "The cap on the load was lifted.",
    "We removed the constraint.",
    "The injury has healed.",
    "The proposal was accepted.",
    "A proposal waits for an answer.",
]


def capped() -> Situation:
    """An open gate over the knee, an active cap, an open injury: nothing is cleared."""
    story = showcase()
    story.constraint("load_g", 200_000)
    story.injury()
    return story.situation()


@pytest.mark.parametrize("said", CLAIMS)
def test_a_claim_of_authority_that_the_packet_does_not_bear_out_is_withheld(said: str) -> None:
    situation = capped()
    for cites in ((), ("G1",), tuple(i.handle for i in situation.packet.items)[:40]):
        made = own(situation, reasons=(Reason(text=said, cites=cites), *own(situation).reasons))
        assert said in withheld(made, situation), cites


@pytest.mark.parametrize(
    "said",
    [
        "The gate is not closed.",
        "The gate “Left knee pain” is open.",
        "Nothing rises until the gate is closed.",
        "The gate can only be closed by a person.",
        "If your coach approved it, the plan would change.",
        "Once you are cleared, training goes on.",
        "Nothing is trained until a person has recorded medical clearance.",
        "If the knee is pain-free, the planned dose.",
        "The cap on the load is not lifted.",
        "It is for a person to decide.",
    ],
)
def test_what_is_open_conditional_or_denied_is_no_claim(said: str) -> None:
    situation = capped()
    made = own(situation, reasons=(Reason(text=said, cites=("G1",)), *own(situation).reasons))
    assert withheld(made, situation) == ()


def test_a_closed_gate_may_be_called_closed_and_an_open_one_beside_it_may_not() -> None:
    story = showcase()
    closed = story.gate("Elbow", region="left_elbow", state="closed", guards=("bench_press",))
    situation = story.situation()

    def stands(text: str, *cites: str) -> bool:
        made = own(situation, reasons=(Reason(text=text, cites=cites), *own(situation).reasons))
        return text not in withheld(made, situation)

    assert stands("The gate is closed.", closed.handle)
    assert stands("The gate “Elbow” is closed.")
    assert not stands("The gate “Left knee pain” is closed.", closed.handle)
    assert not stands("The gate is closed.")
    assert not stands("The gate is open.", closed.handle)


def test_what_a_person_closed_and_nothing_else_holds_is_clearance() -> None:
    story = showcase()
    story.items = [i for i in story.items if i.surface != "plans.gate"]
    computed = story.gate("Knee", state="closed")
    person = story.gate("Medical clearance", state="closed", human=True, region=None)
    situation = story.situation()
    said = "You are cleared to train."
    made = own(situation, reasons=(Reason(text=said, cites=(computed.handle,)),))
    assert withheld(made, situation) == (said,)
    made = own(situation, reasons=(Reason(text=said, cites=(person.handle,)),))
    assert withheld(made, situation) == ()


def test_freedom_from_pain_needs_reports_of_none() -> None:
    story = showcase()
    some, none = story.pain(date(2026, 11, 25), 1), story.pain(date(2026, 11, 26), 0)
    situation = story.situation()
    said = "The knee is pain-free."
    made = own(situation, reasons=(Reason(text=said, cites=(none.handle,)),))
    assert withheld(made, situation) == ()
    made = own(situation, reasons=(Reason(text=said, cites=(some.handle, none.handle)),))
    assert withheld(made, situation) == (said,)


LIE = "A record of fifty-seven kilos waits, and your coach approved it."


def whole() -> Draft:
    """A draft in which every text of every part holds the same lie."""
    values: dict[str, Any] = {
        "outcome": "NO_CHANGE",
        "considered": [{"outcome": "NO_CHANGE", "why": LIE, "chosen": True}],
    }
    return Draft.model_validate_json(json.dumps(_filled(Draft, values)))


def _filled(kind: type[BaseModel], given: dict[str, Any]) -> dict[str, Any]:
    known = {
        "operator": "<=", "field": "load_g", "kind": "threshold", "risk": "low", "value": 1, "unit": "g",
        "valid_h": 1, "sets": 1, "reps": 1, "outcome": "MONITOR_ONLY", "id": "x", "exercise": "x",
        "modality": "x", "key": "x", "surface": "plans.rule", "after": {}, "guards": ["x"],
        "date": "2026-12-01", "expires": "2026-12-01", "starts_on": "2026-12-01",
        "expires_on": "2026-12-01",
    }  # fmt: skip
    found: dict[str, Any] = {}
    for name, field in kind.model_fields.items():
        if name in given:
            found[name] = given[name]
        elif name in prose_fields(kind):
            text = LIE if name != "unit" else "of fifty-seven pounds"
            found[name] = [text] if name in ("kept", "monitor", "carried") else text
        elif parts := [part for part in _parts(field.annotation) if part is not kind]:
            filled = [_filled(part, {}) for part in parts]
            many = "tuple" in str(field.annotation) or name == "items"
            found[name] = filled if many else filled[0]
        elif field.is_required():
            found[name] = "human" if kind is Criterion else known[name]
    return found


def _parts(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [part for arg in get_args(annotation) for part in _parts(arg)]


def kinds(kind: type[BaseModel] = Draft) -> set[type[BaseModel]]:
    """Every kind of part that a draft may hold."""
    found = {kind}
    for field in kind.model_fields.values():
        for part in _parts(field.annotation):
            found |= kinds(part)
    return found


def test_every_text_of_the_schema_is_prose_or_names_something() -> None:
    for kind in kinds():
        schema = kind.model_json_schema()["properties"]
        for name, field in schema.items():
            if name in prose_fields(kind) or not _free_text(field):
                continue
            assert (kind.__name__, name) in NAMES, (
                f"{kind.__name__}.{name} goes unread by the rules"
            )


NAMES = {
    ("StrengthDose", "id"), ("EnduranceDose", "id"), ("BranchDraft", "item"),
    ("TargetDraft", "key"), ("ConstraintDraft", "unit"),
}  # fmt: skip
"""Texts that code compares with what exists; anything else in them is refused."""


def _free_text(schema: dict[str, Any]) -> bool:
    """Whether a schema allows any words at all, also inside lists and alternatives."""
    if schema.get("type") == "string":
        return not ({"pattern", "enum", "const"} & schema.keys())
    parts = [*schema.get("anyOf", ()), schema.get("items", {})]
    return any(_free_text(part) for part in parts if part)


def test_a_lie_in_any_text_of_a_draft_is_withheld_and_never_shown() -> None:
    situation = showcase().situation("session_analysis", key(date(2026, 11, 19)))
    drafted = whole()
    held = {type(part) for part in _walk(drafted)}
    assert held == {k for k in kinds() if k is not Draft} | {Draft}
    texts = list(sentences(drafted))
    assert len(texts) >= sum(len(prose_fields(k)) for k in held)
    assert {s.text for s in texts} == set(withheld(drafted, situation))
    assert "fifty" not in presentable(drafted, situation).model_dump_json()


def _walk(part: BaseModel) -> Iterator[BaseModel]:
    yield part
    for name in type(part).model_fields:
        value = getattr(part, name)
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, BaseModel):
                yield from _walk(one)
