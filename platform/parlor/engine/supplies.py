"""Compiles where the things of the supplies lie, who sees them there, and which of them a seat sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args, get_origin

import msgspec

from parlor.engine.compiling import Namespace, bare, fields, is_part, marked, optional
from parlor.engine.errors import DesignError
from parlor.engine.marks import Mark
from parlor.engine.position import Position, Supply
from parlor.engine.viewing import BY_SEAT, NOBODY, sees

Place = tuple[Supply, Any, Any, str, bool]
NOWHERE = (-1,)
"""Who sees a thing that lies in no supply: no seat at all, told apart from a place that nobody sees."""


class Leaf(msgspec.Struct):
    """A field of a supply as generated code reaches it: headers of nested loops, then `var`, which is `container[key]`.

    `seen` is an expression of `seat` and `team`; `marks` are the marks on the way with the owner each speaks of.
    """

    path: str
    supply: Supply
    loops: list[str]
    container: str
    key: str
    var: str
    hint: Any
    marks: list[tuple[Mark, str]]

    @property
    def seen(self) -> str:
        conditions = [sees(mark, owner) for mark, owner in self.marks]
        if "False" in conditions:
            return "False"
        return " and ".join(condition for condition in conditions if condition != "True") or "True"


class Supplies:
    """The supplies of one position class at one table."""

    def __init__(
        self, cls: type[Position], opened: frozenset[str], seats: int, mates: Callable[[int], tuple[int, ...]]
    ) -> None:
        self.cls = cls
        self.opened = opened
        self.seats = seats
        self.mates = mates
        self.space = Namespace()
        self.leaves: list[Leaf] = []
        for supply in cls.supplies:
            for path in supply.fields:
                if any(leaf.path == path for leaf in self.leaves):
                    raise DesignError(f"{cls.__name__}.supplies names {path!r} twice")
                self.leaves.append(self._leaf(path, supply))

    @property
    def backs(self) -> Mapping[str, Callable[[str], str]]:
        """The backs of the cards that lie in a field, by path."""
        return {leaf.path: leaf.supply.back for leaf in self.leaves if leaf.supply.back is not None}

    def _leaf(self, path: str, supply: Supply) -> Leaf:
        cls: type = self.cls
        loops: list[str] = []
        marks: list[tuple[Mark, str]] = []
        owner: str | None = None
        walked, holder = "", "p"
        for name in path.split("."):
            hints = fields(cls)
            if name not in hints:
                raise DesignError(f"{self.cls.__name__}.supplies names {path!r}, which is no field")
            walked = f"{walked}.{name}" if walked else name
            mark = Mark.PUBLIC if walked in self.opened else marked(cls, name, hints[name])
            container, key, var, hint = holder, repr(name), f"{holder}.{name}", bare(hints[name])
            if cls is self.cls and mark in BY_SEAT:
                if get_origin(hint) is not list:
                    raise DesignError(
                        f"{cls.__name__}.{name}: {mark.name.title()}[...] wants a list with one entry per seat"
                    )
                owner, item = self.space.variable("i"), self.space.variable("v")
                loops.append(f"for {owner}, {item} in enumerate({var}):")
                container, key, var, hint = var, owner, item, bare(get_args(hint)[0])
            marks.append((mark, owner or NOBODY))
            if walked == path:
                return Leaf(path, supply, loops, container, key, var, hint, marks)
            while not is_part(hint):
                some, item = optional(hint), self.space.variable("v")
                if some is not None:
                    loops.append(f"if {var} is not None:")
                    hint = some
                    continue
                if get_origin(hint) is dict:
                    owner = owner or NOBODY
                    loops.append(f"for {item} in {var}.values():")
                elif get_origin(hint) is list and owner is None:
                    owner = self.space.variable("i")
                    loops.append(f"for {owner}, {item} in enumerate({var}):")
                elif get_origin(hint) is list:
                    loops.append(f"for {item} in {var}:")
                else:
                    raise DesignError(f"{self.cls.__name__}.supplies names {path!r}, but {walked} holds no parts")
                var, hint = item, bare(get_args(hint)[-1])
            cls, holder = hint, var
            owner = owner or NOBODY
        raise AssertionError("a path has a last name")

    def changed(self) -> Callable[[Any, Any], bool]:
        """A function (before, after) -> whether anything differs where not everybody sees all."""
        masked = dict.fromkeys(leaf.path.partition(".")[0] for leaf in self.leaves if leaf.seen != "True")
        tests = " or ".join(f"a.{name} != b.{name}" for name in masked) or "False"
        return self.space.build(f"def changed(a, b):\n    return {tests}\n", "changed")  # type: ignore[no-any-return]

    def seen(self) -> Callable[[Any, int | None], set[str | None]]:
        """A function (position, seat) -> the ids of all supplies that the seat sees; None may be among them."""
        body = ["def seen(p, seat):", *self._team(), "    s = set()"]
        for leaf in self.leaves:
            if leaf.seen != "False":
                headers = leaf.loops if leaf.seen == "True" else [*leaf.loops, f"if {leaf.seen}:"]
                body += _nested(headers, _gather(leaf.hint, leaf.var))
        return self.space.build("\n".join([*body, "    return s"]) + "\n", "seen")  # type: ignore[no-any-return]

    def where(self) -> Callable[[Any, str], tuple[int, ...] | None]:
        """A function (position, id) -> the seats that see the thing where it lies, None for everybody, or NOWHERE."""
        body = ["def where(p, thing):"]
        for leaf in sorted(self.leaves, key=lambda leaf: leaf.seen != "True"):
            body += _nested([*leaf.loops, f"if {_holds(leaf.hint, leaf.var)}:"], [f"return {self._seers(leaf)}"])
        return self.space.build("\n".join([*body, f"    return {NOWHERE}"]) + "\n", "where")  # type: ignore[no-any-return]

    def _seers(self, leaf: Leaf) -> str:
        marks = [(mark, owner) for mark, owner in leaf.marks if mark is not Mark.PUBLIC]
        if not marks:
            return "None"
        if leaf.seen == "False":
            return "()"
        if len(marks) == 1 and marks[0][0] in (Mark.OWNER, Mark.HAND) and marks[0][1] != NOBODY:
            return f"({marks[0][1]},)"
        seen = leaf.seen.replace("in team", f"in {self.space.add('mates', self.mates)}(seat)")
        return f"tuple(seat for seat in range({self.seats}) if {seen})"

    def slots(self) -> Callable[[Any, int | None], Iterator[Place]]:
        """A function (position, seat) -> every place: (supply, container, key, id there, whether the seat sees it)."""
        body = ["def slots(p, seat):", *self._team()]
        for leaf in self.leaves:
            supply, places = self.space.add("supply", leaf.supply), self.space.add("places", _places)
            step = f"yield from {places}({supply}, {leaf.container}, {leaf.key}, {leaf.var}, {leaf.seen})"
            body += _nested(leaf.loops, [step])
        return self.space.build("\n".join([*body, "    yield from ()"]) + "\n", "slots")  # type: ignore[no-any-return]

    def _team(self) -> list[str]:
        if any(mark is Mark.TEAM for leaf in self.leaves for mark, _ in leaf.marks):
            return [f"    team = {self.space.add('mates', self.mates)}(seat) if seat is not None else ()"]
        return []


def _nested(headers: list[str], body: list[str]) -> list[str]:
    lines = ["    " * (depth + 1) + header for depth, header in enumerate(headers)]
    return lines + ["    " * (len(headers) + 1) + line for line in body]


def _holds(hint: Any, var: str, depth: int = 0) -> str:
    """An expression that tells whether `thing` lies somewhere in a value of this type."""
    some = optional(bare(hint))
    if some is not None and get_origin(some) in (list, dict):
        return f"({var} is not None and {_holds(some, var, depth)})"
    hint = bare(hint)
    if get_origin(hint) in (list, dict):
        inner = bare(get_args(hint)[-1])
        values = f"{var}.values()" if get_origin(hint) is dict else var
        if get_origin(optional(inner) or inner) in (list, dict):
            item = f"x{depth}"
            return f"any({_holds(inner, item, depth + 1)} for {item} in {values})"
        return f"thing in {values}"
    return f"thing == {var}"


def _gather(hint: Any, var: str, depth: int = 0) -> list[str]:
    """Statements that put all ids in a value of this type into the set `s`."""
    hint = bare(hint)
    some = optional(hint)
    if some is not None and get_origin(some) in (list, dict):
        return [f"if {var} is not None:", *(f"    {line}" for line in _gather(some, var, depth))]
    if get_origin(hint) in (list, dict):
        inner = bare(get_args(hint)[-1])
        values = f"{var}.values()" if get_origin(hint) is dict else var
        if get_origin(optional(inner) or inner) in (list, dict):
            item = f"x{depth}"
            return [f"for {item} in {values}:", *(f"    {line}" for line in _gather(inner, item, depth + 1))]
        return [f"s.update({values})"]
    return [f"s.add({var})"]


def _places(supply: Supply, container: Any, key: Any, value: Any, visible: bool) -> Iterator[Place]:
    if isinstance(value, str):
        yield supply, container, key, value, visible
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _places(supply, value, i, item, visible)
    elif isinstance(value, dict):
        for k, item in value.items():
            yield from _places(supply, value, k, item, visible)
