"""Pawns on cities: raised and lowered satisfaction, stealing, the fourth need, and the last pawn."""

from games.gaia.tests.tables import table


def test_basic_several_owners_share_a_city_and_one_already_there_gains_nothing() -> None:
    play = table("PF / S.", cities={(0, 0): ("P_FSWA", "0")}, hands=["nature:F", "nature:W life:X"], seat=1)
    play.nature("W", -1, 0)
    assert play.people(0, 0) == [1, 1]
    play.animals("X", 1, 0)
    assert play.people(0, 0) == [1, 1]


def test_one_action_that_raises_several_cities_puts_a_pawn_on_each() -> None:
    cities = {(1, 0): ("P_FSWA", "0"), (3, 0): ("D_PFWA", "")}
    play = table("FP.DF / .S.S.", cities=cities, hands=["", "nature:W"], seat=1)
    play.nature("W", 2, 0)
    assert play.people(1, 0) == [1, 1]
    assert play.people(3, 0) == [0, 1]
    assert play.home == [5, 4]


def test_with_fewer_pawns_than_cities_the_last_one_is_placed_and_wins() -> None:
    play = table(
        "FP.DF / .S.S.",
        cities={(1, 0): ("P_FSWA", "0"), (3, 0): ("D_PFWA", "")},
        hands=["", "nature:W"],
        spare={1: 1},
        seat=1,
    )
    play.nature("W", 2, 0)
    assert play.finished
    assert play.home[1] == 0
    assert sum(play.people(1, 0)) + sum(play.people(3, 0)) == 2
    assert play.places() == [2, 1]


def test_with_two_pawns_due_and_one_left_it_is_placed_and_wins() -> None:
    play = table(
        ".F. / SPW", herds={(1, 0): 4}, hands=["life:P_FSWA"], spare={0: 1}, advanced=True
    )  # fmt: skip
    play.city("P_FSWA", 1, 1)
    assert play.finished
    assert play.people(1, 1) == [1, 0]
    assert play.p.winner == 0


def test_victory_counts_at_the_moment_the_last_pawn_is_placed() -> None:
    play = table("PF / S.", hands=["life:P_FSWA nature:P"], spare={0: 1}, left=2)
    play.city("P_FSWA", 0, 0)
    assert play.finished
    assert play.lines()[-1] == "Ann has placed the last pawn and wins"


def test_an_empty_city_belongs_to_whoever_lifts_it_to_two_needs() -> None:
    play = table("PF", cities={(0, 0): ("P_FSWA", "")}, hands=["", "nature:S"], seat=1)
    play.nature("S", 0, 1)
    assert play.people(0, 0) == [0, 1]


def test_nobody_feeds_an_empty_city() -> None:
    play = table("PD", cities={(0, 0): ("P_FSWA", "")}, herds={(1, 0): 3}, turn=True)
    assert play.herd(1, 0) == 3


def test_advanced_raising_ones_own_city_to_four_needs_places_the_second_pawn() -> None:
    play = table(".F. / SP.", cities={(1, 1): ("P_FSWA", "0")}, herds={(1, 0): 4}, hands=["nature:W"], advanced=True)
    play.nature("W", 2, 1)
    assert play.people(1, 1) == [2, 0]
    assert play.home == [4, 6]


def test_advanced_raising_ones_own_city_to_three_needs_places_nothing() -> None:
    play = table("PF / S.", cities={(0, 0): ("P_FSWA", "0")}, hands=["nature:W"], advanced=True)
    play.nature("W", -1, 0)
    assert play.people(0, 0) == [1, 0]


def test_advanced_raising_a_rivals_city_steals_it() -> None:
    play = table("PF / S.", cities={(0, 0): ("P_FSWA", "0")}, hands=["", "nature:W"], seat=1, advanced=True)
    play.nature("W", -1, 0)
    assert play.people(0, 0) == [0, 1]
    assert play.home == [6, 5]
    assert play.lines()[-1] == "Bob takes Reedmere from Ann, now with 3 needs met"
    assert play.driver.statistics["stolen"] == [0, 1]
    assert play.driver.statistics["lost"] == [1, 0]


def test_advanced_raising_a_rivals_city_to_four_needs_sends_its_pawns_home_and_places_two() -> None:
    play = table(
        ".F. / SP.", cities={(1, 1): ("P_FSWA", "0")}, herds={(1, 0): 4}, hands=["", "nature:W"], seat=1, advanced=True
    )
    play.nature("W", 2, 1)
    assert play.people(1, 1) == [0, 2]
    assert play.home == [6, 4]


def test_advanced_founding_with_four_needs_places_two() -> None:
    play = table(".F. / SPW", herds={(1, 0): 4}, hands=["life:P_FSWA"], advanced=True)
    play.city("P_FSWA", 1, 1)
    assert play.people(1, 1) == [2, 0]


def test_basic_founding_with_four_needs_places_one() -> None:
    play = table(".F. / SPW", herds={(1, 0): 4}, hands=["life:P_FSWA"])
    play.city("P_FSWA", 1, 1)
    assert play.people(1, 1) == [1, 0]


def test_advanced_falling_from_four_needs_sends_one_of_two_pawns_home() -> None:
    play = table(".F. / SPW", cities={(1, 1): ("P_FSWA", "00")}, herds={(1, 0): 1}, turn=True, advanced=True)
    assert play.people(1, 1) == [1, 0]
    assert play.home == [5, 6]


def test_a_city_with_one_need_left_stays_without_pawns_and_with_none_it_goes() -> None:
    play = table("PFP / SSF", cities={(0, 0): ("P_FSWA", "01")}, hands=["life:F_MMPS"], seats=3)
    play.city("F_MMPS", 1, 0)
    assert play.people(0, 0) == [0, 0, 0]
    assert play.cities() == {(0, 0), (1, 0)}
    gone = table("PFP / .S.", cities={(0, 0): ("P_FFDA", "")}, hands=["life:F_MMPS"])
    gone.city("F_MMPS", 1, 0)
    assert gone.cities() == {(1, 0)}
    assert [card for card in gone.p.discard if card.endswith("P_FFDA")]


def test_a_city_that_vanishes_frees_its_tile_and_its_neighbours_are_counted_again_for_the_active_player() -> None:
    cities = {(1, 0): ("D_PFWA", ""), (1, 1): ("P_FFDA", "")}
    play = table("FD.. / .PFM / ..S.", cities=cities, hands=["life:F_MMPS"])
    play.city("F_MMPS", 2, 1)
    assert play.cities() == {(1, 0), (2, 1)}
    assert play.people(1, 0) == [1, 0]
    assert play.people(2, 1) == [1, 0]
    assert play.lines() == [
        "Ann founds Cragleigh on the forest at 1 south 2 east",
        "Dunwold has no need left and is gone",
        "Ann places a pawn on Cragleigh, which has 2 needs met",
        "Ann places a pawn on Palmgate, which has 2 needs met",
    ]


def test_building_a_city_that_harms_even_ones_own_neighbour_is_legal() -> None:
    play = table("PFP / SDS", cities={(0, 0): ("P_FSWA", "0")}, hands=["life:F_PPDM"])
    play.city("F_PPDM", 1, 0)
    assert play.people(0, 0) == [0, 0]
    assert play.people(1, 0) == [1, 0]
