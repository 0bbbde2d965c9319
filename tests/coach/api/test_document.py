"""The committed OpenAPI document is the one that the code gives."""

from __future__ import annotations

import json

from django.conf import settings
from django.core.management import call_command

from coach.api import api


def test_the_committed_document_is_in_step(tmp_path: object) -> None:
    fresh = f"{tmp_path}/openapi.json"
    call_command("export_openapi_schema", api="coach.api.api", output=fresh, indent=2)
    with open(fresh, encoding="utf-8") as made:  # noqa: PTH123 - a plain path from pytest
        expected = made.read()
    committed = (settings.BASE_DIR / "docs" / "openapi.json").read_text(encoding="utf-8")
    assert committed.strip() == expected.strip(), "run `make openapi`"


def test_every_operation_says_how_it_refuses() -> None:
    schema = json.loads(json.dumps(api.get_openapi_schema(), default=str))
    for methods in schema["paths"].values():
        for operation in methods.values():
            refusals = {"401", "403", "404", "422"} & set(operation["responses"])
            assert len(refusals) == 4, operation["operationId"]
            assert operation["security"], operation["operationId"]
