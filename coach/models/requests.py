"""Requests of the JSON API that wrote something, by their key: the same key again must be the same."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class KeyedRequest(models.Model):
    """One Idempotency-Key of a person with a digest of what it was used for, never the content.

    The digest is keyed by `salt`, which is stored here alone: with the row both are gone.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    occasion = models.CharField(max_length=64)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "occasion"], name="one_use_of_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.occasion} of {self.user_id}"
