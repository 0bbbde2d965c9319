"""The change policy that comes with this version, read once and checked on reading."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path

import yaml

from plans.domain.policy import Policy, parse

FILE = Path(__file__).resolve().parent.parent / "data" / "change_policy.yaml"


def change_policy() -> Policy:
    """A copy of the shipped change policy (see plans/data/change_policy.yaml for units).

    Raises:
        InvalidFacts: the file is incomplete or holds something that a policy must not.
    """
    return copy.deepcopy(_read())


@cache
def _read() -> Policy:
    return parse(yaml.safe_load(FILE.read_text(encoding="utf-8")))
