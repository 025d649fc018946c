"""People: sign-up, sign-in, guests."""
