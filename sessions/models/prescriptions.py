"""The prescription in force for each session. Older versions stay in the log."""

from __future__ import annotations

from django.db import models

from decisions.models import FactsField, GovernedRow


class Prescription(GovernedRow):
    """What one session is meant to be, as of its newest version."""

    session_key = models.CharField(max_length=200)
    version = models.IntegerField()
    date = models.DateField()
    day = models.CharField(max_length=200, null=True)
    day_fingerprint = models.CharField(max_length=64, null=True)
    title = models.CharField(max_length=200)
    sport = models.CharField(max_length=16)
    session_type = models.CharField(max_length=40, null=True)
    items = FactsField()
    branches = FactsField()
    minutes = models.IntegerField(null=True)
    reason = models.TextField()
    cites = FactsField()
    outcome = models.CharField(max_length=32)
    decision = models.CharField(max_length=64)
    rests_on = FactsField()
    changed = models.TextField(null=True)
    kept = FactsField()

    class Meta:
        verbose_name = "prescription"
        indexes = [models.Index(fields=["stream", "date"], name="prescription_day")]
