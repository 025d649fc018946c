"""The illustrated example of the rulebook, move by move: blue is seat 0, yellow is seat 1."""

from games.gaia.tests.tables import Play, table


def yellows_turn() -> Play:
    return table(
        ".FDW / FD..",
        cities={(2, 0): ("D_PFWA", "0"), (0, 1): ("F_WDPA", "1")},
        herds={(1, 1): 1},
        hands=["", "nature:P life:D"],
        front=["", "nature:S nature:S nature:P"],
        objectives="objective:SSPP",
        seat=1,
        turn=True,
    )


def test_yellow_feeds_the_city_with_the_last_animal_and_loses_the_pawn() -> None:
    play = yellows_turn()
    assert play.herd(1, 1) == 0
    assert play.people(0, 1) == [0, 0]
    assert play.home == [5, 6]
    assert play.lines()[0] == "Bob feeds Fernhollow with the last animal from the desert at 1 south 1 east"
    assert play.lines()[1] == "Fernhollow has one need left: the pawns of Bob go home"


def test_the_plain_raises_the_other_city_and_completes_the_objective() -> None:
    play = yellows_turn().nature("P", 2, 1)
    assert play.people(2, 0) == [1, 1]
    assert play.p.nature[1] == []
    assert len(play.p.discard) == 4
    assert list(play.p.holders.values()) == [1]
    assert play.home == [5, 4]
    assert play.seat == 1


def test_new_animals_bring_the_first_city_back() -> None:
    play = yellows_turn().nature("P", 2, 1).animals("D", 1, 1)
    assert play.people(0, 1) == [0, 1]
    assert play.herd(1, 1) == 4
    assert play.home == [5, 3]
    assert play.seat == 0
    assert play.driver.statistics["placed"] == [0, 3]
    assert play.driver.statistics["lost"] == [0, 1]
