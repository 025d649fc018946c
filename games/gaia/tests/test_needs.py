"""What meets a need, and where tiles, animals and cities may go."""

from games.gaia.moves import PlayAnimals, PlayCity, PlayNature
from games.gaia.satisfaction import met
from games.gaia.tests.tables import table
from parlor.engine import cell


def test_one_neighbour_meets_two_needs_by_its_land_and_its_animals() -> None:
    play = table("PD", herds={(1, 0): 4}, hands=["life:P_FFDA"])
    assert met(play.p, cell(0, 0), "FFDA") == 2
    play.city("P_FFDA", 0, 0)
    assert play.people(0, 0) == [1, 0]


def test_the_same_land_twice_on_the_card_needs_two_such_neighbours() -> None:
    play = table(".F. / FPF / .D.")
    assert met(play.p, cell(1, 1), "FFDA") == 3
    assert met(table("FPD").p, cell(1, 0), "FFDA") == 2
    assert met(table("PF").p, cell(0, 0), "FFDA") == 1


def test_a_neighbour_under_a_city_serves_nothing_until_that_city_is_gone() -> None:
    play = table("FPS / .F.", cities={(0, 0): ("F_MMPS", "")}, seats=2, turn=True)
    assert met(play.p, cell(1, 0), "FFSA") == 2
    del play.p.cities[cell(0, 0)]
    assert met(play.p, cell(1, 0), "FFSA") == 3


def test_a_second_herd_next_to_a_city_does_not_raise_it() -> None:
    play = table(".F. / DPD", cities={(1, 1): ("P_FFDA", "0")}, herds={(0, 1): 2}, hands=["", "life:D"], seat=1)
    play.animals("D", 2, 1)
    assert play.people(1, 1) == [1, 0]


def test_animals_and_cities_go_only_on_a_tile_with_neither() -> None:
    play = table(
        "FPF / DPD", cities={(1, 0): ("P_FFDA", "0")}, herds={(1, 1): 4}, hands=["life:P life:X life:P_FSWA life:D"]
    )
    assert play.cells(PlayAnimals, "life:P") == set()
    assert play.cells(PlayAnimals, "life:X") == {(0, 0), (2, 0), (0, 1), (2, 1)}
    assert play.cells(PlayAnimals, "life:D") == {(0, 1), (2, 1)}
    assert play.cells(PlayCity, "life:P_FSWA") == set()


def test_diagonals_never_count() -> None:
    assert met(table("F.S / .P. / D.F").p, cell(1, 1), "FSFD") == 0
    play = table("P", hands=["nature:S"])
    assert play.cells(PlayNature) == {(0, -1), (1, 0), (0, 1), (-1, 0)}


def test_the_first_tile_lies_in_the_centre() -> None:
    play = table(hands=["nature:S"])
    assert play.cells(PlayNature) == {(0, 0)}


def test_a_star_city_stands_on_any_land_but_sea_and_a_named_one_only_on_its_land() -> None:
    play = table("PF.P / WSWS / .MPF", hands=["life:X_PWSM life:W_PPFM"])
    assert (1, 1) not in play.cells(PlayCity, "life:X_PWSM")
    assert (1, 2) in play.cells(PlayCity, "life:X_PWSM")
    assert all(play.land(*place) == "W" for place in play.cells(PlayCity, "life:W_PPFM"))


def test_star_animals_may_swim() -> None:
    assert table("S", hands=["life:X"]).cells(PlayAnimals) == {(0, 0)}


def test_a_city_needs_two_of_its_needs_met() -> None:
    assert table("PF", hands=["life:P_FSWA"]).cells(PlayCity) == set()
    assert table("PF / S.", hands=["life:P_FSWA"]).cells(PlayCity) == {(0, 0)}


def test_a_life_card_before_any_tile_lies_cannot_be_played() -> None:
    play = table(hands=["life:X life:X_PWSM"])
    assert play.offers(PlayAnimals) == play.offers(PlayCity) == []


def test_the_land_may_have_any_size_and_holes() -> None:
    play = table("PPP / P.P / PPP", hands=["nature:S"])
    assert (1, 1) in play.cells(PlayNature)
    long = table("P" * 8 + "F" * 8 + "W" * 7, hands=["nature:S"])
    assert (23, 0) in long.cells(PlayNature)
    assert (-1, 0) in long.cells(PlayNature)
