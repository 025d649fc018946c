"""Gaia by Olivier Rolko (TIKI Editions, 2014)."""
