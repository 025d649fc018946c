"""The tests of Starting Blank."""
