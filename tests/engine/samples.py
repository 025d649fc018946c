"""Small games for the tests of the engine: a bench whose rules each test writes itself, and a show of all marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parlor.engine import (
    Chance,
    Choice,
    Context,
    Counted,
    Driver,
    Game,
    Hand,
    Hidden,
    Legal,
    Move,
    Next,
    Opens,
    Option,
    Others,
    Owner,
    Part,
    Pattern,
    Phase,
    PlayOn,
    Position,
    Public,
    Row,
    Seat,
    Standing,
    Statistic,
    Supply,
    Team,
    View,
    _,
    ids,
    load,
    standings,
    text,
)

SEED = bytes(range(32))


class Bench(Position):
    """A deck, hands, a row of open cards, and a trail of what has happened."""

    trail: Public[list[str]]
    deck: Counted[list[str]]
    hands: Hand[list[list[str]]]
    row: Public[list[str]]
    purse: Owner[list[int]]
    limit: Public[list[int]]

    supplies = (Supply(("deck", "hands", "row")),)
    reveal_at_end = ("hands",)


class Do(Move):
    """Whatever the test's table of plans has under this name."""

    label = _("Do {what}")
    what: str


Plan = Callable[[Bench, int, Context], Next]


def may_do(p: Bench, seat: Seat) -> Legal:
    """Anything, as long as the seat's limit; nothing where that is 0."""
    if p.limit[seat] == 0:
        return []
    return [Pattern(Do, {"what": text(1, p.limit[seat])}, sample=lambda stream: Do("pass"))]


def run(name: str, p: Bench, seat: int, ctx: Context) -> Next:
    plan = ctx.data.get(name)
    return plan(p, seat, ctx) if plan is not None else None


class Ask(Phase[Bench]):
    """Asks these seats. What they do is noted, and the plan of that name says what comes next."""

    prompt = _("{who} must act")
    who: tuple[Seat, ...]
    tag: str = ""

    def seats(self, p: Bench) -> Sequence[Seat]:
        return self.who

    def legal(self, p: Bench, seat: Seat) -> Legal:
        return may_do(p, seat)

    def apply(self, p: Bench, seat: Seat, move: Do, ctx: Context) -> Next:
        p.trail.append(f"{seat}:{move.what}")
        return run(move.what, p, seat, ctx)


class Note(Phase[Bench]):
    """Notes its name when it comes to the top; the plan `at NAME` says what comes next."""

    name: str

    def enter(self, p: Bench, ctx: Context) -> Next:
        p.trail.append(self.name)
        return run(f"at {self.name}", p, -1, ctx)


class Round(Note):
    """A note of another kind, to leave for."""


class Stray(Phase[Bench]):
    """A phase that the game does not declare."""


class Secret(Phase[Bench]):
    """A sealed choice. One who chooses "stop" ends it early."""

    sealed = True
    who: tuple[Seat, ...]

    def seats(self, p: Bench) -> Sequence[Seat]:
        return self.who

    def legal(self, p: Bench, seat: Seat) -> Legal:
        return may_do(p, seat)

    def settled(self, p: Bench, chosen: Mapping[Seat, Do]) -> bool:
        if any(move.what == "spoil" for move in chosen.values()):
            raise ValueError("spoilt")
        return any(move.what == "stop" for move in chosen.values())

    def resolve(self, p: Bench, moves: Mapping[Seat, Do], ctx: Context) -> Next:
        p.trail.append(" ".join(f"{seat}:{move.what}" for seat, move in moves.items()))
        return run("resolve", p, -1, ctx)


class BenchGame(Game[Bench, Any]):
    slug = "bench"
    name = "Bench"
    seats = (1, 5)
    statistics = (Statistic("acts", _("Acts")), Statistic("all", _("All acts"), per_seat=False))
    position = Bench
    phases = (Ask, Note, Round, Secret)
    moves = (Do,)

    def setup(self, ctx: Context) -> tuple[Bench, Next]:
        deck = ids("card", range(1, 13))
        p = Bench(
            trail=[],
            deck=deck,
            hands=[[deck.pop(), deck.pop()] for _seat in ctx.seats],
            row=[deck.pop()],
            purse=[10 + seat for seat in ctx.seats],
            limit=[20 for _seat in ctx.seats],
        )
        return p, run("start", p, -1, ctx)

    def result(self, p: Bench) -> list[Standing]:
        return standings(p.purse)

    def leave(self, p: Bench, seat: Seat, ctx: Context) -> Next | PlayOn:
        plan = ctx.data.get("leave")
        return plan(p, seat, ctx) if plan is not None else PlayOn()


BENCH = BenchGame()


def ask(*seats: int, tag: str = "") -> Ask:
    return Ask(tuple(Seat(seat) for seat in seats), tag)


def secret(*seats: int) -> Secret:
    return Secret(tuple(Seat(seat) for seat in seats))


def notes(*names: str) -> tuple[Note, ...]:
    return tuple(Note(name) for name in names)


def bench(*first: Any, seats: int = 3, chance: Chance | None = None, **plans: Any) -> Driver:
    """A bench game that begins with these phases. A plan is a function, or what it would return; `at_x` is "at x"."""
    table: dict[str, Any] = {"start": lambda p, seat, ctx: first}
    for name, plan in plans.items():
        key = name.replace("_", " ")
        table[key] = plan if callable(plan) and not isinstance(plan, type) else (lambda p, seat, ctx, plan=plan: plan)
    return Driver.start(BENCH, seats, chance=chance or Chance(SEED), data=table)


def do(driver: Driver, seat: int, what: str) -> Row | None:
    return driver.play(seat, Do(what))


def again(driver: Driver) -> Driver:
    """The game after a reload from its snapshot."""
    return load(driver.game, driver.seats, driver.options, driver.chance.seed, driver.context.data, driver.dump())


def whole(driver: Driver) -> tuple[Any, ...]:
    """All that must be as before when a step fails."""
    asked = [(d.seat, d.frame, d.opened) for d in map(driver.decision, range(driver.seats)) if d is not None]
    return (
        driver.dump(),
        driver.digest(),
        {n: dict(chosen) for n, chosen in driver.pending.items()},
        len(driver.log),
        len(driver.rows),
        len(driver.history),
        dict(driver.chance.counters),
        {name: list(rest) for name, rest in driver.chance.script.items()},
        driver.chance.draws,
        driver.context.gone,
        asked,
    )


class Pouch(Part):
    """Nested in an area: its marks speak of the area's seat too."""

    shown: Public[int]
    kept: Owner[int]


class Area(Part):
    """What lies before one player, with every mark."""

    public: Public[list[int]]
    hidden: Hidden[int]
    counted: Counted[list[int]]
    own: Owner[int]
    hand: Hand[list[str]]
    team: Team[int]
    others: Others[int]
    pouch: Public[Pouch | None]


class Market(Part):
    """A part that belongs to nobody."""

    price: Public[int]
    secret: Owner[int]
    facedown: Counted[list[str]]


class Show(Position):
    """Every mark, at the top and in parts."""

    public: Public[list[int]]
    hidden: Hidden[int]
    counted: Counted[list[str]]
    piles: Counted[dict[str, list[str]]]
    own: Owner[list[int]]
    hands: Hand[list[list[str]]]
    tiles: Hand[list[list[str]]]
    team: Team[list[int]]
    others: Others[list[str]]
    areas: Public[list[Area]]
    kept: Owner[list[Area]]
    named: Public[dict[str, Market]]
    market: Public[Market]

    supplies = (
        Supply(("counted", "hands", "areas.hand", "piles", "market.facedown")),
        Supply(("tiles", "kept.hand"), back=lambda tile: tile[:6]),
    )
    opens = (Opens("own", "chips", "open"), Opens("areas.own", "chips", "open"))
    reveal_at_end = ("hidden", "areas.hand")


class ShowView(Show, View):
    """How it looks."""


class Open(Phase[Show]):
    who: tuple[Seat, ...]

    def seats(self, p: Show) -> Sequence[Seat]:
        return self.who

    def legal(self, p: Show, seat: Seat) -> Legal:
        return [Pick(card) for card in p.hands[seat]]

    def apply(self, p: Show, seat: Seat, move: Pick, ctx: Context) -> Next:
        return None


class Pick(Move):
    card: str


class ShowGame(Game[Show, ShowView]):
    slug = "show"
    name = "Show"
    seats = (2, 4)
    options = (Option("chips", _("Chips"), (Choice("hidden", _("Hidden")), Choice("open", _("Open"))), "hidden"),)
    position = Show
    view = ShowView
    phases = (Open,)
    moves = (Pick,)

    def setup(self, ctx: Context) -> tuple[Show, Next]:
        def area(seat: int, sort: str) -> Area:
            hand = ids(sort, (f"a{seat}x", f"b{seat}y"))
            return Area([seat], 70 + seat, [1] * seat, 80 + seat, hand, 90 + seat, 60 + seat, Pouch(seat, 50 + seat))

        n = len(ctx.seats)
        p = Show(
            public=[1, 2],
            hidden=7,
            counted=ids("card", range(100, 105)),
            piles={"north": ids("card", range(110, 113)), "south": []},
            own=[10 + seat for seat in range(n)],
            hands=[ids("card", range(10 * seat, 10 * seat + 2)) for seat in range(n)],
            tiles=[ids("tile", (f"a{seat}", f"b{seat}")) for seat in range(n)],
            team=[20 + seat for seat in range(n)],
            others=[f"hat {seat}" for seat in range(n)],
            areas=[area(seat, "card") for seat in range(n)],
            kept=[area(seat, "tile") for seat in range(n)],
            named={"a": Market(1, 2, ["jar-1"])},
            market=Market(3, 4, ids("card", (200, 201))),
        )
        return p, Open(ctx.seats)

    def result(self, p: Show) -> list[Standing]:
        return standings(p.own)

    def team(self, seat: Seat, seats: int) -> int | None:
        return seat % 2 if seats == 4 else None

    def imagine(self, p: Show, seat: Seat, chance: Chance) -> None:
        """Everything else gets a new value, also what the seat sees: the engine must put that back."""
        below = chance("values").below
        p.hidden = below(1000)
        p.public = [below(1000)]
        p.own = [below(1000) for _value in p.own]
        p.team = [below(1000) for _value in p.team]
        p.others = [f"hat {below(1000)}" for _value in p.others]
        for area in (*p.areas, *p.kept):
            area.hidden, area.own, area.team, area.others = (below(1000) for _field in range(4))
            area.public = [below(1000)]
            assert area.pouch is not None
            area.pouch.shown, area.pouch.kept = below(1000), below(1000)
        p.market.price, p.market.secret = below(1000), below(1000)


SHOW = ShowGame()


def show(seats: int = 4, seed: bytes = SEED, **options: Any) -> Driver:
    return Driver.start(SHOW, seats, options, chance=Chance(seed))
