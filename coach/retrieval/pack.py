"""Packs candidates into a token budget. What does not fit is skipped, never a stop. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from coach.retrieval.candidates import Candidate

Cost = Callable[[Candidate, str], int]


@dataclass(frozen=True, slots=True)
class Packed:
    """What goes in and what stays out.

    Attributes:
        included: candidate and form (`full` or `short`), in the order of the context.
        left_out: candidate and why.
        tokens: estimated tokens of what is included.
    """

    included: tuple[tuple[Candidate, str], ...]
    left_out: tuple[tuple[Candidate, str], ...]
    tokens: int


def pack(candidates: Sequence[Candidate], *, budget: int, cost: Cost) -> Packed:
    """Must-haves first (short where the full form leaves no room for the others), then the rest by order.

    Args:
        candidates: each item once.
        budget: tokens.
        cost: tokens of a candidate in a form.
    """
    used = 0
    taken: list[tuple[Candidate, str]] = []
    out: list[tuple[Candidate, str]] = []
    must = sorted((c for c in candidates if c.must), key=_nearness)
    reserved = sum(cost(candidate, "short") for candidate in must)
    for candidate in must:
        reserved -= cost(candidate, "short")
        fits = not candidate.brief and used + cost(candidate, "full") + reserved <= budget
        form = "full" if fits else "short"
        used += cost(candidate, form)
        taken.append((candidate, form))
    for candidate in sorted((c for c in candidates if not c.must), key=_nearness):
        form = "short" if candidate.brief else "full"
        price = cost(candidate, form)
        if used + price <= budget:
            used += price
            taken.append((candidate, form))
        else:
            out.append((candidate, "over budget"))
    taken.sort(key=lambda pair: (pair[0].rank, pair[0].item.surface, pair[0].item.key))
    return Packed(tuple(taken), tuple(out), used)


def _nearness(candidate: Candidate) -> tuple[int, int, str, str]:
    return candidate.order, candidate.rank, candidate.item.surface, candidate.item.key
