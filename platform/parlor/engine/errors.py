"""What can go wrong: refusals that a player reads, and faults that a game's author reads."""


class Refused(Exception):
    """A player asked for what cannot be; the text is a sentence for that player. Nothing has changed."""


class Illegal(Refused):
    """The move is not among those that the rules offer now."""


class NotYourTurn(Refused):
    """The seat is not asked for anything now."""


class Over(Refused):
    """The game has ended."""


class BadOption(Refused):
    """An option of the table has a value that the game does not know, or cannot have here."""


class DesignError(Exception):
    """A game is declared wrongly; the text names the place and the remedy. Raised when the game loads."""


class RulesError(Exception):
    """A game's rules broke a promise while running (a dead end, an endless loop, a rubbish return)."""
