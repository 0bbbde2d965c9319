"""Corrections and retractions: the old value stays in the log, a stale view writes nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from decisions.domain.errors import InvalidFacts, NotFound, OutsideMandate
from decisions.domain.mandates import MANDATES
from decisions.models import Stream
from decisions.selectors.known import history, known, now
from decisions.services.guard import Written
from sessions.domain.records import COMPLETED, PRESCRIPTION, SET
from sessions.selectors import actuals as reads
from sessions.selectors import exposures
from sessions.services import corrections
from tests.sessions import doing, making
from tests.sessions.making import DAY, KEY


@pytest.fixture
def logged(stream: Stream, evening: datetime) -> Stream:
    doing.prescribe(stream)
    doing.start(stream)
    for client_id in ("s1", "s2", "s3"):
        doing.log(stream, client_id)
    doing.finish(stream, reported={"srpe_x10": 70})
    return stream


def set_facts(stream: Stream, client_id: str = "s1") -> dict[str, Any]:
    found = doing.state_of_set(stream, client_id).facts
    assert found is not None
    return found


def retract(stream: Stream, surface: str, key: str, **how: Any) -> Written:
    given = {
        "reviewed": now(stream, surface, key).fingerprint,
        "reason": "not mine",
        "occasion": "r",
    }
    return corrections.retract(
        stream=stream, surface=surface, key=key, actor="user:1", **{**given, **how}
    )


def test_a_correction_supersedes_and_the_old_value_stays(logged: Stream) -> None:
    before = doing.state_of_set(logged)
    assert doing.correct(logged, "s1", "c1", load_g=100_000).outcome == "applied"
    old, new = history(logged, SET, f"{KEY}#s1")
    assert ((old.facts or {})["load_g"], (new.facts or {})["load_g"]) == (105_000, 100_000)
    assert (new.fact_type, new.supersedes) == ("correction", before.position)
    assert new.reasoning == "typed the wrong number"
    assert new.occurred_at == old.occurred_at


def test_what_was_known_before_stays_true_as_of_then(logged: Stream) -> None:
    before = doing.state_of_set(logged).position
    doing.correct(logged, "s1", "c1", reps=4)
    (then,) = [k for k in known(logged, up_to=before) if k.key.endswith("#s1")]
    assert (then.facts or {})["reps"] == 5


def test_only_the_named_fields_change(logged: Stream) -> None:
    doing.correct(logged, "s1", "c1", rpe_x10=None)
    after = set_facts(logged)
    assert after.pop("rpe_x10") is None
    untouched = set_facts(logged, "s2")
    assert {k: v for k, v in after.items() if k != "order"} == {
        k: v for k, v in untouched.items() if k not in ("order", "rpe_x10")
    }


def test_partial_edits_of_different_sets_both_survive(logged: Stream) -> None:
    first, second = doing.state_of_set(logged, "s1"), doing.state_of_set(logged, "s2")
    assert doing.correct(logged, "s1", "tab-1", first.fingerprint, reps=4).outcome == "applied"
    assert (
        doing.correct(logged, "s2", "tab-2", second.fingerprint, load_g=100_000).outcome
        == "applied"
    )
    assert set_facts(logged, "s1")["reps"] == 4
    assert set_facts(logged, "s2")["load_g"] == 100_000


def test_a_stale_tab_writes_nothing_and_learns_who_was_first(logged: Stream) -> None:
    seen = doing.state_of_set(logged).fingerprint
    doing.correct(logged, "s1", "tab-1", seen, reps=4)
    late = doing.correct(logged, "s1", "tab-2", seen, load_g=100_000)
    assert late.outcome == "stale"
    assert late.results[0].changed_by == "user:1"
    assert (set_facts(logged)["reps"], set_facts(logged)["load_g"]) == (4, 105_000)


def test_a_repeated_correction_is_answered_once_even_after_it_was_reverted(logged: Stream) -> None:
    seen = doing.state_of_set(logged).fingerprint
    doing.correct(logged, "s1", "c1", seen, reps=4)
    doing.correct(logged, "s1", "c2", reps=5)
    again = doing.correct(logged, "s1", "c1", seen, reps=4)
    assert again.repeated
    assert set_facts(logged)["reps"] == 5


def test_the_same_correction_from_two_tabs_is_already_applied(logged: Stream) -> None:
    seen = doing.state_of_set(logged).fingerprint
    doing.correct(logged, "s1", "tab-1", seen, reps=4)
    assert doing.correct(logged, "s1", "tab-2", seen, reps=4).outcome == "already_applied"


def test_a_confirmed_set_that_was_corrected_counts_as_edited(
    stream: Stream, evening: datetime
) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    doing.log(stream, entry_mode="confirmed_default")
    doing.correct(stream, "s1", "c1", reps=4)
    assert set_facts(stream)["entry_mode"] == "edited"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"session_key": "2026-11-27:x"}, "session_key"),
        ({"date": "2026-11-27"}, "date"),
        ({"mood": 3}, "mood"),
        ({"reps": 0}, "reps"),
        ({"rpe_x10": 8.5}, "rpe_x10"),
    ],
)
def test_it_refuses_bad_values_and_what_identifies_the_item(
    logged: Stream, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidFacts) as caught:
        doing.correct(logged, "s1", "c1", **changes)
    assert caught.value.field == field
    assert set_facts(logged)["reps"] == 5


def test_it_needs_a_reason(logged: Stream) -> None:
    with pytest.raises(InvalidFacts) as caught:
        retract(logged, SET, f"{KEY}#s1", reason="  ")
    assert caught.value.field == "reason"


@pytest.mark.parametrize("reviewed", ["absent", "0" * 64])
def test_it_refuses_a_state_that_never_was(logged: Stream, reviewed: str) -> None:
    with pytest.raises(NotFound):
        doing.correct(logged, "s1", "c1", reviewed, reps=4)


def test_a_prescription_is_not_corrected_here(logged: Stream) -> None:
    with pytest.raises(InvalidFacts) as caught:
        retract(logged, PRESCRIPTION, KEY)
    assert caught.value.field == "surface"


@pytest.mark.parametrize("name", ["chat", "session_analysis", "next_prescription", "coach"])
def test_nobody_else_corrects_what_the_athlete_did(logged: Stream, name: str) -> None:
    with pytest.raises(OutsideMandate):
        retract(logged, SET, f"{KEY}#s1", mandate=MANDATES[name])


def test_a_retracted_set_is_gone_and_its_history_is_not(logged: Stream) -> None:
    assert retract(logged, SET, f"{KEY}#s2").outcome == "applied"
    assert [s.key[-2:] for s in reads.sets_of(logged, KEY)] == ["s1", "s3"]
    said, unsaid = history(logged, SET, f"{KEY}#s2")
    assert (unsaid.retracted, unsaid.fact_type, unsaid.supersedes) == (
        True,
        "retraction",
        said.position,
    )


def test_a_retracted_session_takes_its_sets_along(logged: Stream) -> None:
    corrections.retract_session(
        stream=logged, session_key=KEY, reviewed=doing.state_of_session(logged).fingerprint,
        reason="not mine", occasion="r", actor="user:1",
    )  # fmt: skip
    assert reads.completed(logged, KEY) is None
    assert reads.sets_of(logged, KEY) == []
    assert exposures.of(logged, first=DAY, last=DAY) == ()


def test_saying_that_a_set_is_right_lifts_the_suspicion(stream: Stream, evening: datetime) -> None:
    doing.prescribe(stream)
    doing.start(stream)
    doing.log(stream, load_g=50_000)
    (suspected,) = exposures.of(stream, first=DAY, last=DAY)
    corrections.confirm_set(
        stream=stream, session_key=KEY, client_id="s1", reason="light on purpose", occasion="ok",
        reviewed=doing.state_of_session(stream).fingerprint, actor="user:1",
    )  # fmt: skip
    (sure,) = exposures.of(stream, first=DAY, last=DAY)
    assert (suspected.usable, sure.usable) == (False, True)
    assert suspected.work[0].load_g == sure.work[0].load_g == 50_000


def test_a_correction_of_the_date_moves_the_exposure(logged: Stream) -> None:
    corrections.correct(
        stream=logged, surface=COMPLETED, key=KEY, changes={"date": "2026-11-25"}, occasion="d",
        reviewed=doing.state_of_session(logged).fingerprint, reason="it was Wednesday", actor="user:1",
    )  # fmt: skip
    (found,) = exposures.of(logged, first=making.DAY.replace(day=25), last=DAY)
    assert found.day.isoformat() == "2026-11-25"
    assert history(logged, COMPLETED, KEY)[-1].local_date == found.day


def test_taking_a_prescription_back_touches_no_actual(logged: Stream) -> None:
    from decisions.services.guard import Target

    before = [(s.key, s.fingerprint) for s in reads.sets_of(logged, KEY)]
    session = doing.state_of_session(logged).fingerprint
    state = doing.state_of_prescription(logged)
    target = Target(
        surface=PRESCRIPTION, key=KEY, intended=None, reviewed=state.fingerprint,
        fact_type="retraction",
    )  # fmt: skip
    assert doing.put(logged, target, "retired").outcome == "applied"
    assert [(s.key, s.fingerprint) for s in reads.sets_of(logged, KEY)] == before
    assert doing.state_of_session(logged).fingerprint == session
    (found,) = exposures.of(logged, first=DAY, last=DAY)
    assert found.prescribed is not None
