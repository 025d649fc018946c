"""The rules of Starting Cards: given this deal, when these cards are played, then this."""

from __future__ import annotations

from parlor.catalog.starting.cards.bot import thrifty
from parlor.catalog.starting.cards.game import GAME
from parlor.catalog.starting.cards.material import CARDS
from parlor.catalog.starting.cards.rules import Card, Play, Table
from parlor.engine import Chance, Driver, Seat, ids

SEED = bytes(32)


def cards(*numbers: int) -> list[Card]:
    return [Card(card) for card in ids("card", numbers)]


def dealt(*hands: list[int]) -> Driver:
    """A table at which the seats hold these five cards each, and seat 0 begins."""
    given = [card for hand in hands for card in cards(*hand)]
    rest = [card for card in CARDS if card not in given]
    order = [*rest, *reversed(given)]  # the deck is dealt from its end
    return Driver.start(GAME, len(hands), chance=Chance.scripted(SEED, deck=[order], first=[0]))


def table(driver: Driver) -> Table:
    assert isinstance(driver.position, Table)
    return driver.position


def play(driver: Driver, *numbers: int) -> None:
    """The cards are played by whoever's turn it is."""
    for card in cards(*numbers):
        driver.play(driver.acting[0], Play(card))


def test_the_highest_card_takes_the_trick_and_leads_next() -> None:
    driver = dealt([1, 2, 3, 4, 5], [11, 12, 13, 14, 15], [6, 7, 8, 9, 10])
    play(driver, 5, 11, 10)
    assert (table(driver).row, driver.acting) == (cards(5, 11, 10), [1])
    play(driver, 15)
    assert (table(driver).won, table(driver).row) == ([[], cards(5, 11, 10), []], cards(15))


def test_most_tricks_win() -> None:
    driver = dealt([1, 2, 3, 4, 20], [11, 12, 13, 14, 15])
    play(driver, 20, 11, 1, 12, 13, 2, 14, 3, 15, 4)
    assert driver.finished
    assert [(standing.place, standing.score) for standing in driver.result()] == [(2, 1), (1, 4)]
    assert driver.statistics == {"tricks": [1, 4]}


def test_hands_are_secret() -> None:
    driver = dealt([1, 2, 3, 4, 5], [11, 12, 13, 14, 15])
    assert driver.view(0).hands == [cards(1, 2, 3, 4, 5), 5]
    assert driver.view(None).hands == [5, 5]


def test_with_the_option_everybody_gets_eight_cards() -> None:
    driver = Driver.start(GAME, 4, {"hand": 8}, chance=Chance(SEED))
    assert [len(hand) for hand in table(driver).hands] == [8] * 4


def test_the_bot_takes_the_trick_as_cheaply_as_it_can() -> None:
    driver = dealt([1, 2, 3, 4, 13], [11, 12, 14, 16, 15])
    play(driver, 13)
    seat = Seat(1)
    chosen = thrifty(driver.view(seat), seat, driver.legal(seat), Chance(SEED), lambda chance: driver)
    assert chosen == Play(cards(14)[0])
