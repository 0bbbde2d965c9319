"""Streams, the directory of items, and the keys of their digests."""

from __future__ import annotations

from django.db import models

INSTANCE = "instance"
"""Name of the stream for policy defaults and accounts."""


class Stream(models.Model):
    """The log of one athlete, or of the instance. The row is the lock of its appends.

    `head` is a cached copy of the newest position for followers; the log itself is the truth.
    """

    name = models.CharField(max_length=64, unique=True)
    head = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return self.name


class Item(models.Model):
    """One thing on a surface and its canonical identity. Its id is the id of the governed row."""

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="+", db_index=False)
    surface = models.CharField(max_length=64)
    key = models.CharField(max_length=200)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stream", "surface", "key"], name="one_item_per_key")
        ]

    def __str__(self) -> str:
        return f"{self.surface} {self.key}"


class Secret(models.Model):
    """Random key of one item and generation. Destroying it erases what its digests said."""

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+", db_index=False)
    generation = models.PositiveIntegerField(default=1)
    secret = models.CharField(max_length=64, help_text="32 random bytes, hexadecimal")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "generation"], name="one_secret_per_generation")
        ]

    def __str__(self) -> str:
        return f"secret {self.generation} of item {self.item_id}"
