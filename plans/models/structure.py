"""Rows of the structural plan. Written only behind an approval."""

from __future__ import annotations

from django.db import models

from decisions.models import FactsField, GovernedRow


class Plan(GovernedRow):
    """What an athlete trains for. Key: the plan's slug."""

    title = models.CharField(max_length=200)
    goal = models.CharField(max_length=500)
    sport = models.CharField(max_length=16)
    starts_on = models.DateField()
    status = models.CharField(max_length=16)

    class Meta:
        verbose_name = "plan"
        ordering = ["key"]


class Block(GovernedRow):
    """Some weeks with one aim. Key: `<plan>/<nn>`."""

    plan = models.CharField(max_length=100)
    name = models.CharField(max_length=200)
    phase = models.CharField(max_length=16)
    order = models.IntegerField()
    starts_on = models.DateField()
    weeks = models.IntegerField()
    goal = models.CharField(max_length=500, null=True)

    class Meta:
        verbose_name = "block"
        ordering = ["key"]


class PlannedDay(GovernedRow):
    """One session of a week, repeated over a block. Key: `<plan>/<nn>/<slug>`."""

    block = models.CharField(max_length=120)
    title = models.CharField(max_length=200)
    sport = models.CharField(max_length=16)
    session_type = models.CharField(max_length=64, null=True)
    weekday = models.IntegerField(help_text="0 is Monday")
    priority = models.CharField(max_length=16)
    minutes = models.IntegerField(null=True)
    items = FactsField()
    weeks = FactsField()

    class Meta:
        verbose_name = "planned day"
        ordering = ["key"]


class Rule(GovernedRow):
    """How doses of the plan move, and what holds for long. Key: `<plan>/<slug>`."""

    plan = models.CharField(max_length=100)
    kind = models.CharField(max_length=32)
    applies_to = FactsField()
    params = FactsField()
    text = models.CharField(max_length=500)

    class Meta:
        verbose_name = "rule"
        ordering = ["key"]
