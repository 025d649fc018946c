"""Starting Cards: everybody plays a card, the highest takes the trick, most tricks win."""
