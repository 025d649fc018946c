"""The Power cards, and what follows from them."""

from games.gaia.moves import Burn, PlayEarthquake, PlayLightning, PlayRain, PlaySun, PlayTheft, PlayVolcano
from games.gaia.powers.volcano import Burning
from games.gaia.tests.tables import table
from parlor.engine import Chance


def test_sun_dries_swamp_to_plain_and_plain_to_desert() -> None:
    play = table("PWDF", hands=["power:sun power:sun"], powers=True)
    assert play.cells(PlaySun) == {(0, 0), (1, 0)}
    play.sun(0, 0).sun(1, 0)
    assert [play.land(x, 0) for x in range(4)] == ["D", "P", "D", "F"]
    assert play.p.stock["P"] == 9


def test_rain_waters_desert_to_plain_and_plain_to_swamp() -> None:
    play = table("PWDF", hands=["power:rain power:rain"], powers=True)
    assert play.cells(PlayRain) == {(0, 0), (2, 0)}
    play.rain(0, 0).rain(2, 0)
    assert [play.land(x, 0) for x in range(4)] == ["W", "W", "P", "F"]


def test_sun_needs_a_tile_in_stock_and_spares_cities_but_not_animals() -> None:
    cities = {(0, 0): ("P_FSWA", "0")}
    play = table("PF / S. / P.", cities=cities, herds={(0, 2): 4}, hands=["power:sun"], powers=True)
    assert play.cells(PlaySun) == {(0, 2)}
    play.sun(0, 2)
    assert play.herd(0, 2) == 4
    assert table("P", hands=["power:sun"], stock={"D": 0}, powers=True).cells(PlaySun) == set()


def test_sun_and_rain_without_effect_on_any_city_are_legal() -> None:
    assert table("P", hands=["power:rain"], powers=True).rain(0, 0).land(0, 0) == "W"


def test_sun_that_takes_a_need_and_gives_another_changes_nothing() -> None:
    play = table("FDW", cities={(1, 0): ("D_PFWA", "1")}, hands=["power:sun"], powers=True)
    play.sun(2, 0)
    assert play.people(1, 0) == [0, 1]


def test_rain_can_lower_a_city() -> None:
    play = table("FDP", cities={(1, 0): ("D_PFWA", "1")}, hands=["power:sun"], powers=True)
    play.sun(2, 0)
    assert play.people(1, 0) == [0, 0]
    assert play.home == [6, 6]


def test_earthquake_swaps_two_neighbours_with_all_that_is_on_them() -> None:
    cities = {(1, 0): ("D_PFWA", "1")}
    play = table("FDW / S..", cities=cities, herds={(0, 0): 2, (0, 1): 4}, hands=["power:earthquake"], powers=True)
    play.earthquake((0, 0), (0, 1))
    assert (play.land(0, 0), play.land(0, 1)) == ("S", "F")
    assert (play.herd(0, 0), play.herd(0, 1)) == (4, 2)
    assert play.people(1, 0) == [0, 1]


def test_an_earthquake_moves_a_city_and_compares_its_needs_before_and_after() -> None:
    cities = {(1, 0): ("D_PFWA", "1")}
    play = table("FDWM", cities=cities, hands=["power:earthquake"], powers=True).earthquake((1, 0), (2, 0))
    assert play.cities() == {(2, 0)}
    assert play.people(2, 0) == [0, 0]
    still = table("FDWP", cities=cities, hands=["power:earthquake"], powers=True).earthquake((1, 0), (2, 0))
    assert still.people(2, 0) == [0, 1]


def test_an_earthquake_may_swap_two_equal_bare_tiles_and_only_neighbours() -> None:
    play = table("PP / F.", hands=["power:earthquake"], powers=True)
    pairs = {(m.cell, m.to) for m in play.offers(PlayEarthquake)}
    assert len(pairs) == 4
    play.earthquake((0, 0), (1, 0))
    assert play.land(0, 0) == "P"


def test_lightning_destroys_a_city_or_animals_and_the_tile_stays() -> None:
    cities = {(1, 0): ("D_PFWA", "1")}
    hand = "power:lightning power:lightning"
    play = table("FDW / SP.", cities=cities, herds={(0, 1): 3}, hands=[hand], powers=True)
    assert play.cells(PlayLightning) == {(1, 0), (0, 1)}
    play.lightning(1, 0)
    assert play.cities() == set()
    assert play.land(1, 0) == "D"
    assert play.home == [6, 6]
    assert play.lines()[1] == "Palmgate is destroyed: the pawns of Bob go home"
    play.lightning(0, 1)
    assert play.p.bank == 20


def test_lightning_frees_the_tile_in_the_same_comparison_for_the_active_player() -> None:
    cities = {(1, 0): ("D_PFWA", "1"), (1, 1): ("P_FFDA", "")}
    play = table("FDW / FP.", cities=cities, hands=["power:lightning"], powers=True)
    play.lightning(1, 1)
    assert play.people(1, 0) == [1, 0]
    assert play.home == [5, 6]


def test_lightning_on_animals_lowers_the_cities_that_lived_on_them() -> None:
    play = table("PF", cities={(0, 0): ("P_FSWA", "1")}, herds={(1, 0): 4}, hands=["power:lightning"], powers=True)
    play.lightning(1, 0)
    assert play.people(0, 0) == [0, 0]


def test_volcano_destroys_and_burns_all_around_the_mountain() -> None:
    cities = {(1, 0): ("F_MMPS", "1")}
    play = table(
        "PFS / MMW / .D.", cities=cities, herds={(1, 1): 4, (1, 2): 2, (2, 1): 4}, hands=["power:volcano"], powers=True
    )
    play.volcano(1, 1)
    assert play.cities() == set()
    assert [play.land(*place) for place in ((1, 0), (0, 1), (2, 1), (1, 2), (1, 1))] == ["D", "D", "D", "D", "M"]
    assert (play.herd(1, 1), play.herd(1, 2), play.herd(2, 1)) == (4, 0, 0)
    assert play.p.stock["D"] == 10 - 4
    assert play.p.bank == 16


def test_volcano_needs_a_mountain_without_a_city_and_with_a_neighbour() -> None:
    assert table("PP", hands=["power:volcano"], powers=True).cells(PlayVolcano) == set()
    assert table("M", hands=["power:volcano"], powers=True).cells(PlayVolcano) == set()
    covered = {(1, 0): ("M_PPFA", "0")}
    assert table("PMF", cities=covered, hands=["power:volcano"], powers=True).cells(PlayVolcano) == set()
    assert table("PM", hands=["power:volcano"], powers=True).cells(PlayVolcano) == {(1, 0)}


def test_when_desert_is_short_all_is_destroyed_and_the_player_chooses_what_burns() -> None:
    play = table(
        ".P. / FMS / .W.", herds={(1, 0): 4, (2, 1): 4}, hands=["power:volcano"], stock={"D": 2}, powers=True
    )  # fmt: skip
    play.volcano(1, 1)
    assert isinstance(play.phase, Burning)
    assert play.cells(Burn) == {(1, 0), (2, 1), (1, 2), (0, 1)}
    play.burn(1, 2).burn(0, 1)
    assert play.p.stock["D"] == 0
    assert [play.land(*place) for place in ((1, 0), (2, 1), (1, 2), (0, 1))] == ["P", "S", "D", "D"]
    assert (play.herd(1, 0), play.herd(2, 1)) == (0, 0)


def test_without_desert_a_volcano_only_destroys() -> None:
    play = table("PM", herds={(0, 0): 4}, hands=["power:volcano"], stock={"D": 0}, powers=True).volcano(1, 0)
    assert play.land(0, 0) == "P"
    assert play.herd(0, 0) == 0


def test_a_city_is_compared_before_and_after_the_whole_eruption() -> None:
    """It loses the forest beside the mountain, and has a desert for it: two needs as before."""
    play = table("FP. / .FM", cities={(1, 0): ("P_FFDA", "1")}, hands=["power:volcano"], powers=True)
    play.volcano(2, 1)
    assert play.land(1, 1) == "D"
    assert play.people(1, 0) == [0, 1]


def test_theft_takes_a_random_card_that_only_thief_and_victim_see() -> None:
    play = table(
        "P", hands=["power:theft", "nature:P life:X", ""], seats=3, powers=True, chance=Chance.scripted(theft=[1])
    )  # fmt: skip
    assert [move.seat for move in play.offers(PlayTheft)] == [1]
    play.theft(1)
    assert [len(hand) for hand in play.p.hands] == [1, 1, 0]
    assert play.lines(0) == ["Ann plays Theft and takes a Life card from Bob: animals of any land"]
    assert play.lines(1) == play.lines(0)
    assert play.lines(2) == ["Ann plays Theft and takes a Life card from Bob: a card"]
    assert play.driver.why_no_undo(0)


def test_a_played_power_lies_in_front_and_counts_as_an_action() -> None:
    play = table("P", hands=["power:rain"], powers=True, left=1).rain(0, 0)
    assert [card.partition("_")[2] for card in play.p.powers[0]] == ["rain"]
    assert play.seat == 1
    assert play.driver.statistics["powers"] == [1, 0]


def test_an_effect_that_wins_ends_the_game_before_a_power_objective_is_checked() -> None:
    play = table(
        "FDD",
        cities={(1, 0): ("D_PFWA", "")},
        hands=["power:rain"],
        front=["power:sun power:sun power:sun"],
        objectives="objective:power",
        spare={0: 1},
        powers=True,
    )
    play.rain(2, 0)
    assert play.finished
    assert not any(card.endswith("power") for card in play.p.holders)
    assert len(play.p.powers[0]) == 4
