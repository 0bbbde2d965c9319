"""The cast of the scenarios, and commands called as from a shell."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.scenarios.conftest import Story, make_story


@dataclass(frozen=True)
class Said:
    """What a command printed, its exit code, and what it said last when that was not 0."""

    text: str
    code: int
    last: str = ""

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object that it printed."""
        found: dict[str, Any] = json.loads(self.text)
        return found


def shell(*words: str) -> Said:
    """Call a command."""
    out = io.StringIO()
    try:
        call_command(*words, stdout=out)
    except CommandError as error:
        return Said(out.getvalue(), error.returncode, str(error))
    return Said(out.getvalue(), 0)


@pytest.fixture
def story(db: None) -> Story:
    """See `tests.scenarios.conftest.make_story`."""
    return make_story()
