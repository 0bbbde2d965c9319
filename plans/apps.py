"""Start-up of the app: hands its surfaces to the kernel."""

from __future__ import annotations

from django.apps import AppConfig


class PlansConfig(AppConfig):
    """Plans, constraints and gates."""

    name = "plans"
    verbose_name = "Plans"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the surfaces of this app."""
        from decisions import registry
        from plans import surfaces

        registry.register(*surfaces.ALL)
