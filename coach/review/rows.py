"""Known items as lines of evidence: each with its sentence and what became of it since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.review.evidence import Cited
from coach.review.sayings import mode, sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from decisions.selectors.known import Known


def cited(
    items: Iterable[Known],
    newest: Mapping[tuple[str, str], Known],
    handle: Callable[[int], str],
) -> tuple[Cited, ...]:
    """Lines of evidence from events.

    Args:
        items: the events, as they were.
        newest: what is known now by surface and key; a retracted item is not in it.
        handle: the handle of a position, empty when it has none.
    """
    return tuple(
        Cited(
            handle=handle(item.position) or f"#{item.position}",
            position=item.position,
            evidence=item.evidence,
            sentence=sentence(item),
            mode=mode(item),
            state=_state(item, newest.get((item.surface, item.key))),
            surface=item.surface,
            key=item.key,
        )
        for item in items
    )


def _state(item: Known, newest: Known | None) -> str:
    if item.facts is None and not item.retracted:
        return "erased"
    if newest is None:
        return "retracted"
    if newest.position == item.position:
        return "current"
    return "corrected" if newest.fact_type == "correction" else "changed"
