"""Occasions of writes: decisions, approvals of exact bytes, receipts that make retries converge."""

from __future__ import annotations

from django.db import models

from decisions.models.streams import Item, Stream


class Decision(models.Model):
    """The occasion of a write, named by its intent. Append-only.

    Kinds: `record` (evidence), `workflow` (a judged draft; its content is an event on
    `decisions.decision`), `edit` (an owner's own structural write), `approval`, `derive`.
    """

    identity = models.UUIDField(unique=True)
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=16)
    mandate = models.CharField(max_length=32)
    subject = models.CharField(max_length=240)
    occasion = models.CharField(max_length=240)
    actor = models.CharField(max_length=80)
    recorded_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.identity}"


class Approval(models.Model):
    """A human's yes to exactly these bytes in exactly that state. Consumed by one event."""

    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+", db_index=False)
    reviewed = models.CharField(max_length=64)
    intended = models.TextField(null=True)
    fingerprint = models.CharField(max_length=64)
    approver = models.CharField(max_length=80)
    reason = models.TextField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["decision", "item"], name="one_approval_per_item")
        ]

    def __str__(self) -> str:
        return f"approval of item {self.item_id} by {self.approver}"


class Receipt(models.Model):
    """The answer to a write, given once: a retry is told the same, also if the state moved on."""

    decision = models.ForeignKey(
        Decision, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+", db_index=False)
    outcome = models.CharField(max_length=16)
    event = models.ForeignKey(
        "decisions.Event", on_delete=models.PROTECT, null=True, related_name="+"
    )
    reviewed = models.CharField(max_length=64)
    intended = models.CharField(max_length=64, help_text="fingerprint of what was asked for")
    found = models.CharField(max_length=64)
    recorded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["decision", "item"], name="one_receipt_per_item")
        ]

    def __str__(self) -> str:
        return f"{self.outcome} for item {self.item_id}"
