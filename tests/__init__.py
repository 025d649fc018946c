"""Tests of the platform, with what they share under `support`."""
