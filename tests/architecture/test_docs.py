"""The documents name every surface, module, command, setting and picture as the code has it.

Links and make targets of all pages are checked in test_docs_in_step.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from decisions import registry

if TYPE_CHECKING:
    from django.core.management.base import CommandParser

ROOT = Path(settings.BASE_DIR)
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("**/*.md")])
RECORDS = sorted((DOCS / "adr").glob("*.md"))
OURS = {"decisions", "plans", "sessions", "coach"}
COMMANDS = sorted(name for name, app in get_commands().items() if app in OURS)
SECTIONS = ("Context", "Decision", "Consequences", "What would make us change it")
PATH = re.compile(r"`((?:coach|plans|sessions|decisions|tests|templates)/[\w./-]*)`")
HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)


def read(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def section(page: Path, heading: str) -> str:
    """What stands under a heading, up to the next one of the same or a higher level."""
    lines = read(page).splitlines()
    start = lines.index(heading)
    level = heading.split(" ", 1)[0]
    rest = lines[start + 1 :]
    ends = (n for n, line in enumerate(rest) if re.match(rf"#{{1,{len(level)}}} ", line))
    return "\n".join(rest[: next(ends, len(rest))])


def parser(name: str) -> CommandParser:
    command = load_command_class(get_commands()[name], name)
    return command.create_parser("manage.py", name)


def options(of: CommandParser) -> set[str]:
    return {long for action in of._actions for long in action.option_strings if long[:2] == "--"}


def exit_codes(text: str) -> set[str]:
    """Codes that a help text or a page names after the word "exit"."""
    _, found, tail = text.partition("xit")
    return set(re.findall(r"\b([0-9])\b", tail)) if found else set()


def anchor(heading: str) -> str:
    """The name under which a page's heading can be linked to."""
    words = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return words.replace(" ", "-")


def test_the_glossary_has_a_heading_for_every_surface_and_for_no_other() -> None:
    headings = set(re.findall(r"^### `([\w.]+)`$", read(DOCS / "glossary.md"), re.MULTILINE))
    assert headings == {surface.key for surface in registry.all()}


def test_the_glossary_explains_every_word_once() -> None:
    headings = [h for h in HEADING.findall(read(DOCS / "glossary.md")) if not h.startswith("`")]
    assert len(headings) == len(set(headings))


def test_the_glossary_marks_exactly_the_structural_surfaces() -> None:
    marked = {
        surface.key
        for surface in registry.all()
        if section(DOCS / "glossary.md", f"### `{surface.key}`").startswith("Structural.")
    }
    assert marked == set(registry.structural())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_module_that_a_page_names_exists(page: Path) -> None:
    named = [path for path in PATH.findall(read(page)) if "<" not in path]
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_picture_and_every_heading_that_a_page_points_at_exists(page: Path) -> None:
    text = read(page)
    pictures = re.findall(r'src="([^":]+)"', text)
    assert [name for name in pictures if not (page.parent / name).is_file()] == []
    wrong = []
    for target, name in re.findall(r"\]\(([^)#:\s]*)#([^)\s]+)\)", text):
        other = page.parent / target if target else page
        if name not in {anchor(heading) for heading in HEADING.findall(read(other))}:
            wrong.append(f"{target}#{name}")
    assert wrong == []


def test_the_decision_records_are_numbered_without_gaps_and_all_have_four_sections() -> None:
    assert [path.name[:5] for path in RECORDS] == [f"{n:04d}-" for n in range(1, len(RECORDS) + 1)]
    for path in RECORDS:
        text = read(path)
        assert text.startswith(f"# {path.name[:4]} "), path.name
        assert tuple(re.findall(r"^## (.+)$", text, re.MULTILINE)) == SECTIONS, path.name


def test_the_page_of_commands_has_every_command_in_order_and_no_other() -> None:
    assert re.findall(r"^## `(\w+)`$", read(DOCS / "commands.md"), re.MULTILINE) == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_the_options_that_its_page_says(name: str) -> None:
    own = options(parser(name)) - options(BaseCommand().create_parser("manage.py", name))
    text = section(DOCS / "commands.md", f"## `{name}`")
    assert set(re.findall(r"^- `(--[\w-]+)`", text, re.MULTILINE)) == own


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_the_exit_codes_that_its_page_says(name: str) -> None:
    help_text = f"{parser(name).description or ''} {parser(name).epilog or ''}"
    text = section(DOCS / "commands.md", f"## `{name}`")
    _, found, written = text.partition("Exit codes:")
    assert found, f"docs/commands.md says nothing about the exit codes of {name}"
    said = exit_codes(help_text)
    documented = exit_codes(f"exit {written}")
    assert "0" in documented
    assert said <= documented
    if len(said) > 1:  # its help lists them all
        assert said == documented


def test_the_readme_explains_every_setting_of_the_example_and_no_other() -> None:
    table = section(ROOT / "README.md", "## Configuration")
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    explained = {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}
    shown = set(re.findall(r"^([A-Z_]+)=", read(ROOT / ".env.example"), re.MULTILINE))
    assert explained == shown


def test_the_readme_quotes_what_the_start_prints() -> None:
    printed = read(ROOT / "coach" / "management" / "commands" / "up.py")
    said = section(ROOT / "README.md", "## Try it")
    for words in (
        "Longitude is on http://",
        "Demo logins: ",
        "(password: demo)",
        "Ctrl-C stops it.",
    ):
        assert words in printed
        assert words in said


def test_the_pages_do_not_say_that_the_built_in_coach_follows_a_rule_that_it_lacks() -> None:
    text = section(DOCS / "what-it-does-not-know.md", "## What the built-in coach covers")
    followed = set(re.findall(r"\bD(\d+)\b", text.split("also describes")[0]))
    described = set(re.findall(r"\bD(\d+)\b", text.split("also describes")[1]))
    modules = (ROOT / "coach" / "baseline").glob("d[0-9][0-9]_*.py")
    built = {str(int(module.name[1:3])) for module in modules}
    assert followed == built | {"13"}  # D13, "as planned", is what is left when no rule speaks
    assert not followed & described
