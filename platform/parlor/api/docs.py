"""The schema as a page that people can read, drawn here: no script of anybody else is needed."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import override
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    described = calls()
    return render(request, "api/docs.html", {"calls": described, "shapes": shapes(described)})


class SchemaView(SpectacularAPIView):
    """The schema in one language, that of its sentences, whatever the browser asks for."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        with override(settings.LANGUAGE_CODE):
            answer: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        return answer


@cache
def _schema() -> dict[str, Any]:
    generator: Any = SchemaGenerator
    with override(settings.LANGUAGE_CODE):  # the first who asks decides nothing
        made: dict[str, Any] = generator().get_schema(request=None, public=True)
    return made


def shapes(described: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers of these calls, each once."""
    known = _schema()["components"]["schemas"]
    names = dict.fromkeys(call["answer"] for call in described)
    return [{"name": name, "fields": _fields(known[name], known)} for name in names]


def calls() -> list[dict[str, Any]]:
    """Every call with what it takes and the name of what it answers, in the order of the schema."""
    known = _schema()["components"]["schemas"]
    found = []
    for path, methods in _schema()["paths"].items():
        for method, call in methods.items():
            answers = call["responses"]
            good = next(status for status in answers if status.startswith("2"))
            found.append(
                {
                    "name": call["operationId"],
                    "method": method.upper(),
                    "path": path,
                    "summary": call["summary"],
                    "takes": _fields(_shape(call.get("requestBody"), known), known),
                    "parameters": [part for part in call.get("parameters", []) if part["in"] == "query"],
                    "good": good,
                    "many": "items" in answers[good]["content"]["application/json"]["schema"],
                    "answer": _name(answers[good]),
                    "errors": [(status, one["description"]) for status, one in answers.items() if status != good],
                }
            )
    return found


def _name(answer: dict[str, Any]) -> str:
    shape = answer["content"]["application/json"]["schema"]
    named: str = (shape.get("items") or shape)["$ref"]
    return named.rpartition("/")[2]


def _shape(body: dict[str, Any] | None, shapes: dict[str, Any]) -> dict[str, Any]:
    return _resolved(body["content"]["application/json"]["schema"], shapes) if body else {}


def _resolved(shape: dict[str, Any], shapes: dict[str, Any]) -> dict[str, Any]:
    """The shape itself; of a list that of its items."""
    if shape.get("type") == "array":
        return _resolved(shape["items"], shapes)
    parts = [shape, *shape.get("allOf", []), *shape.get("oneOf", [])]
    named = next((part["$ref"] for part in parts if "$ref" in part), None)
    return shapes[named.rpartition("/")[2]] if named else shape


def _fields(shape: dict[str, Any], shapes: dict[str, Any]) -> list[dict[str, Any]]:
    """The fields of an object; those of objects in it follow, with a longer name."""
    found: list[dict[str, Any]] = []
    for name, part in shape.get("properties", {}).items():
        inner = _resolved(part, shapes)
        called = name + ("[]" if part.get("type") == "array" else "")
        found.append(
            {
                "name": called,
                "type": inner.get("type", "value"),
                "values": [value for value in inner.get("enum", []) if value],
                "help": part.get("description", "") if "$ref" not in part and "enum" not in inner else "",
                "needed": name in shape.get("required", []),
                "nullable": part.get("nullable", False),
            }
        )
        if inner.get("type") == "object":
            found += [{**field, "name": f"{called}.{field['name']}"} for field in _fields(inner, shapes)]
    return found
