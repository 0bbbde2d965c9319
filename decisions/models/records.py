"""Rows of the kernel's surfaces: decisions, proposals, findings, forecasts, policy, requests."""

from __future__ import annotations

from django.db import models

from decisions.models.fields import FactsField
from decisions.models.rows import GovernedRow


class DecisionRecord(GovernedRow):
    """A draft as judged and recorded, with its lineage."""

    number = models.IntegerField()
    workflow = models.CharField(max_length=32)
    subject = models.CharField(max_length=240)
    occasion = models.CharField(max_length=240)
    outcome = models.CharField(max_length=32)
    magnitude = models.CharField(max_length=2)
    summary = models.TextField()
    reasons = FactsField()
    considered = FactsField()
    unknown = FactsField()
    thresholds = FactsField()
    next_look = models.DateField(null=True)
    looks = FactsField()
    monitor = FactsField()
    carried = FactsField()
    position = models.BigIntegerField()
    instance_position = models.BigIntegerField()
    manifest = FactsField()
    context_fingerprint = models.CharField(max_length=64)
    prompt = FactsField()
    model = models.CharField(max_length=120)
    reply = models.TextField()
    ruling = FactsField()
    gate_version = models.CharField(max_length=32)
    policy_version = models.CharField(max_length=32)
    answers = models.CharField(max_length=64, null=True)

    class Meta:
        verbose_name = "decision"
        indexes = [models.Index(fields=["stream", "workflow", "subject"], name="decision_subject")]


class Proposal(GovernedRow):
    """A structural change waiting for a human."""

    number = models.IntegerField()
    state = models.CharField(max_length=16)
    title = models.CharField(max_length=240)
    kind = models.CharField(max_length=64)
    risk = models.CharField(max_length=8)
    decision = models.CharField(max_length=64)
    why = FactsField()
    targets = FactsField()
    evidence = FactsField()
    conflicts = FactsField()
    alternatives = FactsField()
    opened_on = models.DateField()
    expires_on = models.DateField()
    closed = FactsField(null=True)

    class Meta:
        verbose_name = "proposal"
        permissions = [("approve_proposal", "Can decide proposals of their athletes")]


class Finding(GovernedRow):
    """Something learned, governed: starts empty, promoted only by approval."""

    statement = models.TextField()
    level = models.CharField(max_length=2)
    status = models.CharField(max_length=16)
    confidence = models.IntegerField(help_text="per cent")
    exposures = FactsField()
    regime = FactsField(null=True)

    class Meta:
        verbose_name = "finding"


class Forecast(GovernedRow):
    """A dated statement about the future with its scope: starts empty."""

    statement = models.TextField()
    scope = models.CharField(max_length=120)
    eligible = models.BooleanField()
    made_on = models.DateField()
    expires_on = models.DateField()

    class Meta:
        verbose_name = "forecast"


class Policy(GovernedRow):
    """A version of the numbers that rules use: defaults of the instance, overrides per athlete."""

    name = models.CharField(max_length=64)
    version = models.CharField(max_length=32)
    values = FactsField()

    class Meta:
        verbose_name = "policy"
        verbose_name_plural = "policies"


class Request(GovernedRow):
    """A wish about plan, dose, constraint or gate: it starts a review and moves nothing."""

    text = models.TextField()
    about = models.CharField(max_length=240, null=True)
    on = models.DateField()

    class Meta:
        verbose_name = "request"
