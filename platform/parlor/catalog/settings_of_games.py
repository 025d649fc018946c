"""What this site has decided about each game: its status, defaults for new tables, its place in lists, its paces.

A game without a row is open to everybody, with the defaults that its package declares. "Off" hides a game and lets
nobody open a table; tables that run already go on to their end, as their players did nothing wrong. Admins stop a
table one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.catalog.registry import AnyGame, all_games, options_of

Visitor = AbstractBaseUser | AnonymousUser | None


class GameStatus(models.TextChoices):
    """For whom a game is."""

    ALPHA = "alpha", gettext_lazy("alpha: for named testers")
    BETA = "beta", gettext_lazy("beta: open, and marked as unfinished")
    OPEN = "open", gettext_lazy("open")
    CLOSED = "closed", gettext_lazy("closed to new tables")
    OFF = "off", gettext_lazy("off: not shown")


class GameSetting(models.Model):
    """The decisions about one game."""

    slug = models.CharField(gettext_lazy("game"), max_length=60, unique=True)
    status = models.CharField(
        gettext_lazy("status"), max_length=10, choices=GameStatus.choices, default=GameStatus.OPEN
    )
    testers = models.ManyToManyField(
        settings.AUTH_USER_MODEL,
        blank=True,
        related_name="+",
        verbose_name=gettext_lazy("testers"),
        help_text=gettext_lazy("Who sees the game while it is in alpha."),
    )
    order = models.PositiveSmallIntegerField(
        gettext_lazy("place in lists"), default=100, help_text=gettext_lazy("Smaller comes first; then by name.")
    )
    defaults = models.JSONField(gettext_lazy("defaults for new tables"), default=dict, blank=True)
    paces = models.JSONField(gettext_lazy("paces"), default=list, blank=True)
    note = models.CharField(
        gettext_lazy("note for players"),
        max_length=200,
        blank=True,
        default="",
        help_text=gettext_lazy("Shown on the game's page."),
    )

    class Meta:
        verbose_name = gettext_lazy("game")
        verbose_name_plural = gettext_lazy("games")
        ordering: ClassVar = ["order", "slug"]

    def __str__(self) -> str:
        game = all_games().get(self.slug)
        return game.name if game else self.slug


def all_settings() -> dict[str, GameSetting]:
    """The decisions about every installed game, by slug."""
    known = {row.slug: row for row in GameSetting.objects.all()}
    return {slug: known.get(slug) or GameSetting(slug=slug) for slug in all_games()}


def setting_of(slug: str) -> GameSetting:
    """The decisions about one game; where there is no row, those that hold then."""
    known = GameSetting.objects.raw("SELECT * FROM catalog_gamesetting WHERE slug = %s", [slug])
    return next(iter(known), None) or GameSetting(slug=slug)


def may_see(setting: GameSetting, visitor: Visitor) -> bool:
    """Whether the game is shown to this visitor: alpha games to testers and staff, those that are off to nobody."""
    if setting.status == GameStatus.OFF:
        return False
    if setting.status != GameStatus.ALPHA:
        return True
    if visitor is None or not visitor.is_authenticated:
        return False
    tester = setting.pk is not None and setting.testers.filter(pk=visitor.pk).exists()
    return bool(getattr(visitor, "is_staff", False)) or tester


def games_for(visitor: Visitor) -> dict[str, AnyGame]:
    """The games that this visitor is shown, by slug, in the order of lists."""
    chosen = all_settings()
    shown = {slug: game for slug, game in all_games().items() if may_see(chosen[slug], visitor)}
    return dict(sorted(shown.items(), key=lambda item: (chosen[item[0]].order, item[1].name)))


def why_no_table(setting: GameSetting, visitor: Visitor, name: str) -> str:
    """Why this visitor can open no table of the game, as a sentence; empty when they can."""
    if not may_see(setting, visitor):
        return _("{game} is not open on this site.").format(game=name)
    if setting.status == GameStatus.CLOSED:
        return setting.note or _("{game} takes no new tables at the moment.").format(game=name)
    return ""


def with_defaults(setting: GameSetting, game: AnyGame, options: Mapping[str, object]) -> dict[str, Any]:
    """The options, and where they say nothing, what the site has chosen for new tables."""
    known = {option.name: [choice.value for choice in option.choices] for option in options_of(game)}
    chosen = {name: value for name, value in setting.defaults.items() if value in known.get(name, ())}
    return {**chosen, **options}
