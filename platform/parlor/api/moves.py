"""Calls at a running table: move, look ahead, take back, concede. A refusal says why, under a status that fits."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import NoReturn

import msgspec
from django.conf import settings
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from rest_framework.decorators import api_view, throttle_classes
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.api.answers import Made, PreviewAnswer
from parlor.api.bodies import read
from parlor.api.errors import Refusal, denied
from parlor.api.schema import describe
from parlor.api.shapes import NewMove, Step, Trial
from parlor.api.state import WAIT_SECONDS, caught_up, state
from parlor.api.tables import signed_in
from parlor.api.throttles import MoveThrottle
from parlor.play.pictures import Picture
from parlor.play.reading import plain
from parlor.tables import live, play, storing
from parlor.tables.loading import Running
from parlor.tables.models import Table
from parlor.tables.play import Answer, Denied
from parlor.tables.service import find

COMMIT_SECONDS = storing.COMMIT_SECONDS + WAIT_SECONDS


@describe(
    "move", Made, 400, 401, 403, 404, 409, 413, 415, 422, 429, stale=True, request=NewMove, summary="Make a move",
)  # fmt: skip
@api_view(["POST"])
@throttle_classes([MoveThrottle])
def moves(request: Request, table_id: str) -> Response:
    given = read(request, NewMove)
    return _made(
        request, table_id, lambda user: play.move(table_id, user, given["id"], given["version"], given["move"])
    )


@describe(
    "undo", Made, 400, 401, 403, 404, 409, 413, 415, 422, 429, stale=True, request=Step,
    summary="Take back your last move, as far as nothing new was learnt since",
)  # fmt: skip
@api_view(["POST"])
@throttle_classes([MoveThrottle])
def undo(request: Request, table_id: str) -> Response:
    given = read(request, Step)
    return _made(request, table_id, lambda user: play.undo(table_id, user, given["id"], given["version"]))


@describe(
    "concede", Made, 400, 401, 403, 404, 409, 413, 415, 422, 429, stale=True, request=Step, summary="Give the game up",
)  # fmt: skip
@api_view(["POST"])
@throttle_classes([MoveThrottle])
def concede(request: Request, table_id: str) -> Response:
    given = read(request, Step)
    return _made(request, table_id, lambda user: play.concede(table_id, user, given["id"], given["version"]))


@describe(
    "preview", PreviewAnswer, 400, 401, 403, 404, 409, 413, 415, 422, 429, stale=True, request=Trial,
    summary="What a move would do, as far as it can be foretold",
)  # fmt: skip
@api_view(["POST"])
@throttle_classes([MoveThrottle])
def preview(request: Request, table_id: str) -> Response:
    given = read(request, Trial)
    table, user = _begun(request, table_id), signed_in(request)
    caught_up(table)
    answer = play.look_ahead(table_id, user.pk, given["version"], given["move"]).result(WAIT_SECONDS)
    if isinstance(answer, Denied):
        _denied(request, table_id, answer)
    seen, version = answer

    language = get_language() or settings.LANGUAGE_CODE

    def tell(running: Running) -> list[str]:
        with override(language):
            read = Picture(running, running.seat_of(user.pk)).read
            return [plain(read.line(line)) for line in seen.lines]

    return Response(
        {
            "version": version,
            "lines": live.tables.ask(table_id, tell).result(WAIT_SECONDS),
            "changed": msgspec.to_builtins(seen.changed),
            "open": seen.open,
        }
    )


def _made(request: Request, table_id: str, act: Callable[[int], Future[Answer]]) -> Response:
    _begun(request, table_id)
    answer = act(signed_in(request).pk).result(COMMIT_SECONDS)
    if isinstance(answer, Denied):
        _denied(request, table_id, answer)
    return Response({"version": answer.version})


def _denied(request: Request, table_id: str, answer: Denied) -> NoReturn:
    if answer.reason != "stale":
        denied(answer)
    now = state(find(table_id), request.user)
    denied(answer, version=now["version"], state=now)


def _begun(request: Request, table_id: str) -> Table:
    """The table. Raises Table.DoesNotExist, or Refusal where no game runs or ran."""
    table = find(table_id)
    if table.started_at is None:
        if not table.seats.filter(user=signed_in(request)).exists():
            raise Refusal(403, _("You do not play at this table."), reason="stranger")
        raise Refusal(422, _("The game has not begun."), reason="closed")
    return table
