"""Start-up of the application."""

from __future__ import annotations

from django.apps import AppConfig


class CoachConfig(AppConfig):
    """The application: the only package that knows the others."""

    name = "coach"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Hear the log's doorbell, and hand the kernel the rules that approval cannot override."""
        from coach import doorbell, hard_rules
        from decisions import doorbell as log
        from decisions import registry

        log.on_append(doorbell.hear)
        registry.register_hard_rule(hard_rules.nothing_rises_behind_a_gate)
        registry.register_hard_rule(hard_rules.the_plan_stays_whole)
