"""What an admin or a player asked for and cannot be."""


class ModerationError(Exception):
    """The text is a sentence for whoever asked."""
