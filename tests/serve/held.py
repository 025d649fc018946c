"""`serve` with an application that holds requests and sockets as long as a test wants, for the tests of stopping."""

import asyncio
import os
import sys
from typing import Any

from daphne.server import twisted_loop  # noqa: F401  # isort: skip  # installs the event loop first

import django

django.setup()

from parlor import lifecycle  # noqa: E402
from parlor.site import server as server_module  # noqa: E402
from parlor.site.server import SiteServer  # noqa: E402

if "REQUEST_SECONDS" in os.environ:
    server_module.REQUEST_SECONDS = float(os.environ["REQUEST_SECONDS"])


async def hold(scope: Any, receive: Any, send: Any) -> None:
    """A socket is held until it says something or closes; a request for the seconds that its query says."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if (await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.close", "code": 1012})
        return
    print("request in flight", flush=True)
    await asyncio.sleep(float(scope["query_string"]))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"done"})


# The apps' own hooks want a database; this site has none.
lifecycle._start_hooks.clear()
lifecycle._stop_hooks.clear()


@lifecycle.on_stop
async def say_so() -> None:
    print("stop hook ran", flush=True)


server = SiteServer(hold, "127.0.0.1", 0, lambda host, port: print(f"Parlor is at http://{host}:{port}/", flush=True))
server.run()
sys.exit(server.failure)
