"""The app's versioned data, read once per process: the exercise catalogue and the evidence policy.

Files of the repository, not settings: a change of them is a change of the project.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from sessions.domain import catalogue as parser
from sessions.domain import catalogue_document
from sessions.domain import policy as policies

DATA = Path(__file__).resolve().parent / "data"


@cache
def catalogue() -> parser.Catalogue:
    """All exercises and modalities."""
    return catalogue_document.parse(_read("exercise_families.yaml"))


@cache
def evidence_policy() -> policies.EvidencePolicy:
    """The default numbers for comparability, measurement error and plausibility."""
    return policies.parse(_read("evidence_policy.yaml"))


def exercise(slug: str) -> parser.Exercise | None:
    """An exercise of the catalogue, None when it is the athlete's own or unknown."""
    return catalogue().exercises.get(slug)


def _read(name: str) -> Any:
    with (DATA / name).open(encoding="utf-8") as file:
        return yaml.load(file, Loader=yaml.CSafeLoader)
