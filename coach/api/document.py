"""What the OpenAPI document says beyond the operations: refusals, headers and the scope of each."""

from __future__ import annotations

from typing import Any

from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema

from coach.api.auth import Bearer
from coach.api.problems import MEDIA_TYPE

IF_MATCH = frozenset({"post_correction", "post_retraction"})
KEYED = IF_MATCH | {"post_session", "post_observations", "post_request"}
READ_REFUSALS = {
    401: "no valid token",
    403: "the token lacks the scope",
    404: "nothing there, or not yours",
    422: "not valid; names the field",
}
WRITE_REFUSALS = {
    409: "the same key or id came with other values, or its state does not allow it",
    413: "the body is too large",
}
PROBLEM = {
    "type": "object",
    "title": "Problem",
    "description": "A refusal, RFC 9457.",
    "required": ["type", "title", "status"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
            },
        },
    },
}


class DocumentedAPI(NinjaAPI):
    """The API with a complete document."""

    def get_openapi_schema(
        self,
        *,
        path_prefix: str | None = None,
        path_params: dict[str, Any] | None = None,
    ) -> OpenAPISchema:
        """The document with refusals, headers and scopes."""
        schema = super().get_openapi_schema(path_prefix=path_prefix, path_params=path_params)
        complete(schema, scopes(self))
        return schema


def scopes(api: NinjaAPI) -> dict[str, str]:
    """The scope that each operation asks for, by its id."""
    found = {}
    for _, router in api._routers:  # noqa: SLF001 - ninja has no public way to list operations
        for view in router.path_operations.values():
            for operation in view.operations:
                for auth in operation.auth_callbacks:
                    if isinstance(auth, Bearer):
                        found[str(operation.operation_id)] = auth.scope
    return found


def complete(schema: dict[str, Any], by_operation: dict[str, str]) -> None:
    """Add to a document what ninja does not know."""
    schema["components"]["schemas"]["Problem"] = PROBLEM
    for methods in schema["paths"].values():
        for method, operation in methods.items():
            name = operation["operationId"]
            operation["x-scope"] = by_operation[name]
            parameters = operation.setdefault("parameters", [])
            if name in KEYED:
                parameters.append(
                    _header("Idempotency-Key", "a new one for each thing that you do")
                )
            if name in IF_MATCH:
                parameters.append(_header("If-Match", "fingerprint of the version that was read"))
            answers = {**operation["responses"]}
            answers |= {status: _refusal(said) for status, said in _refusals(method, name).items()}
            operation["responses"] = {str(status): answers[status] for status in sorted(answers)}


def _refusals(method: str, name: str) -> dict[int, str]:
    return {
        **READ_REFUSALS,
        **({} if method == "get" else WRITE_REFUSALS),
        **({400: "the Idempotency-Key is missing"} if name in KEYED else {}),
        **({412: "it changed since", 428: "If-Match is missing"} if name in IF_MATCH else {}),
    }


def _refusal(words: str) -> dict[str, Any]:
    content = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {"description": words, "content": {MEDIA_TYPE: content}}


def _header(name: str, words: str) -> dict[str, Any]:
    return {
        "in": "header",
        "name": name,
        "required": True,
        "description": words,
        "schema": {"type": "string"},
    }
