"""Asking once about a set that looks mistyped, and marking it when the athlete says it is right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coach.web import doubting, past, typed
from decisions.selectors import known
from sessions.catalogue import catalogue, evidence_policy
from sessions.domain import keys, plausibility
from sessions.domain.records import COMPLETED
from sessions.services import corrections

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coach.web.doing import Doing


def asks(
    doing: Doing,
    about: Mapping[str, Any],
    *,
    client_id: str,
    load_g: int | None,
    reps: int | None,
    act: str,
) -> bool:
    """Whether a set waits for a yes; the question then stands in the complaints.

    Args:
        doing: the act.
        about: exercise, kind and planned_item of the set.
        client_id: of the set, which is left out of its own history.
        load_g: as typed, in grams.
        reps: as typed.
        act: what a yes carries out.
    """
    if sure(doing, load_g, reps):
        return False
    meant = doing.item(about.get("planned_item") or "") or {}
    question = doubting.question(
        load_g,
        reps,
        work=about["kind"] == "work",
        meant=doubting.Meant(meant.get("load_g"), meant.get("reps")),
        most=past.most(
            doing.loaded.stream, about["exercise"], but=keys.of_set(doing.loaded.key, client_id)
        ),
        exercise=catalogue().exercises.get(about["exercise"]),
        policy=evidence_policy(),
        units=doing.athlete.units,
    )
    if question:
        doing.complaints.doubt = doubting.Doubt(question, act, _token(load_g, reps))
    return bool(question)


def sure(doing: Doing, load_g: int | None, reps: int | None) -> bool:
    """Whether the athlete has said that exactly these numbers are right."""
    return doing.post.get("sure") == _token(load_g, reps)


def confirm(doing: Doing, client_id: str) -> None:
    """Mark a set as right although it looks wrong, as for an imported one."""
    session = known.now(doing.loaded.stream, COMPLETED, doing.loaded.key)
    if plausibility.checked_flag(client_id) in (session.facts or {}).get("flags", ()):
        return
    corrections.confirm_set(
        session_key=doing.loaded.key,
        client_id=client_id,
        reviewed=session.fingerprint,
        reason="the athlete was asked and says that it is right",
        occasion=f"sure {client_id} {session.position}",
        **doing.common,
    )


def _token(load_g: int | None, reps: int | None) -> str:
    return typed.digest("sure", load_g, reps)
