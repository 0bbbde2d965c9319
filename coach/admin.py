"""The application's part of the admin: its name, and the tokens of the API.

Proposals are decided in the review pages, which are linked from here; no form here writes state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages

from coach.api import issuing
from coach.models import ApiToken
from coach.models.tokens import SCOPES
from decisions import clock

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from django.http import HttpRequest

admin.site.site_header = "Longitude"
admin.site.site_title = "Longitude"
admin.site.index_title = "The record"


class ApiTokenForm(forms.ModelForm):  # type: ignore[type-arg]
    """What is said about a new token."""

    scopes = forms.MultipleChoiceField(
        choices=[(scope, scope) for scope in SCOPES], widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = ApiToken
        fields = ("user", "label", "scopes", "expires_at")

    def clean(self) -> dict[str, Any]:
        """The end of a token lies ahead."""
        cleaned = super().clean() or {}
        ends = cleaned.get("expires_at")
        if ends is not None and ends <= clock.now():
            self.add_error("expires_at", "has passed already")
        return cleaned


def administers(request: HttpRequest) -> bool:
    """Whether somebody runs this instance."""
    return bool(request.user.is_active and request.user.is_superuser)


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Tokens: made and revoked by administrators, never changed, never read again."""

    form = ApiTokenForm
    list_display = ("label", "prefix", "user", "scopes", "expires_at", "revoked_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("label", "prefix", "user__username")
    actions = ("revoke",)
    exclude = ("digest",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Administrators."""
        return administers(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Administrators."""
        return administers(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Administrators."""
        return administers(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: a token is revoked and another one made."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never: a revoked token stays on record."""
        return False

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:  # noqa: FBT001 - Django's signature
        """Issue the token and show its secret, once."""
        made, secret = issuing.issue(
            user=obj.user,
            label=obj.label,
            scopes=form.cleaned_data["scopes"],
            expires_at=obj.expires_at,
        )
        obj.pk = made.pk
        messages.warning(request, f"Copy it now, it is not shown again: {secret}")

    @admin.action(description="Revoke for good")
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        """End the chosen tokens."""
        ended = sum(issuing.revoke(token) for token in tokens)
        messages.success(request, f"{ended} revoked.")
