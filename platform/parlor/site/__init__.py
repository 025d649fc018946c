"""Settings, addresses, server, home page."""
