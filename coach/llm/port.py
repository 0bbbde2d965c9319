"""The port: what every reasoner gets and gives, the built-in coach included.

A reply is text, validated by the caller of the port once more; a reply is never a permission.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from coach.domain.packet import Packet
    from coach.domain.shapes import Shape


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked.

    Attributes:
        id, version: of the template.
        system: the instructions; nothing secret stands in them.
        text: the rendered packet.
        packet: the same, as data, for reasoners that are code.
        hash: SHA-256 of the template, hex.
    """

    id: str
    version: str
    system: str
    text: str
    packet: Packet
    hash: str = ""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one call may use; reserved before it is made.

    Attributes:
        tokens_in: estimated tokens of the prompt.
        tokens_out: tokens of the reply.
        cost_micro: millionths of the currency for the whole call, repair included.
        timeout_s: seconds for each attempt.
    """

    tokens_in: int = 12_000
    tokens_out: int = 2_500
    cost_micro: int = 50_000
    timeout_s: int = 60


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        text: the reply as it came; a valid draft of the shape that was asked for.
        model: what answered, with its version.
        tokens_in, tokens_out: None when the provider does not say; unknown is not free.
        cost_micro: millionths of the currency, of all attempts.
        latency_ms: of all attempts.
        finish: why the model stopped; always `stop` for a usable reply.
        repairs: attempts beyond the first.
    """

    text: str
    model: str
    tokens_in: int | None
    tokens_out: int | None
    cost_micro: int
    latency_ms: int
    finish: str = "stop"
    repairs: int = 0


class ModelPort(Protocol):
    """A reasoner behind the port."""

    @property
    def name(self) -> str:
        """Stable name, as chosen in the settings."""

    def complete(self, prompt: Prompt, *, shape: Shape, budget: Budget) -> Reply:
        """Ask for a draft.

        Raises:
            coach.llm.errors.ModelError: one of its kinds.
        """


def estimated_tokens(text: str) -> int:
    """A cheap upper estimate of tokens: a token is rarely shorter than three bytes of text."""
    return len(text.encode()) // 3 + 1
