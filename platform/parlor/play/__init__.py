"""The live side: sockets, rooms, the table page."""
