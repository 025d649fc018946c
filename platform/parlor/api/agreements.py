"""Calls about what the people at a running table agree on, and about coming back to one's seat."""

from __future__ import annotations

from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.api.answers import TableState
from parlor.api.bodies import read
from parlor.api.schema import describe
from parlor.api.shapes import NewVote, Nothing
from parlor.api.state import WAIT_SECONDS, caught_up, readable, state
from parlor.api.tables import signed_in
from parlor.tables import absence, votes
from parlor.tables.loading import Missing
from parlor.tables.service import find


@describe(
    "vote", TableState, 400, 401, 403, 404, 409, request=NewVote,
    summary="Agree to a pause, to its end, to the end of the game, or to what becomes of a late seat; or do not",
)  # fmt: skip
@api_view(["POST"])
def vote(request: Request, table_id: str) -> Response:
    """The first who agrees asks the others. To "replace", not to agree is to want the game ended."""
    given = read(request, NewVote)
    _begun(request, table_id)
    done = votes.vote(table_id, signed_in(request), given["kind"], agree=given["agree"])
    done.result(WAIT_SECONDS)
    return Response(state(find(table_id), request.user))


@describe(
    "come_back", TableState, 400, 401, 403, 404, 409, request=Nothing,
    summary="Play again where a bot has played since your time was out",
)  # fmt: skip
@api_view(["POST"])
def back(request: Request, table_id: str) -> Response:
    read(request, Nothing)
    _begun(request, table_id)
    absence.back(table_id, signed_in(request)).result(WAIT_SECONDS)
    return Response(state(find(table_id), request.user))


def _begun(request: Request, table_id: str) -> None:
    table = readable(table_id, request.user)
    if table.started_at is None:
        raise Missing(table_id)
    caught_up(table)
