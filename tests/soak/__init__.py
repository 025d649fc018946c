"""A long run, by hand: `make soak`."""
