"""Data sets of a game: files of its package, and those that an admin has installed, shared by all tables of a process.

A table remembers the digest of each. Files of the package are parsed when rules first ask for them. Installed sets come
from a provider, which the site registers, and are known by their digest, so that a table keeps the one it began with;
in the digests of a table they are called `family/name`, in `ctx.data` just by their name.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Any, Protocol

import msgspec

from parlor.engine.errors import BadOption, DesignError
from parlor.engine.game import Game
from parlor.engine.options import Choice, DataSet, Family, Option, Value

PARSED_KEPT = 12


class Installed(msgspec.Struct, frozen=True):
    """A data set that an admin has added to a family of a game. One that is `off` is not offered to new tables."""

    family: str
    name: str
    label: str
    digest: str
    help: str = ""
    off: bool = False


class Provider(Protocol):
    """Where installed data sets are kept."""

    def listed(self, game: str) -> Sequence[Installed]:
        """Those of the game with this slug, in the order in which they are offered."""
        ...

    def content(self, digest: str) -> bytes | None:
        """The content with this SHA-256; None where there is none."""
        ...


class NoData(LookupError):
    """A table needs a data set that is not here; the text is a sentence."""


class _Nothing:
    def listed(self, game: str) -> Sequence[Installed]:
        return ()

    def content(self, digest: str) -> bytes | None:
        return None


_lock = threading.RLock()
_provider: list[Provider] = [_Nothing()]
_shipped: dict[type, _Shipped] = {}
_parsed: OrderedDict[tuple[type, str, str], Any] = OrderedDict()


def provide(provider: Provider) -> Provider:
    """From now on, installed data sets are asked for there. Returns where they were asked for before."""
    before, _provider[0] = _provider[0], provider
    return before


def package_of(game: Game[Any, Any]) -> str:
    """The dotted name of the package that the game lives in."""
    return type(game).__module__.rpartition(".")[0]


def load_data(game: Game[Any, Any], begun: Mapping[str, str] | None = None) -> Mapping[str, Any]:
    """What `ctx.data` holds for this game, by name: parsed once and shared, so to be read only.

    `begun` are the digests that a table began with, which tell the installed sets that it uses. Raises DesignError for
    a file that is missing, and later for one that cannot be parsed; NoData for an installed set that is not here.
    """
    shipped = _shipped_of(game)
    added = _added(begun or {})
    if not added:
        return shipped
    return _Begun(shipped, {name: _installed(game, family, name, digest) for (family, name), digest in added.items()})


def data_digests(game: Game[Any, Any], options: Mapping[str, Value] | None = None) -> Mapping[str, str]:
    """SHA-256 in hexadecimal of each data set by name: the files of the game, and what these options choose besides."""
    digests = _shipped_of(game).digests
    for family in game.families if options else ():
        name = (options or {}).get(family.option)
        if isinstance(name, str) and name not in digests:
            found = _find(game, family, name)
            if found is None:
                raise BadOption(f"{name} is not installed on this site.")
            digests = {**digests, f"{family.name}/{name}": found.digest}
    return digests


def options_of(game: Game[Any, Any], begun: Mapping[str, str] | None = None) -> tuple[Option[Any], ...]:
    """The options with all their values: what a new table can have now, or what one with these digests could have."""
    if not game.families or (begun is not None and not _added(begun)):
        return game.options
    listed = _provider[0].listed(game.slug)
    begun_with = None if begun is None else list(_added(begun))
    more: dict[str, list[Choice[Any]]] = {}
    for family in game.families:
        known = {one.name: one for one in listed if one.family == family.name}
        names = [name for name, one in known.items() if not one.off]
        if begun_with is not None:
            names = [name for kind, name in begun_with if kind == family.name]
        shipped = {choice.value for choice in next(o for o in game.options if o.name == family.option).choices}
        more[family.option] = [
            Choice(name, known[name].label, known[name].help) if name in known else Choice(name, name)
            for name in names
            if name not in shipped
        ]
    return tuple(
        msgspec.structs.replace(option, choices=(*option.choices, *more.get(option.name, ())))
        for option in game.options
    )


def label_of(game: Game[Any, Any], option: str, value: object) -> str | None:
    """What an installed set, also one that is off, is called; None for a value of the option that is none."""
    for family in game.families:
        if family.option == option and isinstance(value, str):
            found = _find(game, family, value)
            return found.label if found else None
    return None


def keeps(game: Game[Any, Any], begun: Mapping[str, str]) -> Mapping[str, str]:
    """The digests of a table that has been opened before: the files as they are now, the installed sets as then."""
    installed = {f"{family}/{name}": digest for (family, name), digest in _added(begun).items()}
    return {**_shipped_of(game).digests, **installed}


def content(digest: str) -> bytes | None:
    """The content of an installed set; None where it is not here."""
    return _provider[0].content(digest)


def family_of(game: Game[Any, Any], name: str) -> Family | None:
    """The family of this name."""
    return next((family for family in game.families if family.name == name), None)


def _find(game: Game[Any, Any], family: Family, name: str) -> Installed | None:
    return next((o for o in _provider[0].listed(game.slug) if (o.family, o.name) == (family.name, name)), None)


class _Shipped(Mapping[str, Any]):
    """The files of a game's package; each is parsed on its first use."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._slug = game.slug
        self._package = package_of(game)
        self._declared = {declared.name: declared for declared in game.data}
        self._parsed: dict[str, Any] = {}
        self.digests = {one.name: sha256(self._read(one)).hexdigest() for one in game.data}

    def _read(self, declared: DataSet) -> bytes:
        try:
            return files(self._package).joinpath(declared.path).read_bytes()
        except Exception as why:
            raise self._wrong(declared, why) from why

    def _wrong(self, declared: DataSet, why: Exception) -> DesignError:
        return DesignError(f"{self._slug}: data set {declared.name!r} ({declared.path}): {why}")

    def __getitem__(self, name: str) -> Any:
        if name in self._parsed:
            return self._parsed[name]
        declared = self._declared[name]
        with _lock:
            if name not in self._parsed:
                content = self._read(declared)
                try:
                    self._parsed[name] = declared.parse(content)
                except Exception as why:
                    raise self._wrong(declared, why) from why
            return self._parsed[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._declared)

    def __len__(self) -> int:
        return len(self._declared)


class _Begun(Mapping[str, Any]):
    """The files of the package and the installed sets of one table."""

    def __init__(self, shipped: _Shipped, added: dict[str, Any]) -> None:
        self._shipped = shipped
        self._added = added

    def __getitem__(self, name: str) -> Any:
        return self._added[name] if name in self._added else self._shipped[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._shipped
        yield from self._added

    def __len__(self) -> int:
        return len(self._shipped) + len(self._added)


def _shipped_of(game: Game[Any, Any]) -> _Shipped:
    with _lock:
        if type(game) not in _shipped:
            _shipped[type(game)] = _Shipped(game)
        return _shipped[type(game)]


def _added(begun: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """The installed sets among these digests, by family and name."""
    parts = {called: called.partition("/") for called in begun}
    return {(family, name): begun[called] for called, (family, slash, name) in parts.items() if slash}


def _installed(game: Game[Any, Any], family: str, name: str, digest: str) -> Any:
    """An installed set as rules see it; those lately used are kept for further tables."""
    key = (type(game), family, digest)
    with _lock:
        if key in _parsed:
            _parsed.move_to_end(key)
            return _parsed[key]
    kind = family_of(game, family)
    content = _provider[0].content(digest) if kind else None
    if kind is None or content is None or sha256(content).hexdigest() != digest:
        raise NoData(f"{game.name} needs the set {name} ({family}, digest {digest[:12]}), which is not on this site.")
    with _lock:
        if key not in _parsed:
            _parsed[key] = kind.parse(content)
            while len(_parsed) > PARSED_KEPT:
                _parsed.popitem(last=False)
        return _parsed[key]
