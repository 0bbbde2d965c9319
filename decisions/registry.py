"""The surfaces of all apps, handed over in AppConfig.ready() and validated at the door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decisions.domain.surface import Surface
from decisions.models.rows import GovernedRow

if TYPE_CHECKING:
    from collections.abc import Callable

_surfaces: dict[str, Surface] = {}
_hard_rules: list[Callable[..., str | None]] = []


def register(*surfaces: Surface) -> None:
    """Take over surfaces.

    Raises:
        TypeError: not a Surface, or its model is not a governed row.
        ValueError: the key has an owner already.
    """
    for surface in surfaces:
        if not isinstance(surface, Surface):
            raise TypeError(f"{surface!r} is not a Surface")
        if surface.model is not None and not issubclass(surface.model, GovernedRow):
            raise TypeError(f"{surface.key}: its model is not a governed row")
        known = _surfaces.get(surface.key)
        if known is not None and known.model is not surface.model:
            raise ValueError(f"{surface.key} has an owner already")
        _surfaces[surface.key] = surface


def get(key: str) -> Surface:
    """The surface under a key.

    Raises:
        LookupError: no app registered it.
    """
    try:
        return _surfaces[key]
    except KeyError:
        raise LookupError(f"no app has registered the surface {key!r}") from None


def all() -> tuple[Surface, ...]:  # noqa: A001 - reads as registry.all()
    """Every surface, by key."""
    return tuple(_surfaces[key] for key in sorted(_surfaces))


def structural() -> tuple[str, ...]:
    """Keys of the surfaces that are written only behind an approval."""
    return tuple(surface.key for surface in all() if surface.structural)


def register_hard_rule(rule: Callable[..., str | None]) -> None:
    """Take over a rule that runs again at approval: returns why not, or None."""
    if rule not in _hard_rules:
        _hard_rules.append(rule)


def hard_rules() -> tuple[Callable[..., str | None], ...]:
    """Rules that approval cannot override."""
    return tuple(_hard_rules)
