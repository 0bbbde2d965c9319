"""Who stands behind a write of this app: a person must be the coach, or the athlete, of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain.errors import NotFound, OutsideMandate
from decisions.selectors import athletes

if TYPE_CHECKING:
    from decisions.domain.mandates import Mandate
    from decisions.models import Stream

PEOPLE = ("coach", "athlete")


def require_person(stream: Stream, actor: str, mandate: Mandate) -> None:
    """Refuse a person's mandate in the hands of somebody else.

    Args:
        stream: the log that is written.
        mandate: under which it is written.
        actor: `user:7` for people, `run:<uuid>` or `deriver` for the rest.

    Raises:
        OutsideMandate: a person's mandate without a person, or a person with a workflow's.
        NotFound: the log is not theirs.
    """
    person = actor.removeprefix("user:") if actor.startswith("user:") else None
    if mandate.name not in PEOPLE:
        if person is not None:
            raise OutsideMandate(f"{actor} may not act as {mandate.name}")
        return
    if person is None or not person.isdigit():
        raise OutsideMandate(f"{actor} may not act as {mandate.name}: only a person may")
    athlete = athletes.of_stream(stream)
    owner = athlete.coach_id if mandate.name == "coach" else athlete.user_id
    if owner != int(person):
        raise NotFound("there is no such plan")
