"""Calls about one's own notes at a table."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from parlor.api.bodies import read
from parlor.api.schema import describe
from parlor.api.state import readable
from parlor.api.tables import signed_in
from parlor.tables.notes import MAX_NOTE, note_of, write_note


class NoteText(serializers.Serializer[Any]):
    text = serializers.CharField(allow_blank=True, max_length=MAX_NOTE, trim_whitespace=False)


@describe(
    "my_note", NoteText, 401, 403, 404, methods=["GET"],
    summary="What I have noted down at a table; nobody else is ever sent it",
)  # fmt: skip
@describe(
    "write_note", NoteText, 400, 401, 403, 404, 413, 415, methods=["PUT"], request=NoteText,
    summary="Note something down at a table, for myself alone, in place of what I noted before",
)  # fmt: skip
@api_view(["GET", "PUT"])
@permission_classes([IsAuthenticated])
def note(request: Request, table_id: str) -> Response:
    user = signed_in(request)
    readable(table_id, user)
    if request.method == "PUT":
        return Response({"text": write_note(table_id, user, read(request, NoteText)["text"])})
    return Response({"text": note_of(table_id, user)})
