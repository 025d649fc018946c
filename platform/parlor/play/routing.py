"""The addresses of sockets, and what a socket passes before it gets there."""

from __future__ import annotations

from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.urls import path as django_path

from parlor.play.access import ProgramsOrPages, Scope
from parlor.play.messages import MISSING
from parlor.play.socket import table_socket


async def nothing_here(scope: Scope, receive: Any, send: Any) -> None:
    """Answers at any other address."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": MISSING})


path: Any = django_path  # its types know views only

websocket_urlpatterns: list[Any] = [
    path("ws/tables/<str:table_id>/", table_socket),
    path("<path:rest>", nothing_here),
    path("", nothing_here),
]


def all_sockets(*more: Any) -> ProgramsOrPages:
    """The application for the sockets of tables, and at these addresses those of others."""
    addresses = URLRouter([*more, *websocket_urlpatterns])
    return ProgramsOrPages(programs=addresses, pages=AllowedHostsOriginValidator(AuthMiddlewareStack(addresses)))


sockets = all_sockets()
"""The application for the sockets of tables."""
