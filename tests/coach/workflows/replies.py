"""A model that answers whatever it is told to: the built-in coach's own reply, twisted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from coach.domain.shapes import Shape
from coach.llm.baseline_client import BaselineClient
from coach.llm.port import Budget, Prompt, Reply

Facts = dict[str, Any]
Twist = Callable[[Facts], Facts | str]


class Hijacked:
    """Takes the draft of the built-in coach and hands back what `twist` makes of it."""

    name = "hijacked"

    def __init__(self, twist: Twist) -> None:
        self._twist = twist
        self.said: list[str] = []
        self.prompts: list[Prompt] = []

    def complete(self, prompt: Prompt, *, shape: Shape, budget: Budget) -> Reply:
        """The twisted draft."""
        self.prompts.append(prompt)
        sound = BaselineClient().complete(prompt, shape=shape, budget=budget)
        twisted = self._twist(json.loads(sound.text))
        text = twisted if isinstance(twisted, str) else json.dumps(twisted)
        self.said.append(text)
        return Reply(text, "hijacked 1", 900, 300, 12_000, 800)


def chosen(draft: Facts, outcome: str) -> Facts:
    """The draft with another outcome, consistently chosen."""
    considered = [{**option, "chosen": False} for option in draft["considered"]]
    wanted = {"outcome": outcome, "why": "because it was asked for", "cites": [], "chosen": True}
    return {**draft, "outcome": outcome, "considered": [wanted, *considered][:10]}


def dosed(draft: Facts, **fields: Any) -> Facts:
    """The draft with other numbers in every item of its session."""
    items = [{**item, **fields} for item in draft["session"]["items"]]
    return {**draft, "session": {**draft["session"], "items": items}}
