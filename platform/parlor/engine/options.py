"""Options of a table and statistics of a game: declarations that pages, the API and the rules share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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

    `path` is relative to the game's package; `parse` turns its bytes into what `ctx.data[name]` gives.
    """

    name: str
    path: str
    parse: Any
