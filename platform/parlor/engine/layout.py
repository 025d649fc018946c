"""Compiles a position class: how to copy it, how each seat sees it, and which cards a seat sees.

The functions are generated as source from the type hints, so that a view costs about as much as one written by hand
and no author has to write it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from parlor.engine.errors import DesignError
from parlor.engine.marks import Mark
from parlor.engine.position import Part, Position, Supply

ATOMS = (int, str, bool, float, type(None))
BY_SEAT = (Mark.OWNER, Mark.HAND, Mark.TEAM, Mark.OTHERS)


def bare(hint: Any) -> Any:
    """The type under `Annotated` and `NewType`."""
    while True:
        if get_origin(hint) is Annotated:
            hint = get_args(hint)[0]
        elif isinstance(hint, NewType):
            hint = hint.__supertype__
        else:
            return hint


def marked(cls: type, name: str, hint: Any) -> Mark:
    """The mark of a field. Raises DesignError, naming field and remedy, where there is none."""
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, Mark):
                return extra
    raise DesignError(f"{cls.__name__}.{name} does not say who sees it: write {name}: Public[...] (or Hidden, Counted, Owner, Hand, Team, Others)")


def fields(cls: type) -> dict[str, Any]:
    """The struct's fields with their full hints, in order."""
    try:
        hints = get_type_hints(cls, include_extras=True)
    except NameError as error:
        raise DesignError(f"{cls.__name__}: a type of a field is not known: {error}") from error
    return {name: hints[name] for name in cls.__struct_fields__ if get_origin(hints[name]) is not ClassVar}  # type: ignore[attr-defined]


def flat(hint: Any) -> bool:
    """Whether values of the type never change, so that copies may share them. Refuses nothing."""
    hint = bare(hint)
    origin = get_origin(hint)
    if hint in ATOMS or hint is None or origin is Literal:
        return True
    if origin in (Union, types.UnionType, tuple):
        return all(arg is Ellipsis or flat(arg) for arg in get_args(hint))
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct) and bool(hint.__struct_config__.frozen)


class Namespace:
    """Names used by generated code, and the parts met on the way."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.parts: dict[type, str] = {}

    def add(self, prefix: str, value: Any) -> str:
        for name, known in self.names.items():
            if known is value:
                return name
        name = f"{prefix}{len(self.names)}"
        self.names[name] = value
        return name

    def build(self, source: str, name: str) -> Any:
        exec(compile(source, f"<{name}>", "exec"), self.names)  # noqa: S102 - source made here from type hints only
        return self.names[name]


def copy_of(where: str, hint: Any, var: str, space: Namespace, depth: int = 0) -> str:
    """An expression that copies `var`. Raises DesignError for a type that a position cannot hold."""
    hint = bare(hint)
    if flat(hint):
        return var
    origin, args = get_origin(hint), get_args(hint)
    item = f"v{depth}"
    if origin is list:
        inner = copy_of(where, args[0], item, space, depth + 1)
        return f"{var}[:]" if inner == item else f"[{inner} for {item} in {var}]"
    if origin is dict:
        if bare(args[0]) not in (str, int):
            raise DesignError(f"{where}: keys of a dict are text or numbers")
        inner = copy_of(where, args[1], item, space, depth + 1)
        return f"dict({var})" if inner == item else f"{{k{depth}: {inner} for k{depth}, {item} in {var}.items()}}"
    if origin in (Union, types.UnionType):
        some = [arg for arg in args if arg is not type(None)]
        if len(some) == 1:
            return f"(None if {var} is None else {copy_of(where, some[0], var, space, depth)})"
    if isinstance(hint, type) and issubclass(hint, Part):
        return f"{space.add('copy', copier(hint))}({var})"
    raise DesignError(f"{where}: a position cannot hold {hint}; use numbers, text, lists, dicts and parts")


_copiers: dict[type, Callable[[Any], Any]] = {}


def copier(cls: type) -> Callable[[Any], Any]:
    """A function that copies a position or part deeply."""
    known = _copiers.get(cls)
    if known is None:
        space = Namespace()
        made = space.add("cls", cls)
        values = ", ".join(copy_of(f"{cls.__name__}.{name}", hint, f"p.{name}", space) for name, hint in fields(cls).items())
        known = _copiers[cls] = space.build(f"def copy(p):\n    return {made}({values})\n", "copy")
    return known


class Layout:
    """One position class at one table: its marks with the options applied, before or after the end.

    `view(p, seat)` returns a view (seat None: a spectator); `seen(p, seat)` the ids of all supplies that the seat sees.
    """

    def __init__(self, cls: type[Position], view_cls: type, opened: frozenset[str], mates: Callable[[int], tuple[int, ...]]) -> None:
        self.cls = cls
        self.view_cls = view_cls
        self.mates = mates
        self.hints = fields(cls)
        self.marks = {name: Mark.PUBLIC if name in opened else marked(cls, name, hint) for name, hint in self.hints.items()}
        self.backs: dict[str, Callable[[str], str]] = {}
        self.supply_of: dict[str, Supply] = {}
        for supply in cls.supplies:
            for field in supply.fields:
                if field.partition(".")[0] not in self.hints:
                    raise DesignError(f"{cls.__name__}.supplies names {field!r}, which is no field")
                self.supply_of[field] = supply
                if supply.back is not None:
                    self.backs[field] = supply.back
        for name, mark in self.marks.items():
            if mark in BY_SEAT and get_origin(bare(self.hints[name])) is not list:
                raise DesignError(f"{cls.__name__}.{name}: {mark.name.title()}[...] wants a list with one entry per seat")
        self.copy = copier(cls)
        self.view = self._viewer()
        self.masked_changed = self._masked_changed()
        self.where = self._where()
        self.seen = self._seen()

    def _viewer(self) -> Callable[[Any, int | None], Any]:
        space = Namespace()
        made = space.add("cls", self.view_cls)
        values = ", ".join(self._seen_as(name, hint, self.marks[name], f"p.{name}", space) for name, hint in self.hints.items())
        team = f"    team = {space.add('mates', self.mates)}(seat) if seat is not None else ()\n" if Mark.TEAM in self.marks.values() else ""
        return space.build(f"def view(p, seat):\n{team}    return {made}({values})\n", "view")  # type: ignore[no-any-return]

    def _seen_as(self, name: str, hint: Any, mark: Mark, var: str, space: Namespace) -> str:
        if mark is Mark.PUBLIC:
            return self._public(name, hint, var, space)
        if mark is Mark.HIDDEN:
            return "None"
        if mark is Mark.COUNTED:
            counted = bare(hint)
            if get_origin(counted) is dict:
                return f"{{k: len(v) for k, v in {var}.items()}}"
            if get_origin(counted) is not list:
                raise DesignError(f"{self.cls.__name__}.{name}: Counted[...] wants a list or a dict of lists")
            return f"len({var})"
        sees = {Mark.OWNER: "i == seat", Mark.HAND: "i == seat", Mark.TEAM: "i in team", Mark.OTHERS: "seat is not None and i != seat"}[mark]
        return f"[v if {sees} else {self._masked(name, mark, space)} for i, v in enumerate({var})]"

    def _masked(self, name: str, mark: Mark, space: Namespace) -> str:
        if mark is not Mark.HAND:
            return "None"
        if name in self.backs:
            return f"[{space.add('back', self.backs[name])}(c) for c in v]"
        return "len(v)"

    def _public(self, name: str, hint: Any, var: str, space: Namespace) -> str:
        inner = bare(hint)
        if get_origin(inner) is list:
            part = bare(get_args(inner)[0])
            if isinstance(part, type) and issubclass(part, Part):
                return f"[{space.add('part', self._part_viewer(name, part))}(v, i == seat) for i, v in enumerate({var})]"
        if isinstance(inner, type) and issubclass(inner, Part):
            return f"{space.add('part', self._part_viewer(name, inner))}({var}, False)"
        return var

    def _part_viewer(self, name: str, part: type[Part]) -> Callable[[Any, bool], Any]:
        hints = fields(part)
        marks = {field: marked(part, field, hint) for field, hint in hints.items()}
        shown = msgspec.defstruct(f"{part.__name__}View", [(field, Any) for field in hints])
        space = Namespace()
        values = []
        for field, mark in marks.items():
            var, path = f"p.{field}", f"{name}.{field}"
            back = f"[{space.add('back', self.backs[path])}(c) for c in {var}]" if path in self.backs else f"len({var})"
            values.append(
                {
                    Mark.PUBLIC: var,
                    Mark.HIDDEN: "None",
                    Mark.COUNTED: f"len({var})",
                    Mark.OWNER: f"({var} if own else None)",
                    Mark.HAND: f"({var} if own else {back})",
                    Mark.TEAM: f"({var} if own else None)",
                    Mark.OTHERS: f"(None if own else {var})",
                }[mark]
            )
        made = space.add("cls", shown)
        return space.build(f"def view(p, own):\n    return {made}({', '.join(values)})\n", "view")  # type: ignore[no-any-return]

    def _masked_changed(self) -> Callable[[Any, Any], bool]:
        masked = {field.partition(".")[0] for field in self.supply_of}
        tests = [f"a.{name} != b.{name}" for name in self.hints if name in masked and not self._all_public(name)]
        return Namespace().build(f"def changed(a, b):\n    return {' or '.join(tests) or 'False'}\n", "changed")  # type: ignore[no-any-return]

    def _seen(self) -> Callable[[Any, int | None], set[str | None]]:
        """A function (position, seat) -> the ids of all supplies that the seat sees; None may be among them."""
        space, body = Namespace(), ["def seen(p, seat):", "    s = set()"]
        for field in self.supply_of:
            name, _, inner = field.partition(".")
            mark, hint, var = self.marks[name], bare(self.hints[name]), f"p.{name}"
            if inner:
                many = get_origin(hint) is list
                part = bare(get_args(hint)[0]) if many else hint
                mark, hint = marked(part, inner, fields(part)[inner]), bare(fields(part)[inner])
                if mark in (Mark.HIDDEN, Mark.COUNTED):
                    continue
                own = ("i == seat" if many else "False") if mark is not Mark.OTHERS else ("i != seat" if many else "True")
                body.append(f"    for i, part in enumerate({var if many else f'[{var}]'}):")
                body.append(f"        if {'True' if mark is Mark.PUBLIC else own}:")
                body += [f"            {line}" for line in _gather(hint, f"part.{inner}")]
            elif mark in BY_SEAT:
                body.append(f"    if seat is not None:\n        team = {space.add('mates', self.mates)}(seat)" if mark is Mark.TEAM else "    if seat is not None:")
                sees = {Mark.TEAM: "i in team", Mark.OTHERS: "i != seat"}.get(mark, "i == seat")
                body.append(f"        for i, v in enumerate({var}):\n            if {sees}:")
                body += [f"                {line}" for line in _gather(get_args(hint)[0], "v")]
            elif mark is Mark.PUBLIC:
                body += [f"    {line}" for line in _gather(hint, var)]
        return space.build("\n".join([*body, "    return s"]) + "\n", "seen")  # type: ignore[no-any-return]

    def _where(self) -> Callable[[Any, str], tuple[int, ...] | None]:
        """A function (position, id) -> the seats that see the thing where it lies, None for everybody."""
        space, body = Namespace(), []
        for field in sorted(self.supply_of, key=lambda field: not self._all_public(field.partition(".")[0])):
            name, _, inner = field.partition(".")
            mark, hint, var = self.marks[name], bare(self.hints[name]), f"p.{name}"
            if inner:
                many = get_origin(hint) is list
                part = bare(get_args(hint)[0]) if many else hint
                mark, hint = marked(part, inner, fields(part)[inner]), bare(fields(part)[inner])
                loop = f"    for i, part in enumerate({var if many else f'[{var}]'}):\n        if {_holds(hint, f'part.{inner}')}: return"
                body.append(loop + f" {self._seers_of(mark, space, many)}")
            elif mark in BY_SEAT:
                entry = get_args(hint)[0]
                body.append(f"    for i, v in enumerate({var}):\n        if {_holds(entry, 'v')}: return {self._seers_of(mark, space, True)}")
            elif mark is Mark.PUBLIC:
                body.append(f"    if {_holds(hint, var)}: return None")
        source = "def where(p, item):\n" + "\n".join([*body, "    return ()"]) + "\n"
        return space.build(source, "where")  # type: ignore[no-any-return]

    def _seers_of(self, mark: Mark, space: Namespace, by_seat: bool) -> str:
        if mark is Mark.PUBLIC:
            return "None"
        if mark in (Mark.HIDDEN, Mark.COUNTED) or not by_seat:
            return "()"
        if mark is Mark.TEAM:
            return f"{space.add('mates', self.mates)}(i)"
        if mark is Mark.OTHERS:
            return f"tuple(j for j in range(len(p.{next(n for n, m in self.marks.items() if m is mark)})) if j != i)"
        return "(i,)"

    def _all_public(self, name: str) -> bool:
        return self.marks[name] is Mark.PUBLIC and not any(field.startswith(name + ".") for field in self.supply_of)

    def slots(self, p: Any, seat: int | None) -> Iterator[tuple[Supply, Any, Any, str, bool]]:
        """Every place of a supply: (supply, container, key, id that lies there, whether the seat sees it)."""
        for field, supply in self.supply_of.items():
            name, _, inner = field.partition(".")
            mark, value = self.marks[name], getattr(p, name)
            if inner:
                parts = value if isinstance(value, list) else [value]
                for i, part in enumerate(parts):
                    inner_mark = marked(type(part), inner, fields(type(part))[inner])
                    yield from _places(supply, part, inner, getattr(part, inner), _visible(inner_mark, isinstance(value, list) and i == seat))
            elif mark in BY_SEAT:
                team = self.mates(seat) if seat is not None else ()
                for i, entry in enumerate(value):
                    own = i == seat
                    visible = seat is not None and (not own if mark is Mark.OTHERS else i in team if mark is Mark.TEAM else own)
                    yield from _places(supply, value, i, entry, visible)
            else:
                yield from _places(supply, p, name, value, mark is Mark.PUBLIC)

    def keep_seen(self, real: Any, imagined: Any, seat: int) -> None:
        """Puts back, outside the supplies, whatever the seat sees, so that imagining cannot change its view."""
        source = self.copy(real)
        for name, mark in self.marks.items():
            if name in self.supply_of or any(field.startswith(name + ".") for field in self.supply_of):
                continue
            value = getattr(source, name)
            if mark is Mark.PUBLIC:
                setattr(imagined, name, value)
            elif mark in BY_SEAT:
                entries = getattr(imagined, name)
                for i, entry in enumerate(value):
                    if i != seat if mark is Mark.OTHERS else i in (self.mates(seat) if mark is Mark.TEAM else (seat,)):
                        entries[i] = entry


def _visible(mark: Mark, own: bool) -> bool:
    if mark is Mark.PUBLIC:
        return True
    if mark in (Mark.HIDDEN, Mark.COUNTED):
        return False
    return not own if mark is Mark.OTHERS else own


def _holds(hint: Any, var: str, depth: int = 0) -> str:
    """An expression that tells whether `item` lies somewhere in a value of this type."""
    hint = bare(hint)
    item = f"x{depth}"
    if get_origin(hint) in (list, dict):
        inner = bare(get_args(hint)[-1])
        values = f"{var}.values()" if get_origin(hint) is dict else var
        if get_origin(inner) in (list, dict):
            return f"any({_holds(inner, item, depth + 1)} for {item} in {values})"
        return f"item in {values}"
    return f"item == {var}"


def _gather(hint: Any, var: str, depth: int = 0) -> list[str]:
    """Statements that put all ids in a value of this type into the set `s`."""
    hint = bare(hint)
    item = f"x{depth}"
    if get_origin(hint) in (list, dict):
        inner = bare(get_args(hint)[-1])
        values = f"{var}.values()" if get_origin(hint) is dict else var
        if get_origin(inner) in (list, dict):
            return [f"for {item} in {values}:", *(f"    {line}" for line in _gather(inner, item, depth + 1))]
        return [f"s.update({values})"]
    return [f"s.add({var})"]


def _places(supply: Supply, container: Any, key: Any, value: Any, visible: bool) -> Iterator[tuple[Supply, Any, Any, str, bool]]:
    if isinstance(value, str):
        yield supply, container, key, value, visible
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _places(supply, value, i, item, visible)
    elif isinstance(value, dict):
        for k, item in value.items():
            yield from _places(supply, value, k, item, visible)
