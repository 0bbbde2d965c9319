"""What was typed into the logging forms, turned into entries. Unknown stays None; nothing is guessed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from coach.web import wording
from decisions.domain.errors import InvalidFacts
from sessions.domain import actuals, numbers, shorthand
from sessions.services.entries import SetEntry

if TYPE_CHECKING:
    from collections.abc import Mapping

    from coach.web import setrows
    from coach.web.doubting import Doubt

FIELDS = (
    "load",
    "reps",
    "rpe",
    "rpe_number",
    "because",
    "why",
    "short",
    "exercise",
    "duration",
    "distance",
    "pain",
    "note",
)
ORDER_MAX = 1000


Reader = Callable[[str], int | None]
"""Reads what was typed into a whole number; None when nothing was typed."""


@dataclass(slots=True)
class Complaints:
    """Errors by field, each naming it, what was typed, and a question that waits for a yes."""

    typed: dict[str, str | None]
    errors: dict[str, str] = field(default_factory=dict)
    doubt: Doubt | None = None

    def note(self, name: str, error: InvalidFacts) -> None:
        """Keep a complaint under a form field."""
        self.errors[name] = f"{wording.capital(error.field)}: {error.message}."

    def read(self, post: Mapping[str, str], name: str, read: Reader) -> int | None:
        """A field of a form, None where nothing was typed or it cannot be read."""
        try:
            return read(post.get(name, ""))
        except InvalidFacts as error:
            self.note(name, error)
            return None


def kept(post: Mapping[str, str] | None) -> dict[str, str | None]:
    """What was typed, by field; None where the field was not sent."""
    return {name: post.get(name) if post else None for name in FIELDS}


@dataclass(frozen=True, slots=True)
class Numbers:
    """Load in grams, repetitions, RPE in tenths; None where nothing was typed."""

    load_g: int | None
    reps: int | None
    rpe_x10: int | None


def numbers_of(post: Mapping[str, str], units: str, complaints: Complaints) -> Numbers:
    """The three numbers of a set; complaints are kept by field."""
    return Numbers(
        complaints.read(post, "load", partial(_load, post, units)),
        complaints.read(post, "reps", partial(numbers.reps, field="reps")),
        complaints.read(post, "rpe", partial(_rpe, post)),
    )


def _load(post: Mapping[str, str], units: str, text: str) -> int | None:
    """Grams; the exact amount behind a rounded number that stands as the page filled it in."""
    exact = post.get("load_exact", "")
    shown = post.get("load_shown", "").strip()
    if shown and text.strip() == shown and exact.isascii() and exact.isdigit() and len(exact) < 10:
        return int(exact)
    return numbers.load_g(text, units=units, field="load")


def _rpe(post: Mapping[str, str], chosen: str) -> int | None:
    """The button that was chosen, or the number beside the buttons; both only where they agree."""
    by_button = numbers.rpe_x10(chosen, field="RPE")
    text = post.get("rpe_number", "")
    untouched = text.strip() == post.get("rpe_was", "").strip()
    if "rpe" in post and untouched:
        return by_button
    by_number = numbers.rpe_x10(text, field="RPE")
    if by_button is not None and by_number is not None and by_button != by_number:
        raise InvalidFacts(
            "RPE", f"was given twice, {chosen} and {text.strip()}: choose “–” or empty the number"
        )
    return by_number if by_button is None else by_button


def entry(
    post: Mapping[str, str],
    given: Numbers,
    *,
    state: str,
    prescribed: Mapping[str, Any] | None,
    late: bool,
) -> SetEntry:
    """A set as it was entered.

    Args:
        post: hidden fields and words of the form.
        given: the numbers.
        state: "done", "failed" or "skipped".
        prescribed: the item it belongs to, None without one.
        late: whether it is typed on another day than it was done.

    Raises:
        InvalidFacts: a hidden field was tampered with.
    """
    skipped = state == "skipped"
    because, words = post.get("because", "").strip(), post.get("why", "").strip()
    why = ", ".join(part for part in (because, words) if part) or None
    return SetEntry(
        client_id=post.get("client_id", ""),
        exercise=post.get("exercise", ""),
        order=_order(post.get("order", "")),
        load_g=None if skipped else given.load_g,
        reps=None if skipped else given.reps,
        rpe_x10=None if skipped else given.rpe_x10,
        kind="warmup" if post.get("kind") == "warmup" else "work",
        state=state,
        why=why if state != "done" else None,
        planned_item=post.get("item") or None,
        entry_mode=mode(given, prescribed, state=state, late=late),
        entered=post.get("load", "").strip()[:40] or None if not skipped else None,
        note=(words or None) if state == "done" else None,
    )


def mode(given: Numbers, prescribed: Mapping[str, Any] | None, *, state: str, late: bool) -> str:
    """How the numbers came about: confirmed as prescribed, edited, or typed on a later day."""
    if late:
        return actuals.LATER
    if state != "done" or prescribed is None or given.rpe_x10 is not None:
        return actuals.EDITED
    same = (given.load_g, given.reps) == (prescribed.get("load_g"), prescribed.get("reps"))
    return actuals.CONFIRMED if same else actuals.EDITED


def from_short(row: setrows.Row, lift: Any, text: str, *, units: str, late: bool) -> SetEntry:
    """A set typed in one line, for the row that is open.

    Raises:
        InvalidFacts: it cannot be read.
    """
    said = shorthand.parse(text, units=units)
    return SetEntry(
        client_id=row.client_id,
        exercise=lift.slug,
        order=row.order,
        load_g=said.load_g,
        reps=said.reps,
        rpe_x10=said.rpe_x10,
        kind=row.kind,
        planned_item=lift.item or None,
        entry_mode=actuals.LATER if late else actuals.EDITED,
        entered=text.strip(),
    )


def digest(*parts: object) -> str:
    """A short name for what was sent, so that the same send is the same act."""
    return hashlib.sha256("\x1f".join(str(part) for part in parts).encode()).hexdigest()[:24]


def _order(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > ORDER_MAX:
        raise InvalidFacts("order", "is not a place in the session")
    return int(text)
