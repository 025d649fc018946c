"""The application that daphne serves: pages, static files and table sockets."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parlor.site.settings")
pages = get_asgi_application()

# Only now are the apps loaded that these import from.
from parlor.play.routing import sockets  # noqa: E402
from parlor.site.static import StaticFiles  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": StaticFiles(pages),
        "websocket": sockets,
    }
)
