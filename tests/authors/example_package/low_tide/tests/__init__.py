"""The tests of Low Tide."""
