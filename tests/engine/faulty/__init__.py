"""A small game that keeps every promise, and variants of it that each break one."""
