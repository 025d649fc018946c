"""Calls about one's own notices, for programs: under /api/me/notices/."""

from __future__ import annotations

from typing import Any, cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.accounts.models import User
from parlor.notifications import selectors
from parlor.notifications.bells import bells
from parlor.notifications.kinds import Kind, Way
from parlor.notifications.people import wishes_of


class NoticeLine(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.CharField()
    table = serializers.CharField(allow_null=True)
    url = serializers.CharField()
    title = serializers.CharField()
    line = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    read = serializers.BooleanField()
    over = serializers.BooleanField()


class NoticesRead(serializers.Serializer[Any]):
    """Which notices are read; without `ids` all of them."""

    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**62), max_length=200, required=False
    )


class NoticesMarked(serializers.Serializer[Any]):
    read = serializers.IntegerField()


@extend_schema_field({"type": "string", "pattern": r"^[0-2]?[0-9]:[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?$"})
class ClockTime(serializers.TimeField):
    """A time of the person's own day, without a zone, which OpenAPI's "time" would have."""


class NoticeWishes(serializers.Serializer[Any]):
    """For each kind, whether it is told by each way; quiet hours and the daily mail go by one's own clock."""

    choices = serializers.DictField(child=serializers.DictField(child=serializers.BooleanField()))
    quiet_from = ClockTime()
    quiet_until = ClockTime()
    daily = serializers.BooleanField()
    daily_at = ClockTime()

    def validate_choices(self, given: dict[str, dict[str, bool]]) -> dict[str, dict[str, bool]]:
        if not set(given) <= set(Kind.values) or any(not set(ways) <= set(Way.values) for ways in given.values()):
            raise serializers.ValidationError(f"Kinds are {', '.join(Kind.values)}; ways are {', '.join(Way.values)}.")
        return given


@extend_schema(
    operation_id="my_notices",
    responses={200: NoticeLine(many=True), 401: None},
    tags=["me"],
    summary="My latest notices, newest first",
)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def notices(request: Request) -> Response:
    return Response([selectors.as_line(row) for row in selectors.shown(cast(User, request.user))])


@extend_schema(
    operation_id="read_notices",
    request=NoticesRead,
    responses={200: NoticesMarked, 400: None, 401: None},
    tags=["me"],
    summary="Mark notices as read",
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def read(request: Request) -> Response:
    given = NoticesRead(data=request.data)
    given.is_valid(raise_exception=True)
    user = cast(User, request.user)
    marked = selectors.read(user.pk, timezone.now(), which=given.validated_data.get("ids"))
    if marked:
        bells.ring_soon([user.pk])
    return Response({"read": marked})


@extend_schema(
    operation_id="notice_preferences",
    methods=["GET"],
    responses={200: NoticeWishes, 400: None, 401: None},
    tags=["me"],
    summary="How I am told",
)
@extend_schema(
    operation_id="set_notice_preferences", methods=["PUT"], request=NoticeWishes,
    responses={200: NoticeWishes, 400: None, 401: None}, tags=["me"],
    summary="Choose how I am told; kinds and ways that are left out stay as they are",
)  # fmt: skip
@api_view(["GET", "PUT"])
@permission_classes([IsAuthenticated])
def preferences(request: Request) -> Response:
    wishes = wishes_of(cast(User, request.user))
    if request.method == "PUT":
        given = NoticeWishes(data=request.data)
        given.is_valid(raise_exception=True)
        for kind, ways in given.validated_data["choices"].items():
            for way, wanted in ways.items():
                wishes.choose(Kind(kind), Way(way), wanted)
        for name in ("quiet_from", "quiet_until", "daily", "daily_at"):
            setattr(wishes, name, given.validated_data[name])
        wishes.save()
    choices = {kind: {way: wishes.wants(Kind(kind), Way(way)) for way in Way.values} for kind in Kind.values}
    times = {name: getattr(wishes, name).isoformat() for name in ("quiet_from", "quiet_until", "daily_at")}
    return Response({"choices": choices, "daily": wishes.daily, **times})
