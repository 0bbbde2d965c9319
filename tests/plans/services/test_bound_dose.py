from __future__ import annotations

from datetime import date

import pytest

from decisions.domain.errors import InvalidFacts, NotAllowedNow, NotFound, OutsideMandate
from decisions.domain.mandates import MANDATES
from decisions.models import Event
from plans.models import Constraint
from plans.services import operations
from tests.plans import making

SURFACE = "plans.constraint"
KEY = "2026-03-02/load"
COACH, ATHLETE = MANDATES["coach"], MANDATES["athlete"]
ANALYSIS = MANDATES["session_analysis"]
RUN = "run:4f0c"


def opened(cast, *, mandate=ANALYSIS, actor=RUN, key="2026-03-10/load", occasion="e1", **changes):
    facts = {"starts_on": "2026-03-10", "expires_on": "2026-03-16", **changes}
    return operations.open_constraint(
        stream=cast.stream,
        mandate=mandate,
        actor=actor,
        key=key,
        facts=making.constraint(**facts),
        reasoning="pain 4 in the knee",
        occasion=occasion,
    )


def act(cast, name, *, mandate=COACH, actor=None, key=KEY, reviewed=None, occasion="2", **more):
    return getattr(operations, f"{name}_constraint")(
        stream=cast.stream,
        mandate=mandate,
        actor=actor or cast.coach,
        key=key,
        reviewed=reviewed or cast.fingerprint(SURFACE, key),
        reasoning=more.pop("reasoning", "settled"),
        occasion=occasion,
        **more,
    )


def test_the_coach_sets_any_bound_for_any_time(cast):
    written = cast.open_constraint(operator=">=", expires_on="2026-12-31")

    row = Constraint.objects.get()
    assert written.outcome == "applied"
    assert (row.owner, row.operator, row.status) == ("coach", ">=", "active")


def test_the_owner_follows_from_the_mandate_and_not_from_the_facts(cast):
    opened(cast, owner="coach")

    assert Constraint.objects.get().owner == "session_analysis"


def test_a_bound_by_a_workflow_is_derived_and_by_a_person_reported(cast):
    opened(cast)
    cast.open_constraint()

    found = {e.item.key: e.evidence for e in Event.objects.select_related("item")}
    assert found == {"2026-03-10/load": "derived", KEY: "user_reported"}


def test_it_refuses_a_key_of_another_date(cast):
    with pytest.raises(InvalidFacts, match="must begin with 2026-03-10/"):
        opened(cast, key="2026-03-09/load")


@pytest.mark.parametrize(
    ("changes", "allowed"),
    [
        pytest.param({}, True, id="seven-days"),
        pytest.param({"expires_on": "2026-03-17"}, False, id="eight-days"),
        pytest.param({"operator": ">="}, False, id="more-load"),
        pytest.param({"operator": "=="}, False, id="an-exact-load"),
        pytest.param(
            {"field": "rest_s", "unit": "s", "value": 60, "operator": "<="}, False, id="less-rest"
        ),
        pytest.param(
            {"field": "rest_s", "unit": "s", "value": 240, "operator": ">="}, True, id="more-rest"
        ),
    ],
)
def test_session_analysis_only_limits_and_only_for_a_week(cast, changes, allowed):
    if allowed:
        assert opened(cast, **changes).outcome == "applied"
    else:
        with pytest.raises(OutsideMandate):
            opened(cast, **changes)
        assert not Constraint.objects.exists()


def test_session_analysis_renews_once_for_a_week_and_then_escalates(cast):
    opened(cast)
    key = "2026-03-10/load"
    by = {"mandate": ANALYSIS, "actor": RUN, "key": key}

    with pytest.raises(OutsideMandate, match="8"):
        act(cast, "renew", **by, expires_on=date(2026, 3, 24))
    assert act(cast, "renew", **by, expires_on=date(2026, 3, 23)).outcome == "applied"
    assert Constraint.objects.get().renewals == 1
    with pytest.raises(OutsideMandate, match="escalate"):
        act(cast, "renew", **by, expires_on=date(2026, 3, 24), occasion="3")


def test_session_analysis_does_not_get_round_its_renewal_with_another_key(cast):
    opened(cast)
    again = {"key": "2026-03-17/again", "starts_on": "2026-03-17", "expires_on": "2026-03-23"}

    with pytest.raises(OutsideMandate, match="renew it"):
        opened(cast, occasion="e2", **again)
    with pytest.raises(OutsideMandate, match="renew it"):
        opened(cast, key="2026-03-10/again", occasion="e2", value=90_000)


def test_session_analysis_may_limit_again_when_a_day_has_passed_or_something_else(cast):
    opened(cast)
    later = {"key": "2026-03-18/load", "starts_on": "2026-03-18", "expires_on": "2026-03-24"}

    assert opened(cast, occasion="e2", **later).outcome == "applied"
    assert opened(cast, key="2026-03-10/press", exercise="bench_press", occasion="e3").outcome == (
        "applied"
    )


def test_opening_twice_for_the_same_event_opens_once(cast):
    assert opened(cast).outcome == "applied"
    assert opened(cast).repeated
    assert Constraint.objects.count() == 1


def test_a_retried_renewal_renews_once(cast):
    cast.open_constraint()
    seen = cast.fingerprint(SURFACE, KEY)

    for _ in range(2):
        act(cast, "renew", reviewed=seen, expires_on=date(2026, 4, 1))

    row = Constraint.objects.get()
    assert (row.renewals, row.expires_on) == (1, date(2026, 4, 1))


def test_a_renewal_must_be_longer(cast):
    cast.open_constraint()

    with pytest.raises(InvalidFacts, match="must be later than 2026-03-20"):
        act(cast, "renew", expires_on=date(2026, 3, 20))


def test_an_athlete_may_limit_herself_and_end_that(cast):
    mine = {"mandate": ATHLETE, "actor": cast.athlete, "key": "2026-03-10/load"}
    opened(cast, **mine)

    with pytest.raises(OutsideMandate):
        opened(cast, **{**mine, "key": "2026-03-10/more"}, operator=">=", occasion="e2")
    assert act(cast, "lift", **mine).outcome == "applied"
    assert Constraint.objects.get().status == "lifted"


@pytest.mark.parametrize("name", ["lift", "renew"])
def test_an_athlete_does_not_touch_a_constraint_of_the_coach(cast, name):
    cast.open_constraint()
    more = {"expires_on": date(2026, 4, 1)} if name == "renew" else {}

    with pytest.raises(OutsideMandate, match="of the coach"):
        act(cast, name, mandate=ATHLETE, actor=cast.athlete, **more)


def test_no_workflow_lifts_a_constraint_not_even_its_own(cast):
    opened(cast)

    with pytest.raises(OutsideMandate, match="may not lift"):
        act(cast, "lift", mandate=ANALYSIS, actor=RUN, key="2026-03-10/load")


def test_the_coach_lifts_with_a_reason(cast):
    cast.open_constraint()

    with pytest.raises(InvalidFacts, match="say why"):
        act(cast, "lift", reasoning=" ")
    assert act(cast, "lift").outcome == "applied"
    with pytest.raises(NotAllowedNow, match="lifted"):
        act(cast, "lift", occasion="3")


@pytest.mark.parametrize(
    ("mandate", "value", "allowed"),
    [
        ("session_analysis", 110_000, True),
        ("session_analysis", 115_001, False),
        ("coach", 120_000, True),
    ],
)
def test_only_the_coach_widens(cast, mandate, value, allowed):
    cast.open_constraint()
    by = {"mandate": MANDATES[mandate], "actor": cast.coach if mandate == "coach" else RUN}

    if allowed:
        assert act(cast, "narrow", **by, value=value).outcome == "applied"
        assert Constraint.objects.get().value == value
    else:
        with pytest.raises(OutsideMandate, match="only tighten"):
            act(cast, "narrow", **by, value=value)


def test_it_says_stale_when_the_constraint_was_changed_meanwhile(cast):
    cast.open_constraint()
    seen = cast.fingerprint(SURFACE, KEY)
    act(cast, "narrow", value=110_000)

    late = act(cast, "lift", reviewed=seen, occasion="3")

    assert late.outcome == "stale"
    assert Constraint.objects.get().status == "active"


def test_a_stranger_finds_nothing(cast):
    with pytest.raises(NotFound):
        opened(cast, mandate=COACH, actor=cast.stranger)
    with pytest.raises(NotFound):
        opened(cast, mandate=ATHLETE, actor=cast.coach)


@pytest.mark.parametrize("mandate", ["coach", "athlete"])
def test_a_run_never_acts_as_a_person(cast, mandate):
    with pytest.raises(OutsideMandate):
        opened(cast, mandate=MANDATES[mandate], actor=RUN)


def test_a_person_never_acts_as_a_workflow(cast):
    with pytest.raises(OutsideMandate):
        opened(cast, actor=cast.athlete)


def test_a_mandate_without_constraints_is_refused(cast):
    with pytest.raises(OutsideMandate):
        opened(cast, mandate=MANDATES["next_prescription"])


def test_a_constraint_that_is_not_there_cannot_be_lifted(cast):
    with pytest.raises(NotFound, match="there is no constraint"):
        act(cast, "lift", reviewed="absent")
