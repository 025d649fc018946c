"""The tests of Starting Grid."""
