"""Versioned policy data of the coach, read once per process. A change here is a change of policy."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from plans.selectors.policy import change_policy

FOLDER = Path(__file__).resolve().parent


@cache
def _read(name: str) -> dict[str, Any]:
    with (FOLDER / name).open(encoding="utf-8") as file:
        document = yaml.safe_load(file)
    if not isinstance(document, dict):
        raise TypeError(f"{name}: is not a mapping")
    return document


def coach_policy() -> dict[str, Any]:
    """Facts of the default coach policy: name, version, values (whole numbers only)."""
    document = _read("coach_policy.yaml")
    return {
        "name": document["name"],
        "version": document["version"],
        "values": dict(document["values"]),
    }


def packet_policy(coach: dict[str, Any] | None = None) -> dict[str, Any]:
    """The `policy` of a packet: the coach's numbers and the change policy.

    Args:
        coach: values of a coach policy in force for an athlete; the defaults otherwise.
    """
    values = coach_policy()["values"] if coach is None else coach
    return {"coach": dict(values), "change": dict(change_policy())}
