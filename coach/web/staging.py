"""Uploaded files between the dry run and the yes: kept apart per person, gone after either answer.

Only the newest upload of a person is kept. Names on disk are digests, never what the file was called.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from decisions.domain.errors import InvalidFacts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.core.files.uploadedfile import UploadedFile

MOST_FILES = 20
MOST_BYTES = 32 * 1024 * 1024
NAME_LIMIT = 200
_SHA256 = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Staged:
    """One file that waits for an answer."""

    sha256: str
    name: str
    data: bytes


def keep(person: int, files: Sequence[UploadedFile[Any]]) -> list[Staged]:
    """Keep an upload in place of the one before.

    Raises:
        InvalidFacts: no file, too many or too large.
    """
    if not files:
        raise InvalidFacts("file", "choose at least one")
    if len(files) > MOST_FILES:
        raise InvalidFacts("file", f"are more than {MOST_FILES} at once")
    if any((file.size or 0) > MOST_BYTES for file in files):
        raise InvalidFacts("file", f"is larger than {MOST_BYTES // 1024 // 1024} MB")
    forget(person)
    kept = []
    for file in files:
        data = file.read()
        staged = Staged(hashlib.sha256(data).hexdigest(), (file.name or "file")[:NAME_LIMIT], data)
        default_storage.save(_path(person, staged.sha256), ContentFile(data))
        kept.append(staged)
    return kept


def find(person: int, named: Sequence[tuple[str, str]]) -> list[Staged]:
    """The files that wait, by (digest, name).

    Raises:
        InvalidFacts: one is not there any more.
    """
    found = []
    for sha256, name in named:
        path = _path(person, sha256)
        if not _SHA256.fullmatch(sha256) or not default_storage.exists(path):
            raise InvalidFacts("file", "is not waiting any more: choose it again")
        with default_storage.open(path) as file:
            found.append(Staged(sha256, name[:NAME_LIMIT], file.read()))
    return found


def forget(person: int) -> None:
    """Remove what waits."""
    folder = _folder(person)
    if not default_storage.exists(folder):
        return
    for name in default_storage.listdir(folder)[1]:
        default_storage.delete(f"{folder}/{name}")


def _folder(person: int) -> str:
    return f"staged/{person}"


def _path(person: int, sha256: str) -> str:
    return f"{_folder(person)}/{sha256}"
