"""The tests of Starting Cards."""
