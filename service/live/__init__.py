"""Streams that report what happens in a game as it happens."""
