"""Drawing a card: face up, from a pile, or in vain, which ends the game."""

from __future__ import annotations

from games.gaia.material import back_of
from games.gaia.moves import Draw, DrawBlind, DrawNone
from games.gaia.position import Table
from parlor.engine import Context, End, Move, Next, Seat, _


def draws(p: Table) -> list[Move]:
    """All ways to draw. A kind that is used up, face up and face down, can still be asked for: that ends the game."""
    found: list[Move] = []
    for kind, row in p.rows.items():
        found += [Draw(card) for card in row]
        if p.decks[kind]:
            found.append(DrawBlind(f"deck-{kind}"))
    return [*found, DrawNone()] if used_up(p) else found


def used_up(p: Table) -> list[str]:
    """The kinds of which no card is left, neither face up nor in the deck."""
    return [kind for kind, row in p.rows.items() if not row and not p.decks[kind]]


def draw(p: Table, seat: Seat, move: Draw, ctx: Context) -> Next:
    """A card that lies face up goes to the hand; the next one of its deck takes its place at once."""
    kind = back_of(move.card)
    row, deck = p.rows[kind], p.decks[kind]
    ctx.log(_("{seat} draws {card} from the row"), seat=seat, card=move.card)
    p.hands[seat].append(move.card)
    place = row.index(move.card)
    if deck:
        row[place] = deck.pop()
    else:
        del row[place]
    return None


def draw_blind(p: Table, seat: Seat, move: DrawBlind, ctx: Context) -> Next:
    """The top card of a pile goes to the hand."""
    card = p.decks[move.deck.removeprefix("deck-")].pop()
    p.hands[seat].append(card)
    ctx.log(_("{seat} draws from {deck}: {card}"), seat=seat, deck=move.deck, card=card)
    return None


def draw_none(p: Table, seat: Seat, move: DrawNone, ctx: Context) -> Next:
    """Somebody wants a card and there is none: the game is over (rulebook, "End of Game")."""
    p.ender = seat
    deck = f"deck-{used_up(p)[0]}"
    ctx.log(_("{seat} asks for a card of {deck}, but none is left: the game ends"), seat=seat, deck=deck)
    return End()
