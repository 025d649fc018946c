"""Which rows of letters are words in shape: cards, the second use of one, the extra S, and two words."""

from __future__ import annotations

import pytest

from games.letter_tycoon.moves import BONUS, BREAK, Skip, Spell
from games.letter_tycoon.tests.play import Play
from parlor.engine import Illegal, Pattern

HAND = "CATDOGE"


def play(powers: str = "", pool: str = "EES", **options: object) -> Play:
    return Play(HAND, pool=pool, own={0: powers}, **options)


def refused(play: Play, text: str) -> str:
    with pytest.raises(Illegal) as why:
        play.spell(text)
    return str(why.value)


def test_a_word_of_the_hand() -> None:
    assert play().spell("CAT").stage == "Answer"


def test_three_letters_are_the_fewest() -> None:
    assert refused(play(), "AT") == "Choose 3 to 10 here, not 2."


def test_the_pool_may_be_used_but_a_card_of_the_hand_is_needed() -> None:
    p = play().spell("TEES")
    assert p.pool == "" or p.p.borrowed
    assert refused(play(), "^E^E^S") == "Each word needs a card of your hand."


def test_any_letters_are_a_legal_move() -> None:
    assert play().spell("GTC").stage == "Answer"


def test_a_card_is_there_once() -> None:
    p = play()
    (card,) = p.held("C")
    with pytest.raises(Illegal, match="chosen twice"):
        p.make(Spell((card, *p.held("A"), card)))


def test_others_cards_cannot_be_used() -> None:
    p = play()
    with pytest.raises(Illegal, match="cannot be chosen"):
        p.make(Spell((*p.held("CA"), p.p.hands[1][0])))


@pytest.mark.parametrize(("text", "entry"), [("TEeS", "copy"), ("CAT+", BONUS), ("CAT/DOG", BREAK)])
def test_copy_s_and_second_word_take_their_patents(text: str, entry: str) -> None:
    assert "cannot be chosen here" in refused(play(), text)
    assert play({"copy": "X", BONUS: "Z", BREAK: "V"}[entry]).spell(text).stage == "Answer"


def test_x_is_one_copy_of_a_card_that_is_played() -> None:
    assert refused(play("X"), "TtAa") == "Only one card can be used twice in a turn."
    assert refused(play("X"), "CAg") == "Only a card that you play can be used twice."
    assert play("X").spell("tOTE").p.spelling[0].startswith("copy-T"), "the copy may come first or last"
    assert play("X").spell("TA^Ee").stage == "Answer", "of a card of the pool too"


def test_x_takes_three_real_cards() -> None:
    assert refused(play("X"), "TOo") == "Using a card twice takes at least three cards."
    assert refused(play("XZ"), "TOo+") == "Using a card twice takes at least three cards."
    assert play("X").spell("TOGg").stage == "Answer"


def test_z_is_an_s_at_the_end() -> None:
    assert refused(play("Z"), "+AT") == "The extra S can only be the last letter of a word."
    assert refused(play("VZ"), "C+AT/DOG") == "The extra S can only be the last letter of a word."
    assert play("VZ").spell("CAT+/DOG").stage == "Answer", "of either word"
    assert play("VZ").spell("CAT/DOG+").stage == "Answer"


def test_with_z_two_cards_and_the_s_are_a_word_of_three_letters() -> None:
    p = play("Z").spell("TA+").answer()
    assert p.funds() == (1, 0)


def test_the_extra_s_cannot_be_copied() -> None:
    p = play("XZ")
    pattern = p.legal[0]
    assert isinstance(pattern, Pattern)
    of = pattern.parts["cards"].of  # type: ignore[attr-defined]
    assert [thing for thing in of if not thing.startswith("card-")] == [
        *("copy" + card.removeprefix("card") for card in (*p.p.hands[0], *p.p.pool)), BONUS
    ]  # fmt: skip
    assert p.legal[1:] == [Skip()]


def test_v_two_words_of_three_letters_with_a_hand_card_each() -> None:
    assert refused(play("V"), "CA/DOG") == "A word has at least 3 letters."
    assert refused(play("V"), "CAT/DO") == "A word has at least 3 letters."
    assert refused(play("V"), "CAT/") == "A word has at least 3 letters."
    assert refused(play("V"), "CAT/^E^E^S") == "Each word needs a card of your hand."


def test_v_and_x_the_copy_may_be_in_the_other_word() -> None:
    p = play("VX").spell("CAT/DOt")
    assert p.stage == "Answer"
    assert refused(play("VX"), "CAT/a^E^E") == "Each word needs a card of your hand.", "the copy is no card"


def test_v_x_and_z_together_each_once_make_twelve_letters() -> None:
    p = play("VXZ", pool="EES").spell("CATcEE+/DOG")
    assert p.stage == "Answer" and len(p.p.laid) == 8
    longest = play("XZ").spell("CATDOGE^E^E^Sc+")
    assert len(longest.p.laid) == 10
    assert longest.answer().funds() == (6, 6)
