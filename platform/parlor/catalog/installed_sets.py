"""Data sets that admins add to games, such as dictionaries that may not be shipped. The rows are the truth for all.

A content is known by its digest and stays: a table that began with it plays on with it, whatever becomes of the name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from parlor.catalog.registry import AnyGame, UnknownGame, all_games, get_game
from parlor.engine import Family, Unfit
from parlor.engine.data import Installed, family_of

FILE_MAX = 32 * 1024 * 1024
NAME = r"[a-z][a-z0-9-]{0,29}"


class SetContent(models.Model):
    """What a file held, made ready by its game. It never changes."""

    digest = models.CharField(max_length=64, primary_key=True)
    content = models.BinaryField()
    added_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.digest[:12]


class InstalledSet(models.Model):
    """A data set by its name: with the content that tables begun from now on get, unless it is switched off."""

    game = models.CharField(gettext_lazy("game"), max_length=60)
    family = models.CharField(gettext_lazy("sort"), max_length=30)
    name = models.CharField(
        gettext_lazy("short name"),
        max_length=30,
        validators=[RegexValidator(rf"^{NAME}\Z", gettext_lazy("Small letters, digits and hyphens, a letter first."))],
        help_text=gettext_lazy("For programs and for tables that know it; it stays."),
    )
    label = models.CharField(gettext_lazy("name for players"), max_length=60)
    help = models.CharField(gettext_lazy("what players read beside it"), max_length=200, blank=True, default="")
    enabled = models.BooleanField(
        gettext_lazy("new tables may use it"),
        default=True,
        help_text=gettext_lazy("Tables that have been opened with it keep it, on or off."),
    )
    content = models.ForeignKey(SetContent, models.PROTECT, related_name="+", verbose_name=gettext_lazy("content"))
    counts = models.JSONField(gettext_lazy("counts"), default=dict, blank=True)
    notes = models.JSONField(gettext_lazy("notes"), default=list, blank=True)
    changed_at = models.DateTimeField(gettext_lazy("changed"), auto_now=True)

    class Meta:
        verbose_name = gettext_lazy("data set")
        verbose_name_plural = gettext_lazy("data sets")
        ordering: ClassVar = ["game", "family", "id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "family", "name"], name="one_set_of_a_name")]

    def __str__(self) -> str:
        return f"{self.label} ({self.game})"

    @property
    def total(self) -> int:
        """How many things are in it."""
        return sum(self.counts.values())


class Ready(NamedTuple):
    """A file made ready, with what there is to say about it."""

    content: bytes
    counts: dict[str, int]
    notes: list[str]


def families() -> list[tuple[AnyGame, Family]]:
    """What admins can add to, of all games."""
    return [(game, family) for game in all_games().values() for family in game.families]


def find_family(game: str, family: str) -> tuple[AnyGame, Family]:
    """The game and its family. Raises Unfit, a sentence, where there is none."""
    try:
        found = get_game(game)
    except UnknownGame as why:
        raise Unfit(str(why)) from None
    kind = family_of(found, family)
    if kind is None:
        names = ", ".join(one.name for one in found.families)
        raise Unfit(
            _("{game} has no data sets of the sort {family}.").format(game=found.name, family=family)
            + (" " + _("There are: {names}.").format(names=names) if names else "")
        )
    return found, kind


def make_ready(family: Family, file: bytes, expect: str = "") -> Ready:
    """The file as it is stored. Raises Unfit where it cannot be, or where its counts are not those of `expect`."""
    if len(file) > FILE_MAX:
        raise Unfit(_("The file is larger than {n} megabytes.").format(n=FILE_MAX >> 20))
    if expect and expect not in family.known:
        raise Unfit(
            _("Nothing is known of {name}. Known are: {names}.").format(name=expect, names=", ".join(family.known))
        )
    prepared = family.prepare(file)
    if expect:
        differ = [
            _("{what}: {n} instead of {known}").format(what=what, n=prepared.counts.get(what, 0), known=known)
            for what, known in family.known[expect].items()
            if prepared.counts.get(what, 0) != known
        ]
        if differ:
            raise Unfit(_("This is not {name}: {differ}.").format(name=expect, differ="; ".join(differ)))
    notes = list(prepared.notes)
    notes += [
        _("The counts are those of {name}.").format(name=name)
        for name, known in family.known.items()
        if dict(known) == dict(prepared.counts)
    ]
    return Ready(prepared.content, dict(prepared.counts), notes)


def check_name(game: AnyGame, family: Family, name: str) -> None:
    """Raises Unfit for a name that the game's own sets have."""
    option = next(option for option in game.options if option.name == family.option)
    if name in [choice.value for choice in option.choices] or name in [one.name for one in game.data]:
        raise Unfit(_("{name} is a set of the game itself; choose another name.").format(name=name))


@transaction.atomic
def install(row: InstalledSet, ready: Ready) -> InstalledSet:
    """Stores the set, new or with a new content. Raises Unfit for a name that cannot be."""
    game, family = find_family(row.game, row.family)
    row.game = game.slug
    check_name(game, family, row.name)
    digest = sha256(ready.content).hexdigest()
    row.content, _new = SetContent.objects.get_or_create(pk=digest, defaults={"content": ready.content})
    row.counts, row.notes = ready.counts, ready.notes
    try:
        row.full_clean(exclude=["content"])
    except ValidationError as wrong:
        raise Unfit(" ".join(wrong.messages)) from None
    row.save()
    return row


def find_set(game: AnyGame, family: Family, name: str) -> InstalledSet | None:
    """The installed set of this name."""
    return InstalledSet.objects.filter(game=game.slug, family=family.name, name=name).first()


class InUse(NamedTuple):
    """Who needs sets still: `tables` those of one, by game, sort and name; `digests` all contents."""

    tables: Callable[[str, str, str], list[str]]
    digests: Callable[[], set[str]]


_in_use: list[InUse] = []


def on_erasing(asked: InUse) -> None:
    """Asks there, before a set is erased, whether a table needs it."""
    _in_use[:] = [asked]


def hold(game: str, data: Mapping[str, str]) -> None:
    """Until the end of this transaction nobody erases the sets among these digests of a table of the game.

    Raises Unfit where that has happened already.
    """
    called = {tuple(name.split("/", 1)): digest for name, digest in data.items() if "/" in name}
    if not called:
        return
    rows = InstalledSet.objects.select_for_update().filter(game=game).order_by("pk")
    list(rows.filter(name__in=[name for _family, name in called]).values_list("pk", flat=True))
    digests = set(called.values())
    if SetContent.objects.filter(pk__in=digests).count() < len(digests):
        raise Unfit(_("A data set that was chosen is not on this site any more."))


@transaction.atomic
def erase(row: InstalledSet) -> int:
    """Takes the set away for good, with its contents of today and before, and returns how many contents that were.

    Games that are over and were played with it cannot be replayed any more. Raises Unfit while a table needs it.
    """
    rows = InstalledSet.objects.select_for_update().order_by("pk")
    list(rows.values_list("pk", flat=True))  # all, as contents of others may be cleared away below; see `hold`
    tables = [table for use in _in_use for table in use.tables(row.game, row.family, row.name)]
    if tables:
        raise Unfit(
            _("{name} is in use at {tables}. Switch it off, and erase it when they are over.").format(
                name=row.name, tables=", ".join(tables)
            )
        )
    row.delete()
    needed = {digest for use in _in_use for digest in use.digests()}
    named = InstalledSet.objects.values_list("content_id", flat=True)
    gone, _each = SetContent.objects.exclude(pk__in=[*needed, *named]).delete()
    return gone


class Rows:
    """The provider for the engine. It asks the database each time, so that all processes see what admins do at once."""

    def listed(self, game: str) -> Sequence[Installed]:
        rows: Any = InstalledSet.objects.filter(game=game).values_list(
            "family", "name", "label", "content_id", "help", "enabled"
        )
        return [
            Installed(family, name, label, digest, help_text, not on)
            for family, name, label, digest, help_text, on in rows
        ]

    def content(self, digest: str) -> bytes | None:
        found = SetContent.objects.filter(pk=digest).values_list("content", flat=True).first()
        return None if found is None else bytes(found)
