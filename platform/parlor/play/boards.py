"""Draws the living part of a table page, and the board inside it, with the games' Jinja2 templates."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import get_language
from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from parlor.catalog.registry import UnknownGame, board_path, get_game
from parlor.engine import Game
from parlor.play import speaking
from parlor.play.ending import Ending
from parlor.tables.watch import TooSlow, watch

logger = logging.getLogger(__name__)

DRAW_SECONDS = 2.0
PLAIN = "board/plain.html"


class BoardSeat(msgspec.Struct, frozen=True):
    """A seat as the templates know it. `here` when its person is connected, `more` when one may give it more time."""

    number: int
    name: str
    you: bool
    acting: bool
    bot: bool
    here: bool
    clock: str | None = None
    more: bool = False


class BoardTable(msgspec.Struct, frozen=True):
    """The table as the templates know it."""

    id: str
    status: str
    version: int
    slug: str
    game_name: str
    host: str
    training: bool = False


class Scene(msgspec.Struct, frozen=True):
    """All that the templates get, for one viewer. `names` gives what an id is called in the viewer's language."""

    table: BoardTable
    view: Any
    me: int | None
    seats: Sequence[BoardSeat]
    acting: Sequence[int]
    options: Mapping[str, Any]
    names: Callable[[str], str]
    prompt: str
    mine: bool
    undo: bool
    undo_why: str
    result: Sequence[Any] | None
    reason: str
    spectators: int
    commitment: str = ""
    again: str | None = None
    ending: Ending | None = None
    notices: Sequence[Any] = ()
    asks: Sequence[Any] = ()
    ratings: Mapping[int, tuple[int, int]] = {}  # of people, before and after, where the finished game is rated
    secret: bool = False  # another at the same device sees something else


def _game_template(name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """Loads `game/<slug>`, the board that the game brings, and `game/<slug>/<file>`, a template beside it."""
    kind, _slash, rest = name.partition("/")
    slug, _slash, file = rest.partition("/")
    if kind != "game":
        return None
    try:
        path = board_path(get_game(slug))
    except UnknownGame:
        return None
    if path is None:
        return None
    if file:
        path = path.with_name(file)  # refuses what is more than a name
        if path.suffix != ".html" or not path.is_file():
            return None
    changed = path.stat().st_mtime
    return path.read_text(encoding="utf-8"), str(path), lambda: path.stat().st_mtime == changed


class _Template(Template):
    """Is drawn in the language that is current when it begins."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        before = speaking.speak(get_language() or "")
        try:
            return super().render(*args, **kwargs)
        finally:
            speaking.speak(before)


@cache
def environment() -> Environment:
    """The templates' environment: everything is escaped, an unknown name is an error, texts are translated."""
    folders: list[Path] = [Path(folder) for folder in settings.TEMPLATES[0]["DIRS"]]  # type: ignore[attr-defined]
    loaders: list[BaseLoader] = [FileSystemLoader(folders), FunctionLoader(_game_template)]
    made = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=settings.DEBUG,
        extensions=["jinja2.ext.i18n"],
    )
    made.template_class = _Template
    made.globals |= {"_": speaking.say, "gettext": speaking.say, "ngettext": speaking.say_many}
    made.newstyle_gettext = True  # type: ignore[attr-defined]  # for {% trans %}
    return made


def read_anew() -> None:
    """From now on boards are drawn by their templates as they are saved now."""
    cache = environment().cache
    if cache is not None:
        cache.clear()
    speaking.forget()


def draw_live(game: Game[Any, Any], scene: Scene) -> str:
    """The element `#live` of a table page, in the current language. A board that fails is replaced by the plain one."""
    board = Markup("") if scene.view is None else draw_board(game, scene)
    context = {name: getattr(scene, name) for name in _LIVE}
    return environment().get_template("board/live.html").render(context, board=board)


_LIVE = (
    "table", "me", "seats", "acting", "mine", "prompt", "undo", "undo_why", "result", "reason", "spectators",
    "commitment", "again", "ending", "notices", "asks", "secret", "ratings",
)  # fmt: skip


def draw_board(game: Game[Any, Any], scene: Scene) -> Markup:
    """The board alone. The game's own code and template run under the watch; their faults are logged, never raised."""
    label = f"board of {game.slug}"
    own = board_path(game) is not None
    if own:
        try:
            with watch.limit(DRAW_SECONDS, label, scene.table.id):
                return _drawn(f"game/{game.slug}", scene, game.board(scene.view, scene.me))  # type: ignore[arg-type]
        except (Exception, TooSlow):
            logger.exception("The %s failed at table %s; the plain one is shown", label, scene.table.id)
    try:
        with watch.limit(DRAW_SECONDS, f"plain {label}", scene.table.id):
            return _drawn(PLAIN, scene, {})
    except (Exception, TooSlow):
        logger.exception("The plain %s failed at table %s", label, scene.table.id)
        return Markup("")


def _drawn(template: str, scene: Scene, extra: Mapping[str, Any]) -> Markup:
    context = {
        "view": scene.view,
        "me": scene.me,
        "seats": scene.seats,
        "acting": scene.acting,
        "finished": scene.table.status == "finished",
        "options": scene.options,
        "names": scene.names,
        "extra": extra,
    }
    return Markup(environment().get_template(template).render(context))  # noqa: S704 - autoescaped by the environment
