"""What a reader hands over to the rules: an item's facts as the log has them, and the surfaces' names."""

from __future__ import annotations

from typing import Any, Protocol

SET = "training_sessions.set"
COMPLETED = "training_sessions.completed"
PRESCRIPTION = "training_sessions.prescription"
DAILY = "training_sessions.daily"
INJURY = "training_sessions.injury"
EXERCISE = "training_sessions.exercise"
SOURCE = "training_sessions.source"


class Recorded(Protocol):
    """What a reader hands over: an item's facts as the log has them."""

    @property
    def surface(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def position(self) -> int: ...
    @property
    def evidence(self) -> str: ...
    @property
    def facts(self) -> dict[str, Any] | None: ...


def about_one_set(flag: str) -> bool:
    return ":" in flag
