"""The moves of Gaia. Their fields come in the order in which they are pointed at: card first, then the targets."""

from __future__ import annotations

from games.gaia.material import Card
from parlor.engine import Cell, Move, Seat, _


class Draw(Move):
    """Take a card that lies face up."""

    label = _("Take {card}")
    card: Card


class DrawBlind(Move):
    """Take the top card of a pile: `deck-nature`, `deck-life` or `deck-power`."""

    label = _("Draw from {deck}")
    deck: str


class DrawNone(Move):
    """Ask for a card of a kind that is used up, which ends the game. A button, so that nobody does it by a slip."""

    label = _("End the game by asking for a card that is used up")


class PlayNature(Move):
    """Play a Nature card: its land goes to an empty cell."""

    label = _("Lay the land")
    card: Card
    cell: Cell


class PlayAnimals(Move):
    """Play an animal card: four animals go to a free tile."""

    label = _("Set the animals")
    card: Card
    cell: Cell


class PlayCity(Move):
    """Play a city card onto a free tile."""

    label = _("Found the city")
    card: Card
    cell: Cell


class PlaySun(Move):
    """Dry a tile: swamp to plain, or plain to desert."""

    label = _("Let the sun dry it")
    card: Card
    cell: Cell


class PlayRain(Move):
    """Water a tile: desert to plain, or plain to swamp."""

    label = _("Let it rain there")
    card: Card
    cell: Cell


class PlayEarthquake(Move):
    """Two neighbouring tiles change places with all that is on them."""

    label = _("Let them change places")
    card: Card
    cell: Cell
    to: Cell


class PlayLightning(Move):
    """Destroy the city or the animals on a tile."""

    label = _("Strike there")
    card: Card
    cell: Cell


class PlayVolcano(Move):
    """A mountain breaks out and burns the tiles around it to desert."""

    label = _("Let it break out")
    card: Card
    cell: Cell


class PlayTheft(Move):
    """Take a random card from a rival's hand."""

    label = _("Take a card from {seat}")
    card: Card
    seat: Seat


class Burn(Move):
    """After a volcano, when desert is short: this neighbour is the next to become desert."""

    label = _("This one turns to desert")
    cell: Cell


class Feed(Move):
    """Feed the city at `city` with an animal from `cell`."""

    label = _("Feed it from there")
    city: Cell
    cell: Cell


class Fulfil(Move):
    """Of several objectives that are complete, this one is fulfilled."""

    label = _("Fulfil {card}")
    card: Card


class Discard(Move):
    """Put a card of the own hand out of the game."""

    label = _("Discard {card}")
    card: Card


MOVES: tuple[type[Move], ...] = (
    Draw,
    DrawBlind,
    DrawNone,
    PlayNature,
    PlayAnimals,
    PlayCity,
    PlaySun,
    PlayRain,
    PlayEarthquake,
    PlayLightning,
    PlayVolcano,
    PlayTheft,
    Burn,
    Feed,
    Fulfil,
    Discard,
)
