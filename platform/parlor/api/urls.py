"""Addresses under /api/."""

from django.http import Http404
from django.urls import path, re_path
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.api import agreements, friends, games, hot_seat, invitations, more_time, moves, notes, people, tables
from parlor.api.docs import SchemaView, docs


@extend_schema(exclude=True)
@api_view(["GET", "POST", "PUT", "PATCH", "DELETE"])
def nothing(request: Request) -> Response:
    raise Http404


urlpatterns = [
    path("accounts/", people.accounts),
    path("token/", people.token),
    path("me/", people.me),
    path("me/tables/", people.tables),
    path("me/friends/", friends.friends),
    path("me/invitations/", invitations.mine),
    path("invitations/<int:invitation_id>/accept/", invitations.accept),
    path("invitations/<int:invitation_id>/decline/", invitations.decline),
    path("tables/<slug:table_id>/invite/", invitations.invite),
    path("people/", friends.search),
    path("people/<str:name>/", friends.profile),
    path("people/<str:name>/friend/", friends.friend),
    path("people/<str:name>/unfriend/", friends.unfriend),
    path("people/<str:name>/block/", friends.block),
    path("people/<str:name>/unblock/", friends.unblock),
    path("games/", games.games),
    path("games/<slug:slug>/", games.game),
    path("tables/", tables.tables),
    path("tables/<slug:table_id>/", tables.table),
    path("tables/<slug:table_id>/join/", tables.join),
    path("tables/<slug:table_id>/leave/", tables.leave),
    path("tables/<slug:table_id>/ready/", tables.ready),
    path("tables/<slug:table_id>/start/", tables.start),
    path("tables/<slug:table_id>/add-bot/", tables.add_bot),
    path("tables/<slug:table_id>/add-player/", hot_seat.add_player),
    path("tables/<slug:table_id>/remove-player/", hot_seat.remove_player),
    path("tables/<slug:table_id>/log/", tables.log),
    path("tables/<slug:table_id>/moves/", moves.moves),
    path("tables/<slug:table_id>/preview/", moves.preview),
    path("tables/<slug:table_id>/undo/", moves.undo),
    path("tables/<slug:table_id>/concede/", moves.concede),
    path("tables/<slug:table_id>/vote/", agreements.vote),
    path("tables/<slug:table_id>/back/", agreements.back),
    path("tables/<slug:table_id>/more-time/", more_time.give),
    path("tables/<slug:table_id>/note/", notes.note),
    path("schema/", SchemaView.as_view(), name="api_schema"),
    path("docs/", docs, name="api_docs"),
    re_path("", nothing),
]
