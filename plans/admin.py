"""Plans, constraints and gates in the admin: to read. Editing happens through services alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from decisions.admin import GovernedAdmin
from plans import surfaces
from plans.domain import constraints
from plans.models import Block, Constraint, Gate, Plan, PlannedDay, Rule

if TYPE_CHECKING:
    from decisions.models import GovernedRow

SENTENCES = {surface.model: surface.sentence for surface in surfaces.ALL}


class SpokenAdmin(GovernedAdmin):
    """A governed row with its facts as one plain sentence."""

    @admin.display(description="in words")
    def sentence(self, row: GovernedRow) -> str:
        """What the row says."""
        return SENTENCES[type(row)](row.facts())

    def get_readonly_fields(self, request: Any, obj: Any = None) -> list[str]:
        """The sentence first, then every column."""
        return ["sentence", *super().get_readonly_fields(request, obj)]


@admin.register(Plan)
class PlanAdmin(SpokenAdmin):
    """What athletes train for."""

    list_display = ("title", "stream", "sport", "starts_on", "status", "goal")
    list_filter = ("status", "sport")
    search_fields = ("key", "title", "goal")
    ordering = ("-starts_on",)


@admin.register(Block)
class BlockAdmin(SpokenAdmin):
    """Blocks of plans in the order they are trained."""

    list_display = ("key", "stream", "name", "phase", "starts_on", "weeks", "goal")
    list_filter = ("phase",)
    search_fields = ("key", "name")
    ordering = ("starts_on",)


@admin.register(PlannedDay)
class PlannedDayAdmin(SpokenAdmin):
    """Sessions of a week with their doses in words."""

    list_display = ("key", "stream", "sport", "session_type", "priority", "sentence")
    list_filter = ("sport", "priority", "weekday")
    search_fields = ("key", "title")


@admin.register(Rule)
class RuleAdmin(SpokenAdmin):
    """How doses move, and what holds for long."""

    list_display = ("key", "stream", "kind", "sentence")
    list_filter = ("kind",)
    search_fields = ("key", "text")


@admin.register(Constraint)
class ConstraintAdmin(SpokenAdmin):
    """Temporary bounds, the newest end first."""

    list_display = ("title", "stream", "bound", "starts_on", "expires_on", "status", "owner")
    list_filter = ("status", "owner", "field")
    search_fields = ("key", "title", "reason")
    ordering = ("-expires_on",)

    @admin.display(description="bound")
    def bound(self, row: Constraint) -> str:
        """The bound in words."""
        return constraints.bound_text(row.facts())


@admin.register(Gate)
class GateAdmin(SpokenAdmin):
    """Monitoring gates, the newest first."""

    list_display = ("title", "stream", "signal", "region", "far", "state", "opened_on", "closed_on")
    list_filter = ("state", "signal", "owner")
    search_fields = ("key", "title")
    ordering = ("-opened_on",)

    @admin.display(description="progress")
    def far(self, row: Gate) -> str:
        """How many exposures of how many have met the criterion."""
        return f"{row.progress['met']} of {row.progress['of']}"
