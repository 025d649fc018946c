"""One position class at one table: how to copy it, how each seat sees it, and which cards a seat sees.

The functions are generated as source from the type hints, so that a view costs about as much as one written by hand
and no author has to write it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_origin

from parlor.engine.compiling import bare, copier, fields, holds_part, is_part, marked, optional
from parlor.engine.errors import DesignError
from parlor.engine.marks import Mark
from parlor.engine.position import Position
from parlor.engine.supplies import Supplies
from parlor.engine.viewing import BY_SEAT, Viewer

__all__ = ["Layout", "bare", "fields", "marked", "marks_of"]

Mates = Callable[[int], tuple[int, ...]]


class Layout:
    """The marks of a position class with the options applied, before or after the end (`opened`: fields made public).

    `marks`, `hints` and `supply_of` tell of its fields. `copy(p)` copies deeply; `view(p, seat)` returns a view (seat
    None: a spectator); `changes(before, after)` the fields that look new to everybody, each with its old and its new
    look, and whether others may look new to some: those returns `own_changes(before, after, seat)`; `seen(p, seat)` the
    ids of all supplies that the seat sees; `where(p, id)` who sees a thing where it lies (None: everybody); `slots(p,
    seat)` every place of the supplies; `masked_changed(before, after)` whether unseen places differ.
    """

    def __init__(self, cls: type[Position], view_cls: type, opened: frozenset[str], seats: int, mates: Mates) -> None:
        for path in opened:
            _check_path(cls, path)
        self.cls = cls
        self.mates = mates
        self.opened = opened
        self.hints = fields(cls)
        self.marks = {name: Mark.PUBLIC if name in opened else own for name, own, _hint in marks_of(cls)}
        supplies = Supplies(cls, opened, seats, mates)
        self.supply_of = {leaf.path: leaf.supply for leaf in supplies.leaves}
        self.copy = copier(cls)
        viewer = Viewer(cls, view_cls, opened, supplies.backs, mates)
        self.view = viewer.build()
        self.changes, self.own_changes = viewer.changes(), viewer.own_changes()
        self.seen = supplies.seen()
        self.where = supplies.where()
        self.slots = supplies.slots()
        self.masked_changed = supplies.changed()

    def keep_seen(self, real: Any, imagined: Any, seat: int) -> None:
        """Puts back, outside the supplies, whatever the seat sees, so that imagining cannot change its view."""
        self._keep_fields(self.copy(real), imagined, "", None, seat)

    def _keep_fields(self, real: Any, imagined: Any, path: str, owner: int | None, seat: int) -> None:
        for name, own_mark, hint in marks_of(type(real)):
            inner = f"{path}.{name}" if path else name
            if inner in self.supply_of:
                continue
            mark = Mark.PUBLIC if inner in self.opened else own_mark
            a, b = getattr(real, name), getattr(imagined, name)
            if mark in BY_SEAT and owner is None:
                entry = bare(get_args(hint)[0])
                for i, value in enumerate(a):
                    if self._sees(mark, i, seat):
                        b[i] = self._kept(value, b[i], entry, inner, i, seat)
            elif self._sees(mark, -1 if owner is None else owner, seat):
                setattr(imagined, name, self._kept(a, b, hint, inner, owner, seat))

    def _kept(self, a: Any, b: Any, hint: Any, path: str, owner: int | None, seat: int) -> Any:
        """The real value `a`, with what parts in it keep from the seat taken from the imagined value `b`."""
        if not holds_part(hint) or a is None or b is None:
            return a
        if is_part(hint):
            self._keep_fields(a, b, path, -1 if owner is None else owner, seat)
            return b
        some = optional(hint)
        if some is not None:
            return self._kept(a, b, some, path, owner, seat)
        inner = bare(get_args(hint)[-1])
        if get_origin(hint) is dict:
            return {
                k: self._kept(v, b.get(k, v), inner, path, -1 if owner is None else owner, seat) for k, v in a.items()
            }
        return [
            self._kept(v, b[i] if i < len(b) else v, inner, path, i if owner is None else owner, seat)
            for i, v in enumerate(a)
        ]

    def _sees(self, mark: Mark, owner: int, seat: int) -> bool:
        if mark in (Mark.OWNER, Mark.HAND):
            return owner == seat
        if mark is Mark.TEAM:
            return owner in self.mates(seat)
        if mark is Mark.OTHERS:
            return owner != seat
        return mark is Mark.PUBLIC


_known: dict[type, tuple[tuple[str, Mark, Any], ...]] = {}


def marks_of(cls: type) -> tuple[tuple[str, Mark, Any], ...]:
    """Name, mark and bare type of each field."""
    known = _known.get(cls)
    if known is None:
        hints = fields(cls).items()
        known = _known[cls] = tuple((name, marked(cls, name, hint), bare(hint)) for name, hint in hints)
    return known


def _check_path(cls: type[Position], path: str) -> None:
    """Raises DesignError unless the dotted path leads to a field."""
    here: type = cls
    names = path.split(".")
    for name in names:
        hints = fields(here)
        if name not in hints:
            raise DesignError(f"{cls.__name__}: {path!r} is no field")
        hint = bare(hints[name])
        while not is_part(hint) and holds_part(hint):
            hint = optional(hint) or bare(get_args(hint)[-1])
        if name is not names[-1] and not is_part(hint):
            raise DesignError(f"{cls.__name__}: {path!r} is no field, as {name} holds no parts")
        here = hint
