"""`python -m bench [--quick] [--json]`: SQLite always, PostgreSQL where TEST_POSTGRES_URL names a server."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from bench import process, scratch, table

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

FEW, MANY = 1_000, 20_000


def main() -> None:
    """Measure, or with `--on` be the process that measures."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the events and items")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--on", type=int, metavar="ITEMS", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.on:
        print(json.dumps(_measure(given.on, quick=given.quick)))  # noqa: T201 - the parent reads it
        return
    with tempfile.TemporaryDirectory(prefix="longitude-bench-") as folder:
        os.environ |= {"DATA_DIR": folder, "DEBUG": "0", "ENV_FILE": os.devnull}
        runs = _runs(quick=given.quick)
        costs = process.web() | {"check_s": process.check_seconds()}
    if given.json:
        print(json.dumps({"runs": runs, "process": costs}, indent=2))  # noqa: T201
    else:
        print(table.text(runs, costs))  # noqa: T201


def _runs(*, quick: bool) -> table.Runs:
    server = os.environ.get("TEST_POSTGRES_URL")
    databases = {"SQLite": scratch.sqlite}
    runs: table.Runs = {}
    scale = 10 if quick else 1
    for name in ("SQLite", "PostgreSQL"):
        if name == "PostgreSQL" and not server:
            print("PostgreSQL: left out, TEST_POSTGRES_URL is not set", file=sys.stderr)  # noqa: T201
            continue
        runs[name] = {}
        for items in (FEW // scale, MANY // scale):
            place: AbstractContextManager[str] = (
                scratch.postgresql(str(server)) if name == "PostgreSQL" else databases["SQLite"]()
            )
            with place as address:
                runs[name][items] = _child(address, items, quick=quick)
    return runs


def _child(address: str, items: int, *, quick: bool) -> dict[str, Any]:
    command = [sys.executable, "-m", "bench", "--on", str(items), *(["--quick"] if quick else [])]
    environment = {**os.environ, "DATABASE_URL": address}
    out = subprocess.run(  # noqa: S603 - ourselves
        command, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return dict(json.loads(out.splitlines()[-1]))


def _measure(items: int, *, quick: bool) -> dict[str, Any]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coach.settings")
    import django

    django.setup()
    from bench import kernel

    events, runs = (10_000, 60) if quick else (100_000, 200)
    return kernel.measure(items=items, events=events, runs=runs)


if __name__ == "__main__":
    main()
