"""The before/after diff: made by code, path by path."""

from __future__ import annotations

from typing import Any

from coach.review.diff import compare, count, target
from coach.review.words import Units


def day(**changes: Any) -> dict[str, Any]:
    squat = {
        "id": "a",
        "exercise": "back_squat",
        "sets": 3,
        "reps_low": 5,
        "reps_high": 5,
        "load_g": 105000,
        "rpe_x10": 85,
        "rest_s": 180,
    }
    row = {**squat, "id": "b", "exercise": "barbell_row", "load_g": 65000}
    return {"title": "Lower A", "weekday": 3, "items": [squat, row], "weeks": [], **changes}


def with_squat(**changes: Any) -> dict[str, Any]:
    before = day()
    return {**before, "items": [{**before["items"][0], **changes}, before["items"][1]]}


def test_it_names_path_old_and_new_with_unit() -> None:
    (change,) = compare(day(), with_squat(load_g=107500))
    assert change.path == "items[a].load_g"
    assert change.label == "Back squat, load"
    assert (change.old, change.new) == ("105\u00a0kg", "107.5\u00a0kg")


def test_it_shows_pounds_to_those_who_read_pounds() -> None:
    (change,) = compare(day(), with_squat(load_g=102058), Units(mass="lb"))
    assert change.new == "225\u00a0lb"


def test_it_does_not_report_a_moved_entry() -> None:
    before = day()
    assert compare(before, {**before, "items": before["items"][::-1]}) == ()


def test_it_tells_one_from_true() -> None:
    (change,) = compare({"skip": 1}, {"skip": True})
    assert (change.old, change.new) == ("1", "yes")


def test_it_reads_half_an_rpe_and_a_rest() -> None:
    changes = compare(day(), with_squat(rpe_x10=90, rest_s=195))
    assert [(c.old, c.new) for c in changes] == [("8½", "9"), ("3:00", "3:15")]


def test_it_reports_a_new_entry_once_with_its_parts() -> None:
    after = day(weeks=[{"week": 5, "skip": True, "items": None}])
    (change,) = compare(day(), after)
    assert (change.path, change.label, change.kind) == ("weeks[5]", "Week 5", "added")
    assert (change.new, change.parts) == ("new", ("skip yes",))


def test_it_reports_an_entry_that_goes_once() -> None:
    before = day()
    (change,) = compare(before, {**before, "items": before["items"][:1]})
    assert (change.label, change.kind, change.old) == ("Barbell row", "removed", "there")
    assert change.parts[:2] == ("sets 3", "lowest reps 5")


def test_it_reports_a_change_inside_a_week_path_by_path() -> None:
    squat = day()["items"][0]
    before = day(weeks=[{"week": 5, "skip": False, "items": [squat]}])
    after = day(weeks=[{"week": 5, "skip": False, "items": [{**squat, "sets": 2}]}])
    (change,) = compare(before, after)
    assert (change.path, change.label) == ("weeks[5].items[a].sets", "Week 5, Back squat, sets")


def test_it_reports_a_whole_thing_once() -> None:
    added = target("plans.rule", "p/r", None, {"plan": "p", "text": "hold", "params": {}})
    gone = target("plans.rule", "p/s", {"plan": "p", "text": "hold", "params": {}}, None)
    moved = target("plans.planned_day", "p/01/a", day(), with_squat(sets=4))
    counts = count([added, gone, moved])
    assert (counts.changed, counts.added, counts.removed, counts.total) == (1, 1, 1, 3)


def test_it_names_what_stays() -> None:
    unchanged = target("plans.planned_day", "k", day(), with_squat(sets=4)).unchanged
    assert unchanged[:2] == ("lowest reps", "highest reps")
    assert "Barbell row" in unchanged
    assert "title" in unchanged
    assert "sets" not in unchanged


def test_it_says_same_when_nothing_differs() -> None:
    same = target("plans.planned_day", "k", day(), day())
    assert same.kind == "same"
    assert same.changes == ()


def test_it_shows_unknown_instead_of_zero() -> None:
    (change,) = compare(day(), with_squat(rpe_x10=None))
    assert change.new == "unknown"


def test_it_reads_a_pace_by_its_metric() -> None:
    before = {"params": {"metric": "threshold_pace_s_per_km", "value": 258}}
    after = {"params": {"metric": "threshold_pace_s_per_km", "value": 252}}
    (change,) = compare(before, after)
    assert (change.label, change.old, change.new) == ("Value", "4:18/km", "4:12/km")


def test_it_keeps_two_entries_of_one_name_apart() -> None:
    steps = [{"name": "hard", "repeat": 1}, {"name": "hard", "repeat": 4}]
    changes = compare({"steps": steps}, {"steps": [steps[0], {"name": "hard", "repeat": 5}]})
    assert [(c.path, c.old, c.new) for c in changes] == [("steps[hard~2].repeat", "4", "5")]


def test_hostile_text_stays_text() -> None:
    (change,) = compare({"title": "a"}, {"title": "<script>x</script>"})
    assert change.new == "<script>x</script>"
