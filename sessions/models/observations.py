"""What is known about days, the body, an athlete's own exercises and imported files."""

from __future__ import annotations

from django.db import models

from decisions.models import FactsField, GovernedRow


class DailyObservation(GovernedRow):
    """One observation of one day: sleep, pain in a region, bodyweight and so on."""

    date = models.DateField()
    kind = models.CharField(max_length=24)
    region = models.CharField(max_length=40, null=True)
    moment = models.CharField(max_length=16, null=True)
    value = models.IntegerField(null=True)
    text = models.TextField(null=True)
    session_key = models.CharField(max_length=200, null=True)
    note = models.TextField(null=True)

    class Meta:
        verbose_name = "daily observation"
        indexes = [models.Index(fields=["stream", "kind", "date"], name="daily_kind_day")]


class Injury(GovernedRow):
    """One episode of an injury, with the latest words about it."""

    region = models.CharField(max_length=40)
    side = models.CharField(max_length=8, null=True)
    title = models.CharField(max_length=200)
    status = models.CharField(max_length=8)
    opened_on = models.DateField()
    closed_on = models.DateField(null=True)
    severity = models.IntegerField(null=True)
    update = models.TextField(null=True)

    class Meta:
        verbose_name = "injury"
        verbose_name_plural = "injuries"
        indexes = [models.Index(fields=["stream", "status"], name="injury_status")]


class CustomExercise(GovernedRow):
    """An exercise that the catalogue does not have."""

    slug = models.CharField(max_length=80)
    name = models.CharField(max_length=120)
    family = models.CharField(max_length=60, null=True)
    pattern = models.CharField(max_length=60, null=True)
    region = FactsField()
    equipment = models.CharField(max_length=60, null=True)
    increment_g = models.IntegerField()
    custom = models.BooleanField()

    class Meta:
        verbose_name = "exercise"


class FileSource(GovernedRow):
    """A file that was imported, known by the digest of its bytes."""

    sha256 = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=16)
    size = models.BigIntegerField()
    sessions = FactsField()
    zone = models.CharField(max_length=64, null=True)
    unit = models.CharField(max_length=2, null=True)

    class Meta:
        verbose_name = "imported file"
