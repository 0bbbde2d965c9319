"""Governed rows: projections of the newest event of an item, written by the guard alone."""

from __future__ import annotations

import datetime
from typing import Any, NoReturn

from django.db import models
from simple_history.models import HistoricalRecords

from decisions.domain.errors import NotApproved
from decisions.models.log import Event
from decisions.models.streams import Item, Stream

OWN = ("item", "stream", "event", "key")
"""Columns that say whose row it is; every other column is a fact of the same name."""


class GovernedRow(models.Model):
    """What one item's newest event says, column by column. The database refuses anything else.

    The primary key is the item's id, so a rebuilt row keeps its address. History rows are written
    by the guard, each naming its event; they serve the admin and are never the memory.
    """

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="+")
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+")
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=200)

    history = HistoricalRecords(inherit=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return str(self.key)

    def save(self, *_: Any, **__: Any) -> NoReturn:
        """Refused: state changes only through decisions.services.guard."""
        raise NotApproved(f"{self._meta.label}: rows are written by the guard only")

    def delete(self, *_: Any, **__: Any) -> NoReturn:
        """Refused: state changes only through decisions.services.guard."""
        raise NotApproved(f"{self._meta.label}: rows are deleted by the guard only")

    @classmethod
    def facts_fields(cls) -> tuple[str, ...]:
        """Names of the columns that are facts."""
        return tuple(f.name for f in cls._meta.concrete_fields if f.name not in OWN)

    def facts(self) -> dict[str, Any]:
        """The facts that this row projects."""
        values = {name: getattr(self, name) for name in self.facts_fields()}
        return {
            name: value.isoformat() if isinstance(value, datetime.date) else value
            for name, value in values.items()
        }
