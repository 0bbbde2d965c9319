"""The newest decisions that a page mentions, as known facts with their position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions import registry
from decisions.selectors import known

if TYPE_CHECKING:
    from decisions.models import Stream
    from decisions.selectors.known import Known

DECISION = "decisions.decision"


def newest(stream: Stream, workflow: str, *, subject: str | None = None) -> Known | None:
    """The newest decision of a workflow, about one subject or about any; None without one."""
    model = registry.get(DECISION).model
    if model is None:
        return None
    rows = model._default_manager.filter(stream=stream, workflow=workflow)  # noqa: SLF001
    if subject is not None:
        rows = rows.filter(subject=subject)
    key = rows.order_by("-number").values_list("key", flat=True).first()
    if key is None:
        return None
    found = known.history(stream, DECISION, key, newest=True)
    return found[0] if found else None
