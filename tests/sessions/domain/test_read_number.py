"""Numbers as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decisions.domain.errors import InvalidFacts
from sessions.domain import numbers


@pytest.mark.parametrize(
    ("entered", "units", "grams"),
    [
        ("105", "kg", 105_000),
        ("102.5", "kg", 102_500),
        ("102,5", "kg", 102_500),
        ("65,5", "kg", 65_500),
        ("93,5", "kg", 93_500),
        (" 65.5 ", "kg", 65_500),
        ("0,125", "kg", 125),
        ("0", "kg", 0),
        ("225", "lb", 102_058),
        ("225 lb", "kg", 102_058),
        ("105 kg", "lb", 105_000),
        ("105kg", "kg", 105_000),
        ("45 lbs", "kg", 20_412),
        ("102.50", "kg", 102_500),
        ("102.0580", "kg", 102_058),
    ],
)
def test_it_reads_both_decimal_marks_and_both_units(entered: str, units: str, grams: int) -> None:
    assert numbers.load_g(entered, units=units) == grams


@pytest.mark.parametrize("entered", ["1,234", "1.234", "12,500", "102.500", "999,999 lb"])
def test_it_refuses_what_can_be_read_in_two_ways_and_offers_both(entered: str) -> None:
    with pytest.raises(InvalidFacts, match="can mean") as caught:
        numbers.load_g(entered, units="kg")
    assert caught.value.field == "load"


@pytest.mark.parametrize(
    "entered",
    ["1 234", "1'234", "1.234,5", "1,234.5", "-5", "+5", "1e5", "0x10", "NaN", "inf", "½", "5½",
     ".5", "5.", "5 stone", "\u0661\u0660\u0665", "\uff15", "100\x00", "5 kg kg", "9" * 25],
)  # fmt: skip
def test_it_refuses_what_is_not_a_number_and_names_the_field(entered: str) -> None:
    with pytest.raises(InvalidFacts) as caught:
        numbers.load_g(entered, units="kg", field="load of set 2")
    assert caught.value.field == "load of set 2"


def test_it_refuses_a_load_beyond_two_tonnes() -> None:
    with pytest.raises(InvalidFacts, match="between"):
        numbers.load_g("2001", units="kg")


@pytest.mark.parametrize("entered", ["", "   ", "\t", "\u00a0"])
def test_nothing_typed_is_unknown_and_not_zero(entered: str) -> None:
    assert numbers.load_g(entered, units="kg") is None
    assert numbers.reps(entered) is None
    assert numbers.rpe_x10(entered) is None
    assert numbers.duration_s(entered) is None
    assert numbers.distance_m(entered, units="km") is None


@pytest.mark.parametrize(
    ("entered", "tenths"),
    [
        ("8", 80),
        ("8.5", 85),
        ("8,5", 85),
        ("8½", 85),
        ("8 ½", 85),
        ("10", 100),
        ("1", 10),
        ("8.50", 85),
    ],
)
def test_it_reads_rpe_in_tenths(entered: str, tenths: int) -> None:
    assert numbers.rpe_x10(entered) == tenths


@pytest.mark.parametrize("entered", ["0", "11", "10.5", "8.25", "85", "8-9", "½", "8½½", "hard"])
def test_it_refuses_an_rpe_off_the_scale(entered: str) -> None:
    with pytest.raises(InvalidFacts) as caught:
        numbers.rpe_x10(entered)
    assert caught.value.field == "RPE"


@pytest.mark.parametrize(("entered", "count"), [("5", 5), ("0", 0), ("12", 12), ("5.0", 5)])
def test_it_reads_repetitions(entered: str, count: int) -> None:
    assert numbers.reps(entered) == count


@pytest.mark.parametrize("entered", ["5.5", "5,5", "1000", "5x"])
def test_it_refuses_repetitions_that_are_not_whole(entered: str) -> None:
    with pytest.raises(InvalidFacts):
        numbers.reps(entered)


@pytest.mark.parametrize(
    ("entered", "units", "metres"),
    [("10,5", "km", 10_500), ("10.5 km", "mi", 10_500), ("6.2", "mi", 9978), ("800 m", "km", 800)],
)
def test_it_reads_distances(entered: str, units: str, metres: int) -> None:
    assert numbers.distance_m(entered, units=units) == metres


@pytest.mark.parametrize(
    ("entered", "seconds"), [("75", 4500), ("72,5", 4350), ("1:15:00", 4500), ("45 min", 2700)]
)
def test_it_reads_durations(entered: str, seconds: int) -> None:
    assert numbers.duration_s(entered) == seconds


@pytest.mark.parametrize("entered", ["1:15", "1:75:00", "5 km", "1h"])
def test_it_refuses_a_duration_that_can_be_read_in_two_ways(entered: str) -> None:
    with pytest.raises(InvalidFacts):
        numbers.duration_s(entered)


NAUGHTY = [
    "undefined", "null", "NULL", "(null)", "nil", "true", "\\", "1/0", "1/2", "$1.00", "1E02",
    "0xffffffff",
    "Infinity", "-Infinity", "--1", "1_000_000", "0..0", "0,,0", "1,000.00", "1 000,00",
    "\u0660\u0661\u0662", "\uff11\uff12\uff13",
    "⁰⁴⁵", "¹²³", "Ⅷ", "1;DROP TABLE users", "' OR 1=1 -- 1", "<script>alert(1)</script>",
    "%s%n%d", "$HOME",
    "../../etc/passwd", "\ufeff1", "\u202e5", "\ud800", "\x00", "\x7f", "1\n2", "1\u20091", "田中さん",
    "👾 🙇 💁", "Ṱ̺o", "1" * 10_000, "ﷺ" * 24, "½½", "8½\u0301",
]  # fmt: skip


@pytest.mark.parametrize("entered", NAUGHTY)
def test_naughty_strings_end_in_a_named_refusal(entered: str) -> None:
    for read in (
        lambda text: numbers.load_g(text, units="kg"),
        numbers.rpe_x10,
        numbers.reps,
        numbers.duration_s,
        lambda text: numbers.distance_m(text, units="mi"),
    ):
        with pytest.raises(InvalidFacts) as caught:
            read(entered)
        assert caught.value.field


@given(st.text())
def test_no_text_gives_anything_but_a_whole_number_nothing_or_a_refusal(entered: str) -> None:
    try:
        grams = numbers.load_g(entered, units="lb")
    except InvalidFacts:
        return
    assert grams is None or 0 <= grams <= numbers.LOAD_MAX_G


@given(
    st.integers(0, numbers.LOAD_MAX_G), st.sampled_from(["kg", "lb"]), st.sampled_from([".", ","])
)
def test_what_a_form_shows_reads_back_as_exactly_the_same_load(
    grams: int, unit: str, mark: str
) -> None:
    shown = numbers.entry_text(grams, unit=unit).replace(".", mark)
    assert numbers.load_g(shown, units=unit) == grams


@given(st.integers(0, 500_000), st.sampled_from(["km", "mi", "m"]))
def test_what_a_form_shows_reads_back_as_exactly_the_same_distance(metres: int, unit: str) -> None:
    assert numbers.distance_m(numbers.entry_text(metres, unit=unit), units=unit) == metres


@given(st.integers(10, 100), st.sampled_from([".", ","]))
def test_both_marks_give_the_same_rpe(tenths: int, mark: str) -> None:
    assert numbers.rpe_x10(f"{tenths // 10}{mark}{tenths % 10}") == tenths


def test_a_pound_that_was_typed_is_shown_as_it_was_typed() -> None:
    assert numbers.entry_text(102_058, unit="lb") == "225"
    assert numbers.entry_text(102_500, unit="kg") == "102.5"
