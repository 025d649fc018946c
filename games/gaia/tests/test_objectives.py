"""Objectives: fulfilled at once, with the cards shown and no others."""

from games.gaia.moves import Fulfil
from games.gaia.objectives import Objectives
from games.gaia.tests.tables import table


def test_fulfilment_is_immediate_and_takes_exactly_the_cards_shown() -> None:
    play = table(
        "P", hands=["nature:S"], front=["nature:D nature:S nature:P nature:P nature:P"], objectives="objective:SSPP"
    )
    play.nature("S", 1, 0)
    assert [card[-1] for card in play.p.nature[0]] == ["D", "P"]
    assert sorted(card[-1] for card in play.p.discard) == ["P", "P", "S", "S"]
    assert play.home == [5, 6]
    assert play.lines()[-1] == "Ann fulfils the objective sea, sea, plain, plain and puts a pawn on it"
    assert play.driver.statistics["objectives"] == [1, 0]


def test_one_of_each_land_is_an_objective_too() -> None:
    front = ["nature:P nature:F nature:S nature:D nature:M"]
    play = table("P", hands=["nature:W"], front=front, objectives="objective:PFSDMW").nature("W", 1, 0)
    assert play.p.nature[0] == []
    assert play.home[0] == 5


def test_of_two_complete_objectives_that_share_cards_the_player_picks_one() -> None:
    front = ["nature:S nature:P nature:P nature:D nature:D"]
    play = table("P", hands=["nature:S"], front=front, objectives="objective:SSPP objective:DDSS")
    play.nature("S", 1, 0)
    assert isinstance(play.phase, Objectives)
    assert len(play.offers(Fulfil)) == 2
    play.fulfil("DDSS")
    assert [card[-1] for card in play.p.nature[0]] == ["P", "P"]
    assert play.home[0] == 5
    assert not isinstance(play.phase, Objectives)


def test_an_objective_that_another_holds_is_no_longer_available() -> None:
    front = ["nature:S nature:P nature:P"]
    play = table("P", hands=["nature:S"], front=front, held={"SSPP": 1}).nature("S", 1, 0)
    assert len(play.p.nature[0]) == 4
    assert play.home == [6, 5]


def test_the_last_pawn_on_an_objective_wins() -> None:
    front = ["nature:S nature:P nature:P"]
    play = table("P", hands=["nature:S"], front=front, objectives="objective:SSPP", spare={0: 1}).nature("S", 1, 0)
    assert play.finished
    assert play.places() == [1, 2]


def test_a_tile_that_raises_cities_and_completes_an_objective_raises_first_and_may_win_by_that() -> None:
    play = table(
        "PF / S.",
        cities={(0, 0): ("P_FSWA", "1")},
        hands=["nature:W"],
        front=["nature:W nature:P nature:P"],
        objectives="objective:PPWW",
        spare={0: 1},
    )
    play.nature("W", -1, 0)
    assert play.finished
    assert play.people(0, 0) == [1, 1]
    assert [seat for seat in play.p.holders.values() if seat == 0] == [0] * 5


def test_four_played_powers_fulfil_a_power_objective() -> None:
    play = table(
        "P",
        hands=["power:sun"],
        front=["power:sun power:sun power:rain"],
        objectives="objective:power",
        powers=True,
    )
    play.sun(0, 0)
    assert play.p.powers[0] == []
    assert play.home[0] == 5
    assert play.lines()[-1] == "Ann fulfils the Power objective and puts a pawn on it"


def test_a_power_objective_may_ask_for_four_different_powers() -> None:
    play = table(
        "P",
        hands=["power:sun power:theft", "life:X"],
        front=["power:sun power:rain power:volcano"],
        objectives="objective:power",
        powers=True,
        distinct=True,
    )
    play.sun(0, 0)
    assert len(play.p.powers[0]) == 4
    play.theft(1)
    assert [card.partition("_")[2] for card in play.p.powers[0]] == ["sun"]
    assert play.home[0] == 5
