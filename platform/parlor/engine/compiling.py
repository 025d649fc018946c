"""Types of fields, and small functions made as source from them, about as fast as if written by hand."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Literal, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from parlor.engine.errors import DesignError
from parlor.engine.marks import Mark
from parlor.engine.position import Part

ATOMS = (int, str, bool, float, type(None))
UNIONS = (Union, types.UnionType)


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
    others = ", ".join(mark.name.title() for mark in Mark if mark is not Mark.PUBLIC)
    raise DesignError(f"{cls.__name__}.{name} does not say who sees it: write {name}: Public[...] (or {others})")


def fields(cls: type) -> dict[str, Any]:
    """The struct's fields with their full hints, in order."""
    try:
        hints = get_type_hints(cls, include_extras=True)
    except NameError as error:
        raise DesignError(f"{cls.__name__}: a type of a field is not known: {error}") from error
    return {name: hints[name] for name in cls.__struct_fields__ if get_origin(hints[name]) is not ClassVar}  # type: ignore[attr-defined]


def optional(hint: Any) -> Any:
    """The type X of `X | None`, bare; None for any other type."""
    if get_origin(hint) in UNIONS:
        some = [arg for arg in get_args(hint) if arg is not type(None)]
        if len(some) == 1 and len(get_args(hint)) == 2:
            return bare(some[0])
    return None


def is_part(hint: Any) -> bool:
    """Whether the type is a part, whose own fields bear marks."""
    return isinstance(hint, type) and issubclass(hint, Part)


def holds_part(hint: Any) -> bool:
    """Whether values of the type have parts inside."""
    hint = bare(hint)
    return is_part(hint) or any(holds_part(arg) for arg in get_args(hint))


def flat(hint: Any) -> bool:
    """Whether values of the type never change, so that copies may share them."""
    hint = bare(hint)
    origin = get_origin(hint)
    if hint in ATOMS or hint is None or origin is Literal:
        return True
    if origin in (*UNIONS, tuple):
        return all(arg is Ellipsis or flat(arg) for arg in get_args(hint))
    return isinstance(hint, type) and issubclass(hint, msgspec.Struct) and frozen(hint) and not is_part(hint)


def frozen(cls: type[msgspec.Struct]) -> bool:
    """Whether the fields of such structs can never be set again."""
    return bool(cls.__struct_config__.frozen)


class Namespace:
    """Names used by generated code."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.variables = 0

    def add(self, prefix: str, value: Any) -> str:
        """The name under which generated code finds the value."""
        for name, known in self.names.items():
            if known is value:
                return name
        name = f"{prefix}{len(self.names)}"
        self.names[name] = value
        return name

    def variable(self, prefix: str) -> str:
        """A name for a variable that nothing else uses."""
        self.variables += 1
        return f"{prefix}_{self.variables}"

    def build(self, source: str, name: str) -> Any:
        """The function of that name in the source."""
        exec(compile(source, f"<{name}>", "exec"), self.names)  # noqa: S102 - source made here from type hints only
        return self.names[name]


def copy_of(where: str, hint: Any, var: str, space: Namespace) -> str:
    """An expression that copies `var`. Raises DesignError for a type that a position cannot hold."""
    hint = bare(hint)
    if flat(hint):
        return var
    origin, args = get_origin(hint), get_args(hint)
    if origin is list and args:
        item = space.variable("v")
        inner = copy_of(where, args[0], item, space)
        return f"{var}[:]" if inner == item else f"[{inner} for {item} in {var}]"
    if origin is dict:
        if bare(args[0]) not in (str, int):
            raise DesignError(f"{where}: keys of a dict are text or numbers")
        key, item = space.variable("k"), space.variable("v")
        inner = copy_of(where, args[1], item, space)
        return f"dict({var})" if inner == item else f"{{{key}: {inner} for {key}, {item} in {var}.items()}}"
    some = optional(hint)
    if some is not None:
        return f"(None if {var} is None else {copy_of(where, some, var, space)})"
    if is_part(hint):
        return f"{space.add('copy', copier(hint))}({var})"
    if origin in (set, frozenset) or hint in (set, frozenset):
        raise DesignError(f"{where}: no sets in a position, their order is not fixed; use a list")
    raise DesignError(f"{where}: a position cannot hold {hint}; use numbers, text, lists, dicts and parts")


_copiers: dict[type, Callable[[Any], Any]] = {}


def copier(cls: type) -> Callable[[Any], Any]:
    """A function that copies a position or part deeply."""
    known = _copiers.get(cls)
    if known is None:
        space = Namespace()
        made = space.add("cls", cls)
        values = ", ".join(
            copy_of(f"{cls.__name__}.{name}", hint, f"p.{name}", space) for name, hint in fields(cls).items()
        )
        known = _copiers[cls] = space.build(f"def copy(p):\n    return {made}({values})\n", "copy")
    return known
