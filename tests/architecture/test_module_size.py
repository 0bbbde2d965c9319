"""One job per module: small ones, and none that nobody can read in one go."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from pathlib import Path

PACKAGES = ("coach", "plans", "sessions", "decisions")
CAP = 400
MEDIAN = 80


def modules() -> list[Path]:
    return [
        path
        for package in PACKAGES
        for path in sorted((settings.BASE_DIR / package).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_no_module_has_more_than_400_lines() -> None:
    too_long = {str(path.relative_to(settings.BASE_DIR)): lines(path) for path in modules()}
    assert {name: count for name, count in too_long.items() if count > CAP} == {}


def test_half_of_the_modules_have_at_most_80_lines() -> None:
    assert statistics.median(lines(path) for path in modules() if lines(path) > 1) <= MEDIAN
