"""Parlor: a self-hosted site for card and tile games."""
