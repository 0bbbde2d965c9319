"""Documents that say what the code says, and are wrong as soon as it changes."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

ROOT = Path(settings.BASE_DIR)
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def test_the_openapi_document_is_the_one_the_code_gives() -> None:
    out = io.StringIO()
    call_command("export_openapi_schema", api="coach.api.api", stdout=out)
    written = json.loads((ROOT / "docs" / "openapi.json").read_text(encoding="utf-8"))
    assert json.loads(out.getvalue()) == written, "run `make openapi`"


def test_every_setting_from_the_environment_stands_in_the_example_and_the_other_way_round() -> None:
    code = (ROOT / "coach" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", code))
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    composed = set(re.findall(r"\$\{([A-Z_]+)", compose))
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    shown = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    not_for_people = {"ENV_FILE", "STATIC_ROOT"}
    assert shown == (read | composed) - not_for_people


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_names_only_make_targets_and_files_that_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    named = set(re.findall(r"(?:`|^\s*\$? ?)make ([a-z][a-z-]*)", text, re.MULTILINE))
    assert named - targets == set()
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_there_are_pages_to_check() -> None:
    assert ROOT / "README.md" in PAGES
