"""Compiles how a position looks to each seat, from the marks of its fields and of the parts inside."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, get_args, get_origin

import msgspec

from parlor.engine.compiling import Namespace, bare, fields, holds_part, is_part, marked, optional
from parlor.engine.errors import DesignError
from parlor.engine.marks import Mark
from parlor.engine.position import Part, Position

BY_SEAT = (Mark.OWNER, Mark.HAND, Mark.TEAM, Mark.OTHERS)
NOBODY = "-1"
"""The owner of a part that does not lie in a list by seat."""

Changes = dict[str, tuple[Any, Any]]
"""Fields that differ, each as it looked before and as it looks now."""

_OF_SEAT = re.compile(r"(?<!\.)\b(seat|team)\b")
_TEAM = re.compile(r"(?<!\.)\bteam\b")


def sees(mark: Mark, owner: str) -> str:
    """An expression of `seat` and `team` that tells whether a thing of that owner, so marked, is seen."""
    return {
        Mark.PUBLIC: "True",
        Mark.HIDDEN: "False",
        Mark.COUNTED: "False",
        Mark.OWNER: f"{owner} == seat",
        Mark.HAND: f"{owner} == seat",
        Mark.TEAM: f"{owner} in team",
        Mark.OTHERS: f"(seat is not None and {owner} != seat)",
    }[mark]


class Viewer:
    """Makes `view(p, seat)` for one position class at one table.

    `opened` are the paths of fields that are public here whatever their mark; `backs` the backs of cards, by path.
    """

    def __init__(
        self,
        cls: type[Position],
        view_cls: type,
        opened: frozenset[str],
        backs: Mapping[str, Callable[[str], str]],
        mates: Callable[[int], tuple[int, ...]],
    ) -> None:
        self.cls = cls
        self.opened = opened
        self.backs = backs
        self.mates = mates
        self.space = Namespace()
        self.made = self.space.add("cls", view_cls)
        self.source: list[str] = []

    def build(self) -> Callable[[Any, int | None], Any]:
        """The function (position, seat) -> view; seat None is a spectator."""
        values = ", ".join(self._looks("p").values())
        return self._built("view", "p, seat", f"{self._team(values)}    return {self.made}({values})\n")  # type: ignore[no-any-return]

    def changes(self) -> Callable[[Any, Any], tuple[Changes, bool]]:
        """The function (before, after) -> fields that look alike to all and differ, and whether others may differ."""
        before, after, tests = self._looks("b"), self._looks("a"), ""
        for name, shown in after.items():
            if shown == f"a.{name}":
                tests += f"    {_differs(name)}d[{name!r}] = b.{name}, {shown}\n"
            elif _OF_SEAT.search(shown):
                tests += f"    {_differs(name)}own = True\n"
            elif shown != "None":
                tests += f"    x = {shown}\n    y = {before[name]}\n    if x != y: d[{name!r}] = y, x\n"
        return self._built("changes", "b, a", f"    d = {{}}\n    own = False\n{tests}    return d, own\n")  # type: ignore[no-any-return]

    def own_changes(self) -> Callable[[Any, Any, int | None], Changes]:
        """The function (before, after, seat) -> fields that look different to different seats and differ to this."""
        before, after, tests = self._looks("b"), self._looks("a"), ""
        for name, shown in after.items():
            if _OF_SEAT.search(shown):
                tests += f"    {_differs(name)}\n"
                if name not in self.opened and marked(self.cls, name, fields(self.cls)[name]) is Mark.OWNER:
                    entry = f"seat is not None and a.{name}[seat] != b.{name}[seat]"  # the others look alike always
                    tests += f"      if len(a.{name}) != len(b.{name}) or {entry}:\n"
                tests += f"        x = {shown}\n        y = {before[name]}\n"
                tests += f"        if x != y: d[{name!r}] = y, x\n"
        return self._built("own_changes", "b, a, seat", f"{self._team(tests)}    d = {{}}\n{tests}    return d\n")  # type: ignore[no-any-return]

    def _looks(self, var: str) -> dict[str, str]:
        """For each field of the position in that variable how it looks."""
        hints = fields(self.cls).items()
        return {name: self._field(self.cls, name, hint, name, f"{var}.{name}", None) for name, hint in hints}

    def _team(self, body: str) -> str:
        if not _TEAM.search(body):
            return ""
        return f"    team = {self.space.add('mates', self.mates)}(seat) if seat is not None else ()\n"

    def _built(self, name: str, arguments: str, body: str) -> Any:
        parts, self.source = "".join(self.source), []
        return self.space.build(f"{parts}def {name}({arguments}):\n{body}", name)

    def _field(self, cls: type, name: str, hint: Any, path: str, var: str, owner: str | None) -> str:
        """How a field looks. `owner` is the variable with the seat of the part that it belongs to; None at the top."""
        mark = marked(cls, name, hint)
        if path in self.opened:
            mark = Mark.PUBLIC
        where, hint = f"{cls.__name__}.{name}", bare(hint)
        if mark is Mark.HIDDEN:
            return "None"
        if mark is Mark.COUNTED:
            return self._counted(where, hint, var)
        if mark is Mark.PUBLIC:
            return self._inside(path, hint, var, owner)
        if owner is not None:
            masked = self._masked(where, path, mark, hint, var)
            return f"({self._inside(path, hint, var, owner)} if {sees(mark, owner)} else {masked})"
        if get_origin(hint) is not list:
            raise DesignError(f"{where}: {mark.name.title()}[...] wants a list with one entry per seat")
        entry = bare(get_args(hint)[0])
        i, v = self.space.variable("i"), self.space.variable("v")
        masked = self._masked(where, path, mark, entry, v)
        return f"[{self._inside(path, entry, v, i)} if {sees(mark, i)} else {masked} for {i}, {v} in enumerate({var})]"

    @staticmethod
    def _counted(where: str, hint: Any, var: str) -> str:
        if get_origin(hint) is dict and get_origin(bare(get_args(hint)[1])) in (list, dict):
            return f"{{k: len(v) for k, v in {var}.items()}}"
        if get_origin(hint) is not list:
            raise DesignError(f"{where}: Counted[...] wants a list or a dict of lists")
        return f"len({var})"

    def _masked(self, where: str, path: str, mark: Mark, hint: Any, var: str) -> str:
        if mark is not Mark.HAND:
            return "None"
        if get_origin(hint) not in (list, dict):
            raise DesignError(f"{where}: Hand[...] wants lists, as it shows how many there are to others")
        if path in self.backs:
            return f"[{self.space.add('back', self.backs[path])}(c) for c in {var}]"
        return f"len({var})"

    def _inside(self, path: str, hint: Any, var: str, owner: str | None) -> str:
        """A value that is seen, except for what the parts in it keep to themselves."""
        hint = bare(hint)
        if not holds_part(hint):
            return var
        if is_part(hint):
            return f"{self._part(path, hint)}({var}, {owner or NOBODY}, seat, team)"
        some = optional(hint)
        if some is not None:
            return f"(None if {var} is None else {self._inside(path, some, var, owner)})"
        v = self.space.variable("v")
        if get_origin(hint) is dict:
            k = self.space.variable("k")
            return f"{{{k}: {self._inside(path, get_args(hint)[1], v, owner or NOBODY)} for {k}, {v} in {var}.items()}}"
        if owner is None:
            i = self.space.variable("i")
            return f"[{self._inside(path, get_args(hint)[0], v, i)} for {i}, {v} in enumerate({var})]"
        return f"[{self._inside(path, get_args(hint)[0], v, owner)} for {v} in {var}]"

    def _part(self, path: str, part: type[Part]) -> str:
        """The name of a function that shows a part of the given owner."""
        hints = fields(part)
        values = ", ".join(
            self._field(part, name, hint, f"{path}.{name}", f"q.{name}", "owner") for name, hint in hints.items()
        )
        function = self.space.variable("part")
        shown = self.space.add("shown", _shown(part))
        self.source.append(f"def {function}(q, owner, seat, team):\n    return {shown}({values})\n")
        return function


def _differs(name: str) -> str:
    """The beginning of a line that is about a field with another value than before."""
    return f"if a.{name} is not b.{name} and a.{name} != b.{name}: "


_shown_parts: dict[type, type] = {}


def _shown(part: type[Part]) -> type:
    known = _shown_parts.get(part)
    if known is None:
        named: list[str | tuple[str, type]] = [(field, object) for field in part.__struct_fields__]
        known = _shown_parts[part] = msgspec.defstruct(f"{part.__name__}View", named)
    return known
