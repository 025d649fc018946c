"""What a browser needs to be told of things while no page is open: service worker, push key, manifest."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from parlor.notifications.delivery import vapid

INK, PAPER = "#1d5c4c", "#f6f0e4"


@cache
def _worker() -> str:
    path = finders.find("parlor/js/worker.js")
    assert isinstance(path, str), "static/parlor/js/worker.js belongs to the site"
    return Path(path).read_text()


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, from the root so that it may serve the whole site; asked for anew each time."""
    pictures = f'const PICTURES = "{static("parlor/img/")}";\n'
    return HttpResponse(
        pictures + _worker(),
        content_type="text/javascript; charset=utf-8",
        headers={"Service-Worker-Allowed": "/", "Cache-Control": "no-cache"},
    )


@require_safe
@never_cache
def push_key(request: HttpRequest) -> HttpResponse:
    """The site's public push key, and the token with which a page or the service worker may post a subscription."""
    return JsonResponse({"key": vapid.application_server_key(), "token": get_token(request)})


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What makes the site an app that can be put on a home screen; iPhones take push only from there."""
    told = {
        "id": "/",
        "name": "Parlor",
        "short_name": "Parlor",
        "description": _("Play card and tile games with each other"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": INK,
        "background_color": PAPER,
        "icons": [
            {"src": static("parlor/img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": static("parlor/img/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("parlor/img/icon-512.png"), "sizes": "512x512", "type": "image/png"},
            {
                "src": static("parlor/img/icon-maskable.png"),
                "sizes": "512x512",
                "type": "image/png",
                "purpose": "maskable",
            },
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json", headers={"Cache-Control": "no-cache"})
