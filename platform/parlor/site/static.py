"""Static files: served by the site's own process, under an address that changes with their content."""

import gzip
import hashlib
import importlib.util
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles import finders
from servestatic import ServeStaticASGI

VERSIONED = re.compile(r"^/static/v-[0-9a-f]{12}/")
ANY_VERSION = re.compile(r"^/static/(v-[0-9a-f]{12}/)?")
TEXTS = (".js", ".css", ".svg", ".json", ".webmanifest")
REPLACED = {b"content-length", b"vary", b"accept-ranges"}
FROM_PACKAGES = ("Django", "django-htmx")


def static_address(shared: Path, game_apps: list[str], *, changing: bool) -> str:
    """STATIC_URL: `/static/v-<digest>/`, or plain `/static/` while files are being edited.

    The digest is over all that the site and the games ship, so browsers may keep a file for ever,
    relative imports and url()s included, and nothing has to be collected or rewritten.
    """
    if changing:
        return "/static/"
    digest = hashlib.sha256()
    for name in FROM_PACKAGES:
        digest.update(f"{name} {version(name)}\n".encode())
    for folder in [shared, *map(_static_folder, game_apps)]:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(f"{path.relative_to(folder)} ".encode())
                digest.update(path.read_bytes())
    return f"/static/v-{digest.hexdigest()[:12]}/"


def _static_folder(app: str) -> Path:
    spec = importlib.util.find_spec(app.partition(".apps.")[0])
    return Path(spec.origin).parent / "static" if spec and spec.origin else Path("/nonexistent")


class StaticFiles(ServeStaticASGI):  # type: ignore[misc]  # the library leaves its bases untyped
    """Serves what the staticfiles finders find and passes everything else to the application."""

    def __init__(self, application: Any) -> None:
        self.prefix = settings.STATIC_URL
        self.packed: dict[str, bytes] = {}
        super().__init__(
            application,
            autorefresh=settings.DEBUG,
            max_age=0 if settings.DEBUG else 60,
            allow_all_origins=False,
            immutable_file_test=lambda path, url: bool(VERSIONED.match(url)),
            add_headers_function=_harden,
        )
        if not settings.DEBUG:
            for finder in finders.get_finders():
                for name, storage in finder.list(None):
                    path = storage.path(name)
                    if self.prefix + name not in self.files:
                        self.add_file_to_dictionary(self.prefix + name, path, root=storage.location)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        # Under an old digest (a page from before an update) or none: the file of today, to keep for a minute.
        if scope["type"] == "http" and scope["path"].startswith("/static/"):
            path = ANY_VERSION.sub(self.prefix, scope["path"])
            if path != scope["path"]:
                scope, send = {**scope, "path": path}, _kept_briefly(send)
            if self.packs and path.endswith(TEXTS) and _takes_gzip(scope):
                send = Packed(send, path, self.packed)
        await super().__call__(scope, receive, send)

    @property
    def packs(self) -> bool:
        """Whether texts are sent packed: not while they are being edited."""
        return not settings.DEBUG

    def candidate_paths_for_url(self, url: str) -> Any:
        if url.startswith(self.prefix) and (path := finders.find(url.removeprefix(self.prefix))):
            yield path


class Packed:
    """Sends a file as gzip, packed once and kept in memory: the texts of the whole site are a few hundred KB."""

    def __init__(self, send: Any, path: str, known: dict[str, bytes]) -> None:
        self.send = send
        self.path = path
        self.known = known
        self.start: dict[str, Any] | None = None
        self.parts: list[bytes] = []

    async def __call__(self, event: Any) -> None:
        """Whole files wait for their end; any other answer passes as it is."""
        if event["type"] == "http.response.start" and event["status"] == 200:
            self.start = event
        elif self.start is None:
            await self.send(event)
        else:
            self.parts.append(event.get("body", b""))
            if not event.get("more_body"):
                await self._finish(self.start, b"".join(self.parts))

    async def _finish(self, start: dict[str, Any], whole: bytes) -> None:
        if not whole:  # the answer to HEAD
            await self.send(start)
            await self.send({"type": "http.response.body", "body": b""})
            return
        body = self.known.get(self.path)
        if body is None:
            body = self.known[self.path] = gzip.compress(whole, 6, mtime=0)
        kept = [(name, value) for name, value in start["headers"] if name.lower() not in REPLACED]
        length = str(len(body)).encode()
        added = [(b"content-encoding", b"gzip"), (b"content-length", length), (b"vary", b"Accept-Encoding")]
        await self.send({**start, "headers": [*kept, *added]})
        await self.send({"type": "http.response.body", "body": body})


def _takes_gzip(scope: Any) -> bool:
    heads = {name.lower(): value for name, value in scope["headers"]}
    return b"gzip" in heads.get(b"accept-encoding", b"") and b"range" not in heads


def _harden(headers: Headers, path: str, url: str) -> None:
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"


def _kept_briefly(send: Any) -> Any:
    async def sent(event: Any) -> None:
        if event["type"] == "http.response.start":
            kept = [(name, value) for name, value in event["headers"] if name.lower() != b"cache-control"]
            event = {**event, "headers": [*kept, (b"cache-control", b"max-age=60, public")]}
        await send(event)

    return sent
