"""The application that daphne serves: pages, static files and table sockets."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "parlor.site.settings")
pages = get_asgi_application()

# Only now are the apps loaded that these import from.
from parlor.notifications.socket import notices_socket  # noqa: E402
from parlor.play.routing import all_sockets, path  # noqa: E402
from parlor.site.static import StaticFiles  # noqa: E402
from parlor.site.tracks import Tracks  # noqa: E402
from parlor.studio.socket import studio_socket  # noqa: E402

application = Tracks(
    ProtocolTypeRouter(
        {
            "http": StaticFiles(pages),
            "websocket": all_sockets(
                path("ws/notices/", notices_socket), path("ws/studio/<str:bench>/<str:seat>/", studio_socket)
            ),
        }
    )
)
