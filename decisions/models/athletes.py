"""The subject of governance: an athlete, their coach, and how they like numbers shown."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from decisions.models.streams import Stream


class Athlete(models.Model):
    """A person who trains. A person may coach themself; approval stays a separate act."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="athlete"
    )
    coach = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="athletes",
    )
    name = models.CharField(max_length=120)
    zone = models.CharField(max_length=64, default="UTC", help_text="IANA time zone")
    units = models.CharField(max_length=2, default="kg", choices=[("kg", "kg"), ("lb", "lb")])
    distance_unit = models.CharField(
        max_length=2, default="km", choices=[("km", "km"), ("mi", "mi")]
    )
    week_start = models.PositiveSmallIntegerField(default=0, help_text="0 is Monday")

    def __str__(self) -> str:
        return self.name

    @property
    def stream(self) -> Stream:
        """The athlete's log, made on first use."""
        stream, _ = Stream.objects.get_or_create(name=f"athlete:{self.pk}")
        return stream
