"""Reads settings from the environment and refuses values that it does not understand.

It never guesses: a variable that is set but unreadable stops the start and is named.
An empty variable counts as not set, so that a compose file may pass all of them through.
"""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from pathlib import Path

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off"}


def read_file(path: Path) -> None:
    """Take `NAME=value` lines of a file into the environment; what is already set wins.

    A missing file is fine. Raises ImproperlyConfigured for a line that is neither a
    comment nor an assignment.
    """
    if not path.is_file():
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        name, sign, value = stripped.partition("=")
        if not sign or not name.strip().isidentifier():
            raise ImproperlyConfigured(f"{path.name}, line {number}: expected NAME=value.")
        os.environ.setdefault(name.strip(), value.strip().strip("\"'"))


def text(name: str, default: str = "") -> str:
    """The variable as it stands, without surrounding blanks."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool = False) -> bool:
    """1/true/yes/on or 0/false/no/off; anything else raises ImproperlyConfigured."""
    value = text(name).lower()
    if not value:
        return default
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def integer(name: str, default: int, *, low: int, high: int) -> int:
    """A whole number between low and high, both included, or ImproperlyConfigured."""
    value = text(name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None
    if not low <= number <= high:
        raise ImproperlyConfigured(f"{name} must be between {low} and {high}, not {number}.")
    return number


def listing(name: str, default: str = "") -> list[str]:
    """Comma-separated values, blanks and empty entries dropped."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def kept_secret(name: str, path: Path) -> str:
    """The variable, or else a random secret made once and kept in a file only its owner reads.

    Two processes that start together end up with the same secret: the first link wins.
    """
    value = text(name)
    if value:
        return value
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    kept = path.read_text(encoding="utf-8").strip()
    if not kept:
        raise ImproperlyConfigured(f"{path} is empty: delete it or set {name}.")
    return kept
