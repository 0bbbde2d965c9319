"""An installation as it is served to others, seen from outside in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from django.conf import settings

if TYPE_CHECKING:
    from pathlib import Path

    from django.test import Client


@pytest.fixture
def production(tmp_path: Path) -> dict[str, str]:
    """The environment of an installation behind https, with a data directory of its own."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | {
        "ENV_FILE": os.devnull,
        "DATA_DIR": str(tmp_path),
        "HTTPS": "1",
        "ALLOWED_HOSTS": "coach.example.org",
    }


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_djangos_deployment_check_has_nothing_to_say(production: dict[str, str]) -> None:
    done = run(production, "manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, done.stdout) == (
        0,
        f"System check identified no issues ({len(settings.SILENCED_SYSTEM_CHECKS)} silenced).\n",
    ), done.stderr


def test_only_the_two_checks_about_the_whole_domain_are_silenced() -> None:
    assert settings.SILENCED_SYSTEM_CHECKS == ["security.W005", "security.W021"]


def test_a_process_that_shows_pages_never_imports_litellm(production: dict[str, str]) -> None:
    code = (
        "import sys, django; django.setup(); import coach.wsgi;"
        " from django.urls import get_resolver; get_resolver().url_patterns;"
        " print([name for name in ('litellm', 'openai') if name in sys.modules])"
    )
    done = run(production | {"DJANGO_SETTINGS_MODULE": "coach.settings"}, "-Wignore", "-c", code)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/admin/login/", "/there-is-no-such-page/"])
def test_pages_load_nothing_from_elsewhere_and_run_no_inline_code(
    client: Client, address: str
) -> None:
    policy = client.get(address).headers["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";") if part.strip())
    assert directives == {
        "default-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
