"""What the API takes: JSON objects of moderate size and depth, with text that can be stored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn, TypeVar

from rest_framework import serializers
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

BODY_BYTES = 64 * 1024
DEPTH = 20

Shape = TypeVar("Shape", bound="serializers.Serializer[Any]")


class TooLarge(APIException):
    status_code = 413
    default_detail = f"A body can have {BODY_BYTES // 1024} KB at most."
    default_code = "too_large"


class BodyParser(JSONParser):
    """JSON in UTF-8, up to BODY_BYTES, nested up to DEPTH, without NUL and half characters in texts."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        body = stream.read(BODY_BYTES + 1)
        if len(body) > BODY_BYTES:
            raise TooLarge
        try:
            data = json.loads(body.decode(), parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise ParseError("The body is not JSON.") from None
        _check(data)
        return data


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _check(data: object) -> None:
    """Raises ParseError for what no text field or column could hold."""
    waiting: list[tuple[object, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEPTH:
            raise ParseError(f"The body is nested more than {DEPTH} deep.")
        if isinstance(value, str):
            if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
                raise ParseError("A text holds a NUL or half a character.")
        elif isinstance(value, dict):
            waiting.extend((name, depth + 1) for name in value)
            waiting.extend((item, depth + 1) for item in value.values())
        elif isinstance(value, list):
            waiting.extend((item, depth + 1) for item in value)


def read(request: Request, shape: type[Shape]) -> dict[str, Any]:
    """The body in this shape. Raises ParseError or ValidationError, which become 400 with a sentence."""
    data = request.data
    if not isinstance(data, Mapping):
        raise ParseError("The body must be a JSON object.")
    taken = shape(data=data)
    taken.is_valid(raise_exception=True)
    return dict(taken.validated_data)
