"""Sockets of a table that come to several servers of one machine are brought together in one of them, its home.

A table whose sockets are in two processes is played in both, and each tells the other of its moves: that costs twice
as much. Nothing else hangs on it: where servers do not share a folder, or one has just begun or ended, tables are
split as they come.
"""

from __future__ import annotations

import re
import socket
from typing import Any

from daphne import http_protocol
from twisted.internet import error, reactor
from twisted.python.failure import Failure

from parlor import measures
from parlor.site.neighbours import Neighbours

TABLE = re.compile(rb"/ws/tables/([\w-]+)/")


class SiteRequest(http_protocol.WebRequest):  # type: ignore[misc]  # daphne ships no types
    """A request of daphne that may turn out to be another server's."""

    def process(self) -> Any:
        """As daphne's, unless it is handed over."""
        neighbours: Neighbours | None = getattr(self.server, "neighbours", None)
        table = TABLE.fullmatch(self.path)
        if neighbours is None or table is None or not self.requestHeaders.hasHeader(b"Upgrade"):
            return super().process()
        transport = self.transport
        if getattr(transport, "handed_over", False) or not hasattr(transport, "socket"):
            return super().process()
        if transport.dataBuffer or transport._tempDataBuffer:  # the answer to a request before this one
            return super().process()
        if not neighbours.hand(table[1].decode(), transport.fileno(), self._head()):
            return super().process()
        measures.HANDED_OVER.inc()
        transport._shouldShutdown = False  # the connection goes on, elsewhere
        transport.connectionLost(Failure(error.ConnectionDone()))  # type: ignore[no-untyped-call]
        return None

    def _head(self) -> bytes:
        """The request as it came. One for a socket has no body."""
        lines = [self.method + b" " + self.uri + b" HTTP/1.1"]
        lines += [name + b": " + value for name, values in self.requestHeaders.getAllRawHeaders() for value in values]
        return b"\r\n".join([*lines, b"", b""])


http_protocol.WebRequest = SiteRequest  # which daphne's factory of connections looks up for each


def take_over(server: Any, number: int, data: bytes) -> None:
    """Goes on with a connection that another server was asked for."""
    with socket.socket(fileno=number) as given:  # Twisted makes a copy of its own
        try:
            transport = reactor.adoptStreamConnection(number, given.family, server.http_factory)
        except OSError:  # the client is gone
            return
    transport.handed_over = True
    transport.protocol.dataReceived(data)
