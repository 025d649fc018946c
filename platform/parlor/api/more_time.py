"""The call with which somebody at a table gives another one more time."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.api.answers import TableState
from parlor.api.bodies import read
from parlor.api.schema import describe
from parlor.api.state import WAIT_SECONDS, caught_up, readable, state
from parlor.api.tables import signed_in
from parlor.tables import more_time
from parlor.tables.loading import Missing
from parlor.tables.service import find


class Gift(serializers.Serializer[Any]):
    seat = serializers.RegexField(r"^seat-[0-9]{1,3}$", help_text='who gets it, as "seat-2"')


@describe(
    "give_time", TableState, 400, 401, 403, 404, 409, request=Gift,
    summary="Give another seat that is waited for more time, at most 3 times for each of its decisions",
)  # fmt: skip
@api_view(["POST"])
def give(request: Request, table_id: str) -> Response:
    seat = int(read(request, Gift)["seat"].removeprefix("seat-"))
    table = readable(table_id, request.user)
    if table.started_at is None:
        raise Missing(table_id)
    caught_up(table)
    more_time.give_time(table_id, signed_in(request), seat).result(WAIT_SECONDS)
    return Response(state(find(table_id), request.user))
