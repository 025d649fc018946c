"""Calls about people who play at the device of somebody at the table."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.api.answers import TableState
from parlor.api.bodies import read
from parlor.api.schema import describe
from parlor.api.tables import now, signed_in
from parlor.tables import hot_seat


class NewPlayer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=hot_seat.NAME_MAX, help_text="what the player is called at this table")


class PlayersSeat(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=0, max_value=100, help_text="number of the seat to free")


@describe(
    "add_player", TableState, 400, 401, 403, 404, 409, request=NewPlayer,
    summary="Seat somebody who plays at your device, at a table without a clock; `seat` then is whoever is asked",
)  # fmt: skip
@api_view(["POST"])
def add_player(request: Request, table_id: str) -> Response:
    given = read(request, NewPlayer)
    hot_seat.add_player(table_id, signed_in(request), given["name"])
    return now(table_id, request)


@describe(
    "remove_player", TableState, 400, 401, 403, 404, 409, request=PlayersSeat,
    summary="Free the seat of somebody at your device before the game begins",
)  # fmt: skip
@api_view(["POST"])
def remove_player(request: Request, table_id: str) -> Response:
    given = read(request, PlayersSeat)
    hot_seat.remove_player(table_id, signed_in(request), given["seat"])
    return now(table_id, request)
