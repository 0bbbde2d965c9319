"""A column for nested facts: canonical JSON text in the database, lists and objects in Python."""

from __future__ import annotations

from typing import Any

from django.db import models

from decisions.domain import canonical


class FactsField(models.TextField):  # type: ignore[type-arg]
    """Holds a list, an object or None as canonical JSON text, so that triggers can compare it."""

    def from_db_value(self, value: str | None, *_: Any) -> Any:
        """Text of the database to a value."""
        return None if value is None else canonical.parse(value)

    def to_python(self, value: Any) -> Any:
        """Text of a form or fixture to a value."""
        return canonical.parse(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str | None:
        """A value to text of the database."""
        return None if value is None else canonical.canonical(value)
