"""The built-in coach behind the port: same packet, same typed draft, same gate as any model.

No key, no network, no litellm; the same packet always gives the same reply.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.baseline import BASELINE_VERSION, draft
from coach.domain.replies import reply_text
from coach.domain.situation import view
from coach.llm.port import Budget, Prompt, Reply
from sessions.catalogue import catalogue, evidence_policy

if TYPE_CHECKING:
    from coach.domain.shapes import Shape


class BaselineClient:
    """Deterministic rules that answer like a model."""

    name = "baseline"

    def complete(self, prompt: Prompt, *, shape: Shape, budget: Budget) -> Reply:
        """The draft of the built-in rules as JSON text; costs nothing."""
        del budget
        made = draft(view(prompt.packet, catalogue(), evidence_policy()))
        return Reply(
            text=reply_text(made, shape),
            model=f"baseline {BASELINE_VERSION}",
            tokens_in=None,
            tokens_out=None,
            cost_micro=0,
            latency_ms=0,
        )
