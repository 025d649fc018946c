"""The checks, each a small function that raises a Fault."""
