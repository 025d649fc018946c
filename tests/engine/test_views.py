"""Marks and views: each mark at the top and in parts, options that open, and what is revealed at the end."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from parlor.engine import (
    Choice,
    Counted,
    DesignError,
    Game,
    Hand,
    Hidden,
    Move,
    Opens,
    Option,
    Owner,
    Part,
    Phase,
    Position,
    Public,
    Supply,
    check_game,
)
from tests.engine.samples import SHOW, Area, Market, Pouch, ShowView, bench, show


def test_public_is_seen_by_all() -> None:
    d = show()
    assert [d.view(seat).public for seat in (None, 0, 3)] == [[1, 2]] * 3


def test_hidden_is_seen_by_nobody() -> None:
    assert [show().view(seat).hidden for seat in (None, 0, 3)] == [None] * 3


def test_counted_tells_how_many() -> None:
    view = show().view(0)
    assert (view.counted, view.piles) == (5, {"north": 3, "south": 0})


def test_owner_sees_the_own_entry() -> None:
    d = show()
    assert d.view(2).own == [None, None, 12, None]
    assert d.view(None).own == [None] * 4


def test_hand_shows_the_own_cards_and_how_many_the_others_hold() -> None:
    d = show(2)
    assert d.view(1).hands == [2, ["card-10", "card-11"]]
    assert d.view(None).hands == [2, 2]


def test_hand_shows_the_backs_where_the_supply_has_backs() -> None:
    d = show(2)
    assert d.view(0).tiles == [["tile-a0", "tile-b0"], ["tile-a", "tile-b"]]
    assert d.view(None).tiles == [["tile-a", "tile-b"]] * 2


def test_team_sees_the_entries_of_the_team() -> None:
    d = show(4)
    assert d.view(1).team == [None, 21, None, 23]
    assert d.view(None).team == [None] * 4


def test_without_teams_each_seat_is_its_own() -> None:
    assert show(3).view(1).team == [None, 21, None]


def test_others_see_what_the_seat_itself_does_not() -> None:
    d = show(3)
    assert d.view(1).others == ["hat 0", None, "hat 2"]
    assert d.view(None).others == [None] * 3


def area(view: Any, seat: int) -> Any:
    return view.areas[seat]


def test_the_marks_of_a_part_speak_of_the_seat_that_it_lies_before() -> None:
    d = show(4)
    own, mate, other = area(d.view(1), 1), area(d.view(1), 3), area(d.view(1), 0)
    assert (own.public, own.hidden, own.counted) == ([1], None, 1)
    assert (own.own, own.hand, own.team, own.others) == (81, ["card-a1x", "card-b1y"], 91, None)
    assert (mate.own, mate.hand, mate.team, mate.others) == (None, 2, 93, 63)
    assert (other.own, other.hand, other.team, other.others) == (None, 2, None, 60)
    assert other.public == [0]


def test_a_spectator_sees_of_a_part_what_is_public() -> None:
    part = area(show(4).view(None), 1)
    assert (part.public, part.hidden, part.counted, part.own, part.hand) == ([1], None, 1, None, 2)
    assert (part.team, part.others) == (None, None)


def test_a_part_inside_a_part_keeps_its_secrets() -> None:
    view = show(3).view(1)
    assert (area(view, 1).pouch.shown, area(view, 1).pouch.kept) == (1, 51)
    assert (area(view, 2).pouch.shown, area(view, 2).pouch.kept) == (2, None)


def test_a_part_that_may_be_missing() -> None:
    d = show(2)
    d.position.areas[0].pouch = None
    assert area(d.view(1), 0).pouch is None


def test_parts_under_another_mark_are_masked_twice() -> None:
    kept = show(3).view(1).kept
    assert kept[0] is None
    assert (kept[1].own, kept[1].hidden, kept[1].counted, kept[1].others) == (81, None, 1, None)


def test_parts_in_a_dict_or_alone_belong_to_nobody() -> None:
    for seat in (None, 0, 1):
        view = show(2).view(seat)
        assert (view.named["a"].price, view.named["a"].secret, view.named["a"].facedown) == (1, None, 1)
        assert (view.market.price, view.market.secret, view.market.facedown) == (3, None, 2)


def test_an_option_opens_fields_also_in_parts() -> None:
    view = show(3, chips="open").view(1)
    assert view.own == [10, 11, 12]
    assert [part.own for part in view.areas] == [80, 81, 82]
    assert [part.own for part in show(3, chips="open").view(None).areas] == [80, 81, 82]


def test_at_the_end_what_is_declared_is_revealed_and_nothing_else() -> None:
    d = show(2)
    d.leave(1)
    for seat in (None, 0):
        view = d.view(seat)
        assert view.hidden == 7
        assert [part.hand for part in view.areas] == [["card-a0x", "card-b0y"], ["card-a1x", "card-b1y"]]
        assert (view.own[1], view.counted, view.hands[1]) == (None, 5, 2)


def test_hands_are_revealed_at_the_end() -> None:
    d = bench(seats=2)
    assert d.finished
    assert d.view(None).hands == d.position.hands


def test_a_view_is_of_the_declared_class_and_goes_through_json() -> None:
    view = show(2).view(0)
    assert type(view) is ShowView
    raw = msgspec.json.decode(msgspec.json.encode(view))
    assert raw["areas"][1]["hand"] == 2


def test_views_before_and_after_the_end_can_be_compared() -> None:
    d = show(2)
    before = d.view(None).market
    d.leave(1)
    assert d.view(None).market == before


def test_a_copy_shares_nothing_that_can_change() -> None:
    d = show(2)
    before = msgspec.json.encode(d.position)
    copy = d.layout.copy(d.position)
    assert copy == d.position
    copy.public.append(1)
    copy.piles["north"].append("card-9")
    copy.areas[0].public.append(1)
    copy.areas[0].pouch.shown = 99
    copy.named["a"].price = 99
    copy.market.facedown.clear()
    copy.tiles[0].clear()
    assert msgspec.json.encode(d.position) == before


def test_the_sample_has_every_mark_right() -> None:
    check_game(SHOW)
    assert {Area, Market, Pouch} <= {type(x) for x in (*show(2).position.areas, show().position.market)} | {Pouch}


class Go(Move): ...


class Only(Phase[Any]): ...


class Loose(Part):
    x: int


def game_of(position: type[Position], **declared: Any) -> Game[Any, Any]:
    base = {
        "slug": "x",
        "name": "X",
        "seats": (2, 3),
        "position": position,
        "phases": (Only,),
        "moves": (Go,),
    }
    kind = type("X", (Game,), {**base, **declared})
    return kind()  # type: ignore[no-any-return]


class NoMark(Position):
    pot: int


class NoMarkInPart(Position):
    areas: Public[list[Loose]]


class NoMarkDeep(Position):
    areas: Public[dict[str, list[Loose | None]]]


class WithSet(Position):
    cards: Public[set[str]]


class SetInList(Position):
    cards: Public[list[frozenset[str]]]


class OddKeys(Position):
    squares: Public[dict[tuple[int, int], str]]


class OwnerOfNothing(Position):
    chips: Owner[int]


class CountedNumber(Position):
    chips: Counted[int]


class HandOfNumbers(Position):
    chips: Hand[list[int]]


class Thing(Position):
    deck: Counted[list[str]]


class LostSupply(Thing):
    supplies = (Supply(("dekc",)),)


class LostInPart(Position):
    market: Public[Market]
    supplies = (Supply(("market.cards",)),)


class TwiceSupplied(Thing):
    supplies = (Supply(("deck",)), Supply(("deck",)))


class LostReveal(Thing):
    reveal_at_end = ("dekc",)


class LostOpens(Thing):
    opens = (Opens("dekc", "shown", "yes"),)


class LostOption(Thing):
    opens = (Opens("deck", "shown", "yes"),)


SHOWN = Option("shown", "Shown", (Choice("no", "No"), Choice("yes", "Yes")), "no")


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (NoMark, r"NoMark\.pot does not say who sees it: write pot: Public\[...\]"),
        (NoMarkInPart, r"Loose\.x does not say who sees it"),
        (NoMarkDeep, r"Loose\.x does not say who sees it"),
        (WithSet, r"WithSet\.cards: no sets in a position"),
        (SetInList, r"SetInList\.cards: no sets in a position"),
        (OddKeys, r"OddKeys\.squares: keys of a dict are text or numbers"),
        (OwnerOfNothing, r"OwnerOfNothing\.chips: Owner\[...\] wants a list with one entry per seat"),
        (CountedNumber, r"CountedNumber\.chips: Counted\[...\] wants a list"),
        (HandOfNumbers, r"HandOfNumbers\.chips: Hand\[...\] wants lists"),
        (LostSupply, r"LostSupply\.supplies names 'dekc', which is no field"),
        (LostInPart, r"LostInPart\.supplies names 'market.cards', which is no field"),
        (TwiceSupplied, r"TwiceSupplied\.supplies names 'deck' twice"),
        (LostReveal, r"LostReveal: 'dekc' is no field"),
        (LostOpens, r"LostOpens: 'dekc' is no field"),
    ],
    ids=lambda given: given.__name__ if isinstance(given, type) else "",
)
def test_a_position_declared_wrongly_is_an_error_that_names_place_and_remedy(
    position: type[Position], why: str
) -> None:
    with pytest.raises(DesignError, match=why):
        check_game(game_of(position, options=(SHOWN,)))


class Chest(Part):
    inside: Public[list[str]]


class Vault(Position):
    chests: Owner[list[Chest]]
    buried: Hidden[Chest]
    row: Public[list[str]]

    supplies = (Supply(("chests.inside", "buried.inside", "row")),)


def test_what_is_public_inside_something_unseen_is_unseen() -> None:
    layout = game_of(Vault).layout(2, bench().options)
    p = Vault([Chest(["card-1"]), Chest(["card-2"])], Chest(["card-3"]), ["card-4"])
    assert [layout.where(p, f"card-{n}") for n in (1, 2, 3, 4)] == [(0,), (1,), (), None]
    assert layout.seen(p, 1) == {"card-2", "card-4"}
    assert layout.seen(p, None) == {"card-4"}
    assert [(thing, seen) for _supply, _at, _key, thing, seen in layout.slots(p, 0)] == [
        ("card-1", True),
        ("card-2", False),
        ("card-3", False),
        ("card-4", True),
    ]
    p.row.append("card-3")
    assert layout.where(p, "card-3") is None, "it lies openly as well"


class Sealed(Phase[Any]):
    sealed = True


class Loud(Move, frozen=False): ...


class Asking(Phase[Any]):
    prompt = "{player} lays {left} cards"
    left: int


class Lay(Move):
    label = "Lay {tile}"
    card: str


class CardSet(Position):
    """Not a set, in spite of the name."""

    cards: Public[list[Market]]


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ({"seats": (3, 2)}, "X.seats is"),
        ({"seats": (0, 2)}, "X.seats is"),
        ({"moves": (Loud,)}, "Loud must be frozen"),
        ({"moves": (Go, Go)}, "X.moves: two have the same name"),
        ({"phases": (Only, Only)}, "X.phases: two have the same name"),
        ({"phases": (Sealed,)}, "Sealed is sealed, so it needs resolve"),
        ({"phases": (Asking,)}, r"Asking.prompt says \{player\}; there is \{seat\}, \{left\}"),
        ({"moves": (Lay,)}, r"Lay.label says \{tile\}; there is \{card\}"),
        ({"options": (), "position": LostOption}, "LostOption.opens names the option 'shown', which is not declared"),
    ],
)
def test_a_game_declared_wrongly_is_an_error_that_names_place_and_remedy(declared: dict[str, Any], why: str) -> None:
    check_game(game_of(CardSet))
    with pytest.raises(DesignError, match=why):
        check_game(game_of(**{"position": CardSet, **declared}))


@pytest.mark.parametrize("missing", ["slug", "name", "seats", "position", "phases", "moves"])
def test_a_missing_declaration_is_named(missing: str) -> None:
    declared = {"slug": "x", "name": "X", "seats": (2, 3), "position": CardSet, "phases": (Only,), "moves": (Go,)}
    del declared[missing]
    with pytest.raises(DesignError, match=f"X does not declare {missing}"):
        check_game(type("X", (Game,), declared)())


def test_two_games_of_one_class_name_do_not_share_their_layouts() -> None:
    one, two = game_of(CardSet), game_of(Thing)
    options = bench().options
    assert one.layout(2, options).cls is CardSet
    assert two.layout(2, options).cls is Thing
    assert one.layout(2, options) is one.layout(2, options)
    assert one.layout(3, options) is not one.layout(2, options)
