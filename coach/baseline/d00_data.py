"""D0: what is missing or flagged. No progression on it, the last verified dose again, and a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline.bearing import Bearing
from coach.domain.doses import combined
from coach.domain.draft import Unknown
from coach.domain.wording import short_day
from sessions.domain.wording import words

if TYPE_CHECKING:
    from coach.domain.item_state import ItemState
    from coach.domain.situation import Situation
    from sessions.domain.exposure import Exposure


def d0_data(state: ItemState, situation: Situation) -> Bearing | None:
    """The bearing of missing or flagged data on an item."""
    if state.sport is not None:
        return _endurance(state)
    newest = state.newest
    if newest is None:
        return None
    if not newest.usable and newest.done:
        return _flagged(state, newest, situation)
    counted = any(one.exposure is newest for one in state.walked)
    return _missing(state, newest, situation) if newest.done and counted else None


def _flagged(state: ItemState, newest: Exposure, situation: Situation) -> Bearing:
    flags = sorted({words(f) for work in newest.work if not work.usable for f in work.flags})
    day = short_day(newest.day)
    asked = f"The {state.name} sets of {day} are flagged ({', '.join(flags)}). What is right?"
    cites = situation.handles(newest.positions)
    dose = state.reference if state.verified is None else combined(state.reference, state.verified)
    return Bearing(
        "D0",
        f"The newest {state.name} sets are flagged and count for nothing until somebody answers; "
        "the last verified dose stands.",
        dose=dose,
        blocks=True,
        unknown=(Unknown(text=asked, cites=cites),),
    )


def _missing(state: ItemState, newest: Exposure, situation: Situation) -> Bearing | None:
    trained = [work for work in newest.work if work.trained]
    cites = situation.handles([work.position for work in trained])
    day = short_day(newest.day)
    if any(work.reps is None for work in trained):
        count = sum(work.reps is None for work in trained)
        asked = f"Reps of {count} of {len(trained)} {state.name} sets on {day}."
        return Bearing(
            "D0",
            f"Reps are missing for the newest {state.name} sets, so no step follows; the same dose.",
            cites=cites,
            blocks=True,
            unknown=(Unknown(text=asked, cites=cites),),
        )
    if state.item.get("rpe_x10") is not None and trained[-1].rpe_x10 is None:
        count = sum(work.rpe_x10 is None for work in trained)
        asked = f"RPE of {count} of {len(trained)} {state.name} sets on {day}."
        return Bearing(
            "D0",
            f"The last {state.name} set has no RPE, so no step follows from it.",
            cites=cites,
            blocks=state.stated.step == "repeat",
            unknown=(Unknown(text=asked, cites=cites),),
        )
    return None


def _endurance(state: ItemState) -> Bearing | None:
    if state.unguided:
        kinds = " and ".join(
            words(kind.removesuffix("_s_per_km").removesuffix("_w")) for kind in state.unguided
        )
        asked = f"No valid threshold for the {kinds} targets; effort guides them."
        return Bearing(
            "D0",
            f"The {kinds} targets rest on no valid threshold, so effort guides this session.",
            cites=(state.day.handle,),
            unknown=(Unknown(text=asked, cites=(state.day.handle,)),),
        )
    if not state.outings:
        asked = f"No {state.sport} was recorded yet, so nothing says how much is usual."
        return Bearing(
            "D0",
            f"No {state.sport} is known yet; the plan's own dose stands.",
            cites=(state.day.handle,),
            unknown=(Unknown(text=asked, cites=(state.day.handle,)),),
        )
    return None
