"""The rules of No Thanks!, with every number of the manual and of other people's examples."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.no_thanks.game import GAME
from games.no_thanks.material import CARDS
from games.no_thanks.rules import REFUSE, TAKE, Table, points, runs, score
from parlor.engine import BadOption, Chance, Driver, Illegal, Reader, Refused, check_game, ids, number

SEED = bytes(32)


def cards(*numbers: int) -> Any:
    return ids("card", numbers)


def start(seats: int = 4, *, chance: Chance | None = None, **options: object) -> Driver:
    return Driver.start(GAME, seats, options, chance=chance or Chance(SEED))


def dealt(turned: list[int], seats: int = 3, first: int = 0, **options: object) -> Driver:
    """A table at which these cards come one after the other, and the others are out of the game or come later."""
    aside = (10, 20, 30) if options.get("variant") == "tactical" else ()
    rest = [n for n in range(3, 36) if n not in turned and n not in aside]
    order = cards(*rest, *reversed(turned))
    return start(seats, chance=Chance.scripted(SEED, **{"deck 1": [order], "first": [first]}), **options)


def moves(d: Driver, record: str) -> None:
    """Plays a record: t takes, r refuses, by whoever's turn it is."""
    for move in record.replace(" ", ""):
        d.play(d.acting[0], TAKE if move == "t" else REFUSE)


def to_the_end(d: Driver) -> Driver:
    while not d.finished:
        moves(d, "t")
    return d


def lines(d: Driver, version: int = -1) -> list[str]:
    reader = Reader(None, lambda seat: "ABCDEFG"[seat], GAME.name_of)
    return [reader.line(line) for line in d.log[version].lines]


def table(d: Driver) -> Table:
    assert isinstance(d.position, Table)
    return d.position


# -- scoring --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "chips", "result"),
    [
        ([3, 10, 11, 12, 13, 20], 5, 28),
        ([3, 4, 7, 12, 13, 15, 25, 26], 8, 54),  # AMIGO: 3 + 7 + 12 + 15 + 25 = 62
        ([13, 15, 16], 0, 28),
        ([13, 14, 15, 16], 0, 13),
        ([], 55, -55),
        (list(range(3, 36)), 0, 3),
        ([10, 11, 12, 14, 16, 17], 8, 32),
        ([12, 10, 17, 11, 16, 14], 8, 32),
        ([35], 0, 35),
    ],
)
def test_of_each_run_the_lowest_card_counts_and_chips_are_taken_off(taken: list[int], chips: int, result: int) -> None:
    assert score(cards(*taken), chips) == result


def test_the_cards_of_the_manual_count_62() -> None:
    assert points(cards(3, 7, 12, 15, 25)) == 62


def test_runs_are_consecutive_numbers() -> None:
    assert runs(cards(16, 13, 3, 15)) == [cards(3), cards(13), cards(15, 16)]
    assert runs([]) == []


# -- what is dealt --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "chips"), [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
def test_chips_by_number_of_players(seats: int, chips: int) -> None:
    d = start(seats)
    assert table(d).chips == [chips] * seats
    assert sum(table(d).chips) <= 55


@pytest.mark.parametrize(("seats", "chips"), [(3, 10), (4, 10), (5, 10), (6, 8), (7, 6)])
def test_the_tactical_variant_has_a_chip_fewer_and_no_10_20_30(seats: int, chips: int) -> None:
    d = start(seats, variant="tactical")
    assert table(d).chips == [chips] * seats
    assert table(d).aside == cards(10, 20, 30)
    assert len(table(d).removed) == 6
    assert not {*cards(10, 20, 30)} & {*table(d).deck, *table(d).removed, table(d).card}
    assert d.view(None).aside == cards(10, 20, 30)
    to_the_end(d)
    assert sum(len(taken) for taken in table(d).taken) == 24


def test_nine_of_33_cards_are_out_and_24_are_played() -> None:
    d = start()
    assert len(CARDS) == 33 and CARDS[0] == "card-3" and CARDS[-1] == "card-35"
    assert (len(table(d).removed), len(table(d).deck), table(d).aside) == (9, 23, [])
    takes = 0
    while not d.finished:
        moves(d, "t")
        takes += 1
    assert takes == 24
    assert sorted([*table(d).removed, *(card for taken in table(d).taken for card in taken)]) == sorted(CARDS)


@pytest.mark.parametrize("seats", [2, 8])
def test_for_three_to_seven_players(seats: int) -> None:
    with pytest.raises(Refused, match="3 to 7 players"):
        start(seats)


def test_every_seat_begins_sometimes() -> None:
    assert {start(5, chance=Chance(bytes([n]) * 32)).acting[0] for n in range(60)} == {0, 1, 2, 3, 4}


def test_options_are_checked() -> None:
    assert dict(start(3, rounds="4", chips="open").options) == {"chips": "open", "variant": "standard", "rounds": 4}
    for wrong in ({"rounds": 2}, {"chips": "some"}, {"variant": 1}, {"players": 4}):
        with pytest.raises(BadOption):
            start(3, **wrong)


def test_the_game_is_declared_soundly() -> None:
    check_game(GAME)


# -- turns ----------------------------------------------------------------------------------------------------------


def test_refusing_pays_a_chip_onto_the_card_and_passes_it_on() -> None:
    d = dealt([17, 5])
    moves(d, "rr")
    assert (table(d).pot, table(d).chips, table(d).card, d.acting) == (2, [10, 10, 11], "card-17", [2])
    assert lines(d) == ["B pays a chip"]


def test_taking_gets_card_and_chips_and_the_taker_goes_on_with_the_next_card() -> None:
    d = dealt([17, 5, 30])
    moves(d, "rr t")
    assert (table(d).taken, table(d).chips, table(d).pot) == ([[], [], cards(17)], [10, 10, 13], 0)
    assert (table(d).card, d.acting) == ("card-5", [2])
    assert lines(d) == ["C takes 17 and 2 chips"]
    moves(d, "t")
    assert d.acting == [2]
    assert lines(d) == ["C takes 5"]
    moves(d, "r t")
    assert lines(d) == ["A takes 30 and 1 chip"]


def test_without_a_chip_one_must_take() -> None:
    d = dealt([17, 5, 30])
    moves(d, "rrr" * 11)
    assert (table(d).chips, table(d).pot, d.acting) == ([0, 0, 0], 33, [0])
    assert d.legal(0) == [TAKE]
    with pytest.raises(Illegal):
        d.play(0, REFUSE)
    moves(d, "t")
    assert table(d).chips == [33, 0, 0]
    assert d.legal(0) == [TAKE, REFUSE]
    assert d.statistics == {"cards": [1, 0, 0], "paid": [11, 11, 11], "forced": [1, 0, 0]}


def test_chips_are_neither_lost_nor_made() -> None:
    d = start(5)
    chance = Chance(b"moves")("x")
    while not d.finished:
        moves(d, "t" if len(d.legal(d.acting[0])) == 1 or not chance.below(3) else "r")
        assert sum(table(d).chips) + table(d).pot == 55
        GAME.check(d.position)


# -- the end --------------------------------------------------------------------------------------------------------


def test_the_round_ends_with_the_last_card_and_the_lowest_score_wins() -> None:
    turned = [3, 5, 7, *range(9, 30)]
    d = dealt(turned)
    moves(d, "t rt rt rrr" + "t" * 21)
    assert d.finished
    assert table(d).taken == [cards(3), cards(5), cards(7, *range(9, 30))]
    assert table(d).chips == [9, 10, 14]
    assert table(d).scores == [[-6], [-5], [2]]
    assert lines(d)[1:] == [
        "A scores -6: 3 for cards, less 9 chips",
        "B scores -5: 5 for cards, less 10 chips",
        "C scores 2: 16 for cards, less 14 chips",
    ]
    result = d.result()
    assert [(s.place, s.score) for s in result] == [(1, -6), (2, -5), (3, 2)]
    assert result[2].parts == [("Cards", 16), ("Chips", -14)]


def test_equal_scores_share_the_place() -> None:
    p = table(start(3))
    p.scores = [[20], [15], [15]]
    assert [s.place for s in GAME.result(p)] == [3, 1, 1]


def test_four_rounds_are_added_up_and_the_next_seat_begins_each() -> None:
    d = start(3, rounds=4)
    first = table(d).first
    starters, seen = [], []
    for round_number in range(1, 5):
        starters.append(table(d).first)
        assert (table(d).round, d.acting, table(d).chips) == (round_number, [table(d).first], [11, 11, 11])
        seen.append(tuple(table(d).removed))
        assert lines(d)[-1] == f"Round {round_number} of 4: {'ABC'[starters[-1]]} begins"
        moves(d, "t" * 23 + "r")
        before = d.acting[0]
        moves(d, "t")
        assert before == (starters[-1] + 1) % 3
    assert d.finished
    assert starters == [(first + n) % 3 for n in range(4)]
    assert len(set(seen)) == 4
    result = d.result()
    assert [s.score for s in result] == [sum(scores) for scores in table(d).scores]
    assert [label for label, _n in result[0].parts] == ["Round 1", "Round 2", "Round 3", "Round 4"]
    assert [n for _label, n in result[0].parts] == table(d).scores[0]


def test_who_gives_up_is_played_on_for_by_a_bot_and_placed_last() -> None:
    d = dealt([3, 35, 34])
    moves(d, "t t")
    d.leave(1)
    assert not d.finished
    d.leave(2)
    assert (d.finished, d.reason) == (True, "conceded")
    assert [(s.place, s.score) for s in d.result()] == [(1, 27), (3, -11), (2, -11)]


# -- secrecy and taking back ----------------------------------------------------------------------------------------


def test_others_chips_are_hidden_until_the_end() -> None:
    d = dealt([17, 5])
    moves(d, "r")
    assert d.view(0).chips == [10, None, None]
    assert d.view(1).chips == [None, 11, None]
    assert d.view(None).chips == [None, None, None]
    for seat in (None, 1, 2):
        assert b'"chips":[null' in msgspec.json.encode(d.view(seat))
        assert b"10" not in msgspec.json.encode(d.view(seat).chips)
    to_the_end(d)
    assert d.view(None).chips == table(d).chips
    assert d.view(None).removed == table(d).removed


def test_with_open_chips_all_see_them() -> None:
    d = start(3, chips="open")
    assert [d.view(seat).chips for seat in (None, 0)] == [[11, 11, 11]] * 2


def test_nobody_sees_the_deck_or_what_is_out() -> None:
    d = start(3)
    for seat in (None, 0, 1, 2):
        view = d.view(seat)
        assert (view.deck, view.removed) == (23, None)
        shown = msgspec.json.encode(view).decode()
        assert [card for card in (*table(d).deck, *table(d).removed) if f'"{card}"' in shown] == []


def test_a_refusal_can_be_taken_back_until_the_next_one_acts() -> None:
    d = dealt([17, 5])
    before = d.digest()
    moves(d, "r")
    d.undo(0)
    assert d.digest() == before
    assert d.log[1].struck
    moves(d, "rr")
    with pytest.raises(Refused, match="Somebody else has acted"):
        d.undo(0)


def test_a_take_that_turns_a_card_cannot_be_taken_back() -> None:
    d = dealt([17, 5])
    moves(d, "t")
    with pytest.raises(Refused):
        d.undo(0)


def test_an_imagined_table_has_all_cards_and_chips() -> None:
    d = dealt([17, 5])
    moves(d, "rrt")
    splits, decks = set(), set()
    for n in range(20):
        world = d.imagine(2, Chance(bytes([n])))
        GAME.check(world.position)
        assert world.view(2) == d.view(2)
        assert world.position.chips[2] == 13
        splits.add(tuple(world.position.chips))
        decks.add(tuple(world.position.deck))
    assert len(splits) > 3
    assert len(decks) == 20


def test_the_board_gets_points_and_rounds() -> None:
    d = dealt([17, 18, 5], rounds=4)
    moves(d, "ttrt")
    assert GAME.board(d.view(0), None) == {"points": [17, 5, 0], "rounds": 4}
    assert number(table(d).taken[1][0]) == 5
