"""Starting Grid: claim squares; the largest connected land wins."""
