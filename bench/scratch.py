"""Scratch databases: a SQLite file in a temporary directory, and databases on a PostgreSQL server."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def sqlite() -> Iterator[str]:
    """Address of an empty SQLite database."""
    with tempfile.TemporaryDirectory(prefix="longitude-bench-") as folder:
        yield f"sqlite:///{folder}/bench.sqlite3"


@contextmanager
def postgresql(server: str) -> Iterator[str]:
    """Address of an empty database on a server.

    Args:
        server: postgres://user@host:port/any-database
    """
    name = f"longitude_bench_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            drop = "DROP DATABASE IF EXISTS {} WITH (FORCE)"
            connection.execute(sql.SQL(drop).format(sql.Identifier(name)))
