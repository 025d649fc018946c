"""Calls about tables before and around the game: open, join, leave, add bots, start, look, and read the log."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import get_language, override
from rest_framework.decorators import api_view, throttle_classes
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.accounts.models import User
from parlor.api.answers import Log, TableState
from parlor.api.bodies import read
from parlor.api.schema import describe
from parlor.api.shapes import NewBot, NewTable, Nothing, Readiness, Since
from parlor.api.state import WAIT_SECONDS, caught_up, readable, state
from parlor.api.throttles import TableThrottle
from parlor.catalog.registry import UnknownGame, get_game
from parlor.play.pictures import Viewer, log_of, log_rows
from parlor.tables import live, service
from parlor.tables.loading import Running
from parlor.tables.selectors import person


def signed_in(request: Request) -> User:
    """The person who calls; the permission classes have let in nobody else."""
    user = person(request.user)
    assert user is not None
    return user


def now(table_id: str, request: Request, status: int = 200) -> Response:
    """The table as the caller sees it after what was done."""
    return Response(state(service.find(table_id), request.user), status=status)


@describe(
    "open_table", TableState, 400, 401, 409, 413, 415, 429, status=201, request=NewTable,
    summary="Open a table and sit down at it",
)  # fmt: skip
@api_view(["POST"])
@throttle_classes([TableThrottle])
def tables(request: Request) -> Response:
    given = read(request, NewTable)
    table = service.create(
        signed_in(request),
        game=given["game"],
        seats=given["seats"] if "seats" in given else _fewest(given["game"]),
        options=given.get("options", {}),
        pace=given["pace"],
        absence=given["absence"],
        visibility=given["visibility"],
        begins=given["begins"],
        seating=given["seating"],
        training=given["training"],
        ready_check=given["ready_check"],
        seats_from=given.get("seats_from"),
    )
    answer = now(table.id, request, 201)
    answer["Location"] = request.build_absolute_uri(f"/api/tables/{table.id}/")
    return answer


def _fewest(game: str) -> int:
    try:
        return get_game(game).seats[0]
    except UnknownGame:
        return 1  # `create` says it in words


@describe("table", TableState, 401, 403, 404, 503, summary="The table as you see it now")
@api_view(["GET"])
def table(request: Request, table_id: str) -> Response:
    return Response(state(readable(table_id, request.user), request.user))


@describe("join_table", TableState, 400, 401, 403, 404, 409, request=Nothing, summary="Take the first free seat")
@api_view(["POST"])
def join(request: Request, table_id: str) -> Response:
    read(request, Nothing)
    service.join(table_id, signed_in(request))
    return now(table_id, request)


@describe(
    "leave_table", TableState, 400, 401, 403, 404, 409, request=Nothing,
    summary="Free your seat before the game begins; the last person's leaving closes the table",
)  # fmt: skip
@api_view(["POST"])
def leave(request: Request, table_id: str) -> Response:
    read(request, Nothing)
    service.leave(table_id, signed_in(request))
    return now(table_id, request)


@describe("add_bot", TableState, 400, 401, 403, 404, 409, request=NewBot, summary="Put a bot on the first free seat")
@api_view(["POST"])
def add_bot(request: Request, table_id: str) -> Response:
    given = read(request, NewBot)
    service.add_bot(table_id, signed_in(request), given.get("bot"))
    return now(table_id, request)


@describe(
    "ready", TableState, 400, 401, 403, 404, 409, request=Readiness,
    summary="Say that you are ready for the game, or not any more, where the table asks for it",
)  # fmt: skip
@api_view(["POST"])
def ready(request: Request, table_id: str) -> Response:
    given = read(request, Readiness)
    service.set_ready(table_id, signed_in(request), ready=given["ready"])
    return now(table_id, request)


@describe(
    "start_table", TableState, 400, 401, 403, 404, 409, request=Nothing,
    summary="Begin the game; the host does, when all seats are taken, or as many as the table asks for",
)  # fmt: skip
@api_view(["POST"])
def start(request: Request, table_id: str) -> Response:
    read(request, Nothing)
    service.start(table_id, signed_in(request))
    return now(table_id, request)


@describe("table_log", Log, 400, 401, 403, 404, parameters=[Since], summary="What has happened, as you may know it")
@api_view(["GET"])
def log(request: Request, table_id: str) -> Response:
    found = readable(table_id, request.user)
    query = Since(data=request.query_params)
    query.is_valid(raise_exception=True)
    since = query.validated_data["since"]
    if found.started_at is None:
        return Response({"version": found.version, "entries": [], "struck": []})
    caught_up(found)
    user = person(request.user)
    language = get_language() or settings.LANGUAGE_CODE

    def look(running: Running) -> dict[str, Any]:
        entries = [entry for entry in running.entries if entry.version > since]
        viewer = Viewer(running.seat_of(user.pk if user else None), False, language)
        with override(language):
            told = log_of(running, entries, viewer)
        struck = [entry.version for entry in running.entries if entry.struck]
        return {"version": running.driver.version, "entries": log_rows(told), "struck": struck}

    return Response(live.tables.ask(table_id, look).result(WAIT_SECONDS))
