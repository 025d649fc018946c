"""Options of a table and statistics of a game: declarations that pages, the API and the rules share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

import msgspec

from parlor.engine.errors import BadOption, DesignError

T = TypeVar("T", str, int, bool)
Value = str | int | bool


class Choice(msgspec.Struct, Generic[T], frozen=True):
    """One value of an option. `seats` limits it to tables of that many seats, from and to."""

    value: T
    label: str
    help: str = ""
    seats: tuple[int, int] | None = None


class Option(msgspec.Struct, Generic[T], frozen=True):
    """A setting of the table. `when` is (name of another option, its value): only then can this one be chosen."""

    name: str
    label: str
    choices: tuple[Choice[T], ...]
    default: T
    help: str = ""
    when: tuple[str, Value] | None = None

    def parse(self, given: object) -> T:
        """The value meant by typed input or text. Raises BadOption with a sentence that lists the values."""
        for choice in self.choices:
            if given == choice.value and type(given) is type(choice.value):
                return choice.value
        if isinstance(given, str):
            for choice in self.choices:
                if given.strip().lower() == str(choice.value).lower():
                    return choice.value
        allowed = ", ".join(str(choice.value) for choice in self.choices)
        raise BadOption(f"Option {self.name} can be {allowed}.")


class Options(Mapping[str, Value]):
    """The settled options of one table. `options[ROUNDS]` has the type of the option, `options["rounds"]` is loose."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = dict(values)

    @overload
    def __getitem__(self, key: Option[T]) -> T: ...
    @overload
    def __getitem__(self, key: str) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        return self._values[key if isinstance(key, str) else key.name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def settle(declared: Sequence[Option[Any]], given: Mapping[str, object], seats: int) -> Options:
    """All options with their values; those not given, or whose condition does not hold, have the default.

    Raises BadOption with a sentence for an unknown name, an unknown value, a value that this many seats cannot have,
    or a value other than the default where the condition does not hold.
    """
    names = {option.name for option in declared}
    for name in given:
        if name not in names:
            raise BadOption(
                f"There is no option {name}." + (f" There are: {', '.join(sorted(names))}." if names else "")
            )
    values: dict[str, Value] = {}
    for option in declared:
        value = option.parse(given[option.name]) if option.name in given else option.default
        if option.when is not None and values.get(option.when[0]) != option.when[1] and value != option.default:
            raise BadOption(f"Option {option.name} needs {option.when[0]} to be {option.when[1]}.")
        for choice in option.choices:
            if choice.value == value and choice.seats and not choice.seats[0] <= seats <= choice.seats[1]:
                low, high = choice.seats
                raise BadOption(f"Option {option.name} can be {value} with {low} to {high} seats only.")
        values[option.name] = value
    return Options(values)


def check_options(declared: Sequence[Option[Any]]) -> None:
    """Raises DesignError for a default that is no choice, a name or value twice, or a condition on a later option."""
    seen: set[str] = set()
    for option in declared:
        if option.name in seen:
            raise DesignError(f"option {option.name!r} is declared twice")
        if len({str(choice.value).lower() for choice in option.choices}) < len(option.choices):
            raise DesignError(f"option {option.name!r} has a value twice, at least when written as text")
        if option.default not in [choice.value for choice in option.choices]:
            raise DesignError(f"option {option.name!r}: the default {option.default!r} is not among its choices")
        if option.when is not None and option.when[0] not in seen:
            raise DesignError(
                f"option {option.name!r}: its condition names {option.when[0]!r}; declare that one before"
            )
        seen.add(option.name)


class Statistic(msgspec.Struct, frozen=True):
    """A number told after the game, counted by `ctx.count`. One per seat, or one for the table."""

    name: str
    label: str
    per_seat: bool = True


class DataSet(msgspec.Struct, frozen=True):
    """A file that a game needs (a word list, a different deck), loaded read-only by the platform.

    `path` is relative to the game's package; `parse` turns its bytes into what `ctx.data[name]` gives, when that is
    first asked for.
    """

    name: str
    path: str
    parse: Callable[[bytes], Any]


class Prepared(msgspec.Struct, frozen=True):
    """A file that an admin gave, made ready: what is stored and later parsed, and what there is to say about it."""

    content: bytes
    counts: Mapping[str, int]
    notes: tuple[str, ...] = ()


class Unfit(Exception):
    """A file cannot be a data set; the text is a sentence for the admin who gave it."""


class Family(msgspec.Struct, frozen=True):
    """Data sets of one kind, to which an admin may add more from files, such as dictionaries.

    `option` names the option whose value is the name of the set that a table uses; what is added can be chosen there,
    too, and rules find it as `ctx.data[ctx.options[OPTION]]`. `prepare` makes a file ready, or raises Unfit; `parse`
    turns the content that it gives into what `ctx.data[name]` is. `known` has the counts of sets that an admin may own
    but nobody may ship, by name, to compare a file with.
    """

    name: str
    label: str
    option: str
    parse: Callable[[bytes], Any]
    prepare: Callable[[bytes], Prepared]
    known: Mapping[str, Mapping[str, int]] = MappingProxyType({})


def check_families(families: Sequence[Family], declared: Sequence[Option[Any]], data: Sequence[DataSet]) -> None:
    """Raises DesignError for a family whose option is not declared or has values that are no data sets."""
    options = {option.name: option for option in declared}
    sets = {one.name for one in data}
    for family in families:
        option = options.get(family.option)
        if option is None:
            raise DesignError(f"family {family.name!r} names the option {family.option!r}, which is not declared")
        for choice in option.choices:
            if choice.value not in sets:
                raise DesignError(f"family {family.name!r}: {choice.value!r} can be chosen but is no data set")
    if len({family.name for family in families} | {family.option for family in families}) < 2 * len(families):
        raise DesignError("two families have the same name or the same option")
