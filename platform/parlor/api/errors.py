"""Every refusal of the API as one shape: {"detail": sentence}, with "field" or "reason" where one is meant."""

from __future__ import annotations

import logging
from concurrent.futures import TimeoutError as Waited
from typing import Any, NoReturn

from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from parlor.accounts.limits import TooOften
from parlor.accounts.people import PeopleError
from parlor.catalog.registry import UnknownGame
from parlor.engine import RulesError
from parlor.tables.loading import Frozen, Missing
from parlor.tables.models import Table
from parlor.tables.play import Denied
from parlor.tables.service import TableError
from parlor.tables.units import Conflict

logger = logging.getLogger(__name__)
USUAL_WAIT = 300  # seconds, after too many wrong passwords for a name


class Refusal(APIException):
    """A refusal with a status of its own, and perhaps more than a sentence."""

    def __init__(self, status: int, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status_code = status
        self.body = {"detail": detail, **more}


def denied(answer: Denied, **more: Any) -> NoReturn:
    """Raises what the rules or the table answered, under the status that fits."""
    status = {"stale": 409, "stranger": 403, "bad": 400}.get(answer.reason, 422)
    raise Refusal(status, _(answer.detail), reason=answer.reason, **more)


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """What DRF calls for each exception in a call. What nobody foresaw is logged and told without details."""
    known = _known(error)
    if known is not None:
        set_rollback()
        told = Response(known[1], status=known[0])
        if known[0] == 429:
            told["Retry-After"] = str(error.wait if isinstance(error, TooOften) else USUAL_WAIT)
        return told
    answer = exception_handler(error, context)
    if answer is not None:
        answer.data = _flat(error, answer.data)
        return answer
    request: Request = context["request"]
    logger.error("%s %s failed", request.method, request.path, exc_info=error)
    set_rollback()
    return Response({"detail": _("Something went wrong here. The admin has been told.")}, status=500)


def _known(error: Exception) -> tuple[int, dict[str, Any]] | None:
    """Status and body of the errors that come from beneath the API."""
    if isinstance(error, Refusal):
        return error.status_code, error.body
    if isinstance(error, TooOften):
        return 429, {"detail": str(error)}
    if isinstance(error, TableError):
        body = {"detail": str(error)} | ({"field": error.field} if error.field else {})
        return 403 if error.forbidden else 400 if error.field else 409, body
    if isinstance(error, PeopleError):
        return 409, {"detail": str(error)}
    if isinstance(error, Table.DoesNotExist | Missing):
        return 404, {"detail": _("There is no such table.")}
    if isinstance(error, Frozen):
        return 422, {"detail": _(str(error)), "reason": "closed"}
    if isinstance(error, Http404):
        return 404, {"detail": _("There is nothing at this address.")}
    if isinstance(error, RequestDataTooBig):
        return 413, {"detail": _("The body is too large.")}
    if isinstance(error, Waited | Conflict | OperationalError):
        logger.warning("A call had to wait too long: %r", error)
        return 503, {"detail": _("The site is busy. Please try again."), "reason": "busy"}
    if isinstance(error, UnknownGame | RulesError):
        logger.error("A table cannot be opened: %s", error)
        return 503, {"detail": _("The game of this table cannot be opened at the moment."), "reason": "fault"}
    return None


def _flat(error: Exception, data: Any) -> dict[str, Any]:
    """The first complaint of a validation; everything else says one sentence already."""
    if not isinstance(error, ValidationError):
        return {"detail": str(data["detail"])}
    path: list[str] = []
    while not isinstance(data, str):
        if isinstance(data, dict):
            name, data = next(iter(data.items()))
            path.append(str(name))
        else:
            data = next(item for item in data if item)
    field = ".".join(name for name in path if name != "non_field_errors")
    return {"detail": str(data)} | ({"field": field} if field else {})
