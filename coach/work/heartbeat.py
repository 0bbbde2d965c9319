"""Shows that a worker lives: a file in the data directory, touched at every tick."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from django.conf import settings

from decisions import clock

QUIET = timedelta(seconds=120)


def beat() -> None:
    """Say that a worker is here now."""
    _file().write_text(clock.now().isoformat(), encoding="utf-8")


def age_s() -> float | None:
    """Seconds since the last beat, None when there never was one."""
    try:
        stamp = _file().stat().st_mtime
    except FileNotFoundError:
        return None
    return max(0.0, clock.now().timestamp() - stamp)


def alive() -> bool:
    """Whether a worker ticked within two minutes."""
    age = age_s()
    return age is not None and age < QUIET.total_seconds()


def _file() -> Path:
    return Path(settings.DATA_DIR) / "worker.alive"
