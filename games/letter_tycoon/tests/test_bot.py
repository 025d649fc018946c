"""The bots: they choose legally and in time, each beats the next weaker one, and none knows what it should not."""

from __future__ import annotations

import time
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest

from games.letter_tycoon.bot import BEGINNER, EXPERT, READER, Speller
from games.letter_tycoon.game import GAME
from games.letter_tycoon.liking import forfeited, liking, market, patent_worth, rounds_left, unwanted
from games.letter_tycoon.material import Card
from games.letter_tycoon.moves import Accept, Challenge, Spell
from games.letter_tycoon.spelling import words_of
from games.letter_tycoon.tests.play import Play
from games.letter_tycoon.words import WordList
from games.letter_tycoon.words.search import counted
from parlor.engine import Chance, Driver, Seat
from parlor.engine.data import load_data

STRENGTHS = ["random", "beginner", "reader", "expert"]


def played(seed: int, bots: list[str], **options: object) -> tuple[Driver, list[float]]:
    """A game of these bots, and how long each decision took, in seconds of processor time."""
    digest = sha256(f"bots {seed}".encode()).digest()
    driver = Driver.start(GAME, len(bots), options, chance=Chance(digest), data=load_data(GAME))
    chance = Chance(digest[::-1])
    times = []
    while driver.acting:
        seat = driver.acting[0]
        began = time.process_time()
        move = GAME.bots[bots[seat]](
            driver.view(seat), seat, driver.legal(seat), chance, lambda c, seat=seat: driver.imagine(seat, c)
        )
        times.append(time.process_time() - began)
        driver.play(seat, move)
    return driver, times


def wins(better: str, worse: str, games: int) -> int:
    count = 0
    for n in range(games):
        bots = [better, worse] if n % 2 == 0 else [worse, better]
        count += played(n, bots)[0].result()[n % 2].place == 1
    return count


@pytest.mark.parametrize(("worse", "better"), list(pairwise(STRENGTHS)))
def test_each_is_better_than_the_next(worse: str, better: str) -> None:
    assert wins(better, worse, 6) >= 4


@pytest.mark.long
@pytest.mark.parametrize(
    ("worse", "better", "least"),
    [("random", "beginner", 38), ("beginner", "reader", 36), ("reader", "expert", 27), ("beginner", "expert", 38)],
)
def test_each_is_better_than_the_next_in_many_games(worse: str, better: str, least: int) -> None:
    assert wins(better, worse, 40) >= least


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("challenge", ["players", "automatic"])
def test_they_play_in_any_company_and_in_time(seats: int, challenge: str) -> None:
    bots = ["expert", "reader", "beginner", "expert", "reader"][:seats]
    played(0, bots[:2], challenge=challenge)  # what is loaded once does not count
    driver, times = played(1, bots, challenge=challenge)
    assert driver.finished
    times.sort()
    assert times[len(times) // 2] < 0.05
    assert times[-1] < 0.5, "typically a few milliseconds, at most 40 on an idle machine"


def asked(play: Play, seat: int, bot: Speller, seed: int = 0) -> Any:
    """What the bot chooses there."""
    driver = play.driver
    chance = Chance(bytes([seed]) * 32)
    return bot(driver.view(seat), Seat(seat), driver.legal(seat), chance, lambda c: driver.imagine(seat, c))


def doubted(word: str, bot: Speller, dictionary: list[str]) -> int:
    """How often of 40 times the bot challenges the word, at a table with that dictionary."""
    play = Play(word, "AAAAAAA").spell(word)
    play.driver.context.data = {**load_data(GAME), "american": WordList(dictionary)}
    return sum(isinstance(asked(play, 1, bot, seed), Challenge) for seed in range(40))


def test_the_expert_knows_the_dictionary_and_the_others_do_not() -> None:
    experts, readers, beginners = (Speller(strength) for strength in (EXPERT, READER, BEGINNER))
    assert doubted("CAT", experts, ["CAT"]) == 0
    assert doubted("DOG", experts, ["CAT"]) == 40
    assert doubted("DOG", readers, ["CAT"]) == doubted("DOG", beginners, ["CAT"]) == 0, "that everybody knows it"
    for bot in (readers, beginners):
        odd, plain = doubted("XQZKW", bot, ["XQZKW"]), doubted("TRINE", bot, ["TRINE"])
        assert 0 < plain < odd < 40, "they doubt a good word that they do not know, more so when it looks strange"


def test_a_word_that_was_refused_is_not_tried_again() -> None:
    play = Play("DOGVVWW", challenge="automatic", retries="3")
    play.driver.context.data = {**load_data(GAME), "american": WordList(["CAT"])}
    reader = Speller(READER._replace(looks=100))
    first = asked(play, 0, reader)
    assert isinstance(first, Spell) and words_of(first.cards) != ["CAT"]
    play.make(first)
    assert play.p.refused == words_of(first.cards)
    second = asked(play, 0, reader)
    assert not isinstance(second, Spell) or words_of(second.cards) != words_of(first.cards)


def test_the_expert_finds_the_play_that_earns_most() -> None:
    play = Play("QUEUEVV", pool="IRK", own={0: "J"})
    play.driver.context.data = {**load_data(GAME), "american": WordList(["QUEUE", "IRK", "QUIRK"])}
    move = asked(play, 0, Speller(EXPERT))
    assert isinstance(move, Spell) and words_of(move.cards) == ["QUEUE"]


def test_who_is_behind_does_not_end_the_game() -> None:
    def view(money: int) -> Any:
        play = Play("EEEEEEE", "AAAAAAA", own={0: "AINORT", 1: "S"}, money=[20, money])
        play.p.owners.pop("T")
        return play.driver.view(Seat(0))

    assert market(view(0), Seat(0), ["E"], careful=True) == "E"
    assert market(view(300), Seat(0), ["E"], careful=True) == ""
    assert market(view(300), Seat(0), ["E"], careful=False) == "E"
    assert market(view(300), Seat(0), ["B"], careful=True) == "B", "that does not end it"


def test_what_the_bots_like() -> None:
    view = Play("EEEEEEE", "AAAAAAA", own={1: "S"}, money=[0, 0]).driver.view(Seat(0))
    left = rounds_left(view)
    assert 1 <= left < 9
    assert patent_worth(view, Seat(0), "E", left) > patent_worth(view, Seat(0), "H", left) > 0
    assert patent_worth(view, Seat(0), "J", left) > patent_worth(view, Seat(0), "Q", left)
    besides = liking(view, Seat(0), careful=True)
    assert besides(counted("SS"), 0) == -2
    assert besides(counted("E"), 10) > besides(counted("E"), 9) == 0, "it can be paid for, or not"
    assert besides(counted("ES"), 10) == besides(counted("E"), 10) - 1


@pytest.mark.parametrize(
    ("hand", "out"),
    [("ESTRAIN", ""), ("QVXZJWK", "QVXZJWK"), ("AAAESTR", "AA"), ("SSSTREA", "S"), ("E", ""), ("", "")],
)
def test_what_is_discarded(hand: str, out: str) -> None:
    cards = [Card(f"card-{letter}{n}") for n, letter in enumerate(hand)]
    assert sorted(card[5] for card in unwanted(cards)) == sorted(out)


def test_the_worst_card_is_given_up() -> None:
    assert forfeited([Card("card-E1"), Card("card-Q1"), Card("card-S2")]) == "card-Q1"


def test_other_steps_are_answered() -> None:
    play = Play("CATVVWW", "AAAAAAA").spell("CAT")
    assert isinstance(asked(play, 1, Speller(EXPERT)), Accept)
