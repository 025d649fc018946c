"""Calls about other people: find them, look at one, be friends, and block."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.http import Http404
from django.urls import reverse
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.accounts import people, selectors
from parlor.accounts.models import User
from parlor.api.answers import Friends, Person, PersonDetail
from parlor.api.bodies import read
from parlor.api.schema import describe
from parlor.api.shapes import Nothing, PeopleQuery
from parlor.tables.ratings import ratings_of
from parlor.tables.selectors import person, record


def _me(request: Request) -> User:
    user = person(request.user)
    assert user is not None  # the permission classes have let in nobody else
    return user


def _called(name: str) -> User:
    found = selectors.person_called(name)
    if found is None:
        raise Http404
    return found


def _line(shown: User, relation: str) -> dict[str, Any]:
    return {
        "username": shown.username,
        "is_guest": shown.is_guest,
        "relation": relation or None,
        "url": reverse("profile", args=[shown.username]),
    }


def _lines(user: User, others: Iterable[User]) -> list[dict[str, Any]]:
    known = list(others)
    relations = selectors.relations(user, known)
    return [_line(other, relations[other.pk]) for other in known]


def _detail(shown: User, user: User | None) -> dict[str, Any]:
    relation = selectors.relation(user, shown) if user else ""
    finished, games = record(shown)
    return {
        **_line(shown, relation),
        "since": shown.date_joined,
        "finished": finished,
        "games": games,
        "friends": len(selectors.friend_ids(shown)) if relation in ("friend", "you") else None,
        "ratings": [{"game": row.game, "points": row.points, "played": row.played} for row in ratings_of(shown)],
    }


@describe(
    "find_people", Person(many=True), 400, 401, 429, parameters=[PeopleQuery],
    summary="People whose name begins so",
)  # fmt: skip
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def search(request: Request) -> Response:
    query = PeopleQuery(data=request.query_params)
    query.is_valid(raise_exception=True)
    user = _me(request)
    return Response(_lines(user, people.search(by=user, prefix=query.validated_data["q"])))


@describe("person", PersonDetail, 404, summary="Who this is")
@api_view(["GET"])
def profile(request: Request, name: str) -> Response:
    return Response(_detail(_called(name), person(request.user)))


def _deed(request: Request, name: str, act: Callable[..., object]) -> Response:
    read(request, Nothing)
    whom, user = _called(name), _me(request)
    act(by=user, whom=whom)
    return Response(_detail(whom, user))


@describe(
    "befriend", PersonDetail, 400, 401, 404, 409, 429, request=Nothing,
    summary="Ask somebody to be friends, or accept what they ask",
)  # fmt: skip
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def friend(request: Request, name: str) -> Response:
    return _deed(request, name, people.ask)


@describe(
    "unfriend", PersonDetail, 400, 401, 404, request=Nothing,
    summary="End a friendship, decline one, or withdraw what you asked",
)  # fmt: skip
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def unfriend(request: Request, name: str) -> Response:
    return _deed(request, name, people.part)


@describe(
    "block", PersonDetail, 400, 401, 404, 409, request=Nothing,
    summary="Sit at no table with somebody, and read nothing of theirs; they are not told",
)  # fmt: skip
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def block(request: Request, name: str) -> Response:
    return _deed(request, name, people.block)


@describe("unblock", PersonDetail, 400, 401, 404, request=Nothing, summary="Take a block back")
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def unblock(request: Request, name: str) -> Response:
    return _deed(request, name, people.unblock)


@describe("my_friends", Friends, 401, summary="My friends, who asks and is asked, and whom I have blocked")
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def friends(request: Request) -> Response:
    user = _me(request)
    return Response(
        {
            "friends": _lines(user, selectors.friends(user)),
            "asks": _lines(user, selectors.asking(user)),
            "asked": _lines(user, selectors.asked(user)),
            "blocked": _lines(user, selectors.blocked(user)),
        }
    )
