"""How pages show a game: its names, numbers and picture, and its options in words."""

from __future__ import annotations

from typing import Any

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.translation import gettext as _

from parlor.catalog.registry import AnyGame, label_of, options_of, package_of
from parlor.catalog.settings_of_games import GameSetting, GameStatus, Visitor, all_settings, games_for, setting_of
from parlor.engine import Option


def words(message: str) -> str:
    """A text of a game in the reader's language."""
    return _(message) if message else ""


def show(game: AnyGame, setting: GameSetting | None = None) -> dict[str, Any]:
    """The game as cards and its own page show it."""
    low, high = game.seats
    setting = setting or setting_of(game.slug)
    return {
        "slug": game.slug,
        "name": game.name,
        "tagline": words(game.tagline),
        "players": str(low) if low == high else f"{low}–{high}",
        "minutes": game.minutes,
        "weight": game.weight,
        "designer": game.designer,
        "publisher": game.publisher,
        "year": game.year,
        "picture": _file(game, "picture.svg"),
        "status": setting.status,
        "closed": setting.status == GameStatus.CLOSED,
        "note": setting.note,
    }


def show_all(visitor: Visitor = None) -> list[dict[str, Any]]:
    """The games that this visitor is shown, in the order that the site has chosen, else by name."""
    chosen = all_settings()
    return [show(game, chosen[slug]) for slug, game in games_for(visitor).items()]


def board_css(game: AnyGame) -> str:
    """The address of the game's style sheet; empty when it has none."""
    return _file(game, "board.css")


def _file(game: AnyGame, name: str) -> str:
    path = f"{package_of(game).rpartition('.')[2]}/{name}"
    return static(path) if finders.find(path) else ""


def show_options(game: AnyGame) -> list[dict[str, Any]]:
    """What can be chosen for a table, in words."""
    return [
        {
            "label": words(option.label),
            "help": " ".join(part for part in (words(option.help), condition(game, option)) if part),
            "default": option.default,
            "choices": [
                {"value": choice.value, "label": words(choice.label), "help": words(choice.help)}
                for choice in option.choices
            ],
        }
        for option in options_of(game)
    ]


def condition(game: AnyGame, option: Option[Any]) -> str:
    """When the option can differ from its default, as a sentence; empty for always."""
    if option.when is None:
        return ""
    name, value = option.when
    other = next(one for one in game.options if one.name == name)
    return _("Only where {option} is {value}.").format(option=words(other.label), value=label(other, value))


def label(option: Option[Any], value: object) -> str:
    """A value of the option in words."""
    return next((words(choice.label) for choice in option.choices if choice.value == value), str(value))


def agreed(game: AnyGame, chosen: dict[str, Any]) -> list[dict[str, str]]:
    """The options of one table in words, those that cannot matter left out."""
    return [
        {"label": words(option.label), "value": _chosen(game, option, chosen.get(option.name, option.default))}
        for option in game.options
        if option.when is None or chosen.get(option.when[0]) == option.when[1]
    ]


def _chosen(game: AnyGame, option: Option[Any], value: object) -> str:
    """The value in words, also one that has been installed here and is offered no more."""
    known = any(choice.value == value for choice in option.choices)
    return label(option, value) if known else label_of(game, option.name, value) or str(value)
