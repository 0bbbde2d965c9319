"""What may stand in a file: no path of a machine, no foreign host in what we serve."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from pathlib import Path

SKIPPED = {
    ".git", ".venv", "data", "node_modules", "__pycache__", ".hypothesis", ".mypy_cache",
    ".ruff_cache", ".pytest_cache", ".import_linter_cache", ".services",
}  # fmt: skip
SERVED = {".html", ".css", ".js", ".mjs", ".svg", ".webmanifest", ".py"}
TEXT = SERVED | {
    ".md",
    ".toml",
    ".yml",
    ".yaml",
    ".json",
    ".txt",
    ".lock",
    ".sql",
    ".sh",
    ".csv",
    "",
}
HARMLESS_HOSTS = {
    "localhost", "127.0.0.1", "testserver", "example.com", "example.org", "example.net",
    "www.w3.org",  # the name of the SVG namespace, never fetched
}  # fmt: skip
MACHINE_PATH = re.compile(r"(?<![\w.}$])/(?:work|root|home|Users)/\w")
ADDRESS = re.compile(r"(?:https?:)?//([\w-]+(?:\.[\w-]+)+|localhost)(?=[/:\"'\s)]|$)")


@cache
def files() -> list[Path]:
    root = settings.BASE_DIR
    return [
        path
        for path in sorted(root.rglob("*"))
        if path.is_file()
        and not SKIPPED.intersection(path.relative_to(root).parts)
        and path.suffix in TEXT
        and path.name not in {".env", "uv.lock"}
    ]


def found(pattern: re.Pattern[str], paths: list[Path]) -> list[tuple[str, str]]:
    """(file:line, first group or whole match) of every match."""
    hits = []
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            where = f"{path.relative_to(settings.BASE_DIR)}:{number}"
            hits += [(where, match[pattern.groups]) for match in pattern.finditer(line)]
    return hits


def test_no_file_names_a_path_of_somebodys_machine() -> None:
    assert found(MACHINE_PATH, files()) == []


def test_nothing_we_serve_or_run_names_a_foreign_host() -> None:
    ours = [
        path
        for path in files()
        if path.suffix in SERVED
        and "vendor" not in path.parts
        and path.relative_to(settings.BASE_DIR).parts[0] != "tests"
    ]
    assert [hit for hit in found(ADDRESS, ours) if hit[1] not in HARMLESS_HOSTS] == []


def test_the_lock_files_name_no_address() -> None:
    locks = [path for path in files() if path.name.startswith("requirements")]
    assert len(locks) == 3
    assert found(re.compile("://"), locks) == []
