"""A reasoner that says what it was told to say, in order. For tests and demonstrations only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coach.llm.errors import ModelUnavailable
from coach.llm.port import Budget, Prompt, Reply

if TYPE_CHECKING:
    from collections.abc import Iterable

    from coach.domain.shapes import Shape


class ScriptedClient:
    """Replies with the given texts and raises the given errors, one per call; keeps the prompts."""

    name = "scripted"

    def __init__(self, script: Iterable[str | Exception]) -> None:
        self._script = iter(script)
        self.prompts: list[Prompt] = []

    def complete(self, prompt: Prompt, *, shape: Shape, budget: Budget) -> Reply:
        """The next line of the script.

        Raises:
            ModelUnavailable: the script has ended, or whatever error stands in it.
        """
        del shape, budget
        self.prompts.append(prompt)
        line = next(self._script, None)
        if line is None:
            raise ModelUnavailable("the script has ended")
        if isinstance(line, Exception):
            raise line
        return Reply(line, "scripted 1", None, None, 0, 0)
