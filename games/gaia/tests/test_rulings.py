"""What the texts leave open, as this site reads it."""

from games.gaia.tests.tables import table


def test_a_new_city_lowers_ones_own_before_the_founding_pawn_goes_down_so_that_alone_does_not_win() -> None:
    play = table("PFP / SDS", cities={(0, 0): ("P_FSWA", "0")}, hands=["life:F_PPDM"], spare={0: 1})
    play.city("F_PPDM", 1, 0)
    assert not play.finished
    assert play.home[0] == 1
    assert play.people(1, 0) == [1, 0]


def test_cities_that_lose_their_last_need_together_vanish_together() -> None:
    """Each of the two would live on the other's tile if that one went first."""
    cities = {(1, 1): ("P_FFDA", ""), (2, 1): ("D_SSPM", "")}
    play = table(".FS. / .PD.", cities=cities, hands=["power:earthquake"], powers=True)
    play.earthquake((1, 0), (2, 0))
    assert play.cities() == set()


def test_a_city_that_falls_to_one_need_and_is_lifted_to_two_by_what_follows_is_the_active_players() -> None:
    cities = {(1, 1): ("P_FFDA", ""), (2, 1): ("D_PSMW", "1")}
    play = table(".FS. / .PDM", cities=cities, hands=["power:earthquake"], powers=True)
    play.earthquake((1, 0), (2, 0))
    assert play.cities() == {(2, 1)}
    assert play.people(2, 1) == [1, 0]
    assert play.home == [5, 6]
    assert play.driver.statistics["lost"] == [0, 1]


def test_a_founded_city_lifted_from_three_needs_to_four_by_what_follows_gets_the_second_pawn() -> None:
    play = table(
        "..M. / .PFM / ..S.", cities={(1, 1): ("P_FFDA", "")}, hands=["life:F_MMPS"], advanced=True
    )  # fmt: skip
    play.city("F_MMPS", 2, 1)
    assert play.cities() == {(2, 1)}
    assert play.people(2, 1) == [2, 0]
    assert play.home == [4, 6]


def test_a_pawn_on_an_objective_is_never_taken_away() -> None:
    cities = {(1, 0): ("D_PFWA", "1")}
    play = table("FDW", cities=cities, held={"SSPP": 1}, hands=["power:lightning"], powers=True).lightning(1, 0)
    assert play.placed() == [0, 1]


def test_laying_a_tile_can_be_taken_back_and_drawing_cannot() -> None:
    play = table("PF / S.", hands=["nature:W", ""])
    play.nature("W", 1, 1)
    assert play.driver.why_no_undo(0) is None
    play.driver.undo(0)
    assert play.land(1, 1) is None
    play.blind()
    assert play.driver.why_no_undo(0)


def test_raising_ones_own_city_in_vain_places_nothing_though_one_pawn_would_win() -> None:
    play = table("PF / S.", cities={(0, 0): ("P_FSWA", "0")}, hands=["nature:W"], spare={0: 1}, advanced=True)
    play.nature("W", -1, 0)
    assert not play.finished
