"""Tables of the application: work to do, followers of the log, model calls, API tokens and requests."""

from __future__ import annotations

from coach.models.calls import ModelCall
from coach.models.requests import KeyedRequest
from coach.models.tokens import ApiToken
from coach.models.work import Cursor, Work

__all__ = ["ApiToken", "Cursor", "KeyedRequest", "ModelCall", "Work"]
