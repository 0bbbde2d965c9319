"""One consistent view of the database that nobody can write through, to verify and compare."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.db import connection, transaction

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def snapshot() -> Iterator[None]:
    """Read everything as of one moment, without holding up writers; writing inside fails.

    Inside a transaction that is already open, that transaction is the view.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # IMMEDIATE, the default, would lock writers out
            cursor.execute("PRAGMA query_only = ON")
            try:
                yield
            finally:
                cursor.execute("PRAGMA query_only = OFF")
                cursor.execute("ROLLBACK")
