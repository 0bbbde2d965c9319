"""A reply read into a draft, and a draft written as a reply. Never repairs one.

Bad text is refused with a reason that names the field and repeats nothing of the reply.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pydantic import ValidationError

from coach.domain.draft import (
    Draft,
)

if TYPE_CHECKING:
    from coach.domain.shapes import Shape

LONGEST_REPLY = 100_000


class UnreadableReply(ValueError):
    """A reply that is no draft; says which field is wrong, never repeats the reply."""


def parse(text: str, shape: Shape) -> Draft:
    """Read a reply strictly.

    A single code fence around the JSON is taken off; nothing else is mended.

    Raises:
        UnreadableReply: empty, too long, cut off, not JSON, or not of the shape.
    """
    body = _unfenced(text)
    if not body:
        raise UnreadableReply("the reply is empty")
    if len(body) > LONGEST_REPLY:
        raise UnreadableReply("the reply is too long")
    try:
        json.loads(body)
    except (
        ValueError,
        RecursionError,
    ):  # ValueError: not JSON, or an integer of thousands of digits
        cut = body.startswith("{") and not body.endswith("}")
        raise UnreadableReply("the reply is cut off" if cut else "the reply is not JSON") from None
    try:
        reply = shape.model_validate_json(body)
    except ValidationError as error:
        raise UnreadableReply(_first(error)) from None
    return Draft.model_validate(dict(reply))


def reply_text(draft: Draft, shape: Shape) -> str:
    """A draft as the reply of its workflow, for reasoners that are code.

    Raises:
        pydantic.ValidationError: the draft holds something its workflow has no field for.
    """
    surplus = {
        name
        for name in Draft.model_fields
        if name not in shape.model_fields and not getattr(draft, name)
    }
    return shape.model_validate(
        {name: value for name, value in dict(draft).items() if name not in surplus}
    ).model_dump_json()


def _unfenced(text: str) -> str:
    body = text.strip()
    if body.startswith("```") and body.endswith("```") and len(body) > 6:
        first, _, rest = body.partition("\n")
        if first.strip("`").strip().lower() in {"", "json"}:
            body = rest[: rest.rfind("```")].strip()
    return body


def _first(error: ValidationError) -> str:
    problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in problem["loc"]) or "the draft"
    return f"{where}: {problem['msg']}"[:300]
