"""Every call of a reasoner: what was asked by which prompt, what came back, what it took."""

from __future__ import annotations

from django.db import models

from decisions.models import Stream


class ModelCall(models.Model):
    """One call. A retry of the same decision, purpose and attempt finds its reply here."""

    identity = models.UUIDField(unique=True)
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+")
    decision = models.UUIDField(db_index=True)
    purpose = models.CharField(max_length=32)
    attempt = models.PositiveSmallIntegerField()
    prompt_id = models.CharField(max_length=64)
    prompt_version = models.CharField(max_length=32)
    prompt_hash = models.CharField(max_length=64)
    context_fingerprint = models.CharField(max_length=64)
    model = models.CharField(max_length=120)
    reply = models.TextField()
    tokens_in = models.IntegerField(null=True, help_text="unknown where the provider does not say")
    tokens_out = models.IntegerField(null=True)
    cost_micro = models.BigIntegerField(help_text="millionths of the currency")
    latency_ms = models.IntegerField()
    repairs = models.PositiveSmallIntegerField(default=0)
    finish = models.CharField(max_length=32, default="stop")
    called_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.model} for {self.purpose}"
