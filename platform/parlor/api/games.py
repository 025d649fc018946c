"""Calls about games: which are installed, and what a table of one can be like."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.api.answers import Game, GameDetail
from parlor.api.schema import describe
from parlor.catalog.registry import AnyGame, options_of
from parlor.catalog.settings_of_games import games_for, setting_of
from parlor.engine import Option
from parlor.tables.models import Pace
from parlor.tables.pace import TEMPI


@describe("games", Game(many=True), 401, summary="All games")
@api_view(["GET"])
def games(request: Request) -> Response:
    return Response([_line(game) for game in games_for(request.user).values()])


@describe("game", GameDetail, 401, 404, summary="One game, with its options")
@api_view(["GET"])
def game(request: Request, slug: str) -> Response:
    found = games_for(request.user).get(slug)
    if found is None:
        raise Http404
    return Response(
        {
            **_line(found),
            "rules": found.rules,
            "options": [_option(option) for option in options_of(found)],
            "bots": list(found.bots),
            "statistics": [
                {"name": one.name, "label": _(one.label), "per_seat": one.per_seat} for one in found.statistics
            ],
        }
    )


def _line(game: AnyGame) -> dict[str, Any]:
    allowed = setting_of(game.slug).paces
    return {
        "slug": game.slug,
        "name": game.name,
        "tagline": _text(game.tagline),
        "designer": game.designer,
        "publisher": game.publisher,
        "year": game.year,
        "seats": _range(game.seats),
        "minutes": game.minutes,
        "weight": game.weight,
        "paces": [_pace(pace) for pace in Pace if pace in (allowed or Pace.values)],
        "url": f"/games/{game.slug}/",
    }


def _pace(pace: Pace) -> dict[str, Any]:
    tempo = TEMPI.get(pace.value)
    return {"value": pace.value, "label": str(pace.label), "by_turns": tempo is not None and tempo.by_turns}


def _option(option: Option[Any]) -> dict[str, Any]:
    return {
        "name": option.name,
        "label": _text(option.label),
        "help": _text(option.help),
        "default": option.default,
        "values": [
            {
                "value": choice.value,
                "label": _text(choice.label),
                "help": _text(choice.help),
                "seats": _range(choice.seats),
            }
            for choice in option.choices
        ],
        "when": None if option.when is None else {"option": option.when[0], "value": option.when[1]},
    }


def _range(seats: tuple[int, int] | None) -> dict[str, int] | None:
    return None if seats is None else {"min": seats[0], "max": seats[1]}


def _text(message: str) -> str:
    return _(message) if message else ""
