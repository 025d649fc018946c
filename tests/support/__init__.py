"""What tests share: throw-away services, a live site, a browser."""
