"""What has to be in order before anybody relies on this installation. `doctor` shows it.

Apps above the kernel add their own checks with `register`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core import checks as system
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from decisions import clock
from decisions.models import Stream
from decisions.models.dialect import moment_of
from decisions.services import rebuild, verify
from decisions.services.snapshot import snapshot
from decisions.triggers import compare, upkeep

GOOD, WARN, BAD = "ok", "warning", "bad"
SKEW = timedelta(seconds=5)
"""How far clocks may differ before somebody should look."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's table.

    Attributes:
        name: what was looked at.
        state: GOOD, WARN or BAD.
        detail: what was found, and what to do about it.
    """

    name: str
    state: str
    detail: str


Check = Callable[[], Iterator[Finding]]
_more: list[Check] = []


def register(check: Check) -> None:
    """Add a check of another app."""
    if check not in _more:
        _more.append(check)


def examine() -> Iterator[Finding]:
    """Every finding. A check that fails to run is bad, and the others still run."""
    for check in (*_OWN, *_more):
        try:
            yield from check()
        except Exception as error:  # noqa: BLE001 - the other checks still have to run
            name = check.__name__.strip("_").replace("_", " ")
            yield Finding(name, BAD, f"could not be checked: {error}".splitlines()[0])


def _system_checks() -> Iterator[Finding]:
    wrong = [m for m in system.run_checks() if m.is_serious() and not m.is_silenced()]
    detail = "; ".join(f"{m.id}: {m.msg}" for m in wrong) or "no complaint"
    yield Finding("settings", BAD if wrong else GOOD, detail)


def _migrations() -> Iterator[Finding]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if plan:
        names = ", ".join(f"{m.app_label}.{m.name}" for m, _ in plan[:3])
        yield Finding(
            "migrations", BAD, f"{len(plan)} not applied ({names}): run manage.py migrate"
        )
    else:
        yield Finding("migrations", GOOD, "all applied")


def _triggers() -> Iterator[Finding]:
    wanted = upkeep.names(connection)
    gone = upkeep.missing()
    changed = compare.altered() - gone
    if not wanted or gone or changed:
        named = ", ".join(sorted(gone | changed)[:3]) or "none is expected: is the database empty?"
        detail = f"{len(gone)} missing or disabled, {len(changed)} altered ({named}): run migrate"
        yield Finding("triggers", BAD, detail)
    else:
        yield Finding("triggers", GOOD, f"{len(wanted)} present, enabled and unaltered")
    if strange := sorted(compare.strange()):
        detail = (
            f"{', '.join(strange[:3])} on guarded tables: not ours, and may change what we write"
        )
        yield Finding("foreign triggers", WARN, detail)


def _log() -> Iterator[Finding]:
    with snapshot():
        heads = verify.heads()
        problems = [p for stream in Stream.objects.all() for p in verify.head_problems(stream)]
    if problems:
        first = problems[0]
        where = f"{first.stream} position {first.position}: {first.what}"
        yield Finding("log", BAD, f"{where}; run manage.py verify_log")
    else:
        yield Finding("log", GOOD, f"{len(heads)} heads hold; verify_log reads everything")


def _rows() -> Iterator[Finding]:
    with snapshot():
        wrong = [difference.surface for difference in rebuild.check() if not difference.clean]
        linked = rebuild.basis_agrees()
    if wrong or not linked:
        named = ", ".join(wrong) or "the index of what rests on what"
        yield Finding("rows", BAD, f"{named} differ from the log: run manage.py rebuild_state")
    else:
        yield Finding("rows", GOOD, "say what the log says")


def _data_directory() -> Iterator[Finding]:
    folder = Path(settings.DATA_DIR)
    if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
        yield Finding("data directory", GOOD, f"{folder} is writable")
    else:
        yield Finding("data directory", BAD, f"{folder} is not a directory we may write to")


def _sqlite() -> Iterator[Finding]:
    if connection.vendor != "sqlite":
        return
    name = str(connection.settings_dict["NAME"])
    in_memory = ":memory:" in name or "mode=memory" in name
    wanted = {"foreign_keys": (1,), "recursive_triggers": (1,), "synchronous": (1, 2, 3)}
    if not in_memory:
        wanted["journal_mode"] = ("wal",)  # type: ignore[assignment]
    with connection.cursor() as cursor:
        found = {}
        for pragma in (*wanted, "busy_timeout"):
            cursor.execute(f"PRAGMA {pragma}")
            found[pragma] = cursor.fetchone()[0]
    wrong = [
        f"{pragma} is {found[pragma]}" for pragma in wanted if found[pragma] not in wanted[pragma]
    ]
    if found["busy_timeout"] < 5000:
        wrong.append(f"writers wait only {found['busy_timeout']} ms for each other")
    if connection.settings_dict["OPTIONS"].get("transaction_mode") != "IMMEDIATE":
        wrong.append("transactions do not begin IMMEDIATE")
    detail = "; ".join(wrong) or f"SQLite {sqlite3.sqlite_version}, WAL, immediate transactions"
    yield Finding(
        "SQLite", BAD if wrong else GOOD, detail if wrong or in_memory else f"{detail}: {name}"
    )


def _postgresql() -> Iterator[Finding]:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, r.rolsuper, pg_has_role(c.relowner, 'MEMBER') FROM pg_roles r, "
            "pg_class c WHERE r.rolname = current_user AND c.oid = 'decisions_event'::regclass"
        )
        user, superuser, owner = cursor.fetchone()
    if superuser or owner:
        what = "is a superuser" if superuser else "owns the log's table"
        detail = f"{user} {what} and could drop its triggers: serve with a role that owns nothing"
        yield Finding("database owner", WARN, detail)
    else:
        yield Finding("database owner", GOOD, f"{user} cannot drop triggers")


def _clock() -> Iterator[Finding]:
    now = clock.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(recorded_at) FROM decisions_event")
        newest = cursor.fetchone()[0]
        cursor.execute("SELECT CURRENT_TIMESTAMP")
        there = moment_of(cursor.fetchone()[0])
    if newest is not None and moment_of(newest) > now + SKEW:
        ahead = moment_of(newest).isoformat(timespec="seconds")
        yield Finding("clock", WARN, f"the log was written at {ahead}, which has not come yet")
    elif abs(there - now) > SKEW:
        yield Finding("clock", WARN, f"differs from the database's by {abs(there - now)}")
    else:
        yield Finding("clock", GOOD, now.isoformat(timespec="seconds"))


_OWN: tuple[Check, ...] = (
    _system_checks,
    _migrations,
    _triggers,
    _log,
    _rows,
    _data_directory,
    _sqlite,
    _postgresql,
    _clock,
)
