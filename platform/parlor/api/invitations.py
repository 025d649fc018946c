"""Calls about invitations: ask somebody to a table, and answer."""

from __future__ import annotations

from typing import Any

from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.api.answers import InvitationLine, InvitationState, TableState
from parlor.api.bodies import read
from parlor.api.schema import describe
from parlor.api.shapes import NewInvitation, Nothing
from parlor.api.state import state
from parlor.api.tables import signed_in
from parlor.tables import invitations
from parlor.tables.models import Invitation


def _told(row: Invitation) -> dict[str, Any]:
    return {"id": row.pk, "table": row.table_id, "to": row.to.username, "state": row.state}


@describe(
    "invite", InvitationState, 400, 401, 403, 404, 409, 429, request=NewInvitation,
    summary="Invite somebody to a table where you sit, before the game begins",
)  # fmt: skip
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def invite(request: Request, table_id: str) -> Response:
    given = read(request, NewInvitation)
    row = invitations.invite(table_id=table_id, by=signed_in(request), username=given["username"])
    return Response(_told(row))


@describe("my_invitations", InvitationLine(many=True), 401, summary="What I am invited to and have not answered")
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def mine(request: Request) -> Response:
    lines = [invitations.invitation_line(row) for row in invitations.my_invitations(signed_in(request))]
    return Response([{name: line[str(name)] for name in InvitationLine().fields} for line in lines])


@describe(
    "accept_invitation", TableState, 400, 401, 403, 409, request=Nothing,
    summary="Take a seat where you are invited; answers with the table",
)  # fmt: skip
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def accept(request: Request, invitation_id: int) -> Response:
    read(request, Nothing)
    return Response(state(invitations.accept(invitation_id=invitation_id, user=signed_in(request)), request.user))


@describe("decline_invitation", InvitationState, 400, 401, 409, request=Nothing, summary="Say no to an invitation")
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def decline(request: Request, invitation_id: int) -> Response:
    read(request, Nothing)
    return Response(_told(invitations.decline(invitation_id=invitation_id, user=signed_in(request))))
