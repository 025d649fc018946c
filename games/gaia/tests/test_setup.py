"""Set-up, options, the deck, names, and what the board is told."""

from collections import Counter
from importlib.resources import files

import pytest

from games.gaia.faces import face
from games.gaia.game import GAME
from games.gaia.material import TILES, back_of, city_of, face_of, parse_deck
from games.gaia.names import CITY_NAMES
from games.gaia.origins import own_cards
from games.gaia.tests.tables import DECK, table
from parlor.engine import BadOption, Chance, Driver, Reader, pick, preview
from parlor.engine.data import load_data
from parlor.engine.moves import Move


def start(seats: int = 2, seed: bytes = b"set-up", **options: object) -> Driver:
    return Driver.start(GAME, seats, options, chance=Chance(seed), data=load_data(GAME))


def read(driver: Driver, thing: str) -> str:
    return Reader(0, str, GAME.name_of).value(thing)


@pytest.mark.parametrize(("seats", "pawns", "objectives"), [(2, 6, 4), (3, 5, 5), (4, 5, 6), (5, 5, 7)])
def test_pawns_objectives_and_hands_by_number_of_players(seats: int, pawns: int, objectives: int) -> None:
    p = start(seats).position
    assert p.home == [pawns] * seats
    assert len(p.objectives) == objectives
    assert all([back_of(card) for card in hand] == ["nature", "nature", "life"] for hand in p.hands)
    assert {kind: len(row) for kind, row in p.rows.items()} == {"nature": 3, "life": 2}
    assert p.land == {}


def test_with_powers_everybody_gets_one_and_two_lie_open() -> None:
    p = start(3, advanced=True, powers=True).position
    assert [back_of(card) for card in p.hands[2]] == ["nature", "nature", "life", "power"]
    assert len(p.rows["power"]) == 2
    assert len(p.decks["power"]) == 30 - 3 - 2


def test_the_deck_has_the_known_counts() -> None:
    assert (len(DECK.nature), len(DECK.life), len(DECK.powers)) == (40, 30, 30)
    assert len(DECK.objectives) + len(DECK.power_objectives) == 11
    assert Counter(face_of(card) for card in DECK.nature) == {"P": 8, "F": 8, "S": 7, "D": 6, "M": 6, "W": 5}
    cities = [city for card in DECK.life if (city := city_of(card))]
    assert (len(cities), len(DECK.life) - len(cities)) == (18, 12)
    assert all(len(city.needs) == 4 and city.base not in city.needs for city in cities)
    assert sum(TILES.values()) == 48


def test_the_cards_that_are_the_sites_own_are_known() -> None:
    assert any(face_of(card) == "P_FFDA" for card in DECK.own)
    assert not any(face_of(card) in ("D_FSSA", "SSPP", "MMDD") for card in DECK.own)
    assert not any(back_of(card) == "nature" for card in DECK.own)
    listed = own_cards(DECK)
    assert {sort: len(cards) for sort, cards in listed.items()} == {
        "city": 15, "animals": 7, "objective": 6, "power": 6,
    }  # fmt: skip


def test_another_deck_takes_the_place_of_this_one_without_a_change_of_rules() -> None:
    content = files("games.gaia").joinpath("deck.json").read_bytes()
    other = content.replace(b'"base": "P", "needs": "FSWA"', b'"base": "S", "needs": "FFPP"')
    driver = Driver.start(GAME, 2, {}, chance=Chance(b"other"), data={"deck": parse_deck(other)})
    stream = Chance(b"other")("moves")
    while driver.acting:
        driver.play(driver.acting[0], pick(driver.legal(driver.acting[0]), stream))
        GAME.check(driver.position)
    assert read(driver, "life-1_S_FFPP") == "the sea city (forest, forest, plain, plain)"


def test_a_deck_with_a_face_that_the_rules_do_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="letters"):
        parse_deck(b'{"nature": {"mark": "attested", "cards": {"Q": 1}}}')


def test_the_basic_game_has_no_power_objectives_and_options_say_how_they_come_in() -> None:
    def powers(**options: object) -> tuple[int, int]:
        p = start(5, **options).position
        return sum(c.endswith("power") for c in p.objectives), len(p.objectives)

    assert powers() == (0, 7)
    assert powers(advanced=True, powers=True, power_objectives="added") == (2, 9)
    assert powers(advanced=True, powers=True, power_objectives="none") == (0, 7)
    shuffled = start(5, advanced=True, powers=True).position
    assert sum(c.endswith("power") for c in [*shuffled.objectives, *shuffled.unused]) == 2


def test_powers_need_the_advanced_rules() -> None:
    with pytest.raises(BadOption):
        start(2, powers=True)


def test_a_nineteenth_city_can_be_added() -> None:
    p = start(2, cities=19).position
    assert sum(len(hand) for hand in p.hands) + len(p.rows["life"]) + len(p.decks["life"]) - 4 == 31


def test_a_recorded_deal_can_be_played() -> None:
    nature = list(reversed(DECK.nature))
    chance = Chance.scripted(first=[1], nature=[nature])
    driver = Driver.start(GAME, 2, {}, chance=chance, data=load_data(GAME))
    assert driver.acting == [1]
    assert driver.position.hands[0][:2] == list(DECK.nature[:2])


def test_every_city_of_the_deck_has_a_name_and_every_thing_can_be_named() -> None:
    driver = start()
    for card in (*DECK.life, *DECK.extra):
        if city_of(card):
            assert face_of(card) in CITY_NAMES
    assert read(driver, "nature-1_P") == "a plain card"
    assert read(driver, "life-7_D_FSSA") == "Saltmere"
    assert read(driver, "life-99_D_FFSA") == "the desert city (forest, forest, sea, animals)"
    assert read(driver, "objective-2_MMDD") == "the objective mountain, mountain, desert, desert"
    assert read(driver, "objective-9_PFSDMW") == "the objective of all six lands"
    assert read(driver, "power-3_volcano") == "Volcano"
    assert read(driver, "deck-life") == "the Life pile"
    assert read(driver, "cell-0_0") == "the centre"
    assert read(driver, "cell--2_-1") == "1 north 2 west"
    assert read(driver, "nature") == "nature"


def test_the_board_is_told_needs_met_and_what_objectives_lack() -> None:
    play = table("PF / S.", cities={(0, 0): ("P_FSWA", "0")}, front=["nature:S"], objectives="objective:SSPP")
    extra = GAME.board(play.driver.view(1), None)
    assert extra["met"] == {"cell-0_0": 2}
    assert extra["served"] == {"cell-0_0": [True, True, False, False]}
    assert list(extra["missing"][0].values()) == [3]
    assert extra["placed"] == [1, 0]
    assert extra["bounds"] == (0, 0, 1, 1)


def test_the_face_of_a_card_tells_all_that_is_drawn_on_it() -> None:
    assert face("life-7_D_FSSA")["needs"] == ["F", "S", "S", "A"]
    assert face("life-30_X") == {
        "sort": "animals", "land": "X", "needs": [], "power": None, "name": "animals of any land",
    }  # fmt: skip
    assert face("objective-10_power")["needs"] == ["power"] * 4
    assert face("power-1_sun")["power"] == "sun"
    assert face("nature-1_P")["land"] == "P"


def test_a_preview_tells_the_consequences() -> None:
    play = table("PFP / SDS", cities={(0, 0): ("P_FSWA", "1")}, hands=["life:F_PPDM"])
    (move,) = [m for m in play.legal if type(m).__name__ == "PlayCity"]
    assert isinstance(move, Move)
    read = Reader(0, lambda seat: ["Ann", "Bob"][seat], GAME.name_of)
    assert [read.line(line) for line in preview(play.driver, 0, move).lines] == [
        "Ann founds Highgrove on the forest at 1 east",
        "Reedmere has one need left: the pawns of Bob go home",
        "Ann places a pawn on Highgrove, which has 2 needs met",
    ]
