"""Hunting and feeding at the start of a turn."""

from games.gaia.feeding import Feeding
from games.gaia.moves import Feed
from games.gaia.tests.tables import table
from games.gaia.turns import Act
from parlor.engine import cell


def test_only_cities_with_a_pawn_of_the_active_player_and_animals_on_the_card_are_fed() -> None:
    cities = {(0, 0): ("P_FSWA", "0"), (3, 0): ("D_FMSS", "0"), (6, 0): ("P_FFDA", "1")}
    play = table("PF.DM.PF / S..F..D", cities=cities, herds={(1, 0): 4, (4, 0): 4, (7, 0): 4}, turn=True)
    assert (play.herd(1, 0), play.herd(4, 0), play.herd(7, 0)) == (3, 4, 4)
    assert play.p.bank == 20 - 11


def test_a_shared_city_is_fed_in_the_turn_of_each_owner() -> None:
    play = table("PF / S.", cities={(0, 0): ("P_FSWA", "01")}, herds={(1, 0): 4}, turn=True)
    assert play.herd(1, 0) == 3
    play.blind().blind()
    assert play.seat == 1
    assert play.herd(1, 0) == 2


def test_the_player_chooses_the_tile_that_an_animal_comes_from() -> None:
    play = table("PF / S.", cities={(0, 0): ("P_FSWA", "0")}, herds={(1, 0): 4, (0, 1): 2}, turn=True)
    assert isinstance(play.phase, Feeding)
    play.feed((0, 0), (0, 1))
    assert (play.herd(1, 0), play.herd(0, 1)) == (4, 1)
    assert isinstance(play.phase, Act)
    assert play.lines() == ["Ann feeds Reedmere from the sea at 1 south; 1 animal stays there"]


def test_the_last_token_shared_by_two_cities_feeds_the_one_that_is_chosen_first() -> None:
    cities = {(0, 0): ("P_FSWA", "0"), (2, 0): ("D_PFWA", "0")}
    play = table("PFD / S.W", cities=cities, herds={(1, 0): 1}, turn=True)
    assert {(move.city, move.cell) for move in play.offers(Feed)} == {
        (cell(0, 0), cell(1, 0)),
        (cell(2, 0), cell(1, 0)),
    }
    play.feed((2, 0), (1, 0))
    assert play.herd(1, 0) == 0
    assert isinstance(play.phase, Act)
    assert play.people(0, 0) == play.people(2, 0) == [1, 0]


def test_one_token_for_each_city_without_asking_where_there_is_no_choice() -> None:
    cities = {(0, 0): ("P_FSWA", "0"), (2, 0): ("D_PFWA", "0")}
    play = table("PFD / S.W", cities=cities, herds={(1, 0): 3}, turn=True)
    assert isinstance(play.phase, Act)
    assert play.herd(1, 0) == 1


def test_feeding_lowers_a_city_at_once_before_the_two_actions() -> None:
    play = table("PF", cities={(0, 0): ("P_FSWA", "0")}, herds={(1, 0): 1}, turn=True)
    assert play.people(0, 0) == [0, 0]
    assert play.home == [6, 6]
    assert play.phase == Act(0, 2)


def test_a_city_without_animals_around_is_not_fed() -> None:
    play = table("PF / S.", cities={(0, 0): ("P_FSWA", "0")}, herds={}, turn=True)
    assert play.people(0, 0) == [1, 0]
    assert play.p.bank == 20


VANISHING = {(0, 1): ("P_FSWA", "0"), (2, 1): ("P_FFDA", ""), (2, 0): ("D_PFWA", "1")}
"""Ann's Reedmere eats the last animal; empty Dunwold lived on it and goes; its plain lifts Bob's Palmgate."""


def test_a_city_gained_while_feeding_is_not_fed_in_this_turn() -> None:
    play = table("FFDW / PSP.", cities=VANISHING, herds={(1, 1): 1, (1, 0): 4}, turn=True, advanced=True)
    assert play.people(2, 0) == [2, 0]
    assert play.herd(1, 0) == 4


def test_a_city_lost_while_feeding_is_skipped() -> None:
    cities = {(0, 0): ("P_FSWA", "0"), (2, 0): ("D_PFWA", "0")}
    play = table("PFD", cities=cities, herds={(1, 0): 1}, turn=True)
    play.feed((0, 0), (1, 0))
    assert play.people(0, 0) == play.people(2, 0) == [0, 0]
    assert play.phase == Act(0, 2)
    assert play.p.bank == 20


def test_feeding_that_discards_a_city_raises_its_neighbour_for_the_feeding_player() -> None:
    play = table("FFDW / PSP.", cities=VANISHING, herds={(1, 1): 1}, turn=True, advanced=True)
    assert play.cities() == {(0, 1), (2, 0)}
    assert play.people(2, 0) == [1, 0]
    assert play.home == [4, 6]
    assert play.phase == Act(0, 2)


def test_feeding_can_win_before_the_two_actions() -> None:
    play = table("FFDW / PSP.", cities=VANISHING, herds={(1, 1): 1}, spare={0: 1}, turn=True, advanced=True)
    assert play.finished
    assert play.p.winner == 0
