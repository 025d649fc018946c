"""Low Tide: all play a card face down, and the highest that nobody else has played picks up the shells."""
