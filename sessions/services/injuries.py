"""Opens, updates and closes injuries, one item per episode; only an explicit act closes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decisions.domain.errors import NotAllowedNow, NotFound
from decisions.selectors.known import history
from decisions.services.guard import Target, Written
from sessions.domain import injuries, keys, regions
from sessions.domain.records import INJURY
from sessions.services import writing
from sessions.services.writing import ATHLETE

if TYPE_CHECKING:
    from datetime import date

    from decisions.domain.mandates import Mandate
    from decisions.domain.surface import Facts
    from decisions.models import Stream


def open_episode(
    *,
    stream: Stream,
    region: str,
    title: str,
    opened_on: date,
    zone: str,
    actor: str,
    side: str | None = None,
    severity: int | None = None,
    words: str | None = None,
    slug: str | None = None,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Open an episode. Its key is the date and a slug; that of side and region unless one is given.

    Raises:
        InvalidFacts: names the field.
    """
    where = regions.checked(region)
    key = keys.injury(opened_on, slug or regions.sided(where, side))
    facts: Facts = {
        "region": where,
        "side": side,
        "title": title,
        "status": "open",
        "opened_on": opened_on.isoformat(),
        "closed_on": None,
        "severity": severity,
        "update": words,
    }
    base = writing.before_first(stream, INJURY, key)
    act = base.occasion("open")
    return _write(stream, key, facts, base.fingerprint, zone, actor, mandate, act, opened_on)


def update(
    *,
    stream: Stream,
    key: str,
    words: str,
    reviewed: str,
    on: date,
    zone: str,
    actor: str,
    occasion: str,
    severity: int | None = None,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Add the latest words about an open injury; earlier ones stay in the log.

    Args:
        stream: the athlete's log.
        key: of the injury.
        words: in the athlete's own words.
        reviewed: fingerprint of the state that the athlete saw.
        on: the athlete's date.
        zone: the athlete's IANA zone.
        actor: who.
        occasion: the client's id of this act.
        severity: 0-10, unknown when None: an older severity does not speak for today.
        mandate: under which it is written.

    Raises:
        NotFound: there is no such injury, or never was that state.
        NotAllowedNow: it is closed.
    """
    before = _open(stream, key, reviewed)
    after = {**before, "update": words, "severity": severity}
    return _write(stream, key, after, reviewed, zone, actor, mandate, occasion, on)


def close(
    *,
    stream: Stream,
    key: str,
    reviewed: str,
    closed_on: date,
    zone: str,
    actor: str,
    words: str | None = None,
    mandate: Mandate = ATHLETE,
) -> Written:
    """Close an open injury.

    Raises:
        NotFound: there is no such injury, or never was that state.
        NotAllowedNow: it is closed.
    """
    before = _open(stream, key, reviewed)
    after = {**before, "status": "closed", "closed_on": closed_on.isoformat()}
    after["update"] = words or before["update"]
    return _write(stream, key, after, reviewed, zone, actor, mandate, "close", closed_on)


def _open(stream: Stream, key: str, reviewed: str) -> dict[str, Any]:
    version = writing.reviewed_version(history(stream, INJURY, key), reviewed)
    if version is None or version.facts is None:
        raise NotFound(f"there is no injury {key} in that state")
    if version.facts["status"] != "open":
        raise NotAllowedNow(f"the injury {key} is closed")
    return dict(version.facts)


def _write(
    stream: Stream,
    key: str,
    facts: Facts,
    reviewed: str,
    zone: str,
    actor: str,
    mandate: Mandate,
    occasion: str,
    on: date,
) -> Written:
    target = Target(
        surface=INJURY,
        key=key,
        intended=injuries.validate(facts),
        reviewed=reviewed,
        local_date=on,
        zone=zone,
    )
    return writing.write(
        [target],
        stream=stream,
        actor=actor,
        mandate=mandate,
        subject=key,
        occasion=occasion,
        reviewed=reviewed,
    )
