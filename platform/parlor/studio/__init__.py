"""The game author's bench: all seats of a game in one window, every position open, steps back and forth."""
