"""Tests of Gaia."""
