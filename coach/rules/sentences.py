"""Every text of a draft that a person would read, with the handles that it cites.

Found by the mark that its field bears, so that no field can be forgotten. Collects them in the
order in which they stand; which of them may be shown is decided in `prose`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel

from coach.domain.draft import Escalation, Prose, Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from coach.domain.draft import Draft

Part = TypeVar("Part", bound=BaseModel)

ALONE = (Reason, Escalation)
"""Parts whose text rests on their own citations; any other may lean on all that the draft cites."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One text of a draft, with the handles that it cites."""

    text: str
    cites: tuple[str, ...]


def sentences(draft: Draft) -> Iterator[Sentence]:
    """Every text of a draft that a person would read."""
    yield from _of(draft, everything_cited(draft))


def everything_cited(draft: Draft) -> tuple[str, ...]:
    """What the draft as a whole rests on."""
    found = [h for reason in draft.reasons for h in reason.cites]
    found += [h for unknown in draft.unknown for h in unknown.cites]
    if draft.session is not None:
        found += [h for item in draft.session.items for h in item.cites]
    if draft.proposal is not None:
        found += [h for reason in draft.proposal.why for h in reason.cites]
    return tuple(dict.fromkeys(found))


@cache
def prose_fields(kind: type[BaseModel]) -> frozenset[str]:
    """The fields of a kind of part that hold text for people."""
    return frozenset(
        name
        for name, field in kind.model_fields.items()
        if _marked(field.annotation) or any(isinstance(mark, Prose) for mark in field.metadata)
    )


def replaced(part: Part, instead: Callable[[BaseModel, str, str], str]) -> Part:
    """A part of a draft with other texts.

    Args:
        instead: gives the text for a part, the name of its field and its present text.
    """
    changed = {}
    for name in type(part).model_fields:
        value = getattr(part, name)
        after = _with(value, part, name, instead, prose=name in prose_fields(type(part)))
        if after != value:
            changed[name] = after
    return part.model_copy(update=changed) if changed else part


def _of(part: BaseModel, every: tuple[str, ...]) -> Iterator[Sentence]:
    own: tuple[str, ...] = getattr(part, "cites", ())
    cites = own if isinstance(part, ALONE) else tuple(dict.fromkeys((*own, *every)))
    for name in type(part).model_fields:
        prose = name in prose_fields(type(part))
        for value in _flat(getattr(part, name)):
            if isinstance(value, BaseModel):
                yield from _of(value, every)
            elif prose and isinstance(value, str):
                yield Sentence(value, cites)


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        yield from value
    else:
        yield value


def _with(
    value: Any,
    part: BaseModel,
    name: str,
    instead: Callable[[BaseModel, str, str], str],
    *,
    prose: bool,
) -> Any:
    if isinstance(value, tuple):
        changed = tuple(_with(one, part, name, instead, prose=prose) for one in value)
        return tuple(dict.fromkeys(changed)) if prose else changed
    if isinstance(value, BaseModel):
        return replaced(value, instead)
    return instead(part, name, value) if prose and isinstance(value, str) else value


def _marked(annotation: Any) -> bool:
    """Whether an annotation holds the mark anywhere: optional, or inside a tuple."""
    if any(isinstance(mark, Prose) for mark in getattr(annotation, "__metadata__", ())):
        return True
    if get_origin(annotation) is None:
        return False
    return any(_marked(one) for one in get_args(annotation))
