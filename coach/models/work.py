"""The work table: what is to be done is a row, with lease and receipt. Celery is only the doorbell."""

from __future__ import annotations

from django.db import models

from decisions.models import Stream


class Work(models.Model):
    """One piece of work, named by its intent, so that enqueuing twice is enqueuing once.

    States: queued → leased → done, or failed after the last attempt. A lease that runs out is taken
    over; the late finisher's token no longer fits and its result is refused.
    """

    identity = models.UUIDField(unique=True)
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=32)
    subject = models.CharField(max_length=240)
    occasion = models.CharField(max_length=240)
    state = models.CharField(max_length=8, default="queued")
    attempts = models.PositiveSmallIntegerField(default=0)
    run_after = models.DateTimeField()
    lease_until = models.DateTimeField(null=True)
    token = models.CharField(max_length=32, default="", blank=True)
    enqueued_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    result = models.CharField(max_length=240, default="", blank=True)
    error = models.TextField(default="", blank=True)

    class Meta:
        verbose_name_plural = "work"
        indexes = [models.Index(fields=["state", "run_after"], name="work_due")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.subject} ({self.state})"


class Cursor(models.Model):
    """How far the coach has followed a stream: everything beyond is still to be looked at."""

    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="+")
    position = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"stream {self.stream_id} followed to {self.position}"
