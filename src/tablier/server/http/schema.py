"""The published OpenAPI document, with the errors as they are sent."""

from __future__ import annotations

from typing import Any

from litestar.openapi.plugins import JsonRenderPlugin
from msgspec.json import schema_components

from tablier.server.http.connection import AnyRequest
from tablier.server.tables.errors import Problem

ERROR_RANGES = {"4XX": "Refused: nothing has changed.", "5XX": "Not possible at the moment."}


class ProblemSchemaPlugin(JsonRenderPlugin):
    """Every operation refuses with a Problem; Litestar would describe its own exceptions instead."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        return self.render_json(request, describe_errors(openapi_schema))


def describe_errors(document: dict[str, Any]) -> dict[str, Any]:
    """An OpenAPI document whose operations answer errors with a Problem."""
    (reference,), components = schema_components([Problem], ref_template="#/components/schemas/{name}")
    errors = {
        code: {"description": about, "content": {"application/json": {"schema": reference}}}
        for code, about in ERROR_RANGES.items()
    }
    paths = {
        path: {
            method: {**operation, "responses": successes(operation["responses"]) | errors}
            for method, operation in operations.items()
        }
        for path, operations in document["paths"].items()
    }
    known = document.get("components", {})
    schemas = {**known.get("schemas", {}), **components}
    return {**document, "paths": paths, "components": {**known, "schemas": schemas}}


def successes(responses: dict[str, Any]) -> dict[str, Any]:
    return {code: response for code, response in responses.items() if code < "4"}
