"""How calls are described: `describe` is `extend_schema` with the refusals that every call can give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiResponse, extend_schema

from parlor.api.answers import Error, Stale

F = TypeVar("F", bound=Callable[..., Any])

TEXTS = {
    400: "The body or a parameter is malformed, or a value is not possible.",
    401: "Sign in: send a token, or the cookie of a session.",
    403: "Not for you.",
    404: "There is no such thing.",
    409: "Not in this state of the table.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The rules or the turn do not allow it.",
    429: "Too many calls.",
    503: "The site is busy, or the table's game cannot be opened.",
}


def describe(
    name: str, answer: Any, *errors: int, status: int = 200, stale: bool = False, **more: Any
) -> Callable[[F], F]:
    """Describes a call: its name, what it answers, and with which statuses it refuses."""
    responses: dict[int, Any] = {status: answer}
    for error in errors:
        shape = Stale if error == 409 and stale else Error
        text = "The table has changed since; here is its state." if shape is Stale else TEXTS[error]
        responses[error] = OpenApiResponse(shape, description=text)
    return extend_schema(operation_id=name, responses=responses, **more)
