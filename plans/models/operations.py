"""Rows of operational state: temporary bounds and monitoring gates."""

from __future__ import annotations

from django.db import models

from decisions.models import FactsField, GovernedRow


class Constraint(GovernedRow):
    """A bound on what may be prescribed, until a date. Key: `<date>/<slug>`."""

    title = models.CharField(max_length=200)
    field = models.CharField(max_length=16)
    exercise = models.CharField(max_length=64, null=True)
    region = models.CharField(max_length=64, null=True)
    operator = models.CharField(max_length=2)
    value = models.IntegerField()
    unit = models.CharField(max_length=16)
    reason = models.CharField(max_length=500)
    starts_on = models.DateField()
    expires_on = models.DateField(help_text="last day that it holds")
    renewals = models.IntegerField()
    status = models.CharField(max_length=16)
    owner = models.CharField(max_length=32)

    class Meta:
        verbose_name = "constraint"
        ordering = ["key"]


class Gate(GovernedRow):
    """Something to be watched before a dose may rise. Key: `<date>/<slug>`."""

    title = models.CharField(max_length=200)
    signal = models.CharField(max_length=16)
    region = models.CharField(max_length=64, null=True)
    guards = FactsField()
    criterion = FactsField()
    valid_h = models.IntegerField(help_text="how old a measurement may be, in hours")
    progress = FactsField()
    state = models.CharField(max_length=16)
    opened_on = models.DateField()
    closed_on = models.DateField(null=True)
    closed_because = models.CharField(max_length=500, null=True)
    owner = models.CharField(max_length=32)

    class Meta:
        verbose_name = "gate"
        ordering = ["key"]
