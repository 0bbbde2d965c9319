"""A surface: a named kind of state with one owner. Apps hand theirs to the registry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Surface:
    """How the kernel treats one kind of state.

    Attributes:
        key: stable name, `app_label.kind`, never renamed.
        label: singular words for people.
        validate: completes and checks facts; raises InvalidFacts naming the field.
        sentence: one plain line about the facts, for pages and prompts.
        structural: written only behind an approval.
        model: the governed row that projects it, if any.
        personal: names of facts that say something about a person, all of which erasure destroys.
    """

    key: str
    label: str
    validate: Callable[[Facts], Facts]
    sentence: Callable[[Facts], str]
    structural: bool = False
    model: type[Any] | None = None
    personal: tuple[str, ...] = ()
