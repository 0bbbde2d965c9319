"""The event log. The database refuses to update or delete it (see decisions.triggers)."""

from __future__ import annotations

from django.db import models

from decisions.models.lineage import Decision
from decisions.models.streams import Item, Stream


class Event(models.Model):
    """One thing the system came to know: the complete after-state of one item.

    `(stream, position)` is the optimistic lock and the only order. `facts` is canonical JSON text:
    the text `null` means retracted, SQL NULL means redacted. Digests of facts, source and reasoning
    are keyed; the chain runs over the header and these digests.
    """

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+", db_index=False)
    position = models.BigIntegerField()
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+", db_index=False)
    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    identity = models.UUIDField(unique=True)
    generation = models.PositiveIntegerField(default=1)
    recorded_at = models.DateTimeField()
    occurred_at = models.DateTimeField()
    local_date = models.DateField(null=True)
    zone = models.CharField(max_length=64, default="", blank=True)
    fact_type = models.CharField(max_length=16)
    evidence = models.CharField(max_length=16)
    facts = models.TextField(null=True)
    fingerprint = models.CharField(max_length=64)
    before = models.CharField(max_length=64)
    source = models.TextField(null=True)
    source_digest = models.CharField(max_length=64)
    reasoning = models.TextField(null=True)
    reasoning_digest = models.CharField(max_length=64)
    confidence = models.SmallIntegerField(null=True, help_text="per cent")
    model_version = models.CharField(max_length=120, default="", blank=True)
    supersedes = models.BigIntegerField(null=True, help_text="position in the same stream")
    causation = models.BigIntegerField(null=True, help_text="position in the same stream")
    correlation = models.CharField(max_length=64, default="", blank=True)
    basis = models.TextField(default="", blank=True, help_text="positions, comma separated")
    previous_hash = models.CharField(max_length=64, default="", blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "position"], name="one_event_per_position"),
            models.UniqueConstraint(fields=["decision", "item"], name="an_approval_is_used_once"),
        ]
        indexes = [
            models.Index(fields=["item", "-position"], name="event_newest"),
            models.Index(fields=["stream", "recorded_at", "position"], name="event_known_at"),
        ]

    def __str__(self) -> str:
        return f"event {self.position} of stream {self.stream_id}"


class Basis(models.Model):
    """Index of what rests on what, derived from the events' own `basis`: can be thrown away."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+", db_index=False)
    rests_on = models.BigIntegerField(help_text="position that is rested on")
    position = models.BigIntegerField(help_text="position of the event that rests on it")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stream", "rests_on", "position"], name="one_basis_link"
            )
        ]

    def __str__(self) -> str:
        return f"{self.position} rests on {self.rests_on}"
