"""Reading settings: unset is the default, unreadable stops the start and names the variable."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ImproperlyConfigured

from coach import env

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("value", ["1", "true", "YES", " on "])
def test_a_flag_may_be_said_in_several_ways(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("A_FLAG", value)
    assert env.flag("A_FLAG") is True


def test_a_flag_that_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_FLAG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="A_FLAG must be 1 or 0, not 'maybe'"):
        env.flag("A_FLAG")


@pytest.mark.parametrize("value", ["many", "0", "11", "1.5"])
def test_a_number_out_of_its_range_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("A_NUMBER", value)
    with pytest.raises(ImproperlyConfigured, match="A_NUMBER must be"):
        env.integer("A_NUMBER", 5, low=1, high=10)


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("A_FLAG", "A_NUMBER", "A_TEXT", "A_LIST"):
        monkeypatch.setenv(name, "  ")
    assert env.flag("A_FLAG", default=True) is True
    assert env.integer("A_NUMBER", 5, low=1, high=10) == 5
    assert env.text("A_TEXT", "default") == "default"
    assert env.listing("A_LIST", "a, b,") == ["a", "b"]


def test_what_is_already_set_wins_over_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FROM_BOTH", "environment")
    monkeypatch.setenv("FROM_FILE", "")
    monkeypatch.delenv("FROM_FILE")
    file = tmp_path / "settings.env"
    file.write_text("# a comment\n\nFROM_BOTH=file\nFROM_FILE='a = b'\n", encoding="utf-8")
    env.read_file(file)
    assert (os.environ["FROM_BOTH"], os.environ["FROM_FILE"]) == ("environment", "a = b")


def test_a_line_that_sets_nothing_is_refused_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "settings.env"
    file.write_text("# fine\nexport THIS\n", encoding="utf-8")
    with pytest.raises(ImproperlyConfigured, match=r"settings\.env, line 2"):
        env.read_file(file)


def test_a_secret_is_made_once_and_only_its_owner_can_read_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("A_SECRET", raising=False)
    path = tmp_path / "new" / "secret"
    with ThreadPoolExecutor(8) as pool:
        secrets = list(pool.map(lambda _: env.kept_secret("A_SECRET", path), range(8)))
    assert set(secrets) == {path.read_text(encoding="utf-8")}
    assert len(secrets[0]) >= 50
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret"]


def test_an_empty_secret_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("A_SECRET", raising=False)
    path = tmp_path / "secret"
    path.touch()
    with pytest.raises(ImproperlyConfigured, match="A_SECRET"):
        env.kept_secret("A_SECRET", path)
