"""Prescriptions, actuals and observations in the admin, to read. Services write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin

from decisions.admin import GovernedAdmin
from sessions import surfaces
from sessions.models import (
    CompletedSession,
    CustomExercise,
    DailyObservation,
    FileSource,
    Injury,
    PerformedSet,
    Prescription,
)

if TYPE_CHECKING:
    from django.http import HttpRequest

    from decisions.models import GovernedRow

SENTENCES = {surface.model: surface.sentence for surface in surfaces.ALL}


class SpokenAdmin(GovernedAdmin):
    """A governed row with its facts as one plain sentence."""

    @admin.display(description="in words")
    def sentence(self, row: GovernedRow) -> str:
        """What the row says."""
        return SENTENCES[type(row)](row.facts())

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """The sentence first, then every column."""
        return ["sentence", *super().get_readonly_fields(request, obj)]


@admin.register(Prescription)
class PrescriptionAdmin(SpokenAdmin):
    """The newest version per session; older ones are in its history."""

    list_display = ("date", "stream", "title", "version", "outcome", "sentence")
    list_filter = ("sport", "outcome")
    search_fields = ("key", "title")
    ordering = ("-date", "key")


@admin.register(CompletedSession)
class CompletedSessionAdmin(SpokenAdmin):
    """Sessions as they went."""

    list_display = ("date", "stream", "title", "status", "entry_mode", "sentence")
    list_filter = ("sport", "status", "entry_mode")
    search_fields = ("key", "title")
    ordering = ("-date", "key")


@admin.register(PerformedSet)
class PerformedSetAdmin(SpokenAdmin):
    """Sets as they were done."""

    list_display = ("date", "stream", "exercise", "entry_mode", "sentence")
    list_filter = ("state", "entry_mode")
    search_fields = ("key", "exercise")
    ordering = ("-date", "session_key", "order")


@admin.register(DailyObservation)
class DailyObservationAdmin(SpokenAdmin):
    """What was observed about a day."""

    list_display = ("date", "stream", "kind", "region", "moment", "sentence")
    list_filter = ("kind", "moment")
    ordering = ("-date", "key")


@admin.register(Injury)
class InjuryAdmin(SpokenAdmin):
    """Injuries, one row per episode."""

    list_display = ("opened_on", "stream", "region", "status", "sentence")
    list_filter = ("status",)
    search_fields = ("key", "title")
    ordering = ("-opened_on", "key")


@admin.register(CustomExercise)
class CustomExerciseAdmin(SpokenAdmin):
    """Exercises that the catalogue does not have."""

    list_display = ("slug", "stream", "sentence")
    search_fields = ("slug", "name")


@admin.register(FileSource)
class FileSourceAdmin(SpokenAdmin):
    """Files that were imported."""

    list_display = ("name", "stream", "kind", "size", "sentence")
    list_filter = ("kind",)
    search_fields = ("name", "sha256")
