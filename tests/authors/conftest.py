"""The example package has tests of its own; those that build it run them where it is installed."""

collect_ignore = ["example_package"]
