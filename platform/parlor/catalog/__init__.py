"""Which games are installed."""
