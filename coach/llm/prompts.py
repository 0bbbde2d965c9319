"""Prompt templates: Markdown with front matter `id` and `version`, one per workflow.

Owns loading and hashing. A template holds no secret, no host and nothing about any athlete.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from coach.domain.render import render
from coach.llm.port import Prompt

if TYPE_CHECKING:
    from coach.domain.packet import Packet

FOLDER = Path(__file__).resolve().parent.parent / "prompts"


class BadTemplate(ValueError):
    """A template without front matter, or without id and version in it."""


@dataclass(frozen=True, slots=True)
class Template:
    """One template: `hash` is the SHA-256 of the whole file, hex."""

    id: str
    version: str
    text: str
    hash: str


@cache
def template(workflow: str) -> Template:
    """The template of a workflow.

    Raises:
        BadTemplate: none for this workflow, or not well formed.
    """
    path = FOLDER / f"{workflow}.md"
    if not workflow.replace("_", "").isalnum() or not path.is_file():
        raise BadTemplate(f"no prompt for the workflow {workflow!r}")
    return read(path.read_text(encoding="utf-8"), name=path.name)


def read(source: str, *, name: str) -> Template:
    """A template from its text.

    Raises:
        BadTemplate: no front matter, or `id` or `version` missing.
    """
    if not source.startswith("---\n") or "\n---\n" not in source[4:]:
        raise BadTemplate(f"{name}: has no front matter")
    head, _, body = source[4:].partition("\n---\n")
    fields = yaml.safe_load(head)
    for field in ("id", "version"):
        if not isinstance(fields, dict) or not fields.get(field):
            raise BadTemplate(f"{name}: {field} is missing")
    digest = sha256(source.encode()).hexdigest()
    return Template(str(fields["id"]), str(fields["version"]), body.strip() + "\n", digest)


def prompt_for(packet: Packet) -> Prompt:
    """The prompt that shows a packet to a reasoner: byte-stable for an equal packet."""
    chosen = template(packet.workflow)
    return Prompt(
        id=chosen.id,
        version=chosen.version,
        system=chosen.text,
        text=render(packet),
        packet=packet,
        hash=chosen.hash,
    )
