"""Bearer tokens of the JSON API: scoped, revocable, never able to approve."""

from __future__ import annotations

from django.conf import settings
from django.db import models

SCOPES = (
    "sessions:read",
    "sessions:write",
    "plans:read",
    "proposals:read",
    "decisions:read",
    "requests:write",
)


class ApiToken(models.Model):
    """A token is shown once; only its SHA-256 is kept."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens"
    )
    label = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.label} ({self.prefix}…)"
