"""Drawing, the limits of a hand, what cannot be played, and the end by a missing card."""

from games.gaia.limits import Limit
from games.gaia.moves import Discard, Draw, DrawBlind, DrawNone, PlayAnimals, PlayNature
from games.gaia.tests.tables import table

FULL = "nature:P nature:F nature:S nature:D nature:M nature:W"


def test_a_card_taken_from_the_row_is_replaced_at_once_from_its_deck() -> None:
    play = table("P", rows={"nature": "nature:S nature:F", "life": "life:X"})
    top = play.p.decks["nature"][-1]
    play.take("nature:S")
    assert play.p.rows["nature"][0] == top
    assert len(play.p.rows["nature"]) == 2
    assert len(play.p.hands[0]) == 1
    assert play.driver.why_no_undo(0)


def test_a_blind_card_is_seen_by_who_draws_it_only() -> None:
    play = table("P").blind("life")
    assert play.p.hands[0][0].startswith("life")
    assert play.lines(1) == ["Ann draws from the Life pile: a card"]
    assert play.lines(0) != play.lines(1)


def test_an_empty_deck_only_shrinks_the_row_and_then_the_draw_can_be_taken_back() -> None:
    play = table("P", rows={"nature": "nature:S nature:F"}, empty=["nature"])
    play.take("nature:S")
    assert len(play.p.rows["nature"]) == 1
    assert play.driver.why_no_undo(0) is None


def test_a_nature_card_without_a_tile_in_stock_cannot_be_played() -> None:
    play = table("P", hands=["nature:M nature:F"], stock={"M": 0})
    assert play.offers(PlayNature, "nature:M") == []
    assert play.offers(PlayNature, "nature:F")


def test_an_animal_card_with_fewer_than_four_animals_in_the_bank_cannot_be_played() -> None:
    assert table("P", hands=["life:X"], bank=3).offers(PlayAnimals) == []
    assert table("P", hands=["life:X"], bank=4).offers(PlayAnimals)


def test_a_player_without_a_playable_card_must_draw_and_cannot_pass() -> None:
    play = table("P", hands=["life:X"], bank=0)
    assert {type(move) for move in play.legal} == {DrawBlind}


def test_the_seventh_card_makes_one_discard_any_also_the_one_just_drawn() -> None:
    play = table("P", hands=[FULL], rows={"life": "life:X"})
    play.take("life:X")
    assert isinstance(play.phase, Limit)
    assert len(play.offers(Discard)) == 7
    play.discard("life:X")
    assert len(play.p.hands[0]) == 6
    assert play.lines() == ["Ann discards animals of any land"]
    assert play.seat == 0


def test_a_third_power_makes_one_discard_a_power() -> None:
    play = table("P", hands=["power:sun power:rain nature:P"], rows={"power": "power:theft"}, powers=True)
    play.take("power:theft")
    assert {move.card.partition("_")[2] for move in play.offers(Discard)} == {"sun", "rain", "theft"}
    play.discard("power:sun")
    assert len(play.p.hands[0]) == 3
    assert play.phase != Limit(0)


def test_with_seven_cards_and_three_powers_a_power_goes_first_and_then_six_is_enough() -> None:
    hand = "power:sun power:rain nature:P nature:F nature:S nature:D"
    play = table("P", hands=[hand], rows={"power": "power:theft"}, powers=True)
    play.take("power:theft")
    assert len(play.offers(Discard)) == 3
    play.discard("power:theft")
    assert len(play.p.hands[0]) == 6
    assert play.phase != Limit(0)


def test_with_an_empty_deck_but_a_row_there_is_no_blind_draw_and_no_end() -> None:
    play = table("P", rows={"nature": "nature:S"}, empty=["nature"])
    assert len(play.offers(Draw)) == 1
    assert [move.deck for move in play.offers(DrawBlind)] == ["deck-life"]
    assert play.offers(DrawNone) == []


def test_wanting_a_card_of_a_kind_that_is_used_up_ends_the_game_for_the_most_pawns_placed() -> None:
    play = table("P", held={"SSPP": 1, "FFPP": 1, "FFMM": 0}, empty=["nature"])
    play.none()
    assert play.finished
    assert play.p.ender == 0
    assert play.places() == [2, 1]
    assert play.lines() == ["Ann asks for a card of the Nature pile, but none is left: the game ends"]


def test_the_ending_draw_may_be_the_first_action_and_the_second_lapses() -> None:
    play = table("P", empty=["life"], left=2).none()
    assert play.finished


def test_the_power_pile_ends_the_game_too_where_powers_are_played() -> None:
    assert table("P", empty=["power"], powers=True).none().finished
    assert not table("P").offers(DrawNone)


def test_a_tie_goes_to_the_next_player_clockwise_after_who_ended_the_game_who_is_last() -> None:
    play = table("P", held={"SSPP": 0, "FFPP": 1, "FFMM": 3}, empty=["nature"], seats=4, seat=1).none()
    assert play.places() == [2, 3, 4, 1]


def test_a_city_with_two_pawns_counts_two_at_the_end() -> None:
    cities = {(1, 1): ("P_FSWA", "00"), (3, 1): ("F_MMPS", "1")}
    play = table(
        ".F.P. / SPWFM", cities=cities, herds={(1, 0): 4}, empty=["nature"], advanced=True, seat=1
    ).none()  # fmt: skip
    assert [standing.score for standing in play.driver.result()] == [2, 1]


def test_discarded_cards_are_out_of_the_game() -> None:
    play = table("P", hands=["life:P"], empty=["life"]).animals("P", 0, 0)
    assert play.p.decks["life"] == []
    assert play.offers(DrawNone)
    assert play.p.discard[-1].endswith("_P")


def test_others_see_of_a_hand_only_the_backs() -> None:
    play = table("P", hands=["nature:P life:X", "power:sun"], powers=True)
    assert play.driver.view(1).hands[0] == ["nature", "life"]
    assert play.driver.view(0).hands[0] == play.p.hands[0]
    assert play.driver.view(None).hands == [["nature", "life"], ["power"]]
    assert play.driver.view(0).decks["nature"] == len(play.p.decks["nature"])
    assert play.driver.view(0).unused is None
