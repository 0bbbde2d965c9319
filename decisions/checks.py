"""System checks of the kernel, with what to do about each."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from decisions import registry
from decisions.domain.mandates import MANDATES


@register()
def sqlite_writes_immediately(**_: Any) -> list[CheckMessage]:
    """E001: deferred SQLite transactions fail under rival writers, whatever the time-out."""
    default = settings.DATABASES["default"]
    if not default["ENGINE"].endswith("sqlite3"):
        return []
    if default.get("OPTIONS", {}).get("transaction_mode") == "IMMEDIATE":
        return []
    return [
        Error(
            "SQLite must begin transactions IMMEDIATE.",
            hint='Set OPTIONS["transaction_mode"] = "IMMEDIATE".',
            id="decisions.E001",
        )
    ]


@register()
def mandates_name_real_surfaces(**_: Any) -> list[CheckMessage]:
    """E002: a mandate that names a surface nobody owns would deny or allow the wrong thing."""
    known = {surface.key for surface in registry.all()} | LATER
    return [
        Error(
            f"No app has registered the surface {key!r} of mandate {mandate.name!r}.",
            hint="Register it in that app's AppConfig.ready().",
            id="decisions.E002",
        )
        for mandate in MANDATES.values()
        for key in sorted((mandate.writes | mandate.proposes) - known)
    ]


LATER = {"decisions.hypothesis", "coach.preference", "coach.turn"}
"""Surfaces that mandates already name and that do not exist yet: nothing can be written to them."""
