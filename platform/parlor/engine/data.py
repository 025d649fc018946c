"""Data sets of a game: read once per process from the game's package, with the digest that a table remembers."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from parlor.engine.errors import DesignError
from parlor.engine.game import Game

_loaded: dict[type, tuple[Mapping[str, Any], Mapping[str, str]]] = {}


def package_of(game: Game[Any, Any]) -> str:
    """The dotted name of the package that the game lives in."""
    return type(game).__module__.rpartition(".")[0]


def load_data(game: Game[Any, Any]) -> Mapping[str, Any]:
    """What `ctx.data` holds for this game, by name: parsed once and shared, so to be read only.

    Raises DesignError for a file that is missing or cannot be parsed.
    """
    return _load(game)[0]


def data_digests(game: Game[Any, Any]) -> Mapping[str, str]:
    """SHA-256 in hexadecimal of each data set's file, by name."""
    return _load(game)[1]


def _load(game: Game[Any, Any]) -> tuple[Mapping[str, Any], Mapping[str, str]]:
    known = _loaded.get(type(game))
    if known is None:
        data, digests = {}, {}
        for declared in game.data:
            try:
                content = files(package_of(game)).joinpath(declared.path).read_bytes()
                data[declared.name] = declared.parse(content)
            except Exception as why:
                raise DesignError(f"{game.slug}: data set {declared.name!r} ({declared.path}): {why}") from why
            digests[declared.name] = sha256(content).hexdigest()
        known = _loaded[type(game)] = (MappingProxyType(data), MappingProxyType(digests))
    return known
