"""Before the lock: mandate, complete facts, canonical bytes. Nothing here reads the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from decisions import registry
from decisions.domain import mandates
from decisions.domain.canonical import NULL, canonical, encode
from decisions.domain.errors import InvalidFacts
from decisions.domain.evidence import Evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decisions.domain.occasions import Occasion, Target
    from decisions.domain.surface import Surface


@dataclass(slots=True)
class Prepared:
    """A target with everything that can be known before the lock.

    Attributes:
        target: as asked.
        surface: its surface.
        text: canonical JSON of the after-state, `null` to retract.
        facts: the complete facts, None to retract.
    """

    target: Target
    surface: Surface
    text: str
    facts: dict[str, object] | None

    @property
    def name(self) -> tuple[str, str]:
        """Surface and key."""
        return (self.target.surface, self.target.key)


def prepare(occasion: Occasion, targets: Sequence[Target]) -> list[Prepared]:
    """Check every target and complete its facts.

    Raises:
        InvalidFacts: naming the field.
        OutsideMandate: surface or magnitude is not covered.
    """
    if not targets:
        raise InvalidFacts("targets", "is empty")
    if len({(target.surface, target.key) for target in targets}) != len(targets):
        raise InvalidFacts("targets", "names one item twice")
    return [_one(occasion, target) for target in targets]


def _one(occasion: Occasion, target: Target) -> Prepared:
    mandates.require(occasion.mandate, target.surface, target.magnitude)
    surface = registry.get(target.surface)
    if target.evidence not in set(Evidence):
        raise InvalidFacts("evidence", f"{target.evidence!r} is not an evidence type")
    if occasion.model_version and target.evidence in (Evidence.OBSERVED, Evidence.USER_REPORTED):
        raise InvalidFacts("evidence", "what a model says is never observed or user reported")
    if target.intended is None:
        return Prepared(target, surface, NULL, None)
    facts = surface.validate(target.intended)
    text = canonical(facts)
    return Prepared(target, surface, text, facts)


def source_text(occasion: Occasion) -> str:
    """Canonical text of where the facts come from."""
    kernels = {"actor": occasion.actor, "mandate": occasion.mandate.name}
    return canonical({**(occasion.source or {}), **kernels})


def basis_text(basis: tuple[int, ...]) -> str:
    """Positions as stored: ascending, each once."""
    return encode(sorted(set(basis)))[1:-1]
