"""What an admin or a player asked for and cannot be."""

from parlor.accounts.limits import TooOften


class ModerationError(Exception):
    """The text is a sentence for whoever asked."""


class ReportedTooOften(ModerationError, TooOften):
    """It was asked for too often."""

    def __init__(self, text: str, wait: int) -> None:
        super().__init__(text)
        self.wait = wait
