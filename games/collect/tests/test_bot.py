"""The bot of Collect: what it does in plain cases, how fast, and how well it plays."""

from __future__ import annotations

from typing import Any

import pytest

from games.collect.bot import keeper
from games.collect.moves import Bite, Draw, Guess, Put, Shift, Swap
from games.collect.tests.arena import play_game, share_of_wins
from games.collect.tests.play import Play, laid
from games.collect.weighing import outs_of, worth
from parlor.engine import Chance, Seat, random_bot


def choose(play: Play, chance: Chance | None = None) -> Any:
    d, seat = play.driver, Seat(play.seat)
    return keeper(d.view(seat), seat, d.legal(seat), chance or Chance(b"bot"), lambda c: d.imagine(seat, c))


def test_its_crab_makes_an_alliance() -> None:
    play = laid("LLLPL", "OO", left="K").draw()
    assert isinstance(choose(play), Shift)
    assert play.make(choose(play)).winner == 0


def test_its_crab_breaks_a_run_of_three() -> None:
    play = laid("M", "OPOOO", left="K").draw()
    play.make(choose(play))
    assert "OOO" not in play.rows[1]


def test_its_crocodile_breaks_what_is_nearest_to_an_alliance() -> None:
    play = laid("M", "KHPLLL", "KH", left="D").draw()
    move = choose(play)
    assert isinstance(move, Bite) and move.card in play.p.rows[1][3:]


def test_its_crocodile_spares_its_partner() -> None:
    play = laid("M", "K", "LLL", "H", left="D", teams=True).draw()
    assert choose(play).card not in play.p.rows[2]


def test_its_monkey_takes_what_it_wants() -> None:
    play = laid("LLL", "KL", left="M").draw()
    move = choose(play)
    assert isinstance(move, Swap) and move.card == play.card((1, 1))


def test_it_puts_a_card_where_it_wins() -> None:
    play = laid("MMWK", "L", left="M", placing="anywhere").draw()
    assert isinstance(choose(play), Put)
    assert play.make(choose(play)).winner == 0


def test_it_does_not_give_a_round_away() -> None:
    for n in range(40):
        play = laid("M", "LLLPL", left="K").draw()
        assert play.make(choose(play, Chance(bytes([n])))).winner is None


def test_its_parrot_hopes_for_the_card_that_wins() -> None:
    play = laid("LLL", "L", left="P").draw()
    play.p.rows[0].insert(0, play.p.rows[0].pop())
    move = choose(play)
    assert isinstance(move, Guess) and move.animal in ("animal-lion", "animal-chameleon")


def test_its_parrot_guesses_only_what_is_left() -> None:
    play = laid("KHPDOKHP", "MMMKMMMHMM", left="P").draw()
    assert choose(play).animal != "animal-monkey"


def test_it_draws_a_second_card() -> None:
    assert isinstance(choose(laid("K", "L", left="HO").draw()), Draw)


def test_it_knows_no_more_than_its_seat_sees() -> None:
    """From equal views it chooses alike, whatever lies in the decks; and it asks for no imagined game."""
    play = laid("KLO", "LLM", left="P").draw()
    other = laid("KLO", "LLM", left="P", right="MMMLLOOO").draw()

    def never(chance: Chance) -> Any:
        raise AssertionError("it looks at what it sees, and nothing else")

    def of(one: Play) -> Any:
        return keeper(one.driver.view(0), Seat(0), one.driver.legal(0), Chance(b"bot"), never)

    assert of(play) == of(other)


def test_what_a_row_promises() -> None:
    def of(row: str) -> float:
        rows = laid(row, "").p.rows
        return worth(rows[0], outs_of(rows))

    assert of("LLLL") == 1000
    assert of("LLL") > of("LL") > of("LM")
    assert of("LKHDMP") > of("LKHDM") > of("LKHD")
    assert of("KKHHDO") > of("KKHHO")
    assert of("LKHDMP") > of("OKHDMP"), "a lion is asked for"


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"starter": "next"}), (4, {"teams": True}), (5, {"placing": "anywhere", "half_crowns": 2})],
)
def test_it_plays_whole_games_at_any_table_and_thinks_quickly(seats: int, options: dict[str, Any]) -> None:
    times: list[float] = []
    assert play_game([keeper] * seats, seats, times, **options).finished
    assert sorted(times)[-2] < 0.05, "one in a game may have met with something else"


def test_it_plays_the_same_for_the_same_seed() -> None:
    assert play_game([keeper] * 3, 7).dump() == play_game([keeper] * 3, 7).dump()


def test_it_beats_a_random_bot() -> None:
    assert share_of_wins(keeper, random_bot, 20) > 0.5


@pytest.mark.long
def test_it_beats_a_random_bot_in_two_of_three_games() -> None:
    assert share_of_wins(keeper, random_bot, 100) > 0.65


@pytest.mark.long
def test_it_beats_four_random_bots() -> None:
    """An equal would win a fifth."""
    assert share_of_wins(keeper, random_bot, 60, seats=5) > 0.4
