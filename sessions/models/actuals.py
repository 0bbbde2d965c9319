"""What was done: sessions and their sets. Nothing planned can delete anything here."""

from __future__ import annotations

from django.db import models

from decisions.models import FactsField, GovernedRow


class CompletedSession(GovernedRow):
    """One session as it went, planned or not."""

    session_key = models.CharField(max_length=200)
    date = models.DateField()
    title = models.CharField(max_length=200)
    sport = models.CharField(max_length=16)
    session_type = models.CharField(max_length=40, null=True)
    status = models.CharField(max_length=16)
    prescription_version = models.IntegerField(null=True)
    prescription_position = models.BigIntegerField(null=True)
    started_at = models.CharField(max_length=40, null=True)
    ended_at = models.CharField(max_length=40, null=True)
    duration_s = models.IntegerField(null=True)
    distance_m = models.IntegerField(null=True)
    avg_hr_bpm = models.IntegerField(null=True)
    avg_power_w = models.IntegerField(null=True)
    climb_m = models.IntegerField(null=True)
    srpe_x10 = models.IntegerField(null=True)
    note = models.TextField(null=True)
    entry_mode = models.CharField(max_length=20)
    source = models.CharField(max_length=200, null=True)
    external_id = models.CharField(max_length=128, null=True)
    flags = FactsField()

    class Meta:
        verbose_name = "completed session"
        indexes = [models.Index(fields=["stream", "date"], name="completed_day")]


class PerformedSet(GovernedRow):
    """One set of a session."""

    session_key = models.CharField(max_length=200)
    date = models.DateField()
    exercise = models.CharField(max_length=80)
    planned_item = models.CharField(max_length=80, null=True)
    order = models.IntegerField()
    kind = models.CharField(max_length=8)
    load_g = models.IntegerField(null=True)
    reps = models.IntegerField(null=True)
    rpe_x10 = models.IntegerField(null=True)
    state = models.CharField(max_length=8)
    why = models.TextField(null=True)
    entry_mode = models.CharField(max_length=20)
    entered = models.CharField(max_length=40, null=True)
    note = models.TextField(null=True)

    class Meta:
        verbose_name = "set"
        indexes = [models.Index(fields=["stream", "exercise", "date"], name="set_exercise")]
