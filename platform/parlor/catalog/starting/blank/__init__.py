"""Starting Blank: take stones from a heap; whoever takes the last one wins."""
