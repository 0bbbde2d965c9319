"""Addresses are closed like bodies: a parameter that an operation does not have is refused.

`?asof=` would otherwise be answered with what is known now, as if it had been understood.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest

from decisions.domain.errors import InvalidFacts

PARAMETERS = frozenset({"as_of", "cursor", "limit", "state", "workflow"})
"""Every parameter that some operation takes from the address."""


def closed(view: Callable[..., Any]) -> Callable[..., Any]:
    """An operation that refuses parameters of the address which it does not take."""
    taken = PARAMETERS & set(inspect.signature(view).parameters)

    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **values: Any) -> Any:
        for name, given in request.GET.lists():
            if name not in taken:
                raise InvalidFacts(name, "is not a parameter here")
            if len(given) > 1:
                raise InvalidFacts(name, "is given twice")
        return view(request, *args, **values)

    return answered
