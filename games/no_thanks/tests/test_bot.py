"""The bot of No Thanks!: what it does in plain cases, and how well it plays."""

from __future__ import annotations

import pytest

from games.no_thanks.bot import Steady, added, steady
from games.no_thanks.rules import REFUSE, TAKE, points
from games.no_thanks.tests.arena import play_game, share_of_wins
from games.no_thanks.tests.test_rules import cards, dealt, moves, table
from parlor.engine import Chance, Driver, Move, Seat, ids, random_bot

RANDOM = Chance(b"bot")


def choose(d: Driver) -> Move:
    seat = Seat(d.acting[0])
    return steady(d.view(seat), seat, d.legal(seat), RANDOM, lambda chance: d.imagine(seat, chance))


@pytest.mark.parametrize("taken", [[], [17], [16], [18], [16, 18], [3, 35], list(range(3, 36, 2))])
def test_what_a_card_adds_is_the_difference_of_the_points(taken: list[int]) -> None:
    for card in ids("card", range(3, 36)):
        if card not in cards(*taken):
            held = cards(*taken)
            assert added(held, card) == points([*held, card]) - points(held)  # type: ignore[arg-type]


def test_it_takes_a_cheap_card_and_refuses_a_dear_one() -> None:
    assert choose(dealt([3, 5])) == TAKE
    assert choose(dealt([35, 5])) == REFUSE


def test_it_lets_a_card_that_only_helps_itself_go_round_for_chips() -> None:
    d = dealt([34, 35, 5])
    moves(d, "t")
    assert choose(d) == REFUSE
    moves(d, "rrr")
    assert choose(d) == REFUSE, "nobody else wants 35 for three chips"


def test_but_takes_it_before_somebody_else_would() -> None:
    d = dealt([34, 35, 5])
    moves(d, "t" + "rrr" * 7)
    assert choose(d) == TAKE, "for 22 chips the next one would take 35"
    other = dealt([12, 14, 13])
    moves(other, "t rt")
    assert (table(other).taken, table(other).card) == ([cards(12), cards(14), []], "card-13")
    assert choose(other) == TAKE, "the one with 12 would take 13"


def test_it_takes_before_its_chips_run_out() -> None:
    d = dealt([34, 35, 5])
    moves(d, "t")
    table(d).chips[0] = 1
    assert choose(d) == TAKE


def test_the_fewer_chips_it_has_the_more_it_pays() -> None:
    prices = []
    for chips in range(1, 20):
        d = dealt([26, 5])
        moves(d, "rrr" * 4)
        table(d).chips[0] = chips
        prices.append(choose(d))
    assert prices[0] == TAKE and prices[-1] == REFUSE
    assert prices == sorted(prices, key=lambda move: move == REFUSE)


def test_without_a_chip_it_takes() -> None:
    d = dealt([35, 5])
    assert steady(d.view(0), Seat(0), [TAKE], RANDOM, lambda chance: d.imagine(0, chance)) == TAKE


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_it_plays_whole_games_at_any_table(seats: int) -> None:
    for seed, options in enumerate([{}, {"variant": "tactical"}, {"chips": "open", "rounds": 4}]):
        assert play_game([steady] * seats, seed, dict(options)).finished


def test_it_plays_the_same_for_the_same_seed() -> None:
    assert play_game([steady] * 4, 7).dump() == play_game([steady] * 4, 7).dump()


def test_it_beats_three_random_bots() -> None:
    assert share_of_wins(steady, random_bot, 200) > 0.9


@pytest.mark.long
def test_it_beats_three_random_bots_over_many_games() -> None:
    assert share_of_wins(steady, random_bot, 2000) > 0.5


@pytest.mark.long
def test_it_is_better_than_without_its_tricks() -> None:
    """Against three that never hold a card back and hope for nothing; an equal would win a quarter."""
    assert share_of_wins(steady, Steady(margin=99.0, hope=0.0), 1000) > 0.4
