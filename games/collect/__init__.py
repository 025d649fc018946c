"""Collect - Animal Alliance: a row of animals that becomes an alliance."""
