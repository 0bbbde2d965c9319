"""What we install: little, every package pinned with hashes, none that starts by itself."""

from __future__ import annotations

import re
import site
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

LOCKS = ("requirements.lock", "requirements-llm.lock", "requirements-runtime.lock")
KNOWN_START_FILES = {"distutils-precedence.pth", "a1_coverage.pth", "_virtualenv.pth"}


def entries(lock: str) -> dict[str, str]:
    """Name -> the whole entry of a lock file."""
    text = (settings.BASE_DIR / lock).read_text(encoding="utf-8")
    parts = re.split(r"\n(?=[a-zA-Z0-9])", text)
    return {re.split(r"[=\[]", part)[0].strip(): part for part in parts if part.strip()}


def project() -> dict[str, list[str]]:
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return dict(tomllib.load(file)["project"])


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_one_version_and_its_hashes(lock: str) -> None:
    bad = [n for n, e in entries(lock).items() if "==" not in e or "--hash=sha256:" not in e]
    assert bad == []


@pytest.mark.parametrize("lock", LOCKS)
def test_every_direct_dependency_is_locked(lock: str) -> None:
    wanted = {re.split(r"[^\w-]", line)[0] for line in project()["dependencies"]}
    assert wanted - entries(lock).keys() == set()


def test_there_are_at_most_fifteen_direct_dependencies() -> None:
    assert len(project()["dependencies"]) <= 15


def test_litellm_is_only_in_the_lock_that_asks_for_it_and_never_a_tampered_release() -> None:
    assert "litellm" not in entries("requirements.lock")
    assert "litellm" not in entries("requirements-runtime.lock")
    locked = entries("requirements-llm.lock")["litellm"].split()[0]
    assert not re.match(r"litellm==(1\.82\.[78]|1\.107\.)", locked)


def test_no_installed_package_runs_code_at_every_start_of_python() -> None:
    starters = {
        path.name for folder in site.getsitepackages() for path in Path(folder).glob("*.pth")
    }
    assert starters - KNOWN_START_FILES == set()
