"""Start-up of the kernel: its own surfaces, and the triggers around every migrate."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class DecisionsConfig(AppConfig):
    """The governance kernel."""

    name = "decisions"
    verbose_name = "Decisions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the kernel's surfaces, checks and trigger upkeep."""
        from decisions import checks, registry, surfaces  # noqa: F401 - checks register themselves
        from decisions.triggers import upkeep

        registry.register(*surfaces.ALL)
        pre_migrate.connect(upkeep.before_migrate, dispatch_uid="decisions.triggers")
        post_migrate.connect(upkeep.after_migrate, dispatch_uid="decisions.triggers")
