from __future__ import annotations

import pytest

from coach.domain.red_flags import red_flags


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Chest pain on the last hill", "chest pain or pressure"),
        ("felt a tightness in my chest", "chest pain or pressure"),
        ("not sure, but chest pain", "chest pain or pressure"),
        ("No fever. Chest pressure though", "chest pain or pressure"),
        ("I nearly fainted after set 2", "fainting"),
        ("passed out after the set", "fainting"),
        ("palpitations and a bit dizzy", "palpitations with dizziness"),
        ("sudden very bad headache in the set", "sudden severe headache"),
        ("numbness in my left hand", "new weakness or numbness"),
        ("left leg went weak", "new weakness or numbness"),
        ("numb around the groin", "saddle numbness or bladder control"),
        (
            "lost control of my bladder? loss of bladder control",
            "saddle numbness or bladder control",
        ),
        ("calf is swelling and I am short of breath", "calf swelling with breathlessness"),
        ("pee was dark brown", "dark urine"),
        ("maybe a stress fracture", "suspected fracture or deformity"),
        ("confused after the run in the heat", "confusion or collapse in heat"),
        ("CHEST\n  PAIN", "chest pain or pressure"),
    ],
)
def test_it_sees_the_words(text: str, sign: str) -> None:
    assert sign in [flag.sign for flag in red_flags(text)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Chest day, great pump",
        "no chest pain today",
        "didn't have any chest pain",
        "heavy chest press, no pain",
        "calf a bit tight",
        "headache from the light, mild",
        "my legs are tired",
        "knee 3 of 10, sharp",
    ],
)
def test_it_leaves_ordinary_words_alone(text: str) -> None:
    assert red_flags(text) == ()


def test_it_names_each_sign_once_with_the_words() -> None:
    found = red_flags("chest pain, then chest pain again and passed out")
    assert [flag.sign for flag in found] == ["chest pain or pressure", "fainting"]
    assert found[0].words == "chest pain"
