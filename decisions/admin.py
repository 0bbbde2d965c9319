"""Read-only admin pages of the kernel, and `GovernedAdmin` for the governed rows of every app.

Nothing here writes state: rows change through the guard. The one form that saves is an athlete's
own settings, and only a superuser has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar
from zoneinfo import available_timezones

from django import forms
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from simple_history.admin import SimpleHistoryAdmin

from decisions.domain import names
from decisions.models import (
    Athlete,
    DecisionRecord,
    Event,
    Finding,
    Forecast,
    Policy,
    Proposal,
    Receipt,
    Request,
    Stream,
)
from decisions.selectors import athletes

if TYPE_CHECKING:
    from django.db.models import Model, QuerySet

SAFE = ("GET", "HEAD")
LAST_DAY = 6
"""Of a week: Sunday."""


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Lists and shows what a person may see. No add, no change, no delete, no action.

    Superusers see everything; everybody else on the staff sees the streams of the athletes they
    coach (and their own). What is not theirs is not found.
    """

    stream_path = "stream"
    actions = None
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Rows of visible athletes."""
        rows = super().get_queryset(request)
        if request.user.is_superuser:
            return rows
        return rows.filter(**{f"{self.stream_path}__in": visible_streams(request)})

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff who coach somebody, or superusers."""
        user = request.user
        if not (user.is_active and user.is_staff):
            return False
        return user.is_superuser or athletes.visible_to(user).exists()

    def has_module_permission(self, request: HttpRequest) -> bool:
        """As for viewing."""
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class GovernedAdmin(ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]
    """A governed row and its readable history.

    The history pages answer GET only: simple-history's own form saves on POST, with view rights.
    """

    list_display: tuple[Any, ...] = ("key", "stream")
    list_select_related = ("stream",)
    search_fields: ClassVar[tuple[str, ...]] = ("key",)
    ordering: ClassVar[tuple[str, ...]] = ("key",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Every column, also in forms that are not asked for permissions."""
        return [field.name for field in self.model._meta.concrete_fields]

    def revert_disabled(self, request: HttpRequest, obj: Any = None) -> bool:
        """No history row can be put back."""
        return True

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The list of versions of one row."""
        return self._history(request, object_id) or super().history_view(
            request, object_id, extra_context
        )

    def history_form_view(
        self,
        request: HttpRequest,
        object_id: str,
        version_id: str,
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """One version, to read."""
        return self._history(request, object_id, version_id) or super().history_form_view(
            request, object_id, version_id, extra_context
        )

    def _history(self, request: HttpRequest, object_id: str, *more: str) -> HttpResponse | None:
        """Refuse everything but reading, and what is not theirs; None to go on."""
        if request.method not in SAFE:
            return HttpResponseNotAllowed(SAFE)
        if not all(part.isdecimal() for part in (object_id, *more)):
            raise Http404
        if not request.user.is_superuser:
            theirs = self.model.history.filter(stream__in=visible_streams(request))
            if not theirs.filter(item_id=object_id).exists():
                raise Http404
        return None


def visible_streams(request: HttpRequest) -> QuerySet[Stream]:
    """Streams of the athletes whom the person may see."""
    visible = athletes.visible_to(request.user).values_list("pk", flat=True)
    return Stream.objects.filter(name__in=[f"athlete:{pk}" for pk in visible])


@admin.register(DecisionRecord)
class DecisionAdmin(GovernedAdmin):
    """Decisions as recorded."""

    list_display = ("number", "stream", "workflow", "subject", "outcome", "magnitude")
    list_filter = ("workflow", "outcome")
    search_fields = ("subject", "summary")
    ordering: ClassVar[tuple[str, ...]] = ("-event_id",)


@admin.register(Proposal)
class ProposalAdmin(GovernedAdmin):
    """Proposals, to read; deciding one is an act of its own."""

    list_display = ("key", "stream", "state", "title", "risk", "opened_on", "expires_on")
    list_filter = ("state", "risk")
    search_fields = ("key", "title")
    ordering: ClassVar[tuple[str, ...]] = ("-event_id",)


@admin.register(Finding)
class FindingAdmin(GovernedAdmin):
    """What was learned, with its level."""

    list_display = ("key", "stream", "level", "status", "statement")
    list_filter = ("level", "status")


@admin.register(Forecast)
class ForecastAdmin(GovernedAdmin):
    """Dated statements about the future."""

    list_display = ("key", "stream", "scope", "eligible", "made_on", "expires_on")


@admin.register(Policy)
class PolicyAdmin(GovernedAdmin):
    """Versions of the numbers that rules use."""

    list_display = ("key", "stream", "name", "version")


@admin.register(Request)
class RequestAdmin(GovernedAdmin):
    """Wishes that start a review."""

    list_display = ("on", "stream", "text")
    search_fields = ("text",)
    ordering: ClassVar[tuple[str, ...]] = ("-on",)


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin):
    """The log itself."""

    list_display = ("position", "stream", "item", "fact_type", "evidence", "recorded_at")
    list_filter = ("fact_type", "evidence")
    list_select_related = ("stream", "item")
    search_fields = ("item__surface", "item__key")
    ordering: ClassVar[tuple[str, ...]] = ("-id",)


@admin.register(Receipt)
class ReceiptAdmin(ReadOnlyAdmin):
    """What every write was answered."""

    list_display = ("decision", "item", "outcome", "recorded_at")
    list_filter = ("outcome",)
    list_select_related = ("decision", "item")
    ordering: ClassVar[tuple[str, ...]] = ("-id",)
    stream_path = "item__stream"


class AthleteForm(forms.ModelForm):  # type: ignore[type-arg]
    """An athlete's settings."""

    class Meta:
        model = Athlete
        fields = ("user", "coach", "name", "zone", "units", "distance_unit", "week_start")

    def clean_name(self) -> str:
        """A name that can be seen."""
        name = names.tidy(str(self.cleaned_data["name"]))
        if complaint := names.complaint(name):
            raise forms.ValidationError(f"Name: {complaint}")
        return name

    def clean_week_start(self) -> int:
        """A day of the week."""
        start = int(self.cleaned_data["week_start"])
        if start > LAST_DAY:
            raise forms.ValidationError("is not a day: 0 is Monday, 6 is Sunday")
        return start

    def clean_zone(self) -> str:
        """An IANA zone, or dates would mean nothing."""
        zone = str(self.cleaned_data["zone"])
        if zone not in available_timezones():
            raise forms.ValidationError("is not an IANA time zone such as Europe/Paris")
        return zone


@admin.register(Athlete)
class AthleteAdmin(ReadOnlyAdmin):
    """People who train. Superusers add them and change their settings; nobody deletes them."""

    form = AthleteForm
    list_display = ("name", "user", "coach", "zone", "units")
    list_select_related = ("user", "coach")
    search_fields = ("name", "user__username")
    ordering: ClassVar[tuple[str, ...]] = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Visible athletes."""
        rows = admin.ModelAdmin.get_queryset(self, request)
        if request.user.is_superuser:
            return rows
        return rows.filter(pk__in=athletes.visible_to(request.user))

    def get_readonly_fields(
        self, request: HttpRequest, obj: Model | None = None
    ) -> tuple[str, ...]:
        """Whose log it is never changes."""
        return ("user",) if obj is not None else ()

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers."""
        return bool(request.user.is_active and request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers."""
        return bool(request.user.is_active and request.user.is_superuser)
