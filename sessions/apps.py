"""Start-up of the app: hands its surfaces to the kernel."""

from __future__ import annotations

from django.apps import AppConfig


class SessionsConfig(AppConfig):
    """Training sessions. The label is fixed: `django.contrib.sessions` owns `sessions`."""

    name = "sessions"
    label = "training_sessions"
    verbose_name = "Training sessions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the surfaces."""
        from decisions import registry
        from sessions import surfaces

        registry.register(*surfaces.ALL)
